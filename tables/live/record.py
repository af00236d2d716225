"""A live table in memory: what its row says at one version, and the handle a verb works with under the lock."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from tables.engine.hand import Hand
from tables.live.state import Deal, Moves, Seating, Status, Terms, change


class Due(Exception):
    """The table has something to do before this command: let the clock look at it first, then ask again."""


class Live(msgspec.Struct, frozen=True, kw_only=True):
    """The content of one live row at one version, with the hand replayed. `broken` says why it could not be."""

    table: int
    version: int
    stamp: int
    status: Status
    terms: Terms
    seating: Seating
    deal: Deal | None
    moves: Moves | None
    deck: bytes
    wake_at: int | None
    hand: Hand | None
    broken: str = ""


@dataclass(slots=True, kw_only=True)
class Locked:
    """A live row under its lock. A verb replaces `live`, adds `events` (public ones) and tells players privately."""

    live: Live
    now: int
    events: list[dict[str, Any]] = field(default_factory=list)
    told: set[str] = field(default_factory=set)
    purses: set[str] = field(default_factory=set)

    def set(self, **changes: Any) -> None:
        """Replace fields of `live`."""
        self.live = change(self.live, **changes)

    def seating(self, **changes: Any) -> None:
        """Replace fields of the seating."""
        self.live = change(self.live, seating=change(self.live.seating, **changes))

    def seat(self, number: int, **changes: Any) -> None:
        """Replace fields of one seat; its player is told."""
        seat = change(self.live.seating.seats[number], **changes)
        self.seating(seats={**self.live.seating.seats, number: seat})
        self.told.add(seat.who.public)

    def say(self, kind: str, **fields: Any) -> None:
        """Add an event of the room, in the engine's wire form."""
        self.events.append({"kind": kind} | {key: value for key, value in fields.items() if value is not None})

    def refuse_while_due(self) -> None:
        """Raise Due when the clock has something to do first."""
        if self.live.wake_at is not None and self.now >= self.live.wake_at:
            raise Due
