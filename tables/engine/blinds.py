"""The next hand's seats: button, blinds, who is dealt in, who posts what, who waits, who owes (R-2.1 to R-2.12).

A pure function of the last hand and of who is at the table now. Who declines a blind is simply no longer ready and
the function is asked again (R-2.10): it has no memory, so posts no longer due are gone and nothing is charged twice.
Amounts are the full ones in minor units; the hand itself cuts them to the stack (R-2.11).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tables.engine.candidates import NO_DEBT, Candidate, Debt, Entry, LastHand, is_regular, running
from tables.engine.circle import clockwise
from tables.engine.positions import Places, by_big_blind, by_button, first_places, passed
from tables.engine.rules import Positions, Rules
from tables.engine.setup import Post, PostKind, Stakes


class Wait(StrEnum):
    """Why one who is ready is not dealt in."""

    BIG_BLIND = "big_blind"  # chose to wait for it
    IN_THE_BLINDS = "in_the_blinds"  # between button and big blind nobody enters
    HEADS_UP = "heads_up"  # R-2.7's example: two play on and the big blind reaches the third next


class Ask(StrEnum):
    """What a player is asked to post (R-2.10)."""

    SMALL_BLIND = "small_blind"
    BIG_BLIND = "big_blind"
    MISSED = "missed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A seat to be asked before the hand; `amount` is everything but the ante."""

    seat: int
    kind: Ask
    amount: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What coming in at once costs: `live` counts as a bet, `dead` does not."""

    live: int
    dead: int

    @property
    def total(self) -> int:
        """Both together."""
        return self.live + self.dead


@dataclass(frozen=True, slots=True, kw_only=True)
class NextHand:
    """What `next_hand` found. `posts` has every seat dealt in, `debts` every candidate's as the hand begins."""

    button: int
    small_blind: int | None
    small_seat: int
    big_blind: int
    posts: dict[int, tuple[Post, ...]]
    waits: dict[int, Wait]
    debts: dict[int, Debt]

    @property
    def dealt(self) -> tuple[int, ...]:
        """The seats dealt in, in seat order."""
        return tuple(self.posts)

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """R-2.10: who must post is asked, they alone; clockwise from the button's left, the button last."""
        return tuple(
            Prompt(seat=seat, kind=self._ask(seat), amount=amount)
            for seat in clockwise(self.button, self.posts)
            if (amount := sum(post.amount for post in self.posts[seat] if post.kind is not PostKind.ANTE))
        )

    def remember(self) -> LastHand:
        """The positions to continue from once this hand has been dealt."""
        return LastHand(
            button=self.button,
            small_seat=self.small_seat,
            big_blind=self.big_blind,
            players=frozenset(self.posts),
        )

    def _ask(self, seat: int) -> Ask:
        if seat == self.big_blind:
            return Ask.BIG_BLIND
        return Ask.SMALL_BLIND if seat == self.small_blind else Ask.MISSED


def next_hand(
    *, rules: Rules, stakes: Stakes, last: LastHand | None, candidates: Iterable[Candidate]
) -> NextHand | None:
    """The seats of the next hand, or None while fewer than two are ready. Candidates: everyone seated, each once."""
    seated = sorted(candidates, key=lambda candidate: candidate.seat)
    ready = [candidate for candidate in seated if candidate.ready]
    if len(ready) < 2:
        return None
    going_on = last if running(last) else None
    places = _places(rules, going_on, ready)
    entering = frozenset(one.seat for one in ready if going_on and _enters(rules, one, places))
    dealt = places.dealt | entering
    return NextHand(
        button=places.button,
        small_blind=places.small_blind,
        small_seat=places.small_seat,
        big_blind=places.big_blind,
        posts={
            one.seat: _posts(stakes, places, one, enters=one.seat in entering) for one in ready if one.seat in dealt
        },
        waits={one.seat: _wait(rules, one, places) for one in ready if one.seat not in dealt},
        debts={one.seat: NO_DEBT if one.seat in dealt else _debt(one, going_on, places) for one in seated},
    )


def entry_price(*, stakes: Stakes, last: LastHand | None, candidate: Candidate) -> Price:
    """What `Entry.POST` would cost this player now; nothing for regulars and where a first hand is next (R-2.1)."""
    if last is None or not running(last) or is_regular(candidate, last):
        return Price(live=0, dead=0)
    return _price(stakes, candidate)


def _places(rules: Rules, last: LastHand | None, ready: list[Candidate]) -> Places:
    seats = frozenset(one.seat for one in ready)
    if last is None:
        return first_places(longest_seated=min(ready, key=lambda one: one.order).seat, ready=seats)
    regular = frozenset(one.seat for one in ready if is_regular(one, last))
    match rules.positions:
        case Positions.BY_BUTTON:
            return by_button(last=last, regular=regular, ready=seats)
        case Positions.BY_BIG_BLIND:
            return by_big_blind(last=last, regular=regular, ready=seats)


def _enters(rules: Rules, one: Candidate, places: Places) -> bool:
    """R-2.8: the positions stand; now those who post come in, but not between the button and the big blind.

    Nor when the positions are heads-up (R-2.6): the button would be the small blind of three. R-2.7's example has the
    third wait, and the next hand makes room for him.
    """
    return (
        _would_post(rules, one)
        and one.seat not in places.dealt
        and not places.heads_up
        and not places.in_the_blinds(one.seat)
    )


def _would_post(rules: Rules, one: Candidate) -> bool:
    return one.entry is Entry.POST and (rules.newcomer_may_post or not one.newcomer)


def _wait(rules: Rules, one: Candidate, places: Places) -> Wait:
    if not _would_post(rules, one):
        return Wait.BIG_BLIND
    return Wait.IN_THE_BLINDS if places.in_the_blinds(one.seat) else Wait.HEADS_UP


def _price(stakes: Stakes, one: Candidate) -> Price:
    """R-2.8: a newcomer posts a live big blind. R-2.9: a returner the missed big blind live, the small one dead."""
    if one.newcomer:
        return Price(live=stakes.big_blind, dead=0)
    return Price(live=stakes.big_blind * one.owes.big, dead=stakes.small_blind * one.owes.small)


def _posts(stakes: Stakes, places: Places, one: Candidate, *, enters: bool) -> tuple[Post, ...]:
    """The ante first, then the blind (R-2.4, R-2.11); what is dead goes before what is live."""
    price = _price(stakes, one) if enters else Price(live=0, dead=0)
    amounts = {
        PostKind.ANTE: stakes.ante,
        PostKind.SMALL_BLIND: stakes.small_blind if one.seat == places.small_blind else 0,
        PostKind.BIG_BLIND: stakes.big_blind if one.seat == places.big_blind else 0,
        PostKind.DEAD: price.dead,
        PostKind.LIVE: price.live,
    }
    return tuple(Post(kind=kind, amount=amount) for kind, amount in amounts.items() if amount)


def _debt(one: Candidate, last: LastHand | None, places: Places) -> Debt:
    """R-2.9: the big blind passed him, the small blind's position passed or reached him. Newcomers owe no past."""
    if last is None or one.newcomer:
        return one.owes
    return Debt(
        small=one.owes.small or passed(last.small_seat, places.small_moved + 1, seat=one.seat),
        big=one.owes.big or passed(last.big_blind, places.big_moved, seat=one.seat),
    )
