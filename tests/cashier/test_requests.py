"""Deposits and withdrawals: the states, who may decide, and that each step happens once."""

from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from accounts import clock
from cashier import real_money, requests, services
from cashier.errors import CashierCode, CashierError
from cashier.models import Account, Journal, MoneyRequest, RequestStep
from cashier.providers import available
from tests.cashier.scenes import sound
from tests.cashier.threads import at_once

pytestmark = pytest.mark.django_db


def deposit(player: int, *, amount: int = 5_000, provider: str = "manual", key: str = "d", **more: Any) -> int:
    asked = requests.request_deposit(
        player, amount=amount, currency="EUR", provider=provider, reference="transfer 12", key=key, **more
    )
    return asked.id


def withdraw(player: int, *, amount: int = 5_000, provider: str = "manual", key: str = "w", **more: Any) -> int:
    asked = requests.request_withdrawal(
        player, amount=amount, currency="EUR", provider=provider, reference="account 34", key=key, **more
    )
    return asked.id


def state(request_id: int) -> str:
    return MoneyRequest.objects.get(pk=request_id).state


def money(player: int) -> tuple[int, int]:
    """(balance, reserved) in euros."""
    reserved = Account.objects.filter(kind="pending_withdrawal", ref=str(player)).first()
    return services.balance(player, "EUR"), reserved.balance if reserved else 0


def refused(code: CashierCode, verb: Any, *args: Any, **kwargs: Any) -> None:
    def everything() -> list[Any]:
        models = (Account, Journal, MoneyRequest, RequestStep)
        return [list(model.objects.order_by("pk").values()) for model in models]

    before = everything()
    with pytest.raises(CashierError) as refusal:
        verb(*args, **kwargs)
    assert refusal.value.code is code
    assert everything() == before


def test_a_deposit_is_booked_when_staff_confirm_it(rich: int, cashiers: tuple[int, ...]) -> None:
    request = deposit(rich)
    assert money(rich) == (100_000, 0)
    assert requests.approve(request, staff_id=cashiers[0]).state == "done"
    assert requests.approve(request, staff_id=cashiers[0]).state == "done"
    assert money(rich) == (105_000, 0)
    steps = list(RequestStep.objects.filter(request=request).values_list("what", "state", "actor_id"))
    assert steps == [("approve", "done", cashiers[0])]


def test_a_withdrawal_reserves_the_money_at_once(rich: int, cashiers: tuple[int, ...]) -> None:
    request = withdraw(rich, amount=60_000)
    assert money(rich) == (40_000, 60_000)
    refused(CashierCode.INSUFFICIENT_FUNDS, withdraw, rich, amount=40_001, key="more")
    refused(
        CashierCode.INSUFFICIENT_FUNDS, services.buy_in, rich, session="1", currency="EUR", amount=40_001, key="more"
    )
    assert requests.approve(request, staff_id=cashiers[0]).state == "approved"
    assert money(rich) == (40_000, 60_000)


def test_a_rejection_returns_the_money_with_a_reason(rich: int, cashiers: tuple[int, ...]) -> None:
    request = withdraw(rich)
    refused(CashierCode.REASON_NEEDED, requests.reject, request, staff_id=cashiers[0], reason="  ")
    told = requests.reject(request, staff_id=cashiers[0], reason="the account is not yours")
    assert (told.state, told.note) == ("rejected", "the account is not yours")
    assert requests.reject(request, staff_id=cashiers[0], reason="the account is not yours").state == "rejected"
    assert money(rich) == (100_000, 0)
    refused(CashierCode.WRONG_STATE, requests.approve, request, staff_id=cashiers[1])
    refused(CashierCode.KEY_REUSED, requests.reject, request, staff_id=cashiers[0], reason="another reason")


def test_an_approved_withdrawal_can_still_be_rejected(rich: int, cashiers: tuple[int, ...]) -> None:
    request = withdraw(rich)
    requests.approve(request, staff_id=cashiers[0])
    assert requests.reject(request, staff_id=cashiers[1], reason="too late").state == "rejected"
    assert money(rich) == (100_000, 0)


def test_a_player_cancels_only_his_own_and_only_undecided(rich: int, other: int, cashiers: tuple[int, ...]) -> None:
    request, approved = withdraw(rich), withdraw(rich, key="w2")
    refused(CashierCode.UNKNOWN_REQUEST, requests.cancel, request, player_id=other)
    assert requests.cancel(request, player_id=rich).state == "cancelled"
    assert requests.cancel(request, player_id=rich).state == "cancelled"
    requests.approve(approved, staff_id=cashiers[0])
    refused(CashierCode.WRONG_STATE, requests.cancel, approved, player_id=rich)
    assert money(rich) == (95_000, 5_000)


