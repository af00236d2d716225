"""Who could play the next hand, and what the last hand left behind: all that seating needs to know (R-2).

The room keeps these facts per seat and hands them in; nothing here knows an account, a clock or a database.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self


class Entry(StrEnum):
    """How one who is not in the game wants to come in (R-2.8, R-2.9)."""

    POST = "post"
    WAIT = "wait"


@dataclass(frozen=True, slots=True, kw_only=True)
class Debt:
    """The blinds that passed a player while he sat out, each at most once (R-2.9)."""

    small: bool = False
    big: bool = False

    def __bool__(self) -> bool:
        return self.small or self.big


NO_DEBT = Debt()


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One seated player before a hand.

    `ready`: has chips, is not sitting out and has not declined a blind. `order`: smaller sat down earlier.
    `newcomer`: has not been dealt in since he sat down.
    """

    seat: int
    order: int
    ready: bool = True
    newcomer: bool = False
    entry: Entry = Entry.WAIT
    owes: Debt = NO_DEBT


@dataclass(frozen=True, slots=True, kw_only=True)
class LastHand:
    """Where the positions stood in the last hand, and which of its players still hold their seats.

    `small_seat` is the seat the small blind's position had come to, also when nobody was there to post it.
    """

    button: int
    small_seat: int
    big_blind: int
    players: frozenset[int]

    def without(self, seats: Iterable[int]) -> Self:
        """The same hand after the players of `seats` left them (whoever sits there next is not of this hand)."""
        return type(self)(
            button=self.button,
            small_seat=self.small_seat,
            big_blind=self.big_blind,
            players=self.players - frozenset(seats),
        )

    def dump(self) -> dict[str, Any]:
        """A plain JSON form."""
        return {
            "button": self.button,
            "small_seat": self.small_seat,
            "big_blind": self.big_blind,
            "players": sorted(self.players),
        }

    @classmethod
    def load(cls, plain: dict[str, Any]) -> Self:
        """Undo `dump`."""
        return cls(
            button=plain["button"],
            small_seat=plain["small_seat"],
            big_blind=plain["big_blind"],
            players=frozenset(plain["players"]),
        )


def running(last: LastHand | None) -> bool:
    """R-2.12: positions continue as long as two of the last hand's players are seated."""
    return last is not None and len(last.players) >= 2


def is_regular(candidate: Candidate, last: LastHand) -> bool:
    """Took part in the last hand or owes nothing: he is dealt in without waiting or posting to enter."""
    return candidate.seat in last.players or not (candidate.newcomer or candidate.owes)
