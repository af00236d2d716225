"""Actions and setups as compact JSON."""

import json

import pytest

from tables.engine.actions import Action, Cause, Code, Move, RuleViolation
from tables.engine.rake import RakeTerms
from tables.engine.setup import Setup
from tests.engine.scenes import scene, setup


@pytest.mark.parametrize(
    ("action", "data"),
    [
        (Action(3, Move.FOLD), [3, "fold"]),
        (Action(3, Move.RAISE, 800), [3, "raise", 800]),
        (Action(3, Move.PROTECT, cause=Cause.CLOCK), [3, "protect", None, "clock"]),
        (Action(3, Move.CHECK, cause=Cause.LEFT), [3, "check", None, "left"]),
    ],
)
def test_actions_are_compact_lists(action: Action, data: list) -> None:
    """docs/architecture.md: the live row holds the actions as JSON, nothing derivable in them."""
    assert action.dump() == data
    assert Action.load(json.loads(json.dumps(data))) == action


@pytest.mark.parametrize(
    "data",
    [
        [],
        [3],
        ["3", "fold"],
        [True, "fold"],
        [3, "jump"],
        [3, "raise", "9"],
        [3, "raise", 9.0],
        [3, "raise", True],
        [3, "fold", None, "cat"],
        [3, "fold", None, "left", 1],
    ],
)
def test_anything_else_is_refused(data: list) -> None:
    """R-4.11: no digits in strings, no booleans as numbers, no unknown words, no surplus."""
    with pytest.raises(RuleViolation) as refusal:
        Action.load(data)
    assert refusal.value.code is Code.ILLEGAL_MOVE


def test_a_setup_is_json_without_its_deck() -> None:
    """docs/architecture.md "Secrets": the deck is stored apart; the rest survives JSON."""
    made = setup(
        [500, 400, 300],
        ante=1,
        posts={3: (("live", 10), ("dead", 5))},
        rake=RakeTerms(basis_points=500, caps=((2, 100), (4, 300)), no_flop_no_drop=True),
        show_losers=[2],
        real_money=True,
    )
    text = json.dumps(made.dump())
    assert made.deck not in text
    assert "deck" not in made.dump()
    assert Setup.load(json.loads(text), made.deck) == made


def test_no_repr_holds_a_card() -> None:
    """docs/architecture.md "Secrets": a log line or a traceback cannot show the deck or a hand."""
    hand = scene([500, 500, 500], holes={1: "AsAd"})
    for text in (repr(hand), repr(hand.setup), repr(hand.state)):
        assert hand.setup.deck[:4] not in text
        assert "AsAd" not in text
