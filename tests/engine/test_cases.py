"""Pots and betting: hands that went wrong in other rooms."""

import pytest

from tables.engine.actions import Action, Code, Move, RuleViolation
from tables.engine.expiry import leaving
from tables.engine.hand import replay
from tables.engine.rake import RakeTerms
from tables.engine.rules import Game
from tables.engine.state import Status
from tests.engine.scenes import ROYAL, bounds, nets, play, pots, refused, scene, setup, turn


def test_layers_with_the_same_claimants_are_one_pot() -> None:
    """Case 1: three all-in for 10,000 tie, two folded 100 and 200: 30,300 pays 10,100 each."""
    hand = scene([10_000] * 5, blinds=(100, 200), board=ROYAL)
    hand = play(hand, "3r10000 4c 5c 1f 2f")
    assert pots(hand) == [(30_300, [3, 4, 5])]
    assert hand.result.pots[0].shares == {3: 10_100, 4: 10_100, 5: 10_100}


def test_main_pot_to_the_all_in_side_pot_to_the_better_of_the_others() -> None:
    """Case 2: BTN all-in 100, SB and BB call; 200 on the flop; BTN best: main 300, side 400 to SB."""
    hand = scene([1000, 1000, 100], holes={3: "AsAd", 1: "KsKd", 2: "QsQd"}, board="2h7c9dJs4s")
    hand = play(hand, "3r100 1c 2c 1b200 2c 1k 2k 1k 2k")
    assert nets(hand) == {1: 100, 2: -300, 3: 200}


def test_who_folds_after_side_pots_exist_leaves_all_of_them() -> None:
    """Case 2: BB has the best hand of all but folds the turn: nothing of main or side is his."""
    hand = scene([1000, 1000, 100], holes={2: "AsAd", 1: "KsKd", 3: "QsQd"}, board="2h7c9dJs4s")
    hand = play(hand, "3r100 1c 2c 1b200 2c 1b300 2f")
    assert nets(hand) == {1: 400, 2: -300, 3: -100}


def test_what_nobody_matched_returns_and_is_not_a_win() -> None:
    """Case 3: 98 against 102: 4 back, pot 196; a shove all fold to wins only the blinds."""
    hand = play(scene([98, 102], button=2), "2r102 1c")
    assert (hand.result.returned, pots(hand)) == ({2: 4}, [(196, [1, 2])])
    shove = play(scene([500] * 3), "3r500 1f 2f")
    assert shove.result.stacks[3] == 515
    assert [event.amount for event in shove.events if event.kind == "pot_won"] == [25]
    assert shove.result.paid == {1: 5, 2: 10, 3: 10}


def test_a_three_way_all_in_tie_pays_every_winner() -> None:
    """Case 4: two of three tie: both are paid."""
    hand = scene([60, 60, 60], holes={1: "AsKd", 2: "AdKs", 3: "2c7d"}, board="QhJc9d5s4s")
    hand = play(hand, "3r60 1c 2c")
    assert hand.result.pots[0].shares == {1: 90, 2: 90}


@pytest.mark.parametrize(
    ("breakage", "accusation"),
    [
        (lambda state: state.stacks.__setitem__(0, state.stacks[0] + 1), "chips are conserved"),
        (lambda state: state.bets.__setitem__(0, -5), "no stack, bet or pot is negative"),
        (lambda state: setattr(state, "middle", 3), "the middle is what was put in"),
        (lambda state: state.status.__setitem__(0, Status.FOLDED), "counts of players are right"),
        (lambda state: setattr(state, "turn", -1), "one actor or a result"),
        (lambda state: setattr(state, "dead", 50), "amounts are whole chips"),
    ],
)
def test_a_broken_hand_accuses_itself(breakage, accusation: str) -> None:
    """Case 4: problems() names what is wrong, so the room can void the hand instead of going on."""
    hand = scene([1000] * 3, blinds=(100, 200), chip=100)
    breakage(hand.state)
    assert accusation in hand.problems()


def test_a_wrong_payout_accuses_itself() -> None:
    """Case 4: a pot that is not rake plus shares is found after the end too."""
    hand = play(scene([1000] * 3), "3f 1f")
    assert hand.problems() == []
    hand.result.pots[0].shares[2] += 1
    assert "the pots are paid exactly" in hand.problems()


def test_odd_chips() -> None:
    """Case 5: the odd chip of 25 goes to the first winner left of the button, never to the folded small blind."""
    hand = scene([100] * 3, board=ROYAL)
    hand = play(hand, "3c 1f 2k 2k 3k 2k 3k 2k 3k")
    assert hand.result.pots[0].shares == {2: 13, 3: 12}


