"""Corrections of the books: a maker, another person as checker, and nothing else than was proposed."""

from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from cashier import adjustments, ledger, places, services
from cashier.errors import CashierCode, CashierError
from cashier.models import PLAY, Account, Adjustment, Journal, JournalKind
from cashier.places import HOUSE, MINT, WORLD, Place
from tests.cashier.attacks import NEW, journal, leg, seal
from tests.cashier.scenes import sound
from tests.cashier.threads import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def maker(new_staff: Any) -> int:
    return new_staff("cashier.propose_adjustment", "cashier.decide_adjustment")


@pytest.fixture
def checker(new_staff: Any) -> int:
    return new_staff("cashier.decide_adjustment")


def propose(maker: int, target: Place, *, source: Place = MINT, amount: int = 700, key: str = "k", **more: Any) -> int:
    fields = {"currency": PLAY, "reason": "lost in a fault", **more}
    return adjustments.propose(maker_id=maker, source=source, target=target, amount=amount, key=key, **fields)


def refused(code: CashierCode, verb: Any, *args: Any, **kwargs: Any) -> None:
    before = [list(model.objects.order_by("pk").values()) for model in (Account, Journal, Adjustment)]
    with pytest.raises(CashierError) as refusal:
        verb(*args, **kwargs)
    assert refusal.value.code is code
    assert [list(model.objects.order_by("pk").values()) for model in (Account, Journal, Adjustment)] == before


def test_money_moves_when_another_person_approves(player: int, maker: int, checker: int) -> None:
    adjustment = propose(maker, places.wallet(player))
    assert services.balance(player, PLAY) == 200_000
    refused(CashierCode.SAME_PERSON, adjustments.approve, adjustment, checker_id=maker)
    assert adjustments.approve(adjustment, checker_id=checker) == "approved"
    assert adjustments.approve(adjustment, checker_id=checker) == "approved"
    assert services.balance(player, PLAY) == 200_700
    booked = Journal.objects.get(key=f"adjustment:{adjustment}")
    assert (booked.reason, booked.actor_id) == ("lost in a fault", checker)
    assert sound()


def test_a_large_adjustment_needs_two_checkers(player: int, maker: int, checker: int, new_staff: Any) -> None:
    adjustment = propose(maker, places.wallet(player), amount=100_001)
    assert adjustments.approve(adjustment, checker_id=checker) == "proposed"
    assert adjustments.approve(adjustment, checker_id=checker) == "proposed"
    second = new_staff("cashier.decide_adjustment")
    assert adjustments.approve(adjustment, checker_id=second) == "approved"
    assert services.balance(player, PLAY) == 300_001


def test_a_rejected_or_withdrawn_adjustment_moves_nothing(player: int, maker: int, checker: int) -> None:
    one, two = propose(maker, places.wallet(player)), propose(maker, places.wallet(player), key="k2")
    assert adjustments.reject(one, checker_id=checker, reason="no proof") == "rejected"
    assert adjustments.reject(two, checker_id=maker, reason="my mistake") == "withdrawn"
    refused(CashierCode.WRONG_STATE, adjustments.approve, one, checker_id=checker)
    refused(CashierCode.REASON_NEEDED, adjustments.reject, two, checker_id=checker, reason="")
    assert services.balance(player, PLAY) == 200_000


def test_rights_are_needed(player: int, maker: int, checker: int) -> None:
    adjustment = propose(maker, places.wallet(player))
    for nobody in (player, 10**9):
        refused(CashierCode.NOT_ALLOWED, propose, nobody, places.wallet(player), key="x")
        refused(CashierCode.NOT_ALLOWED, adjustments.approve, adjustment, checker_id=nobody)
        refused(CashierCode.NOT_ALLOWED, adjustments.reject, adjustment, checker_id=nobody, reason="no")
    refused(CashierCode.NOT_ALLOWED, propose, checker, places.wallet(player), key="x")


