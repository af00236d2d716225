"""Random tables and random play for property tests: all three games, 2 to 10 seats, anything the rules allow.

The dice are seeded by hypothesis: a failing hand is named by its seed and comes back. (Its own dice shrink better
but favour zeros so much that hands are two actions long.)
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random  # noqa: TID251 - random tables are the point here

from hypothesis import strategies as st

from tables.engine.actions import Action, Cause, Move
from tables.engine.cards import DECK
from tables.engine.hand import Hand
from tables.engine.rake import NO_RAKE, RakeTerms
from tables.engine.rules import PRESETS, Game
from tables.engine.setup import Post, PostKind, SeatSetup, Setup, Stakes

DICE = st.integers(0, 2**64 - 1).map(Random)


def random_setup(dice: Random, *, raked: bool = False) -> Setup:
    """A table with uneven stacks, now and then antes, dead small blinds, newcomers' and missed blinds' posts."""
    chip = dice.choice((1, 5, 100))
    numbers = sorted(dice.sample(range(1, 13), dice.randint(2, 10)))
    button = dice.choice(numbers)
    order = [seat for seat in numbers if seat > button] + [seat for seat in numbers if seat <= button]
    stakes = _stakes(dice, chip)
    heads_up = len(order) == 2
    small_blind = order[1] if heads_up else order[0]
    big_blind = order[0] if heads_up else order[1]
    dead_small_blind = not heads_up and dice.random() < 0.15
    posts: dict[int, list[Post]] = {seat: [] for seat in numbers}
    for seat in numbers:
        if stakes.ante:
            posts[seat].append(Post(PostKind.ANTE, stakes.ante))
        if seat == big_blind:
            posts[seat].append(Post(PostKind.BIG_BLIND, stakes.big_blind))
        elif seat == small_blind and not dead_small_blind:
            posts[seat].append(Post(PostKind.SMALL_BLIND, stakes.small_blind))
        elif dice.random() < 0.15:
            posts[seat].append(Post(PostKind.LIVE, stakes.big_blind))
            if dice.random() < 0.5:
                posts[seat].append(Post(PostKind.DEAD, stakes.small_blind))
    deck = list(DECK)
    dice.shuffle(deck)
    return Setup(
        rules=dice.choice(list(PRESETS.values())),
        stakes=stakes,
        rake=_rake(dice, chip) if raked else NO_RAKE,
        real_money=dice.random() < 0.5,
        button=button,
        small_blind=None if dead_small_blind else small_blind,
        big_blind=big_blind,
        seats=tuple(
            SeatSetup(seat, _stack(dice, stakes), tuple(posts[seat]), auto_muck=dice.random() < 0.8) for seat in numbers
        ),
        deck="".join(deck),
    )


def _stakes(dice: Random, chip: int) -> Stakes:
    game = dice.choice(list(Game))
    big = dice.choice((2, 4, 10, 15)) * chip
    fixed = game is Game.FIXED
    return Stakes(
        game=game,
        chip=chip,
        small_bet=big if fixed else 0,
        big_bet=2 * big if fixed else 0,
        small_blind=max(chip, big // 2 // chip * chip),
        big_blind=big,
        ante=dice.choice((0, 0, 0, chip, 2 * chip)),
    )


def _stack(dice: Random, stakes: Stakes) -> int:
    """Short, middling or deep, in whole chips."""
    most = dice.choice((1, 3, 12, 100)) * stakes.big_blind
    return dice.randint(1, most // stakes.chip) * stakes.chip


def _rake(dice: Random, chip: int) -> RakeTerms:
    return RakeTerms(
        basis_points=dice.choice((250, 500, 1000, 10_000)),
        step=dice.choice((1, 2, 5)) * chip,
        caps=dice.choice(((), ((2, 3 * chip), (5, 20 * chip)))),
        no_flop_no_drop=dice.random() < 0.5,
    )


def random_action(dice: Random, hand: Hand) -> Action:
    """Some legal action; now and then the room protects a player whose time ran out."""
    legal = hand.legal()
    assert legal
    pick = dice.random()
    if pick < 0.05 and hand.put_in(legal.seat):
        return Action(legal.seat, Move.PROTECT, cause=Cause.CLOCK)
    if pick < 0.15:
        return Action(legal.seat, Move.FOLD, cause=dice.choice(list(Cause)))
    if pick < 0.5 and legal.word and legal.min is not None and legal.max is not None:
        chip = hand.setup.stakes.chip
        to = dice.choice((legal.min, legal.max, dice.randint(legal.min // chip, legal.max // chip) * chip))
        return Action(legal.seat, Move(legal.word), to)
    return Action(legal.seat, Move.CHECK if legal.check else Move.CALL)


def random_hand(dice: Random, *, raked: bool = False) -> Iterator[Hand]:
    """Every moment of a random hand, the last one done."""
    hand = Hand.start(random_setup(dice, raked=raked))
    yield hand
    while not hand.done:
        hand = hand.apply(random_action(dice, hand))
        yield hand
