"""Three hands as files, looked at by eye: what another program will be given must not change unnoticed."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tables.engine.actions import Action, Cause, Move
from tables.engine.hand import Hand
from tables.engine.rake import RakeTerms
from tables.engine.record import fill_deck
from tables.engine.rules import Game, preset
from tables.engine.setup import Post, PostKind, SeatSetup, Setup, Stakes, fixed_stakes
from tables.history import Finished, ohh, phh, text

GOLDEN = Path(__file__).parent / "golden"
SMALL, BIG = Post(PostKind.SMALL_BLIND, 100), Post(PostKind.BIG_BLIND, 200)
FOLD, CHECK, CALL = Move.FOLD, Move.CHECK, Move.CALL


def fixed_showdown() -> Finished:
    """$2/$4 play money, a showdown in which the last hand is mucked; read by the player who mucked."""
    setup = Setup(
        rules=preset("house"), stakes=fixed_stakes(small_bet=200, chip=100), button=2, small_blind=5, big_blind=9,
        seats=(SeatSetup(2, 8_000), SeatSetup(5, 7_000, (SMALL,)), SeatSetup(9, 9_000, (BIG,))),
        deck=fill_deck(["AsKd", "QhQd", "7c2d"], "Kc8h3sTd4c"),
    )  # fmt: skip
    actions = (
        Action(2, FOLD), Action(5, Move.RAISE, 400), Action(9, CALL),
        Action(5, Move.BET, 200), Action(9, CALL), Action(5, Move.BET, 400), Action(9, CALL),
        Action(5, CHECK), Action(9, CHECK),
    )  # fmt: skip
    return _finished(setup, actions, viewer=9, play_money=True, currency="PLAY")


def no_limit_side_pots() -> Finished:
    """€1/€2 real money: a short stack all-in, a side pot, an uncalled bet, rake; read by nobody who was in it."""
    setup = Setup(
        rules=preset("house"), stakes=Stakes(game=Game.NO_LIMIT, small_blind=100, big_blind=200),
        rake=RakeTerms(basis_points=500, step=5, caps=((2, 300),), no_flop_no_drop=True), real_money=True,
        button=1, small_blind=3, big_blind=4,
        seats=(SeatSetup(1, 20_000), SeatSetup(3, 1_250, (SMALL,)), SeatSetup(4, 9_975, (BIG,))),
        deck=fill_deck(["JsJd", "AhKh", "9c9d"], "9h4s2dQh3h"),
    )  # fmt: skip
    actions = (
        Action(1, Move.RAISE, 600), Action(3, Move.RAISE, 1_250), Action(4, CALL), Action(1, CALL),
        Action(4, Move.BET, 1_500), Action(1, Move.RAISE, 18_750), Action(4, CALL),
    )  # fmt: skip
    return _finished(setup, actions, viewer=None, play_money=False, currency="EUR")


def pot_limit_protected() -> Finished:
    """Pot limit with an ante, a returner's dead and live posts, a time-out, a leaver, and a protected player."""
    ante = Post(PostKind.ANTE, 50)
    setup = Setup(
        rules=preset("house"), stakes=Stakes(game=Game.POT, chip=50, small_blind=100, big_blind=200, ante=50),
        button=4, small_blind=6, big_blind=1,
        seats=(
            SeatSetup(1, 10_000, (ante, BIG)),
            SeatSetup(2, 10_000, (ante, Post(PostKind.DEAD, 100), Post(PostKind.LIVE, 200))),
            SeatSetup(4, 10_000, (ante,)), SeatSetup(6, 10_000, (ante, SMALL)),
        ),
        deck=fill_deck(["6s5s", "AcAd", "KsQs", "TsTd"], "2c7d9hJcJd"),
    )  # fmt: skip
    actions = (
        Action(2, Move.RAISE, 700), Action(4, CALL), Action(6, FOLD, cause=Cause.CLOCK),
        Action(1, Move.PROTECT, cause=Cause.CLOCK),
        Action(2, Move.BET, 1_000), Action(4, CALL), Action(2, CHECK, cause=Cause.LEFT), Action(4, CHECK),
        Action(2, CHECK, cause=Cause.LEFT), Action(4, Move.BET, 2_000), Action(2, FOLD, cause=Cause.LEFT),
    )  # fmt: skip
    return _finished(setup, actions, viewer=4, play_money=True, currency="PLAY")


def _finished(
    setup: Setup, actions: tuple[Action, ...], *, viewer: int | None, play_money: bool, currency: str
) -> Finished:
    hand = Hand.start(setup)
    for action in actions:
        hand = hand.apply(action)
    assert hand.done and hand.problems() == []
    return Finished(
        number=1042, table="Amber", table_id="amber", size=9, currency=currency, play_money=play_money,
        started=datetime(2026, 11, 30, 23, 5, 9, tzinfo=UTC), setup=setup, actions=actions,
        names={seat.seat: f"player-{seat.seat}" for seat in setup.seats}, viewer=viewer,
    )  # fmt: skip


HANDS = {hand.__name__: hand for hand in (fixed_showdown, no_limit_side_pots, pot_limit_protected)}
WRITERS = {"txt": text, "ohh": ohh, "phh": phh}


@pytest.mark.parametrize("name", HANDS)
@pytest.mark.parametrize("ending", WRITERS)
def test_the_export_is_the_file(name: str, ending: str) -> None:
    assert WRITERS[ending](HANDS[name]()) == (GOLDEN / f"{name}.{ending}").read_text()


def test_who_called_down_and_mucked_is_told_to_players_of_the_hand_only() -> None:
    """R-7.6: another player reads the mucked queens, an observer does not."""
    hand = fixed_showdown()
    for export in WRITERS.values():
        assert "Qh" in export(replace(hand, viewer=2))
        assert "Qh" not in export(replace(hand, viewer=None))


def test_a_folded_hand_is_told_to_its_owner_only() -> None:
    """R-7.6."""
    hand = fixed_showdown()
    for export in WRITERS.values():
        assert "7c" in export(replace(hand, viewer=2))
        assert "7c" not in export(replace(hand, viewer=5))