def test_nobody_approves_what_he_entered_or_asks_for(rich: int, cashiers: tuple[int, ...]) -> None:
    """Approval by another person than the one who entered it."""
    entered = withdraw(rich, entered_by=cashiers[0])
    refused(CashierCode.SAME_PERSON, requests.approve, entered, staff_id=cashiers[0])
    assert requests.approve(entered, staff_id=cashiers[1]).state == "approved"
    real_money.confirm(cashiers[2], of_age=True, terms="1", now=clock.now())
    own = deposit(cashiers[2], entered_by=cashiers[0])
    refused(CashierCode.SAME_PERSON, requests.approve, own, staff_id=cashiers[2])


def test_a_large_amount_needs_two_people(rich: int, cashiers: tuple[int, ...], settings: Any) -> None:
    settings.TWO_APPROVALS_ABOVE = 50_000
    request, at_the_limit = withdraw(rich, amount=50_001), withdraw(rich, amount=49_999, key="w2")
    assert requests.approve(at_the_limit, staff_id=cashiers[0]).state == "approved"
    assert requests.approve(request, staff_id=cashiers[0]).state == "requested"
    assert requests.approve(request, staff_id=cashiers[0]).state == "requested"
    assert requests.approve(request, staff_id=cashiers[1]).state == "approved"
    big = deposit(rich, amount=60_000)
    requests.approve(big, staff_id=cashiers[0])
    assert money(rich)[0] == 0
    requests.approve(big, staff_id=cashiers[2])
    assert money(rich)[0] == 60_000


def test_only_staff_with_the_right_decide(rich: int, other: int, new_staff: Any) -> None:
    request = withdraw(rich)
    for nobody in (other, rich, new_staff(), 10**9):
        refused(CashierCode.NOT_ALLOWED, requests.approve, request, staff_id=nobody)
        refused(CashierCode.NOT_ALLOWED, requests.reject, request, staff_id=nobody, reason="no")


def test_a_request_is_made_once_a_key(rich: int) -> None:
    assert withdraw(rich) == withdraw(rich)
    assert deposit(rich) == deposit(rich)
    assert money(rich) == (95_000, 5_000)
    refused(CashierCode.KEY_REUSED, withdraw, rich, amount=6_000)
    refused(CashierCode.KEY_REUSED, deposit, rich, key="w")


@pytest.mark.parametrize("amount", [0, -5, 2**63, 1.0, True, "5", float("nan")])
def test_what_is_not_an_amount_is_refused(rich: int, amount: Any) -> None:
    refused(CashierCode.BAD_AMOUNT, deposit, rich, amount=amount)
    refused(CashierCode.BAD_AMOUNT, withdraw, rich, amount=amount)


def test_requests_are_for_the_real_currency_and_known_providers(rich: int) -> None:
    for currency in ("PLAY", "USD", ""):
        for verb in (requests.request_deposit, requests.request_withdrawal):
            refused(
                CashierCode.UNKNOWN_CURRENCY,
                verb,
                rich,
                amount=1,
                currency=currency,
                provider="manual",
                reference="",
                key="x",
            )
    refused(CashierCode.UNKNOWN_PROVIDER, deposit, rich, provider="demo")
    refused(CashierCode.BAD_TEXT, requests.request_deposit, rich, amount=1, currency="EUR", provider="manual",
            reference="two\nlines", key="x")  # fmt: skip


def test_the_demo_provider_confirms_at_once_and_only_locally(rich: int, settings: Any) -> None:
    settings.CASHIER_PROVIDERS = ["cashier.providers.demo.Demo"]
    settings.LOCAL = False
    from django.core.exceptions import ImproperlyConfigured

    from cashier.providers import demo

    with pytest.raises(ImproperlyConfigured):
        demo.Demo()
    settings.LOCAL = True
    assert set(available()) == {"demo"}
    assert state(deposit(rich, provider="demo")) == "done"
    assert state(withdraw(rich, provider="demo")) == "approved"
    assert money(rich) == (100_000, 5_000)


