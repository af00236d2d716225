"""Short ways to write a hand down: a table in one call, its play as a line like "1r40 2c 3f".

A scene's deck is made so that the named hole cards and board come out; everything else is dealt from what is left.
`play` checks the invariants after every step, so each test of a rule is also a test of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from tables.engine.actions import Action, Cause, Code, Move, RuleViolation
from tables.engine.cards import DECK, split
from tables.engine.hand import Hand
from tables.engine.rake import NO_RAKE, RakeTerms
from tables.engine.rules import Game, preset
from tables.engine.setup import Post, PostKind, SeatSetup, Setup, Stakes, fixed_stakes

MOVES = {"f": Move.FOLD, "k": Move.CHECK, "c": Move.CALL, "b": Move.BET, "r": Move.RAISE, "p": Move.PROTECT}
ROYAL = "AsKsQsJsTs"


def stacked(order: Sequence[int], holes: Mapping[int, str], board: str) -> str:
    """A deck that deals these hole cards to these seats (in dealing order) and this board."""
    named = [card for run in (*holes.values(), board) for card in split(run)]
    rest = [card for card in reversed(DECK) if card not in named]
    dealt = {seat: split(holes[seat]) if seat in holes else (rest.pop(), rest.pop()) for seat in order}
    cards = [*split(board)]
    cards += [rest.pop() for _ in range(5 - len(cards))]
    run = [dealt[seat][0] for seat in order] + [dealt[seat][1] for seat in order]
    run += [rest.pop(), *cards[:3], rest.pop(), cards[3], rest.pop(), cards[4], *rest]
    return "".join(run)


def setup(
    stacks: Mapping[int, int] | Sequence[int],
    *,
    game: Game = Game.NO_LIMIT,
    blinds: tuple[int, int] = (5, 10),
    button: int | None = None,
    small_blind: int | None = -1,
    big_blind: int | None = None,
    ante: int = 0,
    posts: Mapping[int, tuple[tuple[str, int], ...]] | None = None,
    holes: Mapping[int, str] | None = None,
    board: str = "",
    rules: str = "house",
    rake: RakeTerms = NO_RAKE,
    real_money: bool = False,
    chip: int = 1,
    show_losers: Sequence[int] = (),
    **changes: Any,
) -> Setup:
    """A setup; a list of stacks sits in seats 1, 2, … with the button on the last, blinds left of it."""
    seated = dict(stacks) if isinstance(stacks, Mapping) else dict(enumerate(stacks, start=1))
    numbers = sorted(seated)
    at = numbers[-1] if button is None else button
    order = [seat for seat in numbers if seat > at] + [seat for seat in numbers if seat <= at]
    heads_up = len(order) == 2
    if small_blind == -1:
        small_blind = order[1] if heads_up else order[0]
    if big_blind is None:
        big_blind = order[0] if heads_up else order[1]
    small, big = blinds
    owed: dict[int, list[Post]] = {seat: [Post(PostKind.ANTE, ante)] if ante else [] for seat in numbers}
    if small_blind is not None and small:
        owed[small_blind].append(Post(PostKind.SMALL_BLIND, small))
    owed[big_blind].append(Post(PostKind.BIG_BLIND, big))
    for seat, extra in (posts or {}).items():
        owed[seat] += [Post(PostKind(kind), amount) for kind, amount in extra]
    if game is Game.FIXED:
        stakes = fixed_stakes(small_bet=big, chip=chip, small_blind=small, ante=ante)
    else:
        stakes = Stakes(game=game, small_blind=small, big_blind=big, ante=ante, chip=chip)
    return Setup(
        rules=preset(rules, **changes),
        stakes=stakes,
        rake=rake,
        real_money=real_money,
        button=at,
        small_blind=small_blind,
        big_blind=big_blind,
        seats=tuple(
            SeatSetup(seat, seated[seat], tuple(owed[seat]), auto_muck=seat not in show_losers) for seat in numbers
        ),
        deck=stacked(order, holes or {}, board),
    )


def scene(stacks: Mapping[int, int] | Sequence[int], **settings: Any) -> Hand:
    """A hand just begun; see `setup` for the settings."""
    hand = Hand.start(setup(stacks, **settings))
    assert hand.problems() == []
    return hand


def play(hand: Hand, line: str) -> Hand:
    """Plays a line: seat, letter (f k c b r p), total for b and r. Expired turns (p) are the clock's."""
    for token in line.split():
        found = re.fullmatch(r"(\d+)([fkcbrp])(\d*)", token)
        assert found, token
        move = MOVES[found[2]]
        cause = Cause.CLOCK if move is Move.PROTECT else Cause.PLAYER
        hand = hand.apply(Action(int(found[1]), move, int(found[3]) if found[3] else None, cause))
        assert hand.problems() == [], token
    return hand


def refused(hand: Hand, token: str) -> Code:
    """The code with which a move is refused; the hand must be untouched."""
    before = (hand.legal(), hand.state.stacks[:], hand.state.bets[:], hand.actions)
    try:
        play(hand, token)
    except RuleViolation as violation:
        assert before == (hand.legal(), hand.state.stacks, hand.state.bets, hand.actions)
        return violation.code
    raise AssertionError(f"{token} was allowed")


def turn(hand: Hand) -> int | None:
    """The seat to act."""
    legal = hand.legal()
    return legal.seat if legal else None


def bounds(hand: Hand) -> tuple[int, int | None, int | None]:
    """Call, minimum and maximum of the player to act."""
    legal = hand.legal()
    assert legal
    return legal.call, legal.min, legal.max


def pots(hand: Hand) -> list[tuple[int, list[int]]]:
    """The pots of a finished hand: amount and seats entitled, in seat order."""
    assert hand.result
    return [(pot.amount, sorted(pot.seats)) for pot in hand.result.pots]


def nets(hand: Hand) -> dict[int, int]:
    """What each seat won or lost, in seat order."""
    assert hand.result
    return dict(sorted(hand.result.nets.items()))


def kinds(hand: Hand) -> list[str]:
    """The kinds of the last step's events, with the seat where there is one."""
    return [event.kind.value + (f" {event.seat}" if event.seat is not None else "") for event in hand.events]
