"""Paying out, and what providers report.

A payout is sent between transactions: the request is marked as being sent and committed, then the
provider is asked, then its word is booked. When a process dies in between, the provider is asked
again with the same key. Whatever a provider says twice, late or out of order is booked once; what
contradicts the books is written down, raises an alarm and moves nothing.
"""

import logging
from collections.abc import Iterable

from django.db import connection

from cashier import ledger, places, providers
from cashier.checking import check_right, check_text
from cashier.errors import CashierCode, CashierError
from cashier.models.books import JournalKind
from cashier.models.requests import MoneyRequest, RequestKind, RequestState
from cashier.providers import Answer, Notice, Outcome
from cashier.request_steps import Standing, book_deposit, close, happened, locked, move, order, standing
from cashier.requests import DECIDE
from cashier.retry import in_transaction, transactional

alarm = logging.getLogger("cashier.alarm")
S = RequestState


def send_payouts(*, only: Iterable[int] | None = None) -> dict[int, str]:
    """Ask the providers to pay what is approved (and what was being sent); {request: state}.

    Must be called outside any transaction. A provider that fails is asked again next time.
    """
    if connection.in_atomic_block:
        raise RuntimeError("a payout is never sent inside a database transaction")
    due = MoneyRequest.objects.filter(kind=RequestKind.WITHDRAWAL, state__in=[S.APPROVED, S.SENDING])
    if only is not None:
        due = due.filter(pk__in=list(only))
    states = {}
    for request_id in due.order_by("pk").values_list("pk", flat=True):
        states[request_id] = _send(request_id)
    return states


@transactional
def confirm_payout(request_id: int, *, staff_id: int, reference: str) -> Standing:
    """Staff say that they have sent the money; `reference` is the transfer's. Raises wrong_state …"""
    check_right(staff_id, DECIDE)
    check_text(reference, needed=True)
    request = locked(request_id)
    if happened(f"paid:{request_id}", request, what="paid", reason=reference):
        return standing(request)
    if request.state != S.SENDING:
        raise CashierError(CashierCode.WRONG_STATE, f"it is {request.state}")
    _book_payout(request, key=f"paid:{request_id}", what="paid", actor=staff_id, reason=reference)
    return standing(request)


@transactional
def fail_payout(request_id: int, *, staff_id: int, reason: str) -> Standing:
    """Staff say that the money could not be sent: it goes back to the balance. Raises wrong_state …"""
    check_right(staff_id, DECIDE)
    check_text(reason, needed=True)
    request = locked(request_id)
    if happened(f"unpaid:{request_id}", request, what="unpaid", reason=reason):
        return standing(request)
    close(request, S.FAILED, what="unpaid", key=f"unpaid:{request_id}", actor=staff_id, reason=reason)
    return standing(request)


@transactional
def provider_says(provider: str, notice: Notice) -> Standing:
    """Book a provider's verified notice about one of its orders, once.

    Raises unknown_request (not an order of that provider), bad_amount or unknown_currency (not
    what was ordered; an alarm as well), key_reused.
    """
    request = locked(_number(notice.key))
    if request.provider != provider or notice.key != order(request).key:
        raise CashierError(CashierCode.UNKNOWN_REQUEST, f"no order {notice.key} of {provider}")
    if notice.amount != request.amount or notice.currency != request.currency:
        alarm.error("%s reports %s %s for %s", provider, notice.amount, notice.currency, notice.key)
        wrong = CashierCode.BAD_AMOUNT if notice.currency == request.currency else CashierCode.UNKNOWN_CURRENCY
        raise CashierError(wrong, "not what was ordered")
    _take(request, notice.answer, key=f"callback:{provider}:{notice.event}")
    return standing(request)


def _send(request_id: int) -> str:
    request = in_transaction(lambda: _claim(request_id))
    if request is None:
        return str(MoneyRequest.objects.values_list("state", flat=True).get(pk=request_id))
    try:
        answer = providers.named(request.provider).pay(order(request))
    except Exception:
        alarm.exception("provider %s failed to pay %s", request.provider, request.pk)
        return request.state
    return in_transaction(lambda: _answered(request_id, answer))


def _claim(request_id: int) -> MoneyRequest | None:
    """The request marked as being sent; None when somebody has ended it meanwhile."""
    request = locked(request_id)
    if request.state == S.APPROVED:
        move(request, S.SENDING, what="sending", key=f"sending:{request_id}")
    return request if request.state == S.SENDING else None


def _answered(request_id: int, answer: Answer) -> str:
    request = locked(request_id)
    _take(request, answer, key=f"pay:{request_id}:{answer.outcome}")
    return request.state


def _take(request: MoneyRequest, answer: Answer, *, key: str) -> None:
    """Do what the provider's word leads to from the request's present state."""
    if answer.outcome is Outcome.PENDING or happened(key, request, what=answer.outcome, reason=answer.reason[:300]):
        return
    reason = answer.reason[:300]
    match (request.kind, answer.outcome, request.state):
        case (RequestKind.DEPOSIT, Outcome.DONE, S.REQUESTED | S.REJECTED | S.CANCELLED) if (
            not request.approvals_needed
        ):
            book_deposit(request, key=key, what=answer.outcome)
        case (RequestKind.DEPOSIT, Outcome.REFUSED, S.REQUESTED):
            move(request, S.REJECTED, what=answer.outcome, key=key, reason=reason or "refused by the provider")
        case (RequestKind.WITHDRAWAL, Outcome.DONE, S.APPROVED | S.SENDING):
            _book_payout(request, key=key, what=answer.outcome)
        case (RequestKind.WITHDRAWAL, Outcome.REFUSED, S.SENDING):
            close(request, S.FAILED, what=answer.outcome, key=key, reason=reason)
        case (RequestKind.WITHDRAWAL, Outcome.REFUSED, S.APPROVED):
            close(request, S.REJECTED, what=answer.outcome, key=key, reason=reason)
        case _:
            _only_note(request, answer, key=key)


def _only_note(request: MoneyRequest, answer: Answer, *, key: str) -> None:
    """Keep what was said; alarm where it contradicts where the request stands."""
    agrees = {Outcome.DONE: {S.DONE}, Outcome.REFUSED: {S.REJECTED, S.FAILED, S.CANCELLED}}
    waits_for_staff = request.kind == RequestKind.DEPOSIT and request.state == S.REQUESTED
    if request.state not in agrees[answer.outcome] and not waits_for_staff:
        alarm.error(
            "provider %s says %s of request %s, which is %s",
            request.provider,
            answer.outcome,
            request.pk,
            request.state,
        )
    note = request.note
    move(request, request.state, what=answer.outcome, key=key, reason=answer.reason[:300])
    if request.note != note:
        request.note = note
        request.save(update_fields=["note"])


def _book_payout(request: MoneyRequest, *, key: str, what: str, actor: int | None = None, reason: str = "") -> None:
    posting = ledger.post(
        key=f"payout:{request.pk}",
        kind=JournalKind.PAYOUT,
        currency=request.currency,
        moves={places.pending_withdrawal(request.player_id): -request.amount, places.WORLD: request.amount},
        actor=actor,
        reason=reason,
    )
    move(request, S.DONE, what=what, key=key, actor=actor, reason=reason, journal=posting.journal)


def _number(key: str) -> int:
    digits = key.rpartition(":")[2]
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 19):
        raise CashierError(CashierCode.UNKNOWN_REQUEST, f"no order {key[:80]!r}")
    return int(digits)
