"""Random hands played by our engine and PokerKit at the same time: turns, amounts and stacks agree at every step.

Only the conventions that RULES.md decides otherwise may differ, each found to be in play by `conventions`.
"""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.engine.actions import Action, Move
from tables.engine.answers import Result
from tables.engine.conventions import Convention, Round, nothing_to_decide
from tables.engine.hand import Hand
from tables.engine.record import Expected, Played, Record
from tables.engine.rules import Game
from tables.engine.state import Frame
from tests.engine.pokerkit_table import Table
from tests.engine.random_hands import random_action, random_setup

DICE = st.randoms(use_true_random=True)


@pytest.mark.parametrize("game", Game)
@settings(max_examples=120, deadline=None)
@given(dice=DICE)
def test_every_decision_and_every_stack_agree_with_pokerkit(game: Game, dice: Any) -> None:
    """R-4.1 to R-5.3 in all three games."""
    setup = random_setup(dice, game)
    hand, table = Hand.start(setup), Table(setup, Frame(setup).board)
    counted, street = Round(Record(name="random", setup=setup, steps=())), hand.street
    while table.turn is not None:
        legal, theirs = hand.legal(), table.allowed()
        if legal is None:
            moot = Played(table.turn, Move.CHECK, legal=theirs)
            assert nothing_to_decide(moot, ()), "R-2.11: only who owes nothing and can't raise has no turn"
            table.state.check_or_call()
            table.deal()
            continue
        if hand.street != street:
            street = hand.street
            counted.street()
        if legal.seat != table.turn and legal.check and legal.min is None:
            hand = hand.apply(Action(legal.seat, Move.CHECK))  # he has his turn, PokerKit passes him by
            continue
        assert (legal.seat, legal.call, legal.check) == (table.turn, theirs.call, theirs.call == 0)
        action = choose(dice, hand, theirs, counted)
        to = action.to if action.to is not None else counted.put(legal.seat) + legal.call * (action.move is Move.CALL)
        counted.add(Played(legal.seat, action.move, to), to=to)
        hand = hand.apply(action)
        assert not hand.problems()
        tell(table, action)
    while (legal := hand.legal()) and legal.check and legal.min is None:
        hand = hand.apply(Action(legal.seat, Move.CHECK))
    assert hand.result is not None
    compare_stacks(hand.result, table)


def choose(dice: Any, hand: Hand, theirs: Expected, counted: Round) -> Action:
    """A decision that both allow; what they allow differently must be a named convention."""
    legal = hand.legal()
    assert legal is not None
    action = random_action(dice, legal)
    if (legal.min, legal.max) != (theirs.min, theirs.max):
        excuse = counted.excuse(Played(legal.seat, None, legal=theirs))
        assert excuse in (Convention.HALF_BET, Convention.SHORT_OPENING), (legal, theirs)
        if action.to is not None:
            return Action(legal.seat, Move.CHECK if legal.check else Move.CALL)
    return action


def tell(table: Table, action: Action) -> None:
    """The same decision for PokerKit."""
    match action.move:
        case Move.FOLD:
            table.state.fold()
        case Move.CHECK | Move.CALL:
            table.state.check_or_call()
        case _:
            table.state.complete_bet_or_raise_to(action.to)
    table.deal()


def compare_stacks(result: Result, table: Table) -> None:
    """R-5.3: the same chips for everybody; where odd chips were split, PokerKit gives all of a pot's to the first."""
    theirs, ours = table.stacks(), result.stacks
    assert sum(theirs.values()) == sum(ours.values())
    off: Counter[int] = Counter()
    for pot in result.pots:
        odd = pot.amount % len(pot.shares)
        for seat in pot.shares:
            off[seat] += odd
    assert all(abs(ours[seat] - theirs[seat]) <= off[seat] for seat in ours)
