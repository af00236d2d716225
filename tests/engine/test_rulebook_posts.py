"""RULES.md 2 and 3 inside a hand: stakes, antes, blinds, short posts, the order of dealing."""

import pytest

from tables.engine.actions import Code, RuleViolation
from tables.engine.cards import split
from tables.engine.events import EventKind
from tables.engine.rules import Game
from tables.engine.setup import Stakes, fixed_stakes
from tests.engine.scenes import bounds, nets, play, pots, refused, scene, setup, turn


@pytest.mark.parametrize(
    ("lower", "small_blind"), [(1000, 500), (1500, 700), (500, 200), (400, 200), (200, 100), (100, 100)]
)
def test_r_2_3_small_blind_is_half_the_lower_limit_down_to_the_chip(lower: int, small_blind: int) -> None:
    """R-2.3: $10/$20 → $5, $15/$30 → $7, $5/$10 → $2, $4/$8 → $2, $2/$4 → $1, at least one chip; in cents."""
    stakes = fixed_stakes(small_bet=lower, chip=100)
    assert (stakes.small_blind, stakes.big_blind, stakes.big_bet) == (small_blind, lower, 2 * lower)


def test_r_2_3_another_fraction_can_be_set() -> None:
    """R-2.3: another small blind can be set per table."""
    assert fixed_stakes(small_bet=1500, chip=100, small_blind=1000).small_blind == 1000


def test_r_2_3_amounts_that_are_no_whole_chips_are_refused() -> None:
    """RULES.md Words: limits and blinds are multiples of the chip."""
    with pytest.raises(RuleViolation) as refusal:
        Stakes(game=Game.NO_LIMIT, chip=100, small_blind=50, big_blind=100)
    assert refusal.value.code is Code.BAD_SETUP


def test_r_2_4_antes_are_dead_and_posted_before_the_blinds() -> None:
    """R-2.4: an ante does not count towards a bet; all antes are posted before the blinds."""
    hand = scene([100, 100, 100], ante=2)
    posted = [(event.seat, event.text) for event in hand.events if event.kind is EventKind.POSTED]
    assert posted == [(1, "ante"), (2, "ante"), (3, "ante"), (1, "small_blind"), (2, "big_blind")]
    assert bounds(hand) == (10, 20, 98)
    assert pots(play(hand, "3f 1c 2k 1k 2k 1k 2k 1k 2k")) == [(26, [1, 2])]


def test_r_2_5_blinds_are_live() -> None:
    """R-2.5: the small blind completes, the big blind may still raise when everybody called."""
    hand = play(scene([100, 100, 100]), "3c 1c")
    assert turn(hand) == 2
    assert hand.legal().check
    assert bounds(hand) == (0, 20, 100)
    assert turn(play(hand, "2r30")) == 3


def test_r_2_6_heads_up_the_button_is_the_small_blind() -> None:
    """R-2.6: heads-up the button acts first before the flop and last after it."""
    hand = scene([100, 100], button=2)
    assert (hand.setup.small_blind, turn(hand)) == (2, 2)
    assert turn(play(hand, "2c 1k")) == 1


def test_r_2_8_posters_are_live_and_act_in_turn_with_all_options() -> None:
    """R-2.8, R-4.1: several may post a big blind; left of the big blind opens, posts don't change that."""
    hand = scene([100, 100, 100, 100, 100], posts={4: (("live", 10),)})
    assert turn(hand) == 3
    hand = play(hand, "3f")
    assert (turn(hand), hand.legal().check, bounds(hand)) == (4, True, (0, 20, 100))
    assert turn(play(hand, "4k 5c 1c")) == 2


def test_r_2_9_a_dead_small_blind_counts_towards_nothing() -> None:
    """R-2.9: the missed small blind is posted dead, the missed big blind live; the dead one stays in the pot."""
    hand = scene([100, 100, 100, 100], posts={4: (("dead", 5), ("live", 10))})
    hand = play(hand, "3c")
    assert bounds(hand) == (0, 20, 95)
    hand = play(hand, "4k 1c 2k 1k 2k 3k 4k 1b10 2f 3f 4f")
    assert pots(hand) == [(45, [1])]
    assert nets(hand) == {1: 35, 2: -10, 3: -10, 4: -15}


def test_r_2_9_a_dead_post_is_main_pot_money() -> None:
    """R-2.9, R-5.2: the dead post is won with the main pot, also by a short all-in."""
    hand = scene([100, 100, 4, 100], posts={4: (("dead", 5), ("live", 10))}, holes={3: "AhAd"}, board="AcKsQs7d2h")
    hand = play(hand, "3c 4k 1c 2k 1k 2k 4k 1k 2k 4k 1k 2k 4k")
    assert pots(hand) == [(21, [1, 2, 3, 4]), (18, [1, 2, 4])]
    assert hand.result.nets[3] == 17


