"""Random setups and random legal decisions, from dice that hypothesis throws: uneven short stacks, posts, antes."""

from typing import Any

from tables.engine.actions import Action, Cause, Move
from tables.engine.answers import Legal
from tables.engine.cards import DECK
from tables.engine.hand import Hand
from tables.engine.rules import Game, preset
from tables.engine.setup import Post, PostKind, SeatSetup, Setup, Stakes

RULES = preset("cardroom", heads_up_uncapped=False)
SMALL, BIG = 5, 10


def random_setup(dice: Any, game: Game) -> Setup:
    """Two to nine players with 1 to 600 chips at 5/10; the big blind can pay (a short one is another test's)."""
    count = dice.choice((2, 2, 3, 3, 4, 5, 6, 9))
    seats = sorted(dice.sample(range(1, 11), count))
    button = dice.choice(seats)
    order = [seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button]
    small, big = (order[1], order[0]) if count == 2 else (order[0], order[1])
    dead_small = count > 3 and dice.random() < 0.1
    if dead_small:
        small, big = None, order[0]
    ante = dice.choice((0, 0, 0, 1, 3))
    posters = [] if ante or count < 4 else [seat for seat in order[2:-1] if dice.random() < 0.15]
    posts = {seat: [Post(PostKind.ANTE, ante)] if ante else [] for seat in seats}
    if small is not None:
        posts[small].append(Post(PostKind.SMALL_BLIND, SMALL))
    posts[big].append(Post(PostKind.BIG_BLIND, BIG))
    for seat in posters:
        posts[seat] += [*dice.choice(([], [Post(PostKind.DEAD, SMALL)])), Post(PostKind.LIVE, BIG)]
    deepest = dice.choice((25, 60, 600))
    stacks = {seat: dice.randint(1, deepest) for seat in seats}
    stacks[big] = max(stacks[big], BIG + ante)
    return Setup(
        rules=RULES,
        stakes=Stakes(
            game=game,
            small_bet=BIG if game is Game.FIXED else 0,
            big_bet=2 * BIG if game is Game.FIXED else 0,
            small_blind=SMALL,
            big_blind=BIG,
            ante=ante,
        ),
        button=button,
        small_blind=small,
        big_blind=big,
        seats=tuple(SeatSetup(seat, stacks[seat], tuple(posts[seat])) for seat in seats),
        deck=random_deck(dice),
    )


def random_deck(dice: Any) -> str:
    """A shuffled deck; every third is poor in ranks at the front, so that hands tie often."""
    cards = list(DECK)
    dice.shuffle(cards)
    if dice.random() < 0.33:
        ranks = dice.sample("23456789TJQKA", 5)
        cards.sort(key=lambda card: card[0] not in ranks)
    return "".join(cards)


def random_action(dice: Any, legal: Legal) -> Action:
    """Any legal decision; raises, also all-in ones, are frequent, folds rare enough for showdowns."""
    pick = dice.random()
    if legal.min is not None and legal.max is not None and legal.word and pick < 0.35:
        to = dice.choice((legal.min, legal.max, dice.randint(legal.min, legal.max)))
        return Action(legal.seat, Move(legal.word), to)
    if legal.call and pick > 0.88:
        return Action(legal.seat, Move.FOLD)
    return Action(legal.seat, Move.CHECK if legal.check else Move.CALL)


def random_hand(dice: Any, setup: Setup, *, protect: float = 0.0) -> Hand:
    """A finished hand; `protect` is how likely a turn expires with the player disconnected (R-6.4)."""
    hand = Hand.start(setup)
    while (legal := hand.legal()) is not None:
        if dice.random() < protect and hand.put_in(legal.seat):
            hand = hand.apply(Action(legal.seat, Move.PROTECT, cause=Cause.CLOCK))
        else:
            hand = hand.apply(random_action(dice, legal))
        assert not hand.problems()
    return hand
