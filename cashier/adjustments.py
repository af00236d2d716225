"""Correcting the books: one person proposes, another approves, and only then money moves.

Nothing is ever edited: an adjustment is a new journal between two places, a reversal a new journal
that undoes an old one leg by leg. What was proposed cannot be changed any more, so what is
approved is what was proposed. Amounts are minor units.
"""

from django.conf import settings

from accounts import clock
from accounts.models import Player
from cashier import ledger
from cashier.checking import check_amount, check_currency, check_key, check_right, check_text
from cashier.errors import CashierCode, CashierError
from cashier.fingerprints import fingerprint
from cashier.models.adjustments import Adjustment, AdjustmentState
from cashier.models.books import PLAY, AccountKind, Journal, JournalKind
from cashier.places import OUTSIDE, OWNED, Place
from cashier.retry import transactional

PROPOSE, DECIDE = "cashier.propose_adjustment", "cashier.decide_adjustment"
# Stacks on tables and reserved money belong to their own machinery.
ADJUSTABLE = frozenset(
    {
        AccountKind.WALLET,
        AccountKind.HOUSE,
        AccountKind.RAKE,
        AccountKind.SUSPENSE,
        AccountKind.MINT,
        AccountKind.WORLD,
    }
)


@transactional
def propose(*, maker_id: int, source: Place, target: Place, currency: str, amount: int, reason: str, key: str) -> int:
    """Propose to move `amount`; the adjustment's id. The same key is the same proposal.

    Raises not_allowed, bad_amount, unknown_currency, unknown_account, reason_needed, key_reused.
    """
    check_right(maker_id, PROPOSE)
    check_amount(amount)
    check_currency(currency)
    check_text(reason, needed=True)
    check_key(key)
    if source == target or {source.kind, target.kind} - ADJUSTABLE:
        raise CashierError(CashierCode.UNKNOWN_ACCOUNT, "not two places that can be adjusted")
    for place in (source, target):
        _check_place(place, currency=currency)
    return _enter(
        Adjustment(
            currency=currency,
            amount=amount,
            source_kind=source.kind,
            source_ref=source.ref,
            target_kind=target.kind,
            target_ref=target.ref,
            reason=reason,
            maker_id=maker_id,
        ),
        key=key,
    )


@transactional
def propose_reversal(*, maker_id: int, journal_id: int, reason: str, key: str) -> int:
    """Propose to undo a journal; the adjustment's id.

    Raises not_reversible: there is no such journal, it has been reversed, is a reversal itself, or
    moved money of a seat or a withdrawal. Else as `propose`.
    """
    check_right(maker_id, PROPOSE)
    check_text(reason, needed=True)
    check_key(key)
    journal = Journal.objects.filter(pk=journal_id).exclude(kind=JournalKind.REVERSAL).first()
    if journal is None or hasattr(journal, "reversed_by"):
        raise CashierError(CashierCode.NOT_REVERSIBLE, f"journal {journal_id} cannot be reversed")
    legs = list(journal.legs.select_related("account"))
    if {leg.account.kind for leg in legs} - ADJUSTABLE:
        raise CashierError(CashierCode.NOT_REVERSIBLE, f"journal {journal_id} moved money of a seat or a withdrawal")
    amount = sum(leg.amount for leg in legs if leg.amount > 0)
    return _enter(
        Adjustment(currency=journal.currency, amount=amount, reverses=journal, reason=reason, maker_id=maker_id),
        key=key,
    )


@transactional
def approve(adjustment_id: int, *, checker_id: int) -> str:
    """One approval by a person who did not propose it; the last one needed books it. The state.

    Raises not_allowed, same_person, wrong_state, unknown_request, and what the ledger refuses
    (insufficient_funds …), which leaves the proposal as it was.
    """
    check_right(checker_id, DECIDE)
    adjustment = _locked(adjustment_id)
    if checker_id in (adjustment.checker_id, adjustment.also_checker_id):
        return adjustment.state
    if adjustment.state != AdjustmentState.PROPOSED:
        raise CashierError(CashierCode.WRONG_STATE, f"it is {adjustment.state}")
    if checker_id == adjustment.maker_id:
        raise CashierError(CashierCode.SAME_PERSON, "another person must approve")
    moves = _moves(adjustment)
    _refuse_early(adjustment, moves)
    if adjustment.checker_id is None:
        adjustment.checker_id = checker_id
    else:
        adjustment.also_checker_id = checker_id
    enough = adjustment.approvals_needed == 1 or adjustment.also_checker_id is not None
    adjustment.state = AdjustmentState.APPROVED if enough else AdjustmentState.PROPOSED
    adjustment.changed = clock.now()
    adjustment.save(update_fields=["checker", "also_checker", "state", "changed"])
    if enough:
        _book(adjustment, moves, actor=checker_id)
    return adjustment.state


