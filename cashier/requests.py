"""Deposits and withdrawals of real money, from the player's wish to the booking.

Every step locks the request, is named by a key and written to the history once, and books its
journal in the same transaction. A withdrawal's money is reserved when it is asked for. Paying out
happens in `cashier.payouts`, between transactions. Amounts are minor units.
"""

from typing import Any

from django.conf import settings

from accounts import clock
from cashier import ledger, limits, places, providers, real_money
from cashier.checking import check_amount, check_currency, check_key, check_right, check_text
from cashier.errors import CashierCode, CashierError
from cashier.fingerprints import fingerprint
from cashier.models.books import JournalKind
from cashier.models.requests import MoneyRequest, RequestKind, RequestState
from cashier.providers import Outcome
from cashier.request_steps import Standing, book_deposit, close, happened, locked, move, order, standing
from cashier.retry import transactional

DECIDE = "cashier.decide_moneyrequest"


@transactional
def request_deposit(
    player_id: int,
    *,
    amount: int,
    currency: str,
    provider: str,
    reference: str,
    key: str,
    entered_by: int | None = None,
) -> Standing:
    """The player (or `entered_by` for him) says money is coming. Books it at once where the provider knows.

    The same key with the same content is the same request. Raises bad_amount, unknown_currency,
    unknown_provider, bad_text, key_reused, limit_reached and what `real_money.admit` raises.
    """
    fields = _checked(RequestKind.DEPOSIT, player_id, amount, currency, provider, reference, key)
    now = clock.now()
    real_money.admit(player_id, now=now)
    if (before := _same(fields)) is not None:
        return standing(before)
    limits.check_deposit(player_id, amount=amount, now=now)
    request = _enter(fields, entered_by=entered_by or player_id)
    answer = providers.named(provider).collect(order(request))
    if answer.outcome is Outcome.DONE:
        book_deposit(request, key=f"collected:{request.pk}")
    elif answer.outcome is Outcome.REFUSED:
        move(request, RequestState.REJECTED, what="refused", key=f"refused:{request.pk}", reason=answer.reason)
    return standing(request)


@transactional
def request_withdrawal(
    player_id: int,
    *,
    amount: int,
    currency: str,
    provider: str,
    reference: str,
    key: str,
    entered_by: int | None = None,
) -> Standing:
    """Reserve `amount` of the player's balance and ask for its payout to `reference`.

    Open to everybody who has the money, whatever else is closed to him. Raises
    insufficient_funds, bad_amount, unknown_currency, unknown_provider, bad_text, key_reused.
    """
    fields = _checked(RequestKind.WITHDRAWAL, player_id, amount, currency, provider, reference, key)
    wallet = places.wallet(player_id)
    entries = ledger.lock([wallet], currency=currency)
    if (before := _same(fields)) is not None:
        return standing(before)
    if wallet not in entries or entries[wallet].balance < amount:
        raise CashierError(CashierCode.INSUFFICIENT_FUNDS, "the balance is smaller")
    if entries[wallet].frozen:
        raise CashierError(CashierCode.CURRENCY_FROZEN, "its currency is frozen")
    request = _enter(fields, entered_by=entered_by or player_id)
    ledger.post(
        key=f"withdrawal:{request.pk}",
        kind=JournalKind.WITHDRAWAL_REQUEST,
        currency=currency,
        moves={wallet: -amount, places.pending_withdrawal(player_id): amount},
        actor=request.entered_by_id,
    )
    if not request.approvals_needed:
        move(request, RequestState.APPROVED, what="approved", key=f"approved:{request.pk}")
    return standing(request)


@transactional
def approve(request_id: int, *, staff_id: int) -> Standing:
    """One approval by a person who neither entered it nor is its player; the last one needed decides.

    A deposit is then booked, a withdrawal is ready to be paid. Raises not_allowed, same_person,
    wrong_state, unknown_request.
    """
    check_right(staff_id, DECIDE)
    request = locked(request_id)
    key = f"approve:{request_id}:{staff_id}"
    if happened(key, request, what="approve"):
        return standing(request)
    if request.state != RequestState.REQUESTED:
        raise CashierError(CashierCode.WRONG_STATE, f"it is {request.state}")
    if staff_id in (request.entered_by_id, request.player_id, request.approved_by_id):
        raise CashierError(CashierCode.SAME_PERSON, "another person must approve")
    if request.approved_by_id is None:
        request.approved_by_id = staff_id
    else:
        request.also_approved_by_id = staff_id
    given = 1 if request.also_approved_by_id is None else 2
    if given < request.approvals_needed:
        move(request, RequestState.REQUESTED, what="approve", key=key, actor=staff_id)
    elif request.kind == RequestKind.DEPOSIT:
        book_deposit(request, key=key, actor=staff_id)
    else:
        move(request, RequestState.APPROVED, what="approve", key=key, actor=staff_id)
    return standing(request)


@transactional
def reject(request_id: int, *, staff_id: int, reason: str) -> Standing:
    """Say no, with a reason the player reads; a withdrawal's money goes back to the balance.

    Raises not_allowed, reason_needed, bad_text, wrong_state, unknown_request.
    """
    check_right(staff_id, DECIDE)
    check_text(reason, needed=True)
    request = locked(request_id)
    if happened(f"reject:{request_id}", request, what="reject", reason=reason):
        return standing(request)
    close(request, RequestState.REJECTED, what="reject", key=f"reject:{request_id}", actor=staff_id, reason=reason)
    return standing(request)


@transactional
def cancel(request_id: int, *, player_id: int) -> Standing:
    """The player takes his request back while nobody has decided. Raises wrong_state, unknown_request."""
    request = locked(request_id)
    if request.player_id != player_id:
        raise CashierError(CashierCode.UNKNOWN_REQUEST, "no such request of this player")
    if happened(f"cancel:{request_id}", request, what="cancel"):
        return standing(request)
    if request.state != RequestState.REQUESTED:
        raise CashierError(CashierCode.WRONG_STATE, f"it is {request.state}")
    close(request, RequestState.CANCELLED, what="cancel", key=f"cancel:{request_id}", actor=player_id)
    return standing(request)


def _checked(
    kind: str, player_id: int, amount: int, currency: str, provider: str, reference: str, key: str
) -> dict[str, Any]:
    """The fields of a new request, checked; the key is the player's own."""
    check_amount(amount)
    check_currency(currency, real=True)
    check_text(reference, needed=False)
    check_key(key)
    providers.named(provider)
    fields = {"kind": kind, "player_id": player_id, "amount": amount, "currency": currency}
    fields |= {"provider": provider, "reference": reference}
    return {**fields, "key": f"{player_id}:{key}", "fingerprint": fingerprint(sorted(fields.items()))}


def _same(fields: dict[str, Any]) -> MoneyRequest | None:
    """The request that was made with this key; raises key_reused when it asked for something else."""
    before = MoneyRequest.objects.filter(key=fields["key"]).first()
    if before is not None and before.fingerprint != fields["fingerprint"]:
        raise CashierError(CashierCode.KEY_REUSED, f"{before.key} asks for something else")
    return before


def _enter(fields: dict[str, Any], *, entered_by: int) -> MoneyRequest:
    now = clock.now()
    needed = 0
    if providers.named(fields["provider"]).asks_staff:
        needed = 2 if fields["amount"] > settings.TWO_APPROVALS_ABOVE else 1
    request = MoneyRequest(**fields, entered_by_id=entered_by, created=now, changed=now, approvals_needed=needed)
    request.save(force_insert=True)
    return request
