"""What the bots' play amounts to: a lively table with folds, raises and showdowns, chips conserved in every hand."""

import pytest

from tables.bots.dice import Dice
from tables.engine.rules import Game
from tests.bots.simulation import play


@pytest.mark.parametrize("game", list(Game))
def test_five_bots_make_a_lively_game(game: Game) -> None:
    counts = play(game, players=5, hands=80, dice=Dice(b"lively"))
    share = {word: 100 * counts[word] // counts["hands"] for word in ("showdown", "flop", "walk", "busted")}
    assert 20 <= share["showdown"] <= 70
    assert 60 <= share["flop"] <= 95
    assert share["walk"] <= 5
    assert share["busted"] <= 20
    for word in ("preflop fold", "preflop call", "preflop raise", "flop fold", "flop bet", "river fold", "river bet"):
        assert counts[word] >= 5, word


def test_a_bot_beats_who_calls_everything() -> None:
    """Plausible play is worth something: over many heads-up hands a calling station pays for it."""
    counts = play(Game.FIXED, players=2, hands=400, dice=Dice(b"station"), station=2)
    assert counts["won by 1"] - counts["lost by 1"] > 0
