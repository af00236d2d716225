"""The verbs of the cashier: what each moves, refuses and answers when repeated."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from cashier import services
from cashier.errors import CashierCode, CashierError
from cashier.models import PLAY, Account, CurrencyFreeze, Journal, Leg

pytestmark = pytest.mark.django_db
NOW = datetime(2027, 1, 5, 12, tzinfo=UTC)


def buy_in(player: int, *, session: str = "1", amount: int = 4_000, key: str = "click") -> int:
    return services.buy_in(player, session=session, currency=PLAY, amount=amount, key=key)


def settle(nets: dict[str, int], *, rake: int = 0, number: int = 7, payload: str = "") -> dict[str, int]:
    return services.settle_hand(number=number, table="amber", currency=PLAY, nets=nets, rake=rake, payload=payload)


def everything() -> tuple[Any, ...]:
    """All that a refusal must leave as it was."""
    return (
        sorted(Account.objects.values_list("kind", "ref", "currency", "balance")),
        Journal.objects.count(),
        Leg.objects.count(),
    )


def refused(code: CashierCode, verb: Any, *args: Any, **kwargs: Any) -> None:
    before = everything()
    with pytest.raises(CashierError) as refusal:
        verb(*args, **kwargs)
    assert refusal.value.code is code
    assert everything() == before


def test_a_grant_is_given_once_a_key() -> None:
    player = get_user_model().objects.create_user("demo_grant").pk
    assert services.grant_play_money(player, key="first") == 200_000
    assert services.grant_play_money(player, key="first") == 200_000
    assert services.balances(player) == {"PLAY": 200_000, "EUR": 0}


def test_a_buy_in_moves_money_to_the_seat(player: int) -> None:
    """R-9.2: every chip on a table is money moved from a balance."""
    assert buy_in(player) == 4_000
    assert services.balance(player, PLAY) == 196_000
    assert services.stacks(["1", "2"]) == {"1": 4_000, "2": 0}


def test_a_double_click_buys_in_once(player: int) -> None:
    assert buy_in(player) == 4_000
    assert buy_in(player) == 4_000
    assert services.balance(player, PLAY) == 196_000


def test_a_repeat_is_answered_as_the_first_even_when_the_balance_is_gone(player: int) -> None:
    assert buy_in(player, amount=200_000) == 200_000
    assert buy_in(player, amount=200_000) == 200_000
    refused(CashierCode.INSUFFICIENT_FUNDS, buy_in, player, session="2", amount=1, key="another")


def test_a_key_never_means_two_things(player: int, caplog: pytest.LogCaptureFixture) -> None:
    buy_in(player)
    refused(CashierCode.KEY_REUSED, buy_in, player, amount=5_000)
    assert "buy-in:click" in caplog.text


@pytest.mark.parametrize("amount", [0, -1, 2**63, 10**15 + 1, 1.0, float("nan"), float("inf"), True, "100", "١٢", None])
def test_what_is_not_an_amount_is_refused(player: int, amount: Any) -> None:
    refused(CashierCode.BAD_AMOUNT, buy_in, player, amount=amount)
    refused(CashierCode.BAD_AMOUNT, services.top_up, player, session="1", currency=PLAY, amount=amount, key="k")


@pytest.mark.parametrize("key", ["x" * 300, "nul\x00", "new\nline"])
def test_what_is_not_a_key_is_refused(player: int, key: str) -> None:
    refused(CashierCode.BAD_KEY, buy_in, player, key=key)


def test_an_unknown_currency_is_refused(player: int) -> None:
    refused(CashierCode.UNKNOWN_CURRENCY, services.buy_in, player, session="1", currency="XXX", amount=1, key="click")


def test_a_player_without_a_balance_buys_nothing() -> None:
    player = get_user_model().objects.create_user("demo_poor").pk
    with pytest.raises(CashierError) as refusal:
        buy_in(player)
    assert refusal.value.code is CashierCode.INSUFFICIENT_FUNDS
    assert Journal.objects.count() == 0


def test_a_refusal_leaves_the_callers_transaction_usable(player: int) -> None:
    with transaction.atomic():
        with pytest.raises(CashierError):
            buy_in(player, amount=200_001)
        assert buy_in(player, key="next") == 4_000
    assert services.balance(player, PLAY) == 196_000


def test_nobody_uses_anothers_seat(player: int, other: int) -> None:
    buy_in(player)
    refused(CashierCode.NOT_YOURS, buy_in, other, key="intruder")
    refused(CashierCode.NOT_YOURS, services.cash_out, other, session="1", currency=PLAY)
    refused(CashierCode.NOT_YOURS, services.top_up, other, session="1", currency=PLAY, amount=1, key="intruder")


def test_a_hand_books_nets_and_rake_in_one_journal(player: int, other: int) -> None:
    """R-9.3: result, rake and new stacks are one atomic booking."""
    buy_in(player)
    buy_in(other, session="2", key="click 2")
    journals = Journal.objects.count()
    assert settle({"1": 950, "2": -1_000}, rake=50) == {"1": 4_950, "2": 3_000}
    assert settle({"1": 950, "2": -1_000}, rake=50) == {"1": 4_950, "2": 3_000}
    assert Journal.objects.count() == journals + 1
    assert Journal.objects.get(key="hand:7").hand == 7
    assert Account.objects.get(kind="rake", ref="amber").balance == 50


def test_a_hand_that_does_not_add_up_is_refused(player: int, other: int) -> None:
    buy_in(player)
    buy_in(other, session="2", key="click 2")
    refused(CashierCode.UNBALANCED, settle, {"1": 950, "2": -1_000}, rake=49)
    refused(CashierCode.BAD_AMOUNT, settle, {"1": 1_050, "2": -1_000}, rake=-50)
    refused(CashierCode.BAD_AMOUNT, settle, {"1": 1_000.0, "2": -1_000})
    refused(CashierCode.INSUFFICIENT_FUNDS, settle, {"1": 4_001, "2": -4_001})
    refused(CashierCode.UNKNOWN_ACCOUNT, settle, {"1": 1, "nobody": -1})


def test_a_settled_hand_cannot_be_settled_otherwise(player: int, other: int) -> None:
    buy_in(player)
    buy_in(other, session="2", key="click 2")
    settle({"1": 1_000, "2": -1_000}, payload="a")
    refused(CashierCode.KEY_REUSED, settle, {"1": 1_000, "2": -1_000}, payload="b")
    refused(CashierCode.KEY_REUSED, settle, {"1": 999, "2": -999}, payload="a")


def test_who_neither_won_nor_lost_keeps_his_stack(player: int, other: int) -> None:
    buy_in(player)
    buy_in(other, session="2", key="click 2")
    assert settle({"1": 0, "2": 0}) == {"1": 4_000, "2": 4_000}
    assert not Journal.objects.filter(kind="hand").exists()


def test_a_top_up_waits_for_the_end_of_the_hand(player: int, other: int) -> None:
    """R-1.2: chips bought during a hand arrive when it ends."""
    buy_in(player)
    buy_in(other, session="2", key="click 2")
    assert services.top_up(player, session="1", currency=PLAY, amount=500, key="more") == 500
    assert services.top_up(player, session="1", currency=PLAY, amount=500, key="more") == 500
    assert services.top_up(player, session="1", currency=PLAY, amount=100, key="even more") == 600
    assert services.stacks(["1"]) == {"1": 4_000}
    assert services.pending_top_up("1") == 600
    assert services.arrive_top_ups(["1", "2"]) == {"1": 4_600}
    assert services.arrive_top_ups(["1", "2"]) == {}
    assert services.pending_top_up("1") == 0


def test_leaving_brings_stack_and_waiting_top_up_back(player: int) -> None:
    buy_in(player)
    services.top_up(player, session="1", currency=PLAY, amount=500, key="more")
    assert services.cash_out(player, session="1", currency=PLAY) == 4_500
    assert services.cash_out(player, session="1", currency=PLAY) == 4_500
    assert services.balance(player, PLAY) == 200_000


def test_leaving_with_nothing_moves_nothing(player: int, other: int) -> None:
    buy_in(player)
    buy_in(other, session="2", key="click 2")
    settle({"1": -4_000, "2": 4_000})
    assert services.cash_out(player, session="1", currency=PLAY) == 0
    assert services.cash_out(player, session="never", currency=PLAY) == 0
    assert services.balance(player, PLAY) == 196_000


def test_a_seat_that_was_left_takes_no_more_money(player: int) -> None:
    buy_in(player)
    services.cash_out(player, session="1", currency=PLAY)
    refused(CashierCode.SEAT_CLOSED, buy_in, player, key="again")
    refused(CashierCode.SEAT_CLOSED, services.top_up, player, session="1", currency=PLAY, amount=5, key="again")
    assert buy_in(player, session="2", key="new seat") == 4_000


def test_closing_a_table_cashes_out_everybody(player: int, other: int) -> None:
    """Closing cashes out every stack, present or not."""
    buy_in(player)
    buy_in(other, session="2", key="click 2")
    settle({"1": 950, "2": -1_000}, rake=50)
    assert services.cash_out_all({"1": player, "2": other}, currency=PLAY) == {"1": 4_950, "2": 3_000}
    assert services.balance(player, PLAY) == 200_950
    assert services.cash_out_all({}, currency=PLAY) == {}


def test_a_refill_fills_up_once_a_day(player: int) -> None:
    """R-9.1: a play-money player can refill for free up to a set amount once a day."""
    refused(CashierCode.REFILL_NOT_NEEDED, services.refill, player, now=NOW)
    buy_in(player, amount=200_000)
    refused(CashierCode.REFILL_NOT_NEEDED, services.refill, player, now=NOW)
    lose(player, amount=150_000)
    assert services.refill(player, now=NOW) == 50_000
    refused(CashierCode.REFILL_USED, services.refill, player, now=NOW + timedelta(hours=11, minutes=59))
    refused(CashierCode.REFILL_NOT_NEEDED, services.refill, player, now=NOW + timedelta(hours=12))


def lose(player: int, *, amount: int) -> None:
    winner = get_user_model().objects.create_user("demo_winner").pk
    services.grant_play_money(winner, key="winner")
    buy_in(winner, session="winner", amount=1, key="winner")
    settle({"1": -amount, "winner": amount})


def test_rake_is_swept_to_the_house_once_a_day(player: int, other: int) -> None:
    buy_in(player)
    buy_in(other, session="2", key="click 2")
    settle({"1": 950, "2": -1_000}, rake=50)
    assert services.sweep_rake(now=NOW) == {("amber", PLAY): 50}
    settle({"1": 950, "2": -1_000}, rake=50, number=8)
    assert services.sweep_rake(now=NOW) == {}
    assert services.sweep_rake(now=NOW + timedelta(days=1)) == {("amber", PLAY): 50}
    assert Account.objects.get(kind="house").balance == 100


def test_a_frozen_currency_takes_no_journal(player: int) -> None:
    buy_in(player)
    CurrencyFreeze.objects.create(currency=PLAY, reason="test")
    refused(CashierCode.CURRENCY_FROZEN, buy_in, player, session="2", key="frozen")
    refused(CashierCode.CURRENCY_FROZEN, services.cash_out, player, session="1", currency=PLAY)
    CurrencyFreeze.objects.update(lifted=NOW)
    assert services.cash_out(player, session="1", currency=PLAY) == 4_000


def test_a_ten_handed_hand_is_settled_in_four_statements(new_player: Any) -> None:
    for number in range(10):
        buy_in(new_player(), session=str(number), key=str(number))
    settle({str(number): 0 for number in range(10)} | {"0": 950, "1": -1_000}, rake=50, number=1)
    nets = {str(number): -100 for number in range(1, 10)} | {"0": 850}
    with CaptureQueriesContext(
        connection,
    ) as queries:
        settle(nets, rake=50)
    statements = [query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]]
    assert len(statements) == 4, statements
