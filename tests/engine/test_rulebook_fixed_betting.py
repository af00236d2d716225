"""RULES.md 4 for fixed limit: bet sizes, the cap and its lifting, the half-bet rule."""

import pytest

from tables.engine.actions import Code
from tables.engine.hand import Hand
from tables.engine.rules import Game
from tests.engine.scenes import bounds, play, refused, scene, turn


def limit(stacks: list[int], **settings: object) -> Hand:
    """A fixed-limit scene; blinds 8/16 unless said otherwise, so a bet is 16 and half a bet 8."""
    return scene(stacks, game=Game.FIXED, **{"blinds": (8, 16), **settings})


def test_r_4_3_bets_are_the_lower_limit_then_the_upper() -> None:
    """R-4.3: lower limit before and on the flop, upper on turn and river; a raise is the call plus one bet."""
    hand = limit([1000] * 3)
    assert bounds(hand) == (16, 32, 32)
    hand = play(hand, "3c 1c 2k")
    assert bounds(hand) == (0, 16, 16)
    assert bounds(play(hand, "1b16")) == (16, 32, 32)
    hand = play(hand, "1k 2k 3k")
    assert bounds(hand) == (0, 32, 32)
    hand = play(hand, "1b32 2r64")
    assert bounds(hand) == (64, 96, 96)
    assert refused(hand, "3r97") is Code.BAD_AMOUNT


def test_r_4_4_four_bets_with_the_big_blind_as_the_first() -> None:
    """R-4.4: bet, raise, re-raise, cap; then only call or fold; the count resets each street."""
    hand = play(limit([1000] * 3), "3r32 1r48 2r64")
    assert bounds(hand) == (32, None, None)
    assert hand.legal().capped
    assert refused(hand, "3r80") is Code.ILLEGAL_MOVE
    hand = play(hand, "3c 1c 1b16 2r32 3r48 1r64")
    assert bounds(hand) == (32, None, None)
    assert bounds(play(hand, "2c 3c")) == (0, 32, 32)


def test_r_4_4_a_short_big_blind_is_still_bet_one() -> None:
    """R-4.4: the full big blind counts, also when it was posted all-in for less."""
    hand = play(limit([1000, 6, 1000, 1000]), "3r32 4r48 1r64")
    assert bounds(hand) == (32, None, None)
    assert hand.legal().capped


def test_r_4_5_heads_up_the_cap_is_lifted_for_real_money() -> None:
    """R-4.5: two who can act, real money, setting on: no cap."""
    line = "2r32 1r48 2r64"
    assert bounds(play(limit([1000] * 2, button=2, real_money=True), line)) == (16, 80, 80)
    assert play(limit([1000] * 2, button=2), line).legal().capped, "play money"
    assert play(limit([1000] * 2, button=2, real_money=True, rules="24poker"), line).legal().capped, "setting off"
    assert not play(limit([1000] * 2, button=2, real_money=True, rules="betandwin"), line).legal().capped


def test_r_4_5_two_means_two_who_can_act() -> None:
    """R-4.5: a third player who is all-in or has folded does not keep the cap."""
    hand = play(limit([1000, 1000, 32], real_money=True), "3r32 1r48 2r64")
    assert bounds(hand) == (16, 80, 80)
    hand = play(limit([1000, 1000, 1000], real_money=True), "3f 1r32 2r48 1r64 2r80")
    assert bounds(hand) == (16, 96, 96)


def test_r_4_5_a_round_capped_with_more_stays_capped() -> None:
    """R-4.5: capped by three, then one folds: still capped; the next round is free again."""
    hand = play(limit([1000] * 3, real_money=True), "3r32 1r48 2r64 3f")
    assert bounds(hand) == (16, None, None)
    assert hand.legal().capped
    hand = play(hand, "1c 1b16 2r32 1r48 2r64")
    assert bounds(hand) == (16, 80, 80)


def test_r_4_5_tested_when_the_raise_would_be_made() -> None:
    """R-4.5: three bets among three, one folds, then two who can act raise on without a cap."""
    hand = play(limit([1000] * 3, real_money=True), "3r32 1r48 2c 3f")
    assert turn(hand) == 1
    hand = play(limit([1000] * 3, real_money=True), "3r32 1r48 2f 3r64 1r80 3r96")
    assert bounds(hand) == (16, 112, 112)


def flop(stacks: list[int], **settings: object) -> Hand:
    """Everybody limps in to see the flop; seat 1 is first."""
    hand = limit(stacks, **settings)
    while hand.street == "preflop":
        hand = play(hand, f"{turn(hand)}{'k' if hand.legal().check else 'c'}")
    return hand


def test_r_4_8_half_a_bet_or_more_is_a_raise() -> None:
    """R-4.8: $20 round, all-in 15: a bet; the next raise is a full bet on top, to 35; it counts and reopens."""
    hand = flop([1000, 35, 1000, 1000], blinds=(10, 20))
    hand = play(hand, "1k 2b15")
    assert bounds(hand) == (15, 35, 35)
    hand = play(hand, "3c 4c")
    assert (turn(hand), bounds(hand)) == (1, (15, 35, 35))
    assert play(hand, "1r35 3r55 4r75").legal().capped, "the all-in was bet one"


