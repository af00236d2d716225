"""Seats stand in a circle and everything at a table moves clockwise; this is the arithmetic of that circle.

Seat numbers are below ten apart (R-1.1), so one modulus serves every table: empty seats cost nothing.
"""

from collections.abc import Iterable

SEATS = 10


def steps(start: int, end: int) -> int:
    """How many seats `end` is clockwise of `start`, 0 to 9."""
    return (end - start) % SEATS


def nearest_left(start: int, seats: Iterable[int]) -> int:
    """The first of `seats` clockwise after `start`; `start` itself only when it is the only one."""
    return min(seats, key=lambda seat: steps(start + 1, seat))


def nearest_right(start: int, seats: Iterable[int]) -> int:
    """The first of `seats` anticlockwise before `start`; `start` itself only when it is the only one."""
    return max(seats, key=lambda seat: steps(start, seat))


def strictly_between(start: int, end: int, *, seat: int) -> bool:
    """Whether one walking clockwise from `start` comes by `seat` before he is at `end`."""
    return 0 < steps(start, seat) < steps(start, end)


def clockwise(start: int, seats: Iterable[int]) -> tuple[int, ...]:
    """`seats` in order from the left of `start`; `start` itself comes last."""
    return tuple(sorted(seats, key=lambda seat: steps(start + 1, seat)))
