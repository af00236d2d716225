"""RULES.md 6 inside a hand: the disconnect all-in ("protected") and what an expired turn becomes."""

import pytest

from tables.engine import views
from tables.engine.actions import Action, Cause, Code, Move, RuleViolation
from tables.engine.answers import Legal
from tables.engine.events import EventKind
from tables.engine.expiry import leaving, on_expiry
from tables.engine.rules import Game, preset
from tests.engine.scenes import bounds, kinds, nets, play, pots, scene, turn


def test_r_6_4_the_example_of_the_rule() -> None:
    """R-6.4: A raises to 40, SB calls, BB protected for 10; flop A bets 60, SB folds: 60 back, side 60, main 30."""
    hand = scene([500, 500, 500], holes={3: "AsAd", 2: "KsKd"}, board="2h7c9d3h4s")
    hand = play(hand, "3r40 1c 2p")
    assert (hand.street, turn(hand)) == ("flop", 1)
    hand = play(hand, "1k 3b60 1f")
    assert hand.done
    assert pots(hand) == [(30, [2, 3]), (60, [3])]
    assert hand.result.returned == {3: 60}
    assert nets(hand) == {1: -40, 2: -10, 3: 50}
    assert "shown 2" in kinds(hand)
    assert "shown 3" in kinds(hand)


def test_r_6_4_the_protected_player_can_win_the_pot_he_paid_into_and_no_other() -> None:
    """R-6.4: the same hand won by the protected big blind: main 30 to him, side 60 to A, his chips behind untouched."""
    hand = scene([500, 500, 500], holes={2: "AsAd", 3: "KsKd"}, board="2h7c9d3h4s")
    hand = play(hand, "3r40 1c 2p 1k 3b60 1f")
    assert nets(hand) == {1: -40, 2: 20, 3: 20}
    assert hand.result.stacks[2] == 520


def test_r_6_4_heads_up_small_blind_protected_for_5() -> None:
    """R-6.4: 5 goes back to the big blind, pot 10, and the board is run out."""
    hand = play(scene([500, 500], button=2), "2p")
    assert hand.done
    assert hand.result.returned == {1: 5}
    assert pots(hand) == [(10, [1, 2])]


def test_r_6_4_several_protected_players_are_each_their_own_layer() -> None:
    """R-6.4: protected for 5, 10 and 30 of a bet of 60 between two others."""
    hand = play(scene([500, 500, 500, 500, 500]), "3r30 4r60 5c 1p 2p 3p")
    assert (hand.street, turn(hand)) == ("flop", 4)
    hand = play(hand, "4k 5k 4k 5k 4k 5k")
    assert pots(hand) == [(25, [1, 2, 3, 4, 5]), (20, [2, 3, 4, 5]), (60, [3, 4, 5]), (60, [4, 5])]


def test_r_6_4_nobody_wins_by_default_against_a_protected_player() -> None:
    """R-6.4: all others fold, one is protected: no winner without a showdown."""
    hand = play(scene([500, 500, 500]), "3r40 1f 2p")
    assert hand.done
    assert hand.result.showdown
    assert pots(hand) == [(25, [2, 3])]
    assert hand.result.returned == {3: 30}


def test_r_5_4_a_player_left_alone_with_a_protected_one_has_nothing_to_decide() -> None:
    """R-5.4, R-6.4: poster protected, small blind folds: the big blind owes nothing, the board is run out."""
    hand = play(scene([500, 500, 500], posts={3: (("live", 10),)}), "3p 1f")
    assert kinds(hand)[:3] == ["fold 1", "shown 2", "shown 3"]
    assert pots(hand) == [(25, [2, 3])]


def test_r_6_4_later_bets_never_touch_him_and_he_has_no_further_turn() -> None:
    """R-6.4: the others bet on; his total stays, he is never asked again."""
    hand = play(scene([500, 500, 500]), "3c 1c 2p 1b50 3r150 1c 1b100")
    assert turn(hand) == 3
    assert hand.put_in(2) == 10
    assert views.public(hand)["seats"]["2"] == {"stack": 490, "bet": 0, "status": "protected", "cards": "????"}


def test_r_6_4_this_round_included() -> None:
    """R-6.4: protected after having bet 20 of 60 on the flop: for 10 + 20 in all."""
    hand = play(scene([500, 500, 500]), "3c 1c 2k 1b20 2r60 3c 1p")
    assert hand.put_in(1) == 30
    hand = play(hand, "2k 3k 2k 3k")
    assert pots(hand) == [(90, [1, 2, 3]), (80, [2, 3])]


def test_r_6_4_fixed_limit_counts_two_who_can_act() -> None:
    """R-4.5, R-6.4: a protected player cannot act, so the cap is lifted for the two others."""
    hand = scene([500] * 3, game=Game.FIXED, blinds=(5, 10), real_money=True)
    hand = play(hand, "3r20 1r30 2p 3r40")
    assert bounds(hand) == (10, 50, 50)


