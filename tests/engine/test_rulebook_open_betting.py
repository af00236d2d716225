"""RULES.md 4 for pot and no limit, and what holds for every game: turns, options, refusals."""

import pytest

from tables.engine.actions import Action, Code, Move, RuleViolation
from tables.engine.events import EventKind
from tables.engine.rules import Game
from tests.engine.scenes import bounds, nets, play, pots, refused, scene, turn


def test_r_4_1_left_of_the_big_blind_opens_then_left_of_the_button() -> None:
    """R-4.1: first round left of the big blind; later rounds the first live player left of the button."""
    hand = scene([100] * 5)
    assert turn(hand) == 3
    hand = play(hand, "3c 4c 5c 1f 2k")
    assert turn(hand) == 2
    assert turn(play(hand, "2f")) == 3


def test_r_4_2_options() -> None:
    """R-4.2: nothing bet: check, bet, fold; facing a bet: call, raise, fold; never the other word."""
    hand = scene([100] * 3)
    assert refused(hand, "3k") is Code.ILLEGAL_MOVE
    assert refused(hand, "3b20") is Code.ILLEGAL_MOVE
    flop = play(hand, "3c 1c 2k")
    assert refused(flop, "1c") is Code.ILLEGAL_MOVE
    assert refused(flop, "1r20") is Code.ILLEGAL_MOVE
    assert flop.legal().word == "bet"
    check_raised = play(flop, "1k 2b10 3c 1r40")
    assert turn(check_raised) == 2
    assert turn(play(flop, "1f")) == 2, "folding is allowed where checking is free"


def test_r_4_6_pot_limit_first_to_act_at_5_10_may_raise_to_35() -> None:
    """R-4.6: the pot after the call is 25, so a raise to 35; the minimum is 20."""
    hand = scene([500] * 3, game=Game.POT)
    assert bounds(hand) == (10, 20, 35)
    assert refused(hand, "3r36") is Code.BAD_AMOUNT
    hand = play(hand, "3r35")
    assert bounds(hand) == (30, 60, 115)


def test_r_4_6_pot_limit_counts_antes_and_dead_posts() -> None:
    """R-4.6: all chips in the middle count: 15 in blinds, 6 in antes, 5 dead, the call of 10."""
    hand = scene([500] * 3, game=Game.POT, ante=2, posts={3: (("dead", 5),)})
    assert bounds(hand) == (10, 20, 46)


def test_r_4_6_pot_limit_bet_after_the_flop() -> None:
    """R-4.6: an opening bet is at least the big blind and at most the pot."""
    hand = play(scene([500] * 3, game=Game.POT), "3c 1c 2k")
    assert bounds(hand) == (0, 10, 30)
    assert bounds(play(hand, "1b30")) == (30, 60, 120)


def test_r_4_7_no_limit_minimum_raise_is_the_last_full_raise() -> None:
    """R-4.7: 100 → 300, then at least 500, whatever the big blind; the maximum is the stack."""
    hand = play(scene([2000] * 3), "3r100 1r300")
    assert bounds(hand) == (290, 500, 2000)
    flop = play(scene([2000] * 3), "3c 1c 2k")
    assert bounds(flop) == (0, 10, 1990)


def test_r_4_7_a_stack_below_the_minimum_may_still_go_all_in() -> None:
    """R-4.7, R-5.1: less than a minimum raise is possible all-in, and nothing in between."""
    hand = play(scene([2000, 2000, 2000, 350]), "3r200")
    assert bounds(hand) == (200, 350, 350)
    assert refused(hand, "4r300") is Code.BAD_AMOUNT


def test_r_4_8_short_all_ins_reopen_when_they_add_up() -> None:
    """R-4.8: A 100, B all-in 150, C calls, D all-in 210: A may raise (to at least 310), C may not."""
    hand = play(scene([2000, 160, 2000, 220, 2000, 2000]), "3c 4c 5c 6f 1c 2k")
    hand = play(hand, "1b100 2r150 3c 4r210 5f")
    assert turn(hand) == 1
    assert bounds(hand) == (110, 310, 1990)
    hand = play(hand, "1c")
    assert turn(hand) == 3
    assert bounds(hand) == (60, None, None)
    assert refused(hand, "3r400") is Code.ILLEGAL_MOVE


def test_r_4_8_who_has_not_acted_may_always_raise() -> None:
    """R-4.8: a short all-in closes nothing to a player still to act."""
    hand = play(scene([2000, 160, 2000, 2000]), "3c 4c 1c 2k 1b100 2r150")
    assert turn(hand) == 3
    assert bounds(hand) == (150, 250, 1990)


def test_r_4_8_a_full_raise_reopens_to_everybody() -> None:
    """R-4.8: an all-in of a full raise reopens the betting."""
    hand = play(scene([2000, 210, 2000]), "3c 1c 2k 1b100 2r200 3f")
    assert refused(play(scene([2000, 210, 2000]), "3c 1c 2k 1b100 2r200 3c"), "1r299") is Code.BAD_AMOUNT
    assert turn(hand) == 1
    assert bounds(hand) == (100, None, None), "with nobody left who can act there is nothing to raise"


def test_r_4_8_short_opening_bet() -> None:
    """R-4.8: all-in 60 at big blind 100: minimum raise to 160; who has checked may only call or fold."""
    hand = scene([5000, 160, 5000, 5000], blinds=(50, 100))
    hand = play(hand, "3c 4c 1c 2k 1k 2b60")
    assert bounds(hand) == (60, 160, 4900)
    hand = play(hand, "3c 4c")
    assert turn(hand) == 1
    assert bounds(hand) == (60, None, None)