@pytest.mark.parametrize(
    ("source", "target"),
    [
        (MINT, places.seat("1")),
        (places.pending_withdrawal(1), HOUSE),
        (MINT, places.wallet(10**12)),
        (MINT, Place("wallet", "x")),
        (MINT, Place("wallet", "١")),
        (MINT, MINT),
        (MINT, Place("house", "other")),
        (MINT, Place("other", "")),
    ],
)
def test_only_known_places_are_adjusted(maker: int, player: int, source: Place, target: Place) -> None:
    refused(CashierCode.UNKNOWN_ACCOUNT, propose, maker, target, source=source)


def test_nonsense_is_refused(player: int, maker: int) -> None:
    wallet = places.wallet(player)
    for amount in (0, -1, 1.5, True, 2**63):
        refused(CashierCode.BAD_AMOUNT, propose, maker, wallet, amount=amount)
    refused(CashierCode.UNKNOWN_CURRENCY, propose, maker, wallet, currency="XXX")
    refused(CashierCode.REASON_NEEDED, propose, maker, wallet, reason=" ")
    assert propose(maker, wallet) == propose(maker, wallet)
    refused(CashierCode.KEY_REUSED, propose, maker, wallet, amount=701)


def test_an_adjustment_nobody_can_pay_stays_proposed(player: int, maker: int, checker: int) -> None:
    adjustment = propose(maker, HOUSE, source=places.wallet(player), amount=50_000)
    services.buy_in(player, session="1", currency=PLAY, amount=150_001, key="b")
    refused(CashierCode.INSUFFICIENT_FUNDS, adjustments.approve, adjustment, checker_id=checker)


def test_a_journal_is_reversed_leg_by_leg_and_once(player: int, maker: int, checker: int) -> None:
    grant = Journal.objects.get(kind=JournalKind.GRANT)
    reverse = partial(adjustments.propose_reversal, maker_id=maker, journal_id=grant.pk, reason="granted twice")
    one, two = reverse(key="k"), reverse(key="k2")
    extra = new_checker(checker)
    assert adjustments.approve(one, checker_id=checker) == "proposed"
    assert adjustments.approve(one, checker_id=extra) == "approved"
    assert services.balance(player, PLAY) == 0
    reversal = Journal.objects.get(reverses=grant)
    assert reversal.kind == JournalKind.REVERSAL
    refused(CashierCode.INSUFFICIENT_FUNDS, adjustments.approve, two, checker_id=checker)
    refused(CashierCode.NOT_REVERSIBLE, reverse, key="k3")
    refused(
        CashierCode.NOT_REVERSIBLE,
        adjustments.propose_reversal,
        maker_id=maker,
        journal_id=reversal.pk,
        reason="no",
        key="k4",
    )
    assert sound()


def new_checker(like: int) -> int:
    from django.contrib.auth import get_user_model

    first = get_user_model().objects.get(pk=like)
    second = get_user_model().objects.create_user("demo_second", is_staff=True)
    second.user_permissions.set(first.user_permissions.all())
    return int(second.pk)


def test_money_of_seats_is_not_reversed(player: int, maker: int) -> None:
    services.buy_in(player, session="1", currency=PLAY, amount=100, key="b")
    bought = Journal.objects.get(kind=JournalKind.BUY_IN)
    for number in (bought.pk, 10**9):
        refused(
            CashierCode.NOT_REVERSIBLE,
            adjustments.propose_reversal,
            maker_id=maker,
            journal_id=number,
            reason="no",
            key="k",
        )


def test_the_ledger_alone_cannot_book_an_unapproved_correction(player: int, maker: int) -> None:
    adjustment = propose(maker, places.wallet(player))
    grant = Journal.objects.get(kind=JournalKind.GRANT)
    wallet = places.wallet(player)
    attempts = [
        {"key": f"adjustment:{adjustment}", "kind": JournalKind.ADJUSTMENT, "moves": {MINT: -700, wallet: 700}},
        {"key": "adjustment:none", "kind": JournalKind.ADJUSTMENT, "moves": {MINT: -700, wallet: 700}},
        {
            "key": "reversal",
            "kind": JournalKind.REVERSAL,
            "moves": {MINT: 200_000, wallet: -200_000},
            "reverses": grant.pk,
        },
    ]
    for attempt in attempts:
        with pytest.raises(IntegrityError), transaction.atomic():
            ledger.post(currency=PLAY, **attempt)


