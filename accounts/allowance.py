"""The disconnect all-in allowance (R-6.6, R-6.7): the only writer of its rows.

Every verb locks the player's AllInAllowance row first (SQLite: the write transaction itself), then
reads the entries, then appends. How many are left is always counted from the entries, so it is right
even when the job that writes the restores is late or never ran. What counts for a hand in progress
is decided in accounts.allowance_rule; callers at a table pass `hand_began`.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts import clock, news
from accounts.allowance_rule import WINDOW, AllowanceState, Reset, Use, count, outstanding
from accounts.errors import AccountsError, Refusal
from accounts.models import AllInAllowance, AllowanceEntry, Player
from accounts.news import News

Kind = AllowanceEntry.Kind


def state(player_id: int, now: datetime, *, hand_began: datetime | None = None) -> AllowanceState:
    """What the player has now, or what counts for him in the hand that began at `hand_began`."""
    as_of = hand_began or now
    revoked = _revoked(player_id, as_of=as_of)
    uses, resets = _recent(player_id, since=as_of - WINDOW)
    return count(uses, resets, of=settings.ALL_IN_ALLOWANCE, revoked=revoked, as_of=as_of)


def use(player_id: int, *, hand: str, table: str, now: datetime, hand_began: datetime | None = None) -> bool:
    """Use one for `hand`; False, with nothing written, when none is left or the privilege is revoked.

    Call it inside the transaction that applies the expiry: it locks the player's row, so of two tables
    the first gets the last use. Asked again for the same hand it answers True and uses nothing more.
    """
    with transaction.atomic():
        row = _lock(player_id)
        if AllowanceEntry.objects.filter(allowance=row, hand=hand).exists():
            return True
        _write_due(row, now)
        if not state(player_id, now, hand_began=hand_began).usable:
            return False
        AllowanceEntry.objects.create(allowance=row, kind=Kind.USE, at=now, hand=hand, table=table)
        _schedule(row)
        news.tell(News.ALLOWANCE, player_id, table=table)
        return True


def give_back(player_id: int, *, hand: str, reason: str, now: datetime) -> bool:
    """Return the use made in `hand`, because the hand was voided; False when there is none to return."""
    with transaction.atomic():
        row = _lock(player_id)
        _write_due(row, now)
        entry = AllowanceEntry.objects.filter(allowance=row, hand=hand, restored_by=None).first()
        if entry is None or entry.pk < _last_reset(row):
            return False
        AllowanceEntry.objects.create(allowance=row, kind=Kind.RESTORE, at=now, of_use=entry, reason=reason)
        _schedule(row)
        news.tell(News.ALLOWANCE, player_id)
        return True


def restore_due(now: datetime) -> int:
    """Write a restore for every use whose 24 hours are over; the number written.

    Safe to run late, twice or in several processes: a row another process holds is left to it.
    """
    written = 0
    due = AllInAllowance.objects.filter(next_restore__lte=now)
    for player_id in due.order_by("next_restore").values_list("pk", flat=True)[:1000]:
        with transaction.atomic():
            row = due.select_for_update(skip_locked=True).filter(pk=player_id).first()
            if row is not None:
                written += _write_due(row, now)
                _schedule(row)
                news.tell(News.ALLOWANCE, player_id)
    return written


def reset(player_id: int, *, actor: Player, reason: str) -> bool:
    """Support gives back everything that is used; it counts from each table's next hand.

    False, with nothing written, when nothing is used: so two resets at once have one effect. Raises
    AccountsError: forbidden, own_account, no_reason, too_many_resets (more than ALL_IN_RESETS_PER_30_DAYS
    without the permission to reset often).
    """
    _check_staff(player_id, actor=actor, reason=reason, permission="accounts.reset_allowance")
    with transaction.atomic():
        row = _lock(player_id)
        now = clock.now()
        _write_due(row, now)
        if not outstanding(*_recent(player_id, since=now - WINDOW), as_of=now):
            return False
        lately = AllowanceEntry.objects.filter(allowance=row, kind=Kind.RESET, at__gt=now - timedelta(days=30))
        if lately.count() >= settings.ALL_IN_RESETS_PER_30_DAYS and not actor.has_perm(
            "accounts.reset_allowance_often"
        ):
            raise AccountsError(Refusal.TOO_MANY_RESETS)
        AllowanceEntry.objects.create(allowance=row, kind=Kind.RESET, at=now, actor=actor, reason=reason.strip())
        _schedule(row)
        news.tell(News.ALLOWANCE, player_id)
        return True


def revoke(player_id: int, *, actor: Player, reason: str) -> bool:
    """Take the privilege away for abuse, from each table's next hand; False when it already is.

    Raises AccountsError: forbidden, own_account, no_reason.
    """
    return _set_revoked(player_id, actor=actor, reason=reason, kind=Kind.REVOKE)


def reinstate(player_id: int, *, actor: Player, reason: str) -> bool:
    """Give the privilege back, from each table's next hand; False when it was not revoked.

    Raises AccountsError: forbidden, own_account, no_reason.
    """
    return _set_revoked(player_id, actor=actor, reason=reason, kind=Kind.REINSTATE)


def history(player_id: int, *, limit: int) -> list[AllowanceEntry]:
    """The last entries, newest first, with the use each restore belongs to."""
    entries = AllowanceEntry.objects.filter(allowance_id=player_id)
    return list(entries.select_related("actor", "of_use").order_by("-id")[:limit])


def last_change(player_id: int) -> str | None:
    """What happened last: the kind of the newest entry; None when nothing ever did."""
    entries = AllowanceEntry.objects.filter(allowance_id=player_id)
    return entries.order_by("-id").values_list("kind", flat=True).first()


def _lock(player_id: int) -> AllInAllowance:
    AllInAllowance.objects.bulk_create([AllInAllowance(player_id=player_id)], ignore_conflicts=True)
    return AllInAllowance.objects.select_for_update().get(pk=player_id)


def _recent(player_id: int, *, since: datetime) -> tuple[list[Use], list[Reset]]:
    """What can still matter as of `since` + 24 h or later."""
    entries = AllowanceEntry.objects.filter(allowance_id=player_id, at__gt=since, kind__in=[Kind.USE, Kind.RESET])
    rows = entries.values_list("id", "kind", "at", "restored_by__at")
    uses = [Use(number=number, at=at, returned=returned) for number, kind, at, returned in rows if kind == Kind.USE]
    resets = [Reset(number=number, at=at) for number, kind, at, _ in rows if kind == Kind.RESET]
    return uses, resets


def _revoked(player_id: int, *, as_of: datetime) -> bool:
    entries = AllowanceEntry.objects.filter(
        allowance_id=player_id, at__lte=as_of, kind__in=[Kind.REVOKE, Kind.REINSTATE]
    )
    return entries.order_by("-id").values_list("kind", flat=True).first() == Kind.REVOKE


def _last_reset(row: AllInAllowance) -> int:
    resets = AllowanceEntry.objects.filter(allowance=row, kind=Kind.RESET)
    return resets.order_by("-id").values_list("id", flat=True).first() or 0


def _open_uses(row: AllInAllowance) -> Iterable[AllowanceEntry]:
    """Uses that neither a restore nor a reset has closed, oldest first."""
    uses = AllowanceEntry.objects.filter(allowance=row, kind=Kind.USE, restored_by=None, id__gt=_last_reset(row))
    return uses.order_by("at", "id")


def _write_due(row: AllInAllowance, now: datetime) -> int:
    """Write what the clock has given back by `now`, so that the history reads in the right order."""
    if row.next_restore is None or row.next_restore > now:
        return 0
    due = [entry for entry in _open_uses(row) if entry.at + WINDOW <= now]
    for entry in due:
        AllowanceEntry.objects.create(allowance=row, kind=Kind.RESTORE, at=entry.at + WINDOW, of_use=entry)
    return len(due)


def _schedule(row: AllInAllowance) -> None:
    """Note when the job must look at this player next."""
    first = next(iter(_open_uses(row)), None)
    row.next_restore = first.at + WINDOW if first else None
    row.save(update_fields=["next_restore"])


def _set_revoked(player_id: int, *, actor: Player, reason: str, kind: AllowanceEntry.Kind) -> bool:
    _check_staff(player_id, actor=actor, reason=reason, permission="accounts.revoke_allowance")
    with transaction.atomic():
        row = _lock(player_id)
        revoked = kind == Kind.REVOKE
        if row.revoked == revoked:
            return False
        AllowanceEntry.objects.create(allowance=row, kind=kind, at=clock.now(), actor=actor, reason=reason.strip())
        row.revoked = revoked
        row.save(update_fields=["revoked"])
        news.tell(News.ALLOWANCE, player_id)
        return True


def _check_staff(player_id: int, *, actor: Player, reason: str, permission: str) -> None:
    if not (actor.is_active and actor.has_perm(permission)):
        raise AccountsError(Refusal.FORBIDDEN)
    if actor.pk == player_id:
        raise AccountsError(Refusal.OWN_ACCOUNT)
    if not reason.strip():
        raise AccountsError(Refusal.NO_REASON)
