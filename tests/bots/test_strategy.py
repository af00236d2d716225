"""House bots play plausibly: always legal, strong hands more than weak ones, never for nothing."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables.bots.dice import Dice
from tables.bots.spot import Spot, spot_of
from tables.bots.strategy import Temper, decide, points, temper, win_chance
from tables.engine.actions import Move
from tables.engine.cards import DECK
from tests.bots.spots import seat, spot, view

CALM = Temper(loose=0, bold=65, sly=8)


def moves(each: Spot, *, times: int = 60) -> Counter[Move]:
    """How often each move is chosen in the same spot."""
    dice = Dice(b"moves")
    return Counter(decide(each, CALM, dice).move for _ in range(times))


@st.composite
def spots(draw: st.DrawFn) -> Spot:
    """Any decision a table can ask for, at any game."""
    cards = draw(st.permutations(DECK))
    fixed = draw(st.booleans())
    bet = draw(st.sampled_from([0, 400, 800, 3000]))
    own_bet = draw(st.integers(0, bet // 100)) * 100
    stack = draw(st.integers(1, 200)) * 100
    call = min(bet - own_bet, stack)
    low = high = None
    if stack > call and draw(st.booleans()):
        high = own_bet + stack
        low = min(bet + 400, high)
        high = low if fixed else high
    return spot(
        hole="".join(cards[:2]), board="".join(cards[2 : 2 + draw(st.sampled_from([0, 3, 4, 5]))]), fixed=fixed,
        bet=bet, own_bet=own_bet, stack=stack, call=call, low=low, high=high,
        pot=bet + draw(st.integers(1, 50)) * 100, opponents=draw(st.integers(1, 9)),
    )  # fmt: skip


@given(each=spots(), seed=st.binary(max_size=4))
def test_every_decision_is_one_the_table_offers(each: Spot, seed: bytes) -> None:
    """R-4.2, R-4.11: a bot never sends what would be refused, and never folds for nothing."""
    dice = Dice(seed)
    decision = decide(each, temper(dice), dice)
    if decision.move in {Move.BET, Move.RAISE}:
        assert each.low is not None and each.high is not None and decision.to is not None
        assert each.low <= decision.to <= each.high
        assert decision.to % each.chip == 0
        assert (decision.move is Move.BET) == (each.bet == 0)
    else:
        assert decision.to is None
        assert decision.move in ({Move.CALL, Move.FOLD} if each.call else {Move.CHECK})


def test_the_same_dice_decide_the_same() -> None:
    first = [decide(spot(), CALM, Dice(bytes([number]))) for number in range(30)]
    assert first == [decide(spot(), CALM, Dice(bytes([number]))) for number in range(30)]
    assert len(set(first)) > 1


def test_points_put_the_usual_hands_in_the_usual_order() -> None:
    ladder = ["AsAd", "KsKd", "QsQd", "AsKs", "AsKd", "KsQd", "9s8s", "2s2d", "Qs7d", "7s2d"]
    worth = [points(hole) for hole in ladder]
    assert worth == sorted(worth, reverse=True)
    assert points("KdAs") == points("AsKd")


def test_points_know_that_an_ace_is_also_low_only_by_its_height() -> None:
    assert points("As2s") < points("AsTs")


@pytest.mark.parametrize("hole", ["7s2d", "8s3d", "9h2c"])
def test_rubbish_is_folded_to_a_raise_before_the_flop(hole: str) -> None:
    assert moves(spot(hole=hole, bet=800, call=800, pot=1400)).most_common(1)[0][0] is Move.FOLD


def test_aces_are_raised_before_the_flop_and_never_folded() -> None:
    for bet in (400, 800, 1200, 1600):
        chosen = moves(spot(hole="AsAd", bet=bet, call=bet, pot=3 * bet))
        assert chosen[Move.FOLD] == 0
        assert chosen[Move.RAISE] > 30


def test_the_big_blind_never_folds_for_nothing() -> None:
    chosen = moves(spot(hole="7s2d", bet=400, own_bet=400, call=0))
    assert chosen[Move.FOLD] == 0


def test_the_nuts_are_never_folded_and_mostly_raised_on_the_river() -> None:
    chosen = moves(spot(hole="AsKs", board="QsJsTs2d3c", pot=4000, opponents=2))
    assert chosen[Move.FOLD] == 0
    assert chosen[Move.RAISE] > 25


def test_nothing_on_the_river_folds_to_a_bet_the_size_of_the_pot() -> None:
    chosen = moves(spot(hole="7c2d", board="QsJsTs9d3c", pot=800, call=400, opponents=2))
    assert chosen[Move.FOLD] > 50


def test_a_flush_draw_calls_at_good_odds() -> None:
    chosen = moves(spot(hole="9s8s", board="AsKs2d", pot=4000, call=200, bet=200, opponents=1))
    assert chosen[Move.FOLD] == 0


def test_a_middling_hand_does_not_commit_its_stack_at_no_limit() -> None:
    shove = spot(
        hole="9s8d", board="9h4c2d", pot=3000, call=0, bet=0, low=2000, high=2400, stack=2400, fixed=False, opponents=3
    )
    for decision in (decide(shove, CALM, Dice(bytes([number]))) for number in range(60)):
        assert decision.move is Move.CHECK or decision.to == 2400


def test_win_chance_knows_made_hands_draws_and_company() -> None:
    dice = Dice(b"chance")
    nuts = win_chance(spot(hole="AsKs", board="QsJsTs", call=0, opponents=3), dice)
    draw = win_chance(spot(hole="9s8s", board="AsKs2d", call=0, opponents=1), dice)
    blank = win_chance(spot(hole="7h3d", board="AsKs2d", call=0, opponents=1), dice)
    crowd = win_chance(spot(hole="7h3d", board="AsKs2d", call=0, opponents=4), dice)
    assert nuts == 1.0
    assert draw > blank > crowd


def test_a_spot_is_read_only_on_the_own_turn() -> None:
    playing = view(
        seat(1, stack=900, bet=100), seat(2), seat(3, status="folded"),
        hand={"number": 7, "street": "preflop", "board": "", "bet": 200, "pot": 300,
              "turn": {"no": 3, "seat": 1, "call": 100, "min": 400, "max": 400}},
    )  # fmt: skip
    own = spot_of(playing, {"cards": "AsKd"}, 1)
    assert own is not None
    assert (own.call, own.low, own.high, own.stack, own.own_bet, own.opponents) == (100, 400, 400, 900, 100, 1)
    assert own.fixed and own.raises == 0
    assert spot_of(playing, {"cards": "AsKd"}, 2) is None
    assert spot_of(playing, {}, 1) is None
    assert spot_of(view(seat(1)), {"cards": "AsKd"}, 1) is None