def test_r_4_8_forced_posts_are_not_acting() -> None:
    """R-4.8: big blind and posters have not acted when a short all-in reaches them."""
    hand = scene([500, 500, 14, 500], posts={4: (("live", 10),)})
    hand = play(hand, "3r14")
    assert bounds(hand) == (4, 24, 500)
    assert bounds(play(hand, "4c 1c")) == (4, 24, 500)


def test_r_4_9_a_round_ends_when_all_have_matched_and_had_their_turn() -> None:
    """R-4.9: the raiser does not act again when all have called."""
    hand = play(scene([500] * 3), "3c 1r30 2c")
    assert (turn(hand), hand.street) == (3, "preflop")
    hand = play(hand, "3c")
    assert (turn(hand), hand.street, len(hand.board)) == (1, "flop", 6)


def test_r_4_10_the_uncalled_part_goes_back_and_is_never_in_a_pot() -> None:
    """R-4.10: A has 98, all-in; B calls with 102 → 4 returned, pot 196."""
    hand = play(scene([102, 98], button=2), "2c 1r102 2c")
    assert hand.result.returned == {1: 4}
    assert pots(hand) == [(196, [1, 2])]


def test_r_4_10_folded_totals_count() -> None:
    """R-4.10: A raises to 40, B called 25 and folded to more: only what is above B's total goes back."""
    hand = play(scene([500] * 3), "3r25 1f 2r100 3f")
    assert hand.result.returned == {2: 75}
    assert pots(hand) == [(55, [2])]


def test_r_4_10_also_when_the_highest_total_was_folded() -> None:
    """R-4.10: a poster of 10 folds, nobody matched it: 5 go back to him, the blinds' 8 and his 5 are the pot."""
    hand = scene([100, 3, 100, 100], posts={4: (("live", 10),)})
    hand = play(hand, "3f 4f 1f")
    assert hand.result.returned == {4: 5}
    assert nets(hand) == {1: -5, 2: 10, 3: 0, 4: -5}


def test_r_4_10_a_walk_without_small_blind_leaves_nothing_to_win() -> None:
    """R-4.10: all fold to the big blind, no small blind: the whole blind is uncalled."""
    hand = play(scene([100] * 3, small_blind=None), "3f 1f")
    assert pots(hand) == []
    assert nets(hand) == {1: 0, 2: 0, 3: 0}
    assert hand.result.returned == {2: 10}


@pytest.mark.parametrize("to", [None, True, 19, 501, -20, 0, 2**63, -(2**31), "20", 20.0])
def test_r_4_11_what_is_out_of_range_is_refused_never_adjusted(to: object) -> None:
    """R-4.11: nothing is clamped; the hand stays as it was."""
    hand = scene([500] * 3)
    with pytest.raises(RuleViolation) as refusal:
        hand.apply(Action(3, Move.RAISE, to))
    assert refusal.value.code is Code.BAD_AMOUNT
    assert bounds(hand) == (10, 20, 500)
    assert hand.state.stacks == [495, 490, 500]


@pytest.mark.parametrize("move", [Move.FOLD, Move.CALL])
def test_r_4_11_moves_without_an_amount_have_none(move: Move) -> None:
    """R-4.11: a call or fold with an amount is refused, not read as something else."""
    with pytest.raises(RuleViolation) as refusal:
        scene([500] * 3).apply(Action(3, move, 10))
    assert refusal.value.code is Code.BAD_AMOUNT


def test_r_4_11_bets_are_whole_chips() -> None:
    """RULES.md Words: bets are multiples of the chip, also in range."""
    hand = scene([50_000] * 3, blinds=(500, 1000), chip=100)
    assert refused(hand, "3r2550") is Code.BAD_AMOUNT
    assert turn(play(hand, "3r2500")) == 1


def test_r_4_11_only_in_turn_and_only_once() -> None:
    """R-4.11: another seat is refused, so is the same decision again."""
    hand = scene([500] * 3)
    assert refused(hand, "1c") is Code.NOT_YOUR_TURN
    after = hand.apply(Action(3, Move.RAISE, 20), turn=0)
    with pytest.raises(RuleViolation) as refusal:
        after.apply(Action(3, Move.RAISE, 20), turn=0)
    assert refusal.value.code is Code.STALE_TURN
    assert after.legal().no == 1


def test_r_4_11_nothing_is_accepted_after_the_end() -> None:
    """R-4.11: folds and calls after the hand change nothing, the pot is paid once."""
    hand = play(scene([500] * 3), "3f 1f")
    assert hand.done
    for token in ("3f", "1f", "2c", "2k"):
        assert refused(hand, token) is Code.NOT_YOUR_TURN
    assert nets(hand) == {1: -5, 2: 5, 3: 0}


def test_r_4_12_who_folds_has_no_claim() -> None:
    """R-4.12: the best hand folded; its chips stay."""
    hand = scene([500] * 3, holes={3: "AsAd", 1: "2c7d", 2: "2d7h"}, board="AcAhKsQd9h")
    hand = play(hand, "3r50 1c 2c 1b100 2c 3f 1k 2k 1k 2k")
    assert nets(hand) == {1: 25, 2: 25, 3: -50}


def test_events_tell_amount_total_and_all_in() -> None:
    """A log needs nothing else: what the action put in, the total of the round, and that nothing is left."""
    hand = play(scene([500, 500, 60]), "3r60")
    (event,) = hand.events
    assert (event.kind, event.seat, event.amount, event.to, event.all_in) == (EventKind.RAISE, 3, 60, 60, True)
    (event,) = play(hand, "1c").events
    assert (event.kind, event.amount, event.to, event.all_in) == (EventKind.CALL, 55, 60, False)
