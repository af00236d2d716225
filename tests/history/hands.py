"""Random finished hands for the exports: every game, forced post and ending, played by dice."""

from dataclasses import replace
from datetime import UTC, datetime

from tables.bots.dice import Dice
from tables.engine.actions import Action, Cause, Move
from tables.engine.cards import DECK
from tables.engine.hand import Hand
from tables.engine.rake import NO_RAKE, RakeTerms
from tables.engine.rules import Game, preset
from tables.engine.setup import Post, PostKind, SeatSetup, Setup, Stakes
from tables.history import Finished

STAKES = {
    Game.FIXED: Stakes(game=Game.FIXED, chip=50, small_bet=200, big_bet=400, small_blind=100, big_blind=200),
    Game.POT: Stakes(game=Game.POT, chip=50, small_blind=100, big_blind=200),
    Game.NO_LIMIT: Stakes(game=Game.NO_LIMIT, chip=50, small_blind=100, big_blind=200),
}


def random_hand(dice: Dice, *, game: Game | None = None, plain: bool = False) -> Finished:
    """A finished hand read by one of its players or an observer.

    `plain`: deep stacks, a chip of one, only blinds, nobody protected, nobody showing when all is over.
    """
    setup = random_setup(dice, game=game or dice.pick(list(Game)), plain=plain)
    hand = Hand.start(setup)
    while not hand.done:
        hand = hand.apply(_choose(hand, dice, plain=plain))
    if not plain:
        hand = _show_some(hand, dice)
    return finished(hand, viewer=dice.pick([None, *(seat.seat for seat in setup.seats)]))


def finished(hand: Hand, *, viewer: int | None) -> Finished:
    """The hand as hand 42 of a play-money table."""
    return Finished(
        number=42, table="Amber", table_id="amber", size=10, currency="PLAY", play_money=True,
        started=datetime(2026, 11, 30, 20, 11, 44, tzinfo=UTC), setup=hand.setup, actions=hand.actions,
        names={seat.seat: f"player-{seat.seat}" for seat in hand.setup.seats}, viewer=viewer,
    )  # fmt: skip


def random_setup(dice: Dice, *, game: Game, plain: bool) -> Setup:
    """A sound setup: two to ten seats anywhere, stacks from one chip up."""
    count = dice.between(2, 10)
    numbers = sorted(dice.draw(list(range(1, 11)), count))
    button = dice.pick(numbers)
    order = [*(n for n in numbers if n > button), *(n for n in numbers if n <= button)]
    small, big = (button, order[0]) if count == 2 else (order[0], order[1])
    ante = 0 if plain or dice.chance(70) else 50
    stakes = replace(STAKES[game], ante=ante, chip=1 if plain else 50)
    seats = []
    for number in numbers:
        posts = [Post(PostKind.ANTE, ante)] if ante else []
        if number == small:
            posts.append(Post(PostKind.SMALL_BLIND, 100))
        elif number == big:
            posts.append(Post(PostKind.BIG_BLIND, 200))
        elif not plain and dice.chance(20):
            posts += dice.pick([[Post(PostKind.LIVE, 200)], [Post(PostKind.DEAD, 100)],
                                [Post(PostKind.DEAD, 100), Post(PostKind.LIVE, 200)]])  # fmt: skip
        chips = dice.between(300, 400) if plain else dice.between(1, dice.pick([12, 60, 400]))
        seats.append(SeatSetup(number, 50 * chips, tuple(posts), dice.chance(70)))
    deck = list(DECK)
    rake = dice.pick([NO_RAKE, RakeTerms(basis_points=500, step=50, caps=((2, 300),), no_flop_no_drop=dice.chance(50))])
    return Setup(
        rules=preset("house"), stakes=stakes, rake=rake, button=button, small_blind=small, big_blind=big,
        seats=tuple(seats), deck="".join(dice.draw(deck, 52)),
    )  # fmt: skip


def _choose(hand: Hand, dice: Dice, *, plain: bool) -> Action:
    legal = hand.legal()
    assert legal is not None
    if not plain and dice.chance(3) and hand.put_in(legal.seat):
        return Action(legal.seat, Move.PROTECT, cause=Cause.CLOCK)
    cause = Cause.PLAYER if plain else dice.pick([Cause.PLAYER] * 8 + [Cause.CLOCK, Cause.DISCONNECTED, Cause.LEFT])
    if dice.chance(15) and legal.call:
        return Action(legal.seat, Move.FOLD, cause=cause)
    if legal.min is not None and legal.max is not None and legal.word and dice.chance(35):
        to = legal.min + dice.below((legal.max - legal.min) // 50 + 1) * 50
        if to not in (legal.min, legal.max) and dice.chance(60):
            to = legal.min
        return Action(legal.seat, Move(legal.word), to)
    return Action(legal.seat, Move.CALL if legal.call else Move.CHECK, cause=cause)


def _show_some(hand: Hand, dice: Dice) -> Hand:
    """R-7.5: some winners and losers show afterwards."""
    result = hand.result
    assert result is not None
    for seat in hand.setup.seats:
        if seat.seat not in result.shown and dice.chance(10):
            hand = hand.apply(Action(seat.seat, Move.SHOW))
    return hand
