"""How a house bot plays: plausible, beatable, never the same twice.

Before the flop a point formula over the two cards decides, after it an estimate of the chance to
win: the hand is played out many times against opponents whose cards are the better of a few
draws, so that bets are believed. Both are weighed against the price, a temper and some chance.
Pure: the same spot, temper and dice give the same decision, and every decision is legal.
"""

from dataclasses import dataclass

from tables.bots.dice import Dice
from tables.bots.spot import Spot
from tables.engine.actions import Move
from tables.engine.cards import DECK, RANKS, split
from tables.engine.ranking import strength

TRIALS = 60
MOST_OPPONENTS = 4
HIGH_CARD_POINTS = {"A": 20, "K": 16, "Q": 14, "J": 12}
GAP_COST = (0, 2, 4, 8)
OPEN_POINTS = (16, 24, 30, 34)
CALL_POINTS = (11, 17, 24, 31)
# How much better than its fair share of the pot a hand must be, and how far bets are believed by board cards.
EDGE_TO_BET, EDGE_TO_RAISE = 0.1, 0.28
DOUBT = {3: 0.06, 4: 0.1, 5: 0.14}


@dataclass(frozen=True, slots=True, kw_only=True)
class Temper:
    """A bot's manner: `loose` in points from -4 to 6, `bold` and `sly` (bluffs) in percent."""

    loose: int
    bold: int
    sly: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A move and, for a bet or raise, the total it goes to."""

    move: Move
    to: int | None = None


def temper(dice: Dice) -> Temper:
    """A manner of playing drawn at random."""
    return Temper(loose=dice.between(-2, 5), bold=dice.between(45, 85), sly=dice.between(4, 14))


def points(hole: str) -> int:
    """How good two cards are before the flop, from about -2 (7-2) to 40 (aces), in half points."""
    high, low = sorted((hole[0], hole[2]), key=RANKS.index, reverse=True)
    best = HIGH_CARD_POINTS.get(high, RANKS.index(high) + 2)
    if high == low:
        return max(best * 2, 10)
    gap = RANKS.index(high) - RANKS.index(low) - 1
    suited = 4 if hole[1] == hole[3] else 0
    close = 2 if gap <= 1 and high not in "AKQ" else 0
    far = GAP_COST[gap] if gap < len(GAP_COST) else 10
    return best + suited + close - far


def win_chance(spot: Spot, dice: Dice) -> float:
    """The share of the pot this hand can hope for, from 0 to 1, against believable opponents."""
    known = split(spot.hole + spot.board)
    unseen = [card for card in DECK if card not in known]
    opponents = min(spot.opponents, MOST_OPPONENTS)
    missing = 5 - len(spot.board) // 2
    draws = (1 if spot.call == 0 else 2) + (spot.call * 3 > spot.pot)
    won = 0.0
    for _ in range(TRIALS):
        cards = dice.draw(unseen, missing + 2 * opponents * draws)
        board = spot.board + "".join(cards[:missing])
        own = strength(spot.hole + board)
        rivals = [
            strength(_likely(cards[missing + 2 * draws * index :][: 2 * draws]) + board) for index in range(opponents)
        ]
        best = min(rivals)
        if own < best:
            won += 1
        elif own == best:
            won += 1 / (1 + rivals.count(best))
    return won / TRIALS


def decide(spot: Spot, manner: Temper, dice: Dice) -> Decision:
    """What to do in `spot`; always one of the moves the spot allows."""
    return _after_the_flop(spot, manner, dice) if spot.board else _before_the_flop(spot, manner, dice)


def _before_the_flop(spot: Spot, manner: Temper, dice: Dice) -> Decision:
    raises = min(spot.raises, len(OPEN_POINTS) - 1)
    short = max(0, 5 - spot.opponents) * 2
    worth = points(spot.hole) + manner.loose + short + dice.between(-2, 2)
    if worth >= OPEN_POINTS[raises] and dice.chance(manner.bold + 15):
        return _raise(spot, dice, eager=worth >= 30)
    needed = CALL_POINTS[raises]
    if spot.call * 5 <= spot.pot:
        needed -= 5
    if spot.call * 3 >= spot.stack:
        needed += 6
    return _stay(spot) if spot.call == 0 or worth >= needed else Decision(move=Move.FOLD)


def _after_the_flop(spot: Spot, manner: Temper, dice: Dice) -> Decision:
    chance = win_chance(spot, dice) + dice.between(-4, 4) / 100
    fair = 1 / (spot.opponents + 1)
    if spot.call == 0:
        bluff = spot.opponents <= 2 and dice.chance(manner.sly)
        if bluff or (chance > fair + EDGE_TO_BET and dice.chance(manner.bold + 10)):
            return _raise(spot, dice, eager=chance > 0.8)
        return _stay(spot)
    odds = spot.call / (spot.pot + spot.call)
    if chance > min(max(fair + EDGE_TO_RAISE, 0.5), 0.8) and dice.chance(manner.bold):
        return _raise(spot, dice, eager=chance > 0.85)
    needed = odds * 1.2 + DOUBT[len(spot.board) // 2] - manner.loose / 100
    return _stay(spot) if chance >= needed else Decision(move=Move.FOLD)


def _raise(spot: Spot, dice: Dice, *, eager: bool) -> Decision:
    """A bet or raise of a size fit for the game; only an eager hand commits most of its stack."""
    if spot.low is None or spot.high is None:
        return _stay(spot)
    to = spot.high if spot.fixed else min(max(_size(spot, dice), spot.low), spot.high)
    if not spot.fixed and (to - spot.own_bet) * 3 >= spot.stack * 2:
        if not eager:
            return _stay(spot)
        to = spot.high
    return Decision(move=Move.RAISE if spot.bet else Move.BET, to=to)


def _size(spot: Spot, dice: Dice) -> int:
    if not spot.board and spot.raises == 0:
        to = spot.big_blind * dice.between(5, 7) // 2 + max(0, spot.pot - 2 * spot.big_blind)
    elif spot.bet:
        to = spot.bet * dice.between(25, 33) // 10
    else:
        to = spot.pot * dice.between(45, 80) // 100
    return to // spot.chip * spot.chip


def _stay(spot: Spot) -> Decision:
    return Decision(move=Move.CALL if spot.call else Move.CHECK)


def _likely(cards: list[str]) -> str:
    """The best two of the drawn pairs by the pre-flop formula: who bets has rarely the worst."""
    pairs = [cards[at] + cards[at + 1] for at in range(0, len(cards), 2)]
    return pairs[0] if len(pairs) == 1 else max(pairs, key=points)
