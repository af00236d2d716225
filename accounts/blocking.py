"""Blocking an account: it can't sign in, and whoever is signed in to it is out within seconds."""

from django.db import transaction

from accounts import sessions
from accounts.errors import AccountsError, Refusal
from accounts.models import AccountEntry, Player

Kind = AccountEntry.Kind


def block(player_id: int, *, actor: Player, reason: str) -> bool:
    """Block the account and end its sessions; False when it already is blocked.

    Money and seats stay as they are: the table treats the player as one who lost the connection.
    Raises AccountsError: forbidden, own_account, staff_account (only a superuser blocks staff), no_reason.
    """
    return _set_active(player_id, actor=actor, reason=reason, kind=Kind.BLOCKED)


def unblock(player_id: int, *, actor: Player, reason: str) -> bool:
    """Let the player sign in again; False when the account is not blocked. Raises as `block` does."""
    return _set_active(player_id, actor=actor, reason=reason, kind=Kind.UNBLOCKED)


def _set_active(player_id: int, *, actor: Player, reason: str, kind: AccountEntry.Kind) -> bool:
    if not (actor.is_active and actor.has_perm("accounts.block_player")):
        raise AccountsError(Refusal.FORBIDDEN)
    if actor.pk == player_id:
        raise AccountsError(Refusal.OWN_ACCOUNT)
    if not reason.strip():
        raise AccountsError(Refusal.NO_REASON)
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player_id)
        if player.is_staff and not actor.is_superuser:
            raise AccountsError(Refusal.STAFF_ACCOUNT)
        active = kind == Kind.UNBLOCKED
        if player.is_active == active:
            return False
        player.is_active = active
        player.save(update_fields=["is_active"])
        sessions.end_sessions(player_id)
        AccountEntry.objects.create(player=player, kind=kind, actor=actor, reason=reason.strip())
        return True