def test_r_2_11_ante_first_then_blind() -> None:
    """R-2.11: a stack of 8 posts the ante of 2 and 6 of the blind; the others owe the full big blind."""
    hand = scene([100, 8, 100], ante=2)
    posted = [(event.seat, event.amount, event.text, event.all_in) for event in hand.events if event.seat == 2]
    assert posted[:2] == [(2, 2, "ante", False), (2, 6, "big_blind", True)]
    assert bounds(hand) == (10, 20, 98)
    assert pots(play(hand, "3c 1c 1k 3k 1k 3k 1k 3k")) == [(24, [1, 2, 3]), (8, [1, 3])]


def test_r_2_11_who_alone_can_bet_owes_no_more_than_the_others_have_in() -> None:
    """R-2.11: big blind all-in for 3, button all-in for 7: the small blind owes 2, not 5, and cannot raise."""
    hand = play(scene([100, 3, 7]), "3c")
    assert turn(hand) == 1
    assert bounds(hand) == (2, None, None)
    assert pots(play(hand, "1c")) == [(9, [1, 2, 3]), (8, [1, 3])]


def test_r_2_11_owing_nothing_there_is_no_turn() -> None:
    """R-2.11: SB 50 against a BB all-in for 20 at 50/100: no decision, 30 go back."""
    hand = scene([20, 1000], blinds=(50, 100), button=2)
    assert hand.done
    assert hand.result.returned == {2: 30}
    assert pots(hand) == [(40, [1, 2])]


def test_r_2_11_everybody_all_in_by_posting() -> None:
    """R-2.11, R-4.10: 2 of the ante and the small blind go back; the board is dealt without a decision."""
    hand = scene([3, 8], ante=5, button=2, holes={1: "AsAd", 2: "KsKd"}, board="2h7c9d3h4s")
    assert hand.done
    assert hand.result.returned == {2: 7}
    assert nets(hand) == {1: 3, 2: -3}


def test_r_4_10_an_ante_nobody_matches_goes_back() -> None:
    """R-4.10: antes 3, 4 and 5 of 5: the fifth chip returns before anything else."""
    hand = scene({1: 3, 2: 50, 3: 4}, ante=5, blinds=(0, 10), small_blind=None, big_blind=1, button=3)
    returned = [(event.seat, event.amount) for event in hand.events if event.kind is EventKind.RETURNED]
    assert returned == [(2, 1)]
    assert pots(hand) == [(9, [1, 2, 3]), (2, [2, 3])]


def test_r_3_1_one_card_at_a_time_from_the_buttons_left_and_a_burn_before_each_street() -> None:
    """R-3.1: the deck's first cards go round once, then again; burns lie before flop, turn and river."""
    hand = scene({2: 100, 5: 100, 9: 100}, button=5)
    cards = split(hand.setup.deck)
    dealt = {event.seat: event.cards for event in hand.events if event.kind is EventKind.DEALT}
    assert list(dealt) == [9, 2, 5]
    assert dealt == {9: cards[0] + cards[3], 2: cards[1] + cards[4], 5: cards[2] + cards[5]}
    hand = play(hand, "5c 9c 2k 9k 2k 5k 9k 2k 5k 9k 2k 5k")
    assert hand.board == "".join((*cards[7:10], cards[11], cards[13]))


def test_r_2_2_a_button_that_is_an_empty_seat_only_sets_the_order() -> None:
    """R-2.7: order counts from the button's left, also when nobody sits there."""
    hand = scene({1: 100, 4: 100, 6: 100}, button=2, small_blind=None, big_blind=4, blinds=(5, 10))
    assert turn(hand) == 6
    assert turn(play(hand, "6c 1c 4k")) == 4


@pytest.mark.parametrize(
    "change",
    [
        {"stacks": [100]},
        {"stacks": [100] * 11},
        {"stacks": [100, 0, 100]},
        {"stacks": [100, 150, 100], "blinds": (100, 200), "chip": 100},
        {"stacks": [100, 100, 100], "big_blind": 7},
        {"stacks": [100, 100, 100], "small_blind": 2},
        {"stacks": [100, 100, 100], "posts": {3: (("live", 0),)}},
        {"stacks": [100, 100, 100], "posts": {2: (("big_blind", 10),)}},
    ],
)
def test_a_setup_the_rules_do_not_allow_is_refused(change: dict) -> None:
    """R-1.1 and Words: 2 to 10 players, whole chips, blinds in dealt seats, no kind of post twice."""
    with pytest.raises((RuleViolation, IndexError, KeyError)) as refusal:
        setup(**change)
    if isinstance(refusal.value, RuleViolation):
        assert refusal.value.code is Code.BAD_SETUP


def test_a_deck_with_a_twin_card_is_refused() -> None:
    """R-3.2: a deck holds each of the 52 cards once."""
    good = setup([100, 100])
    with pytest.raises(RuleViolation) as refusal:
        type(good).load(good.dump(), good.deck[:2] + good.deck[:2] + good.deck[4:])
    assert refusal.value.code is Code.BAD_SETUP


def test_a_third_player_who_sits_down_during_a_hand_is_not_in_it() -> None:
    """No cards, no turn, no show for a seat that was not dealt in."""
    hand = scene({1: 100, 3: 100}, button=3)
    assert refused(hand, "2c") is Code.NOT_YOUR_TURN
    assert hand.put_in(2) == 0
