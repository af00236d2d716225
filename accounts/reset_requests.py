"""Asking support to give back used all-ins (R-6.7), and support's answer."""

from django.db import IntegrityError, transaction

from accounts import allowance, clock, news
from accounts.errors import AccountsError, Refusal
from accounts.models import Player, ResetRequest

LONGEST = 1000
Status = ResetRequest.Status


def request_reset(player_id: int, text: str) -> int:
    """Open a request for support, with the player's words; its id.

    Raises AccountsError: bad_text (empty, or over LONGEST characters), nothing_used (all are there and
    the privilege is not revoked), already_open.
    """
    text = text.strip()
    if not text or len(text) > LONGEST or "\x00" in text:
        raise AccountsError(Refusal.BAD_TEXT)
    state = allowance.state(player_id, clock.now())
    if state.left == state.of and not state.revoked:
        raise AccountsError(Refusal.NOTHING_USED)
    try:
        with transaction.atomic():
            request = ResetRequest.objects.create(player_id=player_id, text=text)
            news.tell(news.News.ALLOWANCE, player_id)
            return request.pk
    except IntegrityError:
        raise AccountsError(Refusal.ALREADY_OPEN) from None


def accept(request_id: int, *, actor: Player, answer: str) -> bool:
    """Reset the allowance and close the request; whether anything was still used.

    One transaction. Raises AccountsError: already_answered, and whatever accounts.allowance.reset raises.
    """
    with transaction.atomic():
        request = _open(request_id, actor=actor, answer=answer)
        changed = allowance.reset(request.player_id, actor=actor, reason=f"request {request.pk}: {answer.strip()}")
        _close(request, actor=actor, answer=answer, status=Status.ACCEPTED)
        return changed


def decline(request_id: int, *, actor: Player, answer: str) -> None:
    """Close the request without a reset; the player reads `answer`.

    Raises AccountsError: already_answered, forbidden, own_account, no_reason.
    """
    with transaction.atomic():
        request = _open(request_id, actor=actor, answer=answer)
        _close(request, actor=actor, answer=answer, status=Status.DECLINED)
        news.tell(news.News.ALLOWANCE, request.player_id)


def latest(player_id: int) -> ResetRequest | None:
    """The player's open request, else his last answered one."""
    return ResetRequest.objects.filter(player_id=player_id).order_by("-id").first()


def is_open(player_id: int) -> bool:
    """Whether support has a request of the player's that it has not answered."""
    return ResetRequest.objects.filter(player_id=player_id, status=Status.OPEN).exists()


def _open(request_id: int, *, actor: Player, answer: str) -> ResetRequest:
    """The open request, locked; the order is request first, allowance second, everywhere."""
    request = ResetRequest.objects.select_for_update().get(pk=request_id)
    if not (actor.is_active and actor.has_perm("accounts.answer_resetrequest")):
        raise AccountsError(Refusal.FORBIDDEN)
    if request.player_id == actor.pk:
        raise AccountsError(Refusal.OWN_ACCOUNT)
    if request.status != Status.OPEN:
        raise AccountsError(Refusal.ALREADY_ANSWERED)
    if not answer.strip():
        raise AccountsError(Refusal.NO_REASON)
    return request


def _close(request: ResetRequest, *, actor: Player, answer: str, status: ResetRequest.Status) -> None:
    request.status = status
    request.answer = answer.strip()
    request.answered = clock.now()
    request.answered_by = actor
    request.save(update_fields=["status", "answer", "answered", "answered_by"])
