"""Where the button and the blinds go next, by either of the two ways a table can be set to (R-2.2, R-2.7).

The positions are computed among the regulars; one who waits or would post to enter counts only as the next big
blind, which nobody it reaches can escape (R-2.7, R-2.9). Two dealt in make it heads-up: the button is the small
blind (R-2.6). If nobody but one player would be dealt in though another is ready, that other is let in, because
waiting for the big blind must not stop the game it is waited for in.
"""

from collections.abc import Iterable, Set
from dataclasses import dataclass

from tables.engine.candidates import LastHand
from tables.engine.circle import SEATS, nearest_left, nearest_right, steps, strictly_between


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Button, blinds and who is dealt in by position. `small_moved`, `big_moved`: seats each blind went by."""

    button: int
    small_blind: int | None
    small_seat: int
    big_blind: int
    dealt: frozenset[int]
    small_moved: int = 0
    big_moved: int = 0

    @property
    def heads_up(self) -> bool:
        """Whether R-2.6 made these positions."""
        return len(self.dealt) == 2

    def in_the_blinds(self, seat: int) -> bool:
        """Whether `seat` is strictly between the button and the big blind, where nobody may enter (R-2.8)."""
        return strictly_between(self.button, self.big_blind, seat=seat)


def first_places(*, longest_seated: int, ready: Iterable[int]) -> Places:
    """R-2.1: the longest-seated player is the dealer of a first hand; everyone ready is dealt in."""
    dealt = frozenset(ready)
    small = longest_seated if len(dealt) == 2 else nearest_left(longest_seated, dealt)
    big = nearest_left(small, dealt)
    return Places(button=longest_seated, small_blind=small, small_seat=small, big_blind=big, dealt=dealt)


def by_button(*, last: LastHand, regular: Set[int], ready: Set[int]) -> Places:
    """R-2.2: the button goes to the next regular, the small blind to the next, the big blind to whoever is next."""
    regular = regular or {nearest_left(last.button, ready)}
    button = nearest_left(last.button, regular)
    small = nearest_left(button, regular)
    big = nearest_left(small, ready - {small})
    if big == button:
        small, big = button, small
    moved = SEATS if button == last.button else steps(last.button, button)
    return Places(
        button=button,
        small_blind=small,
        small_seat=small,
        big_blind=big,
        dealt=frozenset(regular | {big}),
        small_moved=moved + steps(button, small) - steps(last.button, last.small_seat),
        big_moved=moved + steps(button, big) - steps(last.button, last.big_blind),
    )


def by_big_blind(*, last: LastHand, regular: Set[int], ready: Set[int]) -> Places:
    """R-2.7: the big blind goes to the next eligible player; small blind and button follow behind it."""
    big = nearest_left(last.big_blind, ready)
    dealt = frozenset(regular | {big})
    if len(dealt) == 1:
        dealt |= {nearest_right(big, ready)}
    small_seat = last.big_blind
    if len(dealt) == 2:
        (button,) = dealt - {big}
        small: int | None = button
    else:
        button = nearest_right(small_seat, dealt)
        small = small_seat if small_seat in dealt else None
    return Places(
        button=button,
        small_blind=small,
        small_seat=small_seat,
        big_blind=big,
        dealt=dealt,
        small_moved=steps(last.small_seat, small_seat),
        big_moved=steps(last.big_blind, big),
    )


def passed(start: int, moved: int, *, seat: int) -> bool:
    """Whether a blind that moved on from `start` by `moved` seats left `seat` behind (its new place not included)."""
    return steps(start + 1, seat) + 1 < moved