def test_real_money_needs_confirmation(player: int, rich: int, settings: Any) -> None:
    """Real: nothing without the player's confirmation and, where set, a verified e-mail."""
    from accounts.guests import create_guest

    stranger = create_guest().pk
    refused(CashierCode.NOT_CONFIRMED, deposit, stranger)
    refused(CashierCode.GUEST, real_money.confirm, stranger, of_age=True, terms="1", now=clock.now())
    refused(CashierCode.NOT_CONFIRMED, real_money.confirm, rich, of_age=False, terms="1", now=clock.now())
    refused(CashierCode.NOT_CONFIRMED, real_money.confirm, rich, of_age=True, terms="0", now=clock.now())
    settings.REAL_MONEY_NEEDS_VERIFIED_EMAIL = True
    refused(CashierCode.EMAIL_NOT_VERIFIED, deposit, rich)
    settings.REAL_MONEY_NEEDS_VERIFIED_EMAIL = False
    settings.REAL_MONEY_TERMS = "2"
    refused(CashierCode.NOT_CONFIRMED, deposit, rich)
    settings.REAL_MONEY_ENABLED = False
    refused(CashierCode.REAL_MONEY_OFF, deposit, rich)
    refused(CashierCode.REAL_MONEY_OFF, services.buy_in, rich, session="1", currency="EUR", amount=1, key="b")
    assert state(withdraw(rich)) == "requested", "withdrawals stay open"


@pytest.mark.django_db(transaction=True)
def test_buying_in_and_withdrawing_the_same_money_at_once(rich: int) -> None:
    works = [partial(withdraw, rich, amount=70_000, key=str(n)) for n in range(6)]
    works += [
        partial(services.buy_in, rich, session=str(n), currency="EUR", amount=70_000, key=str(n)) for n in range(6)
    ]
    answers = at_once(works)
    won = [answer for answer in answers if not isinstance(answer, CashierError)]
    assert len(won) == 1
    assert {answer.code for answer in answers if isinstance(answer, CashierError)} == {CashierCode.INSUFFICIENT_FUNDS}
    assert services.balance(rich, "EUR") == 30_000
    assert sound()


@pytest.mark.django_db(transaction=True)
def test_deciding_at_once_decides_once(rich: int, cashiers: tuple[int, ...]) -> None:
    request = withdraw(rich)
    works = [
        *[partial(requests.approve, request, staff_id=staff) for staff in cashiers],
        *[partial(requests.reject, request, staff_id=staff, reason="no") for staff in cashiers],
        partial(requests.cancel, request, player_id=rich),
    ]
    answers = at_once(works)
    unexpected = [a for a in answers if isinstance(a, Exception) and not isinstance(a, CashierError)]
    assert not unexpected
    expected = {"approved": (95_000, 5_000), "rejected": (100_000, 0), "cancelled": (100_000, 0)}
    assert money(rich) == expected[state(request)]
    assert sound()


@pytest.mark.django_db(transaction=True)
def test_one_click_sent_twice_at_once_asks_once(rich: int) -> None:
    assert len(set(at_once([partial(withdraw, rich)] * 6))) == 1
    assert len(set(at_once([partial(deposit, rich)] * 6))) == 1
    assert money(rich) == (95_000, 5_000)


ATTACKS = {
    "another amount": "amount = amount + 1",
    "another player": "player_id = player_id + 1",
    "another account": "reference = 'mine'",
    "another key": "key = 'k'",
    "fewer approvals": "approvals_needed = 0",
    "done without a journal": "state = 'done'",
    "rejected without returning the money": "state = 'rejected'",
    "approved by nobody": "state = 'approved'",
    "approved by who entered it": "state = 'approved', approved_by_id = entered_by_id",
    "approved by its player": "approved_by_id = player_id",
    "approved twice by one": "approved_by_id = {staff}, also_approved_by_id = {staff}",
    "skipping approval": "state = 'sending'",
}


@pytest.mark.parametrize("change", ATTACKS.values(), ids=ATTACKS.keys())
def test_raw_sql_cannot_bend_a_request(rich: int, cashiers: tuple[int, ...], change: str) -> None:
    request = withdraw(rich, entered_by=cashiers[0])
    sql = f"UPDATE cashier_moneyrequest SET {change.format(staff=cashiers[1])} WHERE id = {request}"
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
        connection.check_constraints()


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM cashier_moneyrequest",
        "DELETE FROM cashier_requeststep",
        "UPDATE cashier_requeststep SET actor_id = NULL",
        "UPDATE cashier_moneyrequest SET approved_by_id = NULL",
        "UPDATE cashier_moneyrequest SET state = 'requested'",
        "INSERT INTO cashier_moneyrequest (kind, player_id, currency, amount, provider, reference, key, fingerprint,"
        " entered_by_id, created, approvals_needed, state, changed, note) SELECT kind, player_id, currency, amount,"
        " provider, reference, 'again', fingerprint, entered_by_id, created, 0, 'approved', changed, note"
        " FROM cashier_moneyrequest",
    ],
)
def test_raw_sql_cannot_undo_a_decision(rich: int, cashiers: tuple[int, ...], sql: str) -> None:
    requests.approve(withdraw(rich), staff_id=cashiers[0])
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