@pytest.mark.parametrize(
    "legs",
    [
        ("wallet", 701, "mint", -701),
        ("wallet", -700, "mint", 700),
        ("house", 700, "mint", -700),
    ],
)
def test_an_approval_is_for_exactly_what_was_proposed(player: int, maker: int, checker: int, legs: Any) -> None:
    """An approved proposal, and then raw SQL that books something else under it."""
    adjustment = propose(maker, places.wallet(player))
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE cashier_adjustment SET state = 'approved', checker_id = %s WHERE id = %s", [checker, adjustment]
        )
        cursor.execute(
            "INSERT INTO cashier_account (kind, ref, currency, allow_negative, balance, last_leg)"
            " VALUES ('house', '', 'PLAY', FALSE, 0, 0)"
        )
    account = "(SELECT id FROM cashier_account WHERE currency = 'PLAY' AND kind = '{}')"
    one, one_amount, two, two_amount = legs
    statements = [
        journal(kind="adjustment", key=f"'adjustment:{adjustment}'"),
        leg(account.format(one), one_amount),
        leg(account.format(two), two_amount),
        seal(),
    ]
    refusal = pytest.raises(IntegrityError, match="no approved adjustment")
    with refusal, transaction.atomic(), connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
    assert not Journal.objects.filter(pk=NEW).exists()


CHANGES = {
    "amount": "amount = 1",
    "target": "target_ref = '1000'",
    "reason": "reason = 'other'",
    "approved by nobody": "state = 'approved'",
    "approved by its maker": "state = 'approved', checker_id = maker_id",
    "approved twice by one": "checker_id = {checker}, also_checker_id = {checker}",
    "fewer approvals": "approvals_needed = 0",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_raw_sql_cannot_bend_a_proposal(player: int, maker: int, checker: int, change: str) -> None:
    propose(maker, places.wallet(player))
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE cashier_adjustment SET {change.format(checker=checker)}")


@pytest.mark.parametrize(
    "sql", ["DELETE FROM cashier_adjustment", "UPDATE cashier_adjustment SET state = 'proposed', checker_id = NULL"]
)
def test_raw_sql_cannot_undo_a_decision(player: int, maker: int, checker: int, sql: str) -> None:
    adjustments.approve(propose(maker, places.wallet(player)), checker_id=checker)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


def test_euros_are_adjusted_from_outside(player: int, maker: int, checker: int) -> None:
    adjustment = propose(maker, places.wallet(player), source=WORLD, currency="EUR")
    adjustments.approve(adjustment, checker_id=checker)
    assert services.balances(player) == {"PLAY": 200_000, "EUR": 700}


def test_the_mint_makes_no_euros(player: int, maker: int, checker: int) -> None:
    refused(CashierCode.UNKNOWN_ACCOUNT, propose, maker, places.wallet(player), source=MINT, currency="EUR")
    refused(CashierCode.UNKNOWN_ACCOUNT, propose, maker, places.wallet(player), source=WORLD, currency=PLAY)


@pytest.mark.django_db(transaction=True)
def test_approvals_at_once_book_once(player: int, maker: int, checker: int, new_staff: Any) -> None:
    adjustment = propose(maker, places.wallet(player))
    other = new_staff("cashier.decide_adjustment")
    works: list[Any] = [partial(adjustments.approve, adjustment, checker_id=who) for who in (checker, other) * 3]
    works.append(partial(adjustments.reject, adjustment, checker_id=other, reason="no"))
    answers = at_once(works)
    assert not [a for a in answers if isinstance(a, Exception) and not isinstance(a, CashierError)], answers
    state = Adjustment.objects.get(pk=adjustment).state
    assert services.balance(player, PLAY) == (200_700 if state == "approved" else 200_000)
