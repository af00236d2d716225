"""What becomes of a player's seats when something happens to his account (`accounts.news`).

Signing out is leaving (R-1.7), never a lost connection: a turn that is his is folded or checked at once, and no
allowance protects him. A new name is shown from now on; finished hands keep the one they were played under.
"""

from __future__ import annotations

import logging

from accounts.models import Player as Account
from accounts.news import News, on
from tables.live import commands, row
from tables.live.facts import seat_of_player
from tables.live.record import Locked
from tables.live.state import Player, change
from tables.protocol import ErrorCode, Leave, Refusal, WaitList

log = logging.getLogger(__name__)


@on(News.SIGNED_OUT)
def leave_everywhere(player_id: int) -> None:
    """Leave every seat, reservation and waiting list of the player. A table that cannot be reached is logged."""
    who = _player(player_id)
    for table in row.tables_of(who.public):
        try:
            _leave(table, commands.Caller(who=who))
        except Exception:
            log.exception("%s signed out and could not leave table %s", who.public, table)


@on(News.RENAMED)
def show_new_name(player_id: int) -> None:
    """Show the player under his present name wherever he sits, holds a seat or waits."""
    who = _player(player_id)
    for table in row.tables_of(who.public):
        with row.locked(table) as locked:
            assert locked is not None
            _rename(locked, who)


@on(News.ALLOWANCE)
def show_allowance(player_id: int, *, table: str = "") -> None:
    """R-6.7: what is left is told wherever the player sits; not at `table`, which knows."""
    who = _player(player_id)
    for number in row.tables_of(who.public):
        with row.locked(number) as locked:
            assert locked is not None
            if locked.live.terms.slug != table:
                locked.purses.add(who.public)


def _player(player_id: int) -> Player:
    account = Account.objects.get(pk=player_id)
    return Player(id=account.pk, public=account.public_id, name=account.username, bot=account.is_bot)


def _leave(table: int, caller: commands.Caller) -> None:
    for command in (WaitList(join=False), Leave()):
        try:
            commands.run(table, caller, command)
        except Refusal as refusal:
            if refusal.code is not ErrorCode.NOT_SEATED:
                raise


def _rename(locked: Locked, who: Player) -> None:
    number = seat_of_player(locked.live, who.id)
    if number is not None:
        locked.seat(number, who=who)
    seating = locked.live.seating
    locked.seating(
        reserved={n: change(held, who=who) if held.who.id == who.id else held for n, held in seating.reserved.items()},
        waiting=tuple(who if one.id == who.id else one for one in seating.waiting),
    )