def test_r_6_4_needs_money_in_the_pots() -> None:
    """R-6.4, R-6.5: with nothing put in nobody is protected."""
    hand = scene([500] * 3)
    with pytest.raises(RuleViolation) as refusal:
        hand.apply(Action(3, Move.PROTECT, cause=Cause.CLOCK))
    assert refusal.value.code is Code.ILLEGAL_MOVE
    assert turn(play(scene([500] * 3, ante=1), "3p")) == 1, "an ante counts"


def test_r_6_4_a_player_cannot_protect_himself() -> None:
    """R-6.4: protection is the room's move for an expired turn, never a player's."""
    hand = play(scene([500] * 3), "3c")
    with pytest.raises(RuleViolation) as refusal:
        hand.apply(Action(1, Move.PROTECT))
    assert refusal.value.code is Code.ILLEGAL_MOVE
    with pytest.raises(RuleViolation) as refusal:
        hand.apply(Action(2, Move.PROTECT, cause=Cause.CLOCK))
    assert refusal.value.code is Code.NOT_YOUR_TURN


def test_r_6_4_the_event_says_for_what() -> None:
    """R-6.4: the log tells who was protected, for which total of the round, and why."""
    hand = play(scene([500] * 3), "3c 1p")
    (event,) = hand.events
    assert (event.kind, event.seat, event.to, event.cause) == (EventKind.PROTECTED, 1, 5, Cause.CLOCK)


CHECK = Legal(1, 0, 0, True, 10, 100, "bet", False)
FACING = Legal(1, 0, 20, False, 40, 100, "raise", False)


@pytest.mark.parametrize("name", ["24poker", "allin", "cardroom", "betandwin"])
@pytest.mark.parametrize("legal", [CHECK, FACING])
def test_r_6_3_time_out_while_connected_folds(name: str, legal: Legal) -> None:
    """R-6.3: time runs out, player connected → folded, in the four seed presets also where checking is free."""
    move = on_expiry(preset(name), legal=legal, connected=True, allowance_left=2, revoked=False, has_paid=True)
    assert move is Move.FOLD


def test_r_6_3_house_checks_while_checking_is_free() -> None:
    """R-6.3: the house preset does not fold what costs nothing."""
    house = preset("house")
    for connected in (True, False):
        args = {"connected": connected, "allowance_left": 0, "revoked": False, "has_paid": True}
        assert on_expiry(house, legal=CHECK, **args) is Move.CHECK
        assert on_expiry(house, legal=FACING, **args) is Move.FOLD


@pytest.mark.parametrize(
    ("name", "at_check", "facing"),
    [
        ("24poker", Move.PROTECT, Move.PROTECT),
        ("allin", Move.PROTECT, Move.PROTECT),
        ("cardroom", Move.FOLD, Move.FOLD),
        ("betandwin", Move.PROTECT, Move.PROTECT),
        ("house", Move.CHECK, Move.PROTECT),
    ],
)
def test_r_6_5_disconnected(name: str, at_check: Move, facing: Move) -> None:
    """R-6.5: house uses nothing until he faces a bet; the others protect (or fold) at the first expiry."""
    args = {"connected": False, "allowance_left": 1, "revoked": False, "has_paid": True}
    assert on_expiry(preset(name), legal=CHECK, **args) is at_check
    assert on_expiry(preset(name), legal=FACING, **args) is facing


@pytest.mark.parametrize(
    "lack", [{"allowance_left": 0}, {"revoked": True}, {"has_paid": False}, {"allowance_left": 0, "revoked": True}]
)
@pytest.mark.parametrize("name", ["24poker", "allin", "betandwin", "house"])
def test_r_6_5_without_allowance_or_money_in_he_is_folded(name: str, lack: dict) -> None:
    """R-6.5: used up, revoked, or nothing put in → folded, with no claim."""
    args = {"connected": False, "allowance_left": 2, "revoked": False, "has_paid": True} | lack
    assert on_expiry(preset(name), legal=FACING, **args) is Move.FOLD


def test_r_1_7_who_left_is_checked_when_free_and_folded_otherwise() -> None:
    """R-1.7: never folded out of money nobody contests."""
    assert leaving(CHECK) is Move.CHECK
    assert leaving(FACING) is Move.FOLD
    hand = play(scene([500, 500, 40], holes={3: "AsAd"}, board="2h7c9d3h4s"), "3r40 1c 2c")
    hand = hand.apply(Action(1, leaving(hand.legal()), cause=Cause.LEFT))
    assert turn(hand) == 2
    assert hand.events[0].cause is Cause.LEFT
