"""What pages read: the lobby's rows, a player's open seats, finished hands. Nothing here writes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import msgspec
from django.core.cache import cache
from django.db.models import Count, Q
from django.utils import timezone

from cashier.templatetags.money import money
from tables.live.state import Seating
from tables.models import Hand, HandSeat, LiveTable, SeatSession, Table

LAST_HANDS = 50
STATISTICS_SECONDS = 15


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyRow:
    """One table in the lobby; amounts in minor units, statistics None while there is too little to say.

    `players` are the names of who sits, by seat.
    """

    slug: str
    name: str
    game: str
    stakes: str
    money: str
    currency: str
    seats: int
    taken: int
    waiting: int
    players: tuple[str, ...]
    min_buy_in: int
    max_buy_in: int
    average_pot: int | None
    players_per_flop: int | None
    hands_per_hour: int | None
    rules: str
    status: str

    @property
    def full(self) -> bool:
        """Whether no seat is free."""
        return self.taken >= self.seats


def lobby_rows() -> list[LobbyRow]:
    """The tables that are not closed, in lobby order."""
    open_tables = Table.objects.exclude(state=Table.State.CLOSED)
    tables = list(open_tables.annotate(taken=Count("sessions", filter=Q(sessions__ended=None))))
    live = {row.pk: row for row in LiveTable.objects.filter(pk__in=[table.pk for table in tables])}
    seatings = {pk: msgspec.json.decode(row.seating, type=Seating) for pk, row in live.items()}
    known = cache.get_many([_statistics_key(table.pk) for table in tables])
    return [
        LobbyRow(
            slug=table.slug,
            name=table.name,
            game=table.game,
            stakes=stakes_words(table),
            money="play" if table.play_money else "real",
            currency=table.currency,
            seats=table.seats,
            taken=table.taken,
            waiting=len(seatings[table.pk].waiting) if table.pk in seatings else 0,
            players=_names(seatings.get(table.pk)),
            min_buy_in=table.min_buy_in,
            max_buy_in=table.max_buy_in,
            rules=table.preset,
            status=live[table.pk].status if table.pk in live else table.state,
            **(known.get(_statistics_key(table.pk)) or _statistics(table.pk)),
        )
        for table in tables
    ]


def stakes_words(table: Table) -> str:
    """The limits of a fixed-limit table, the blinds of another, as players write them."""
    low, high = (
        (table.small_bet, table.big_bet) if table.game == Table.Game.FIXED else (table.small_blind, table.big_blind)
    )
    return f"{money(low, table.currency)}/{money(high, table.currency)}"


def open_seats(player: int) -> list[SeatSession]:
    """Where the player sits now."""
    return list(SeatSession.objects.filter(player_id=player, ended=None).select_related("table").order_by("started"))


def hand_by_public_id(public_id: str) -> Hand | None:
    """The finished hand at this address."""
    hands = Hand.objects.select_related("table").prefetch_related("seats__player")
    return hands.filter(public_id=public_id).first()


def last_hands(player: int, *, limit: int) -> list[HandSeat]:
    """The player's part in his last hands, newest first; `hand` and its table come with it."""
    seats = HandSeat.objects.filter(player_id=player).select_related("hand__table")
    return list(seats.order_by("-hand_id")[:limit])


def _statistics(table: int) -> dict[str, Any]:
    """R-8.2's window: gross pots of the last settled hands; who saw the flop; the pace."""
    rows = list(
        Hand.objects.filter(table_id=table, void_reason="")
        .order_by("-number")
        .values_list("pot", "dealt_in", "saw_flop", "started", "ended")[:LAST_HANDS]
    )
    found: dict[str, Any] = {"average_pot": None, "players_per_flop": None, "hands_per_hour": None}
    if rows:
        found["average_pot"] = sum(row[0] for row in rows) // len(rows)
        found["players_per_flop"] = 100 * sum(row[2] for row in rows) // max(1, sum(row[1] for row in rows))
        span = rows[0][4] - rows[-1][3]
        if len(rows) > 1 and rows[0][4] > timezone.now() - timedelta(hours=1) and span.total_seconds() > 0:
            found["hands_per_hour"] = int(len(rows) * 3600 / span.total_seconds())
    cache.set(_statistics_key(table), found, STATISTICS_SECONDS)
    return found


def _statistics_key(table: int) -> str:
    return f"lobby:statistics:{table}"


def _names(seating: Seating | None) -> tuple[str, ...]:
    return () if seating is None else tuple(seat.who.name for _, seat in sorted(seating.seats.items()))
