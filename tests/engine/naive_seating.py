"""An independent model of R-2 for the property tests: a lap of seats walked step by step, no arithmetic, no sharing.

It follows the sentences of RULES.md in their order and marks debts while it walks, so it is slow and obvious.
"""

from dataclasses import dataclass, field

LAP = 10


@dataclass
class Person:
    """A seated player; `was_in` says he was dealt into the last hand."""

    order: int
    ready: bool = True
    newcomer: bool = True
    posts: bool = False
    big: bool = False
    small: bool = False
    was_in: bool = False

    @property
    def regular(self) -> bool:
        return self.was_in or not (self.newcomer or self.big or self.small)


@dataclass
class Spots:
    """Button, small blind's seat, big blind, and the posts of everyone dealt in."""

    button: int
    small: int | None
    small_seat: int
    big: int
    posts: dict[int, list[str]] = field(default_factory=dict)


def left_of(seat: int) -> int:
    return seat % LAP + 1


def right_of(seat: int) -> int:
    return LAP if seat == 1 else seat - 1


def walk(start: int, wanted: set[int], step=left_of) -> int:
    """From `start`, not counting it, to the first wanted seat."""
    here = step(start)
    while here not in wanted:
        here = step(here)
    return here


def between(start: int, end: int) -> set[int]:
    """The seats one comes by from `start` to `end`."""
    seats, here = set(), left_of(start)
    while here != end:
        seats.add(here)
        here = left_of(here)
    return seats


def next_spots(people: dict[int, Person], last: Spots | None, *, by_big_blind: bool) -> Spots | None:
    """The next hand, marking missed blinds on `people`; None with fewer than two ready."""
    ready = {seat for seat, one in people.items() if one.ready}
    if len(ready) < 2:
        return None
    if last is None or sum(one.was_in for one in people.values()) < 2:
        button = min(ready, key=lambda seat: people[seat].order)
        small = button if len(ready) == 2 else walk(button, ready)
        spots, inside = Spots(button, small, small, walk(small, ready)), set(ready)
    else:
        place = place_by_big_blind if by_big_blind else place_by_button
        spots, inside = place(people, last, ready)
        mark_debts(people, last, spots, inside, by_big_blind=by_big_blind)
    spots.posts = {seat: [] for seat in inside}
    if spots.small is not None:
        spots.posts[spots.small].append("small_blind")
    spots.posts[spots.big].append("big_blind")
    if len(inside) > 2:
        let_posters_in(people, spots, ready - inside)
    return spots


def place_by_big_blind(people: dict[int, Person], last: Spots, ready: set[int]) -> tuple[Spots, set[int]]:
    """R-2.7, sentence by sentence."""
    big = walk(last.big, ready)
    inside = {seat for seat in ready if people[seat].regular} | {big}
    if inside == {big}:
        inside.add(walk(big, ready, right_of))
    if len(inside) == 2:
        other = walk(big, inside)
        return Spots(other, other, last.big, big), inside
    small = last.big if last.big in inside and people[last.big].was_in else None
    return Spots(walk(last.big, inside, right_of), small, last.big, big), inside


def place_by_button(people: dict[int, Person], last: Spots, ready: set[int]) -> tuple[Spots, set[int]]:
    """R-2.2, the big blind reaching also those who wait for it."""
    regular = {seat for seat in ready if people[seat].regular} or {walk(last.button, ready)}
    button = walk(last.button, regular)
    if len(regular) == 1:
        big = walk(button, ready)
        return Spots(button, button, button, big), {button, big}
    small = walk(button, regular)
    big = walk(small, ready)
    if big == button:
        return Spots(button, button, button, small), regular
    return Spots(button, small, small, big), regular | {big}


def let_posters_in(people: dict[int, Person], spots: Spots, outside: set[int]) -> None:
    """R-2.8 and R-2.9."""
    for seat in outside:
        one = people[seat]
        if one.posts and seat not in between(spots.button, spots.big):
            dead = ["dead"] if one.small and not one.newcomer else []
            live = ["live"] if one.big or one.newcomer else []
            spots.posts[seat] = dead + live


def mark_debts(people: dict[int, Person], last: Spots, now: Spots, inside: set[int], *, by_big_blind: bool) -> None:
    """R-2.9. By the button, a blind's way is the button's way plus how far it stands before the button."""
    if by_big_blind:
        big_passed = between(last.big, now.big)
        small_passed = between(last.small_seat, now.small_seat) | {now.small_seat}
    else:
        moved = len(between(last.button, now.button)) + 1
        big_passed = way(last.button, last.big, now.button, now.big, moved)
        small_passed = way(last.button, last.small_seat, now.button, now.small_seat, moved, reach=True)
    for seat, one in people.items():
        if seat not in inside and not one.newcomer:
            one.big |= seat in big_passed
            one.small |= seat in small_passed


def ahead(button: int, blind: int) -> int:
    """Steps from the button to a blind; none heads-up."""
    return 0 if button == blind else len(between(button, blind)) + 1


def way(old_button: int, old: int, new_button: int, new: int, moved: int, *, reach: bool = False) -> set[int]:
    """The seats a blind came by, walked one at a time; none when it went back."""
    total = moved + ahead(new_button, new) - ahead(old_button, old)
    seats, here = set(), old
    for left in range(total, 0, -1):
        here = left_of(here)
        if left > 1 or reach:
            seats.add(here)
    return seats
