"""Where a seat session or a hand can be looked at; the tables say so, for they know.

An app above registers one function each. Until it does, and for what it does not know, a line of a
statement stands without a link.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A name and an address."""

    label: str
    url: str


SeatLinks = Callable[[Iterable[str]], Mapping[str, Link]]
HandLinks = Callable[[Iterable[int]], Mapping[int, Link]]
_seats: list[SeatLinks] = []
_hands: list[HandLinks] = []


def seats_are_found_by(function: SeatLinks) -> SeatLinks:
    """Register `function(session refs) -> {ref: Link to the table}`."""
    _seats[:] = [function]
    return function


def hands_are_found_by(function: HandLinks) -> HandLinks:
    """Register `function(hand numbers) -> {number: Link to the hand}`."""
    _hands[:] = [function]
    return function


def seats(sessions: Iterable[str]) -> Mapping[str, Link]:
    """The tables of the sessions, those that are known."""
    wanted = set(sessions)
    return _seats[0](wanted) if _seats and wanted else {}


def hands(numbers: Iterable[int]) -> Mapping[int, Link]:
    """The pages of the hands, those that are known."""
    wanted = set(numbers)
    return _hands[0](wanted) if _hands and wanted else {}
