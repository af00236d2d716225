"""One step of a request: lock it, see whether the step was taken, write its state and history.

The only writer of requests after they are entered. All of it runs in the caller's transaction.
"""

import logging
from dataclasses import dataclass

from accounts import clock
from cashier import ledger, places
from cashier.errors import CashierCode, CashierError
from cashier.fingerprints import fingerprint
from cashier.models.books import JournalKind
from cashier.models.requests import FOLLOWS, MoneyRequest, RequestKind, RequestState, RequestStep
from cashier.providers import Order

alarm = logging.getLogger("cashier.alarm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where a request stands; `note` is what its player is told."""

    id: int
    state: str
    note: str


def order(request: MoneyRequest) -> Order:
    """The request as its provider is told about it."""
    return Order(
        key=f"{request.kind}:{request.pk}",
        player=str(request.player_id),
        currency=request.currency,
        amount=request.amount,
        reference=request.reference,
    )


def locked(request_id: int) -> MoneyRequest:
    """The request, its row locked until the transaction ends. Raises unknown_request."""
    request = MoneyRequest.objects.select_for_update().filter(pk=request_id).first()
    if request is None:
        raise CashierError(CashierCode.UNKNOWN_REQUEST, f"no request {request_id}")
    return request


def happened(key: str, request: MoneyRequest, *, what: str, reason: str = "") -> bool:
    """Whether the step has been taken; raises key_reused, with an alarm, when it was another one."""
    step = RequestStep.objects.filter(key=key).first()
    if step is None:
        return False
    if step.fingerprint != _step_print(request, what, reason):
        alarm.error("step %s was sent again with other content", key)
        raise CashierError(CashierCode.KEY_REUSED, f"{key} says something else")
    return True


def move(
    request: MoneyRequest,
    state: str,
    *,
    what: str,
    key: str,
    actor: int | None = None,
    reason: str = "",
    journal: int | None = None,
) -> None:
    """Write the locked request's new state and the step that led there. Raises wrong_state."""
    if state != request.state and (request.kind, request.state, state) not in FOLLOWS:
        raise CashierError(CashierCode.WRONG_STATE, f"a {request.kind} does not go from {request.state} to {state}")
    request.state = state
    request.changed = clock.now()
    if reason:
        request.note = reason
    request.save(update_fields=["state", "changed", "note", "approved_by", "also_approved_by"])
    RequestStep.objects.create(
        request=request,
        key=key,
        fingerprint=_step_print(request, what, reason),
        what=what,
        state=state,
        actor_id=actor,
        reason=reason,
        journal_id=journal,
        created=request.changed,
    )


def close(
    request: MoneyRequest, state: str, *, what: str, key: str, actor: int | None = None, reason: str = ""
) -> None:
    """End the locked request without payment; a withdrawal's reserved money goes back first."""
    if (request.kind, request.state, state) not in FOLLOWS:
        raise CashierError(CashierCode.WRONG_STATE, f"a {request.kind} does not go from {request.state} to {state}")
    journal = None
    if request.kind == RequestKind.WITHDRAWAL:
        journal = ledger.post(
            key=f"withdrawal-return:{request.pk}",
            kind=JournalKind.WITHDRAWAL_RETURN,
            currency=request.currency,
            moves={
                places.pending_withdrawal(request.player_id): -request.amount,
                places.wallet(request.player_id): request.amount,
            },
            actor=actor,
            reason=reason,
        ).journal
    move(request, state, what=what, key=key, actor=actor, reason=reason, journal=journal)


def book_deposit(request: MoneyRequest, *, key: str, what: str = "approve", actor: int | None = None) -> None:
    """Book the locked deposit to the player's balance: it is done."""
    posting = ledger.post(
        key=f"deposit:{request.pk}",
        kind=JournalKind.DEPOSIT,
        currency=request.currency,
        moves={places.WORLD: -request.amount, places.wallet(request.player_id): request.amount},
        actor=actor,
    )
    move(request, RequestState.DONE, what=what, key=key, actor=actor, journal=posting.journal)


def standing(request: MoneyRequest) -> Standing:
    """Where it stands, as plain values."""
    return Standing(id=request.pk, state=request.state, note=request.note)


def _step_print(request: MoneyRequest, what: str, reason: str) -> str:
    return fingerprint([request.pk, what, reason])