@transactional
def reject(adjustment_id: int, *, checker_id: int, reason: str) -> str:
    """Say no, with a reason; the state. Its maker withdraws it instead. Raises as `approve`."""
    check_text(reason, needed=True)
    adjustment = _locked(adjustment_id)
    check_right(checker_id, PROPOSE if checker_id == adjustment.maker_id else DECIDE)
    state = AdjustmentState.WITHDRAWN if checker_id == adjustment.maker_id else AdjustmentState.REJECTED
    if adjustment.state == state and adjustment.answer == reason:
        return adjustment.state
    if adjustment.state != AdjustmentState.PROPOSED:
        raise CashierError(CashierCode.WRONG_STATE, f"it is {adjustment.state}")
    adjustment.state, adjustment.answer, adjustment.changed = state, reason, clock.now()
    adjustment.save(update_fields=["state", "answer", "changed"])
    return adjustment.state


def _enter(adjustment: Adjustment, *, key: str) -> int:
    content = [
        adjustment.currency,
        adjustment.amount,
        adjustment.source_kind,
        adjustment.source_ref,
        adjustment.target_kind,
        adjustment.target_ref,
        adjustment.reverses_id,
        adjustment.reason,
    ]
    adjustment.key = f"{adjustment.maker_id}:{key}"
    adjustment.fingerprint = fingerprint(content)
    # The maker's row serialises his clicks, so that one sent twice is found and not a conflict.
    Player.objects.select_for_update().get(pk=adjustment.maker_id)
    before = Adjustment.objects.filter(key=adjustment.key).first()
    if before is not None:
        if before.fingerprint != adjustment.fingerprint:
            raise CashierError(CashierCode.KEY_REUSED, f"{adjustment.key} proposes something else")
        return int(before.pk)
    adjustment.created = adjustment.changed = clock.now()
    adjustment.approvals_needed = 2 if adjustment.amount > settings.TWO_APPROVALS_ABOVE else 1
    adjustment.save(force_insert=True)
    return int(adjustment.pk)


def _locked(adjustment_id: int) -> Adjustment:
    adjustment = Adjustment.objects.select_for_update().filter(pk=adjustment_id).first()
    if adjustment is None:
        raise CashierError(CashierCode.UNKNOWN_REQUEST, f"no adjustment {adjustment_id}")
    return adjustment


def _moves(adjustment: Adjustment) -> dict[Place, int]:
    if adjustment.reverses is not None:
        legs = adjustment.reverses.legs.select_related("account")
        return {Place(leg.account.kind, leg.account.ref): -leg.amount for leg in legs}
    source = _place(adjustment.source_kind, adjustment.source_ref)
    target = _place(adjustment.target_kind, adjustment.target_ref)
    return {source: -adjustment.amount, target: adjustment.amount}


def _refuse_early(adjustment: Adjustment, moves: dict[Place, int]) -> None:
    """Refuse before the approval is written what the ledger would refuse after it."""
    entries = ledger.lock(moves, currency=adjustment.currency)
    ledger.check_moves(entries, moves)
    if adjustment.reverses is not None and hasattr(adjustment.reverses, "reversed_by"):
        raise CashierError(CashierCode.NOT_REVERSIBLE, "it has been reversed")


def _book(adjustment: Adjustment, moves: dict[Place, int], *, actor: int) -> None:
    reversal = adjustment.reverses_id is not None
    ledger.post(
        key=f"reversal:{adjustment.reverses_id}" if reversal else f"adjustment:{adjustment.pk}",
        kind=JournalKind.REVERSAL if reversal else JournalKind.ADJUSTMENT,
        currency=adjustment.currency,
        moves=moves,
        payload=adjustment.fingerprint,
        actor=actor,
        reason=adjustment.reason,
        reverses=adjustment.reverses_id,
    )


def _place(kind: str, ref: str) -> Place:
    return Place(kind, ref, owner=int(ref) if kind in OWNED else None)


def _check_place(place: Place, *, currency: str) -> None:
    if place.kind == AccountKind.WALLET:
        digits = place.ref.isascii() and place.ref.isdecimal() and len(place.ref) < 19
        if not digits or not Player.objects.filter(pk=int(place.ref)).exists():
            raise CashierError(CashierCode.UNKNOWN_ACCOUNT, f"no player {place.ref!r}")
    elif place.kind == AccountKind.RAKE:
        check_text(place.ref, needed=True)
    elif place.ref or (place.kind in OUTSIDE and (place.kind == AccountKind.MINT) != (currency == PLAY)):
        raise CashierError(CashierCode.UNKNOWN_ACCOUNT, f"no account {place.kind}:{place.ref} in {currency}")
