"""Who at a table is connected, as everybody sees it: presence compared with what the row says (R-6.1)."""

from __future__ import annotations

from collections.abc import Iterable

from tables.live import presence
from tables.live.facts import seat_of_player
from tables.live.presence import Presence
from tables.live.record import Live, Locked

SHOWN = {Presence.CONNECTED: True, Presence.GONE: False}


def look_at_seats(locked: Locked) -> dict[int, Presence]:
    """What is known about the connection of everybody seated."""
    seats = locked.live.seating.seats
    known = presence.look(locked.live.table, [seat.who.id for seat in seats.values()])
    return {number: known[seat.who.id] for number, seat in seats.items()}


def mark_connected(locked: Locked, number: int, *, connected: bool) -> None:
    """Change what everybody sees of a player's connection; nothing when it is so already."""
    if locked.live.seating.seats[number].connected is not connected:
        locked.seat(number, connected=connected)
        locked.say("reconnected" if connected else "disconnected", seat=number)


def compare(locked: Locked) -> None:
    """Show who has gone and who is back; silence that may still end is left alone."""
    for number, known in look_at_seats(locked).items():
        if known in SHOWN:
            mark_connected(locked, number, connected=SHOWN[known])


def differing(tables: Iterable[Live]) -> list[int]:
    """At which of these tables `compare` would change anything; asked without their locks, once for all."""
    tables = list(tables)
    known = presence.look_at((live.table, seat.who.id) for live in tables for seat in live.seating.seats.values())
    return [
        live.table
        for live in tables
        if any(
            SHOWN.get(known[live.table, seat.who.id], seat.connected) is not seat.connected
            for seat in live.seating.seats.values()
        )
    ]


def arrived(locked: Locked, *, player: int) -> None:
    """The player has just opened a socket here."""
    number = seat_of_player(locked.live, player)
    if number is not None:
        mark_connected(locked, number, connected=True)
