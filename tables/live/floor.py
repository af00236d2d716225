"""What staff do to a table: pause it, open it again, close it, void the hand on it, change what it plays.

A running hand is always played to its end first, except that a void ends it; the pause or the closing then comes into
force before the next deal. Closing cashes out every stack, those of disconnected players too.
"""

from __future__ import annotations

import logging

from tables.live import dealing, real_money, row, settling, turns
from tables.live.facts import is_running
from tables.live.state import Seating
from tables.models import PLAY, LiveTable, Table

log = logging.getLogger(__name__)


class NothingToVoid(Exception):
    """There is no hand being played at the table."""


class OwnHand(Exception):
    """Who plays in a hand does not decide that it never was."""


def set_state(table: int, state: Table.State) -> None:
    """Open, pause or close; at once between hands, else when the hand has ended. Safe to repeat."""
    with row.locked(table) as locked:
        assert locked is not None
        Table.objects.filter(pk=table).update(state=state)
        if not is_running(locked.live):
            dealing.enforce(locked)


def refresh(table: int) -> None:
    """What the table plays was changed: show it now if no hand is being played, else from the next hand on."""
    with row.locked(table) as locked:
        assert locked is not None
        if not is_running(locked.live) and locked.live.seating.asking is None:
            dealing.refresh_terms(locked)


def money_changed(currency: str) -> None:
    """A currency was frozen or thawed: its tables say so now. What this misses they find out by themselves."""
    for table in LiveTable.objects.filter(table__currency=currency).values_list("pk", flat=True):
        with row.locked(table) as locked:
            assert locked is not None
            if not is_running(locked.live):
                if locked.live.deal is None:
                    dealing.enforce(locked)
            elif locked.live.seating.hold and real_money.moves(locked.live.terms):
                locked.seating(hold="")
                if locked.live.hand is not None and not turns.follow_leaver(locked):
                    turns.start_clock(locked)


def give_up(player: int) -> None:
    """The player has excluded himself: his real-money seats go now, or when the hand in which he is has ended."""
    tables = LiveTable.objects.exclude(table__currency=PLAY).values_list("pk", flat=True)
    for table in tables:
        live, _ = row.read(table)
        if _is_here(live.seating, player):
            with row.locked(table) as locked:
                assert locked is not None
                settling.catch_up(locked)
                dealing.arrange(locked)


def _is_here(seating: Seating, player: int) -> bool:
    held = any(held.who.id == player for held in seating.reserved.values())
    return held or any(s.who.id == player for s in seating.seats.values()) or player in {w.id for w in seating.waiting}


def void_hand(table: int, *, reason: str, actor: str, account: int) -> int:
    """Void the hand being played (R-9.3): every stack is as before it; its number.

    `actor` is the name kept with the hand, `account` whose it is. Raises NothingToVoid, OwnHand.
    """
    with row.locked(table) as locked:
        assert locked is not None
        if not is_running(locked.live):
            raise NothingToVoid
        deal = locked.live.deal
        assert deal is not None
        if any(dealt.who.id == account for dealt in deal.seats.values()):
            raise OwnHand
        settling.void(locked, reason=f"{reason} ({actor})")
        log.warning("hand %s was voided by %s: %s", deal.number, actor, reason)
        return deal.number