def test_short_all_in_does_not_reopen_to_the_caller() -> None:
    """Case 6: 1/2, SB 19, BB 200, UTG 16, BTN 200: BTN may call 3 or fold; BB could have raised, minimum to 33."""
    hand = scene([19, 200, 16, 200], blinds=(1, 2))
    hand = play(hand, "3r16 4c 1r19")
    assert bounds(hand) == (17, 33, 200)
    hand = play(hand, "2c")
    assert turn(hand) == 4
    assert bounds(hand) == (3, None, None)
    assert refused(hand, "4r200") is Code.ILLEGAL_MOVE
    assert play(hand, "4f").done, "nobody is left to bet against"


def test_the_small_blind_must_still_decide() -> None:
    """Case 7: heads-up SB raises to 180, BB shoves 1,880: SB is to act."""
    hand = play(scene([1880, 1880], blinds=(10, 20), button=2), "2r180 1r1880")
    assert turn(hand) == 2
    assert bounds(hand) == (1700, None, None)


def test_the_big_blind_has_the_option() -> None:
    """Case 8: CO and BTN fold, SB completes: BB may check or raise."""
    hand = play(scene([500] * 4), "3f 4f 1c")
    assert (turn(hand), hand.legal().check, bounds(hand)) == (2, True, (0, 20, 500))


def test_no_raise_after_the_cap_and_a_new_count_each_street() -> None:
    """Case 9: refused on the server, whatever the button shows; the flop starts at none."""
    hand = play(scene([1000] * 3, game=Game.FIXED), "3r20 1r30 2r40")
    assert refused(hand, "3r50") is Code.ILLEGAL_MOVE
    hand = play(hand, "3c 1c 1b10 2r20 3r30 1r40")
    assert refused(hand, "2r50") is Code.ILLEGAL_MOVE


def test_the_small_blind_against_an_all_in_big_blind() -> None:
    """Case 10: 10/20, SB 1,980 and BB exactly 20: fold or call 10; SB 50 against BB all-in 20: no decision."""
    hand = scene([20, 1980], blinds=(10, 20), button=2)
    assert (turn(hand), bounds(hand)) == (2, (10, None, None))
    assert refused(hand, "2r40") is Code.ILLEGAL_MOVE
    hand = scene([20, 1980], blinds=(50, 100), button=2)
    assert hand.done
    assert hand.result.returned == {2: 30}


def test_minimum_raise_after_100_to_300_is_500() -> None:
    """Case 11: whatever the big blind."""
    for blinds in ((1, 2), (5, 10), (50, 100)):
        hand = play(scene([5000] * 3, blinds=blinds), "3c 1c 2k 1b100 2r300")
        assert bounds(hand)[1] == 500


def test_nothing_is_clamped_and_nothing_turned_into_a_fold() -> None:
    """Case 12: refusals leave the same decision open, with the same options."""
    hand = scene([500] * 3)
    before = hand.legal()
    for token in ("3r15", "3r501", "3r19", "3r0", "3k", "3b20"):
        assert refused(hand, token) in (Code.BAD_AMOUNT, Code.ILLEGAL_MOVE)
        assert hand.legal() == before


def test_who_leaves_is_checked_not_folded_out_of_uncontested_money() -> None:
    """Case 13: A leaves with 300 in a side pot he faces no bet for: his move is a check."""
    hand = play(scene([1000, 1000, 100]), "3r100 1r400 2c")
    assert turn(hand) == 1
    assert leaving(hand.legal()) is Move.CHECK
    assert leaving(play(hand, "1b50").legal()) is Move.FOLD


def test_a_finished_hand_pays_once() -> None:
    """Case 27: two more folds after the win change nothing."""
    hand = play(scene([500] * 3), "3f 1f")
    stacks = dict(hand.result.stacks)
    for _ in range(2):
        with pytest.raises(RuleViolation):
            hand.apply(Action(1, Move.FOLD))
    assert hand.result.stacks == stacks


def test_rake_is_never_negative_nor_from_returned_bets() -> None:
    """Case 32: a shove everybody folds to is raked on the called part alone."""
    hand = play(scene([500] * 3, rake=RakeTerms(basis_points=1000)), "3r500 1f 2f")
    assert hand.result.rake == 2
    assert sum(hand.result.paid.values()) == 25


def test_an_action_never_changes_the_hand_it_is_applied_to() -> None:
    """docs/architecture.md: hands are values; two futures of one hand do not meet."""
    hand = scene([500] * 3)
    raised, folded = play(hand, "3r50"), play(hand, "3f")
    assert (turn(hand), turn(raised), turn(folded)) == (3, 1, 1)
    assert (raised.put_in(3), folded.put_in(3), hand.put_in(3)) == (50, 0, 0)


def test_replay_rebuilds_the_same_hand() -> None:
    """docs/architecture.md: a hand is its setup and its actions, also after both went through JSON."""
    made = setup([500, 120, 300, 40], ante=1)
    hand = play(scene([500, 120, 300, 40], ante=1), "3r30 4r39 1c 2r119 3c 1f")
    stored = [action.dump() for action in hand.actions]
    again = replay(type(made).load(made.dump(), made.deck), [Action.load(item) for item in stored])
    assert again.result == hand.result
    assert again.events == hand.events
