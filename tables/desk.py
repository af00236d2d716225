"""What staff see of tables and of a player at them: seats, stacks, connections, hands by number; never a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from accounts.models import Player
from tables.live import row
from tables.live.facts import away_until, is_in_hand, is_running, seat_of_player
from tables.live.record import Live
from tables.live.times import moment
from tables.models import SeatSession, Table

LAST = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """One taken seat as staff see it; amounts in minor units."""

    seat: int
    name: str
    player: str
    stack: int
    pending: int
    connected: bool
    state: str
    until: Any = None


def table_now(table: Table) -> dict[str, Any]:
    """Who sits at the table now, who holds a seat or waits, and the number of the hand being played."""
    live, _ = row.read(table.pk)
    seating = live.seating
    return {
        "status": live.status.value,
        "hand": live.deal.number if live.deal is not None and is_running(live) else None,
        "seats": [_line(live, number) for number in sorted(seating.seats)],
        "reserved": [(number, held.who.name, moment(held.until)) for number, held in seating.reserved.items()],
        "waiting": [who.name for who in seating.waiting],
        "currency": live.terms.currency,
    }


def player_at_tables(player_id: int) -> dict[str, Any]:
    """Where the player sits now, and his last stays."""
    public = Player.objects.values_list("public_id", flat=True).get(pk=player_id)
    now = []
    for table in row.tables_of(public):
        live, _ = row.read(table)
        number = seat_of_player(live, player_id)
        if number is not None:
            now.append({"table": live.terms.name, "currency": live.terms.currency, "line": _line(live, number),
                        "desk": reverse("admin:tables_table_change", args=[table])})  # fmt: skip
    stays = SeatSession.objects.filter(player_id=player_id, ended__isnull=False).select_related("table")
    return {"now": now, "stays": list(stays.order_by("-ended")[:LAST])}


def new_table(preset: str) -> dict[str, Any]:
    """What the form of a new table starts with: a $2/$4 fixed-limit table for play money under this preset."""
    return {
        "preset": preset,
        "game": Table.Game.FIXED,
        "currency": "PLAY",
        "seats": 9,
        "small_bet": 200,
        "big_bet": 400,
        "small_blind": 100,
        "big_blind": 200,
        "ante": 0,
        "chip": 100,
        "min_buy_in": 4_000,
        "max_buy_in": 20_000,
    }


def _line(live: Live, number: int) -> SeatLine:
    seat = live.seating.seats[number]
    until = away_until(live, number)
    return SeatLine(
        seat=number,
        name=seat.who.name,
        player=reverse("admin:accounts_player_change", args=[seat.who.id]),
        stack=seat.stack,
        pending=seat.pending,
        connected=seat.connected,
        state=_state(live, number),
        until=moment(until) if until is not None else None,
    )


def _state(live: Live, number: int) -> str:
    seat = live.seating.seats[number]
    if seat.leaving:
        return "leaves when the hand ends"
    if is_running(live) and is_in_hand(live, number):
        return "in the hand, then sits out" if seat.out_next else "in the hand"
    if not seat.stack:
        return "no chips"
    return "sits out" if seat.out else "waits to be dealt in"