def test_r_4_8_exactly_half_is_enough_and_one_less_is_not() -> None:
    """R-4.8: the border at a bet of 16."""
    reopened = play(flop([1000, 24, 1000]), "1k 2b8 3c")
    assert bounds(reopened) == (8, 24, 24)
    closed = play(flop([1000, 23, 1000]), "1k 2b7 3c")
    assert bounds(closed) == (7, None, None)
    assert not closed.legal().capped


def test_r_4_8_each_all_in_of_half_a_bet_counts_towards_the_cap() -> None:
    """R-4.8, R-4.4: all-in 8 is bet one, all-in 16 over it bet two, then 32 and 48: the cap."""
    hand = play(flop([1000, 24, 32, 1000, 1000]), "1k 2b8 3r16")
    assert bounds(hand) == (16, 32, 32)
    hand = play(hand, "4r32 5r48")
    assert bounds(hand) == (48, None, None)
    assert hand.legal().capped


def test_r_4_8_less_than_half_is_only_action() -> None:
    """R-4.8: checks, then all-in 6: who checked may call or fold, who has not acted may complete to 16."""
    hand = play(flop([1000, 22, 1000, 1000]), "1k 2b6")
    assert bounds(hand) == (6, 16, 16)
    completed = play(hand, "3r16 4c")
    assert (turn(completed), bounds(completed)) == (1, (16, 32, 32)), "completing reopens"
    called = play(hand, "3c 4c")
    assert (turn(called), bounds(called)) == (1, (6, None, None))


def test_r_4_8_completing_counts_once() -> None:
    """R-4.8: the small all-in does not count towards the cap, the completed bet does."""
    hand = play(flop([1000, 22, 1000, 1000]), "1k 2b6 3r16 4r32 1r48 3r64")
    assert hand.legal().capped


def test_r_4_8_before_the_flop() -> None:
    """R-4.8: a limper facing all-in 20 at 16 may only call; SB and BB may complete to 32."""
    hand = play(limit([1000, 1000, 1000, 20]), "3c 4r20")
    assert (turn(hand), bounds(hand)) == (1, (12, 32, 32))
    hand = play(hand, "1c")
    assert (turn(hand), bounds(hand)) == (2, (4, 32, 32))
    hand = play(hand, "2c")
    assert (turn(hand), bounds(hand)) == (3, (4, None, None))


def test_r_4_8_several_small_ones_are_a_raise_together() -> None:
    """R-4.8: $16 round: A bets 16, B all-in 20, C all-in 25 → A faces 9, may raise to 41."""
    hand = play(flop([1000, 36, 41, 1000]), "1b16 2r20 3r25")
    assert (turn(hand), bounds(hand)) == (4, (25, 41, 41)), "who has not acted faces the same raise"
    hand = play(hand, "4c")
    assert (turn(hand), bounds(hand)) == (1, (9, 41, 41))
    assert bounds(play(hand, "1r41")) == (16, 57, 57)


def test_r_4_8_several_small_ones_of_exactly_half_a_bet() -> None:
    """R-4.8: all-in 20 and 24 over 16 make 8 together: a raise for the bettor, to 40; 7 are none."""
    hand = play(flop([1000, 36, 40, 1000]), "1b16 2r20 3r24 4c")
    assert (turn(hand), bounds(hand)) == (1, (8, 40, 40))
    hand = play(flop([1000, 36, 39, 1000]), "1b16 2r20 3r23")
    assert (turn(hand), bounds(hand)) == (4, (23, 32, 32))
    assert bounds(play(hand, "4c")) == (7, None, None)


def test_r_4_8_several_small_ones_only_for_whom_they_add_up() -> None:
    """R-4.8: who called the first small all-in faces only the second, 5 of 16: call or fold."""
    hand = play(flop([1000, 36, 1000, 41, 1000]), "1b16 2r20 3c 4r25 5f")
    assert (turn(hand), bounds(hand)) == (1, (9, 41, 41))
    hand = play(hand, "1c")
    assert (turn(hand), bounds(hand)) == (3, (5, None, None))


def test_r_4_8_small_ones_that_are_a_raise_count_towards_the_cap() -> None:
    """R-4.8, R-4.4: for whom they are a raise, they are one of the four bets."""
    hand = play(flop([1000, 1000, 1000, 68, 73]), "1b16 2r32 3r48 4r52 5r57")
    assert (turn(hand), bounds(hand)) == (1, (41, None, None))
    assert hand.legal().capped


def test_r_4_8_after_a_full_raise_a_small_one_keeps_the_size() -> None:
    """R-4.8: bet 16, raise 32, all-in 36: the bettor has not acted since the raise and may complete to 48."""
    hand = play(flop([1000, 1000, 52]), "1b16 2r32 3r36")
    assert (turn(hand), bounds(hand)) == (1, (20, 48, 48))
    assert bounds(play(hand, "1c")) == (4, None, None)


@pytest.mark.parametrize("preset", ["24poker", "allin", "cardroom", "betandwin", "house"])
def test_r_4_4_the_cap_is_the_same_in_all_presets(preset: str) -> None:
    """R-4.4: with three who can act the cap stands everywhere."""
    hand = play(limit([1000] * 3, rules=preset, real_money=True), "3r32 1r48 2r64")
    assert hand.legal().capped
