"""Where a player sits, holds a seat or waits, at all tables at once, and which of them needs him now.

A tab shows one table; this is how the others reach him in it, in the lobby and on every page.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from django.urls import reverse

from tables.live import row
from tables.live.facts import seat_of
from tables.live.record import Live
from tables.live.view import View, private_view


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One table of a player. `kind`: seat, offered, reserved or waiting; `needs`: turn, post or offer, `until` when."""

    table: str
    name: str
    url: str
    kind: str
    seat: int | None = None
    queue: int | None = None
    needs: str = ""
    until: int | None = None

    def plain(self) -> dict[str, Any]:
        """As JSON, without what is not there."""
        return {key: value for key, value in asdict(self).items() if value not in (None, "")}


def places_of(public: str) -> list[Place]:
    """The player's tables; those that need him soonest come first."""
    found: list[Place] = []
    for table in row.tables_of(public):
        live, view = row.read(table)
        found += _at(live, view, public)
    return sorted(found, key=lambda place: (not place.needs, place.until or 0, place.name))


def _at(live: Live, view: View, public: str) -> list[Place]:
    number, private = seat_of(live, public), private_view(live, public)
    here: dict[str, Any] = {
        "table": live.terms.slug,
        "name": live.terms.name,
        "url": reverse("tables:table", args=[live.terms.slug]),
    }
    if number is not None:
        turn = view.get("hand", {}).get("turn", {})
        if turn.get("seat") == number:
            return [Place(**here, kind="seat", seat=number, needs="turn", until=turn.get("deadline"))]
        if "prompt" in private:
            return [Place(**here, kind="seat", seat=number, needs="post", until=private["prompt"]["deadline"])]
        return [Place(**here, kind="seat", seat=number, until=private.get("seat_until"))]
    if "reserved" in private:
        held = private["reserved"]
        kind, needs = ("offered", "offer") if held["offered"] else ("reserved", "")
        return [Place(**here, kind=kind, seat=held["seat"], needs=needs, until=held["until"])]
    if "wait_list" in private:
        return [Place(**here, kind="waiting", queue=private["wait_list"])]
    return []
