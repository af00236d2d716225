"""Paying out between transactions, and providers that say things twice, late or out of order."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from cashier import payouts, requests, services
from cashier.errors import CashierCode, CashierError
from cashier.models import Account, Journal, JournalKind, MoneyRequest, RequestStep
from cashier.providers import Answer, Notice, Outcome
from tests.cashier.courier import Courier
from tests.cashier.scenes import sound
from tests.cashier.test_requests import deposit, money, state, withdraw
from tests.cashier.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
PAID, REFUSED = Answer(outcome=Outcome.DONE), Answer(outcome=Outcome.REFUSED, reason="account closed")


def notice(
    request: int, answer: Answer = PAID, *, event: str = "e1", amount: int = 5_000, currency: str = "EUR"
) -> Notice:
    key = f"{MoneyRequest.objects.get(pk=request).kind}:{request}"
    return Notice(event=event, key=key, amount=amount, currency=currency, answer=answer)


def say(request: int, answer: Answer = PAID, **more: Any) -> str:
    return payouts.provider_says("courier", notice(request, answer, **more)).state


def count(kind: str) -> int:
    return Journal.objects.filter(kind=kind).count()


def test_a_manual_payout_waits_for_staff(rich: int, cashiers: tuple[int, ...]) -> None:
    request = withdraw(rich)
    assert payouts.send_payouts() == {}
    requests.approve(request, staff_id=cashiers[0])
    assert payouts.send_payouts() == {request: "sending"}
    assert money(rich) == (95_000, 5_000)
    with pytest.raises(CashierError) as refusal:
        requests.reject(request, staff_id=cashiers[0], reason="no")
    assert refusal.value.code is CashierCode.WRONG_STATE
    for _ in range(2):
        assert payouts.confirm_payout(request, staff_id=cashiers[0], reference="transfer 9").state == "done"
    assert money(rich) == (95_000, 0)
    assert payouts.send_payouts() == {}
    with pytest.raises(CashierError):
        payouts.fail_payout(request, staff_id=cashiers[0], reason="no")
    assert count(JournalKind.PAYOUT) == 1
    assert sound()


def test_a_payout_that_failed_returns_the_money(rich: int, cashiers: tuple[int, ...]) -> None:
    request = withdraw(rich)
    requests.approve(request, staff_id=cashiers[0])
    payouts.send_payouts()
    for _ in range(2):
        told = payouts.fail_payout(request, staff_id=cashiers[0], reason="no such account")
        assert (told.state, told.note) == ("failed", "no such account")
    assert money(rich) == (100_000, 0)


def test_a_provider_pays_what_was_asked_and_once(rich: int, courier: Courier) -> None:
    courier.says = PAID
    request = withdraw(rich, provider="courier")
    assert payouts.send_payouts() == {request: "done"}
    assert payouts.send_payouts() == {}
    assert [(order.key, order.amount, order.reference) for order in courier.paid] == [
        (f"withdrawal:{request}", 5_000, "account 34")
    ]
    assert money(rich) == (95_000, 0)


def test_a_provider_that_refuses_returns_the_money(rich: int, courier: Courier) -> None:
    courier.says = REFUSED
    request = withdraw(rich, provider="courier")
    assert payouts.send_payouts() == {request: "failed"}
    assert MoneyRequest.objects.get(pk=request).note == "account closed"
    assert money(rich) == (100_000, 0)


def test_a_provider_that_breaks_is_asked_again_with_the_same_key(
    rich: int, courier: Courier, caplog: pytest.LogCaptureFixture
) -> None:
    courier.says = RuntimeError("line down")
    request = withdraw(rich, provider="courier")
    assert payouts.send_payouts() == {request: "sending"}
    assert "line down" in caplog.text
    assert money(rich) == (95_000, 5_000)
    courier.says = PAID
    assert payouts.send_payouts() == {request: "done"}
    assert len({order.key for order in courier.paid}) == 1


def test_no_payout_is_sent_inside_a_transaction(rich: int, courier: Courier) -> None:
    from django.db import transaction

    withdraw(rich, provider="courier")
    with transaction.atomic(), pytest.raises(RuntimeError, match="inside a database transaction"):
        payouts.send_payouts()
    assert courier.paid == []


def test_two_processes_pay_once(rich: int, courier: Courier) -> None:
    courier.says = PAID
    request = withdraw(rich, provider="courier")
    answers = at_once([payouts.send_payouts] * 4)
    assert all(answer.get(request, "done") in ("done", "sending") for answer in answers), answers
    assert {order.key for order in courier.paid} == {f"withdrawal:{request}"}
    assert count(JournalKind.PAYOUT) == 1
    assert money(rich) == (95_000, 0)


def test_a_callback_delivered_twice_books_once(rich: int, courier: Courier) -> None:
    request = deposit(rich, provider="courier")
    assert state(request) == "requested"
    assert [say(request), say(request), say(request, event="e2")] == ["done"] * 3
    assert money(rich) == (105_000, 0)
    assert count(JournalKind.DEPOSIT) == 2
    assert RequestStep.objects.filter(request=request).count() == 2


def test_money_that_arrives_after_the_player_gave_up_is_his(rich: int, courier: Courier) -> None:
    request = deposit(rich, provider="courier")
    requests.cancel(request, player_id=rich)
    assert say(request) == "done"
    assert money(rich) == (105_000, 0)


def test_paid_may_be_reported_before_sent(rich: int, courier: Courier) -> None:
    request = withdraw(rich, provider="courier")
    assert say(request) == "done"
    assert payouts.send_payouts() == {}
    assert courier.paid == []
    assert money(rich) == (95_000, 0)


@pytest.mark.parametrize(("first", "second", "stands"), [(PAID, REFUSED, "done"), (REFUSED, PAID, "failed")])
def test_a_provider_that_contradicts_itself_moves_nothing_and_alarms(
    rich: int, courier: Courier, caplog: pytest.LogCaptureFixture, first: Answer, second: Answer, stands: str
) -> None:
    request = withdraw(rich, provider="courier")
    payouts.send_payouts()
    assert say(request, first) == stands
    before = money(rich)
    assert say(request, second, event="e2") == stands
    assert money(rich) == before
    assert f"of request {request}, which is {stands}" in caplog.text
    assert RequestStep.objects.filter(request=request, what=second.outcome).count() == 1


def test_a_notice_about_something_else_is_refused(rich: int, courier: Courier) -> None:
    request = deposit(rich, provider="courier")
    wrong: list[tuple[CashierCode, Callable[[], Any]]] = [
        (CashierCode.BAD_AMOUNT, partial(say, request, amount=5_001)),
        (CashierCode.UNKNOWN_CURRENCY, partial(say, request, currency="USD")),
        (CashierCode.UNKNOWN_REQUEST, partial(payouts.provider_says, "strict", notice(request))),
    ]
    for key in ("deposit:999999", "deposit:x", "deposit:١", "withdrawal:" + str(request), "deposit:" + "9" * 30):
        other = Notice(event="e", key=key, amount=5_000, currency="EUR", answer=PAID)
        wrong.append((CashierCode.UNKNOWN_REQUEST, partial(payouts.provider_says, "courier", other)))
    for code, attempt in wrong:
        with pytest.raises(CashierError) as refusal:
            attempt()
        assert refusal.value.code is code
    assert state(request) == "requested"
    assert money(rich) == (100_000, 0)


def test_one_event_never_means_two_things(rich: int, courier: Courier) -> None:
    request = deposit(rich, provider="courier")
    say(request, REFUSED)
    with pytest.raises(CashierError) as refusal:
        say(request, PAID)
    assert refusal.value.code is CashierCode.KEY_REUSED


def test_where_staff_must_approve_a_callback_alone_books_nothing(
    rich: int, courier: Courier, cashiers: Any, caplog: pytest.LogCaptureFixture
) -> None:
    request = deposit(rich, provider="strict")
    assert payouts.provider_says("strict", notice(request)).state == "requested"
    assert caplog.text == ""
    assert money(rich) == (100_000, 0)
    assert requests.approve(request, staff_id=cashiers[0]).state == "done"


def test_callbacks_at_once_book_once(rich: int, courier: Courier) -> None:
    request = withdraw(rich, provider="courier")
    works = [partial(say, request, event=f"e{n % 2}") for n in range(6)]
    assert at_once([*works, partial(payouts.send_payouts)])[:6] == ["done"] * 6
    assert count(JournalKind.PAYOUT) == 1
    assert Account.objects.get(kind="pending_withdrawal").balance == 0
    assert services.balance(rich, "EUR") == 95_000
