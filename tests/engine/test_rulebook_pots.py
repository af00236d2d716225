"""RULES.md 5: all-in, side pots, splitting, run-outs."""

from tables.engine.events import EventKind
from tests.engine.scenes import ROYAL, kinds, nets, play, pots, scene, turn


def test_r_5_1_a_call_for_less_is_all_in_and_forfeits_nothing() -> None:
    """R-5.1: 30 call a raise to 100 and win the 30 of each."""
    hand = scene([200, 200, 30], holes={3: "AsAd"}, board="KcQd8hJs9c")
    hand = play(hand, "3r30 1r100 2c 1k 2k 1k 2k 1k 2k")
    assert pots(hand) == [(90, [1, 2, 3]), (140, [1, 2])]
    assert hand.result.nets[3] == 60


def test_r_5_2_as_many_side_pots_as_the_stacks_make() -> None:
    """R-5.2: 20, 50, 90 and 200 all-in: three pots, the rest of the longest stack comes back."""
    hand = scene([50, 200, 20, 90], holes={3: "AsAd", 1: "KsKd", 4: "QsQd", 2: "2c7d"}, board="3h4h9cTdJs")
    hand = play(hand, "3r20 4r90 1c 2c")
    assert pots(hand) == [(80, [1, 2, 3, 4]), (90, [1, 2, 4]), (80, [2, 4])]
    assert nets(hand) == {1: 40, 2: -90, 3: 60, 4: -10}


def test_r_5_2_a_folded_players_chips_stay_in_the_pots_they_reached() -> None:
    """R-5.2: seat 1 puts in 60 and folds: 20 lie in the main pot, 40 in the side pot."""
    hand = scene([300, 300, 20, 300], holes={3: "AsAd", 4: "KsKd"}, board="3h4h9cTdJs")
    hand = play(hand, "3r20 4r60 1c 2c 1f 2k 4k 2k 4k 2k 4k")
    assert pots(hand) == [(80, [2, 3, 4]), (120, [2, 4])]
    assert nets(hand) == {1: -60, 2: -60, 3: 60, 4: 60}


def test_r_5_2_layers_with_the_same_claimants_are_one_pot() -> None:
    """R-5.2: three all-in for 10,000 tie, two folded 100 and 200: 30,300 pays 10,100 each."""
    hand = scene([20_000, 20_000, 10_000, 10_000, 10_000], blinds=(100, 200), board=ROYAL)
    hand = play(hand, "3r10000 4c 5c 1f 2f")
    assert pots(hand) == [(30_300, [3, 4, 5])]
    assert nets(hand) == {1: -100, 2: -200, 3: 100, 4: 100, 5: 100}


def test_r_5_2_a_layer_of_folded_players_only_joins_the_pot_below() -> None:
    """R-5.2: small blind 5 and a poster's 10 folded above a big blind of 3: all that was matched is his."""
    hand = scene([100, 3, 100, 100, 100], posts={4: (("live", 10),), 5: (("live", 10),)})
    hand = play(hand, "3f 4f 5f 1f")
    assert pots(hand) == [(28, [2])]


def test_r_5_2_who_folds_after_side_pots_exist_leaves_all_of_them() -> None:
    """R-5.2: main 300 to the all-in button, side 400 to the better of the others."""
    hand = scene([1000, 1000, 100], holes={3: "AsAd", 1: "KsKd", 2: "QsQd"}, board="3h4h9cTd2s")
    called = play(hand, "3r100 1c 2c 1b200 2c 1k 2k 1k 2k")
    assert pots(called) == [(300, [1, 2, 3]), (400, [1, 2])]
    assert nets(called) == {1: 100, 2: -300, 3: 200}
    folded = play(hand, "3r100 1c 2c 1b200 2c 1b300 2f")
    assert pots(folded) == [(300, [1, 3]), (400, [1])]


def test_r_5_3_ties_split_each_pot() -> None:
    """R-5.3: a three-way all-in tie pays every winner."""
    hand = play(scene([60, 90, 30], board=ROYAL), "3r30 1r60 2c")
    assert pots(hand) == [(90, [1, 2, 3]), (60, [1, 2])]
    assert nets(hand) == {1: 0, 2: 0, 3: 0}


def test_r_5_3_odd_chips_go_one_each_from_the_buttons_left() -> None:
    """R-5.3: pot 32 for three winners: 11, 11, 10 from the button's left; never by card or to a folded."""
    hand = scene({2: 10, 4: 100, 6: 10, 8: 10, 9: 100}, blinds=(2, 10), button=8, board=ROYAL)
    hand = play(hand, "4f 6c 8c 9f")
    assert hand.done
    assert hand.result.pots[0].shares == {2: 11, 6: 11, 8: 10}


def test_r_5_3_odd_chips_are_counted_in_each_pot_anew() -> None:
    """R-5.3: main 29 and side 19, both odd: the first from the left gets an odd chip of each."""
    hand = scene([40, 40, 40, 7, 40], blinds=(1, 2), board=ROYAL)
    hand = play(hand, "3r10 4c 5c 1f 2c 2b5 3f 5c 2k 5k 2k 5k")
    main, side = hand.result.pots
    assert (main.amount, main.shares) == (29, {2: 10, 4: 10, 5: 9})
    assert (side.amount, side.shares) == (19, {2: 10, 5: 9})


def test_r_5_3_shares_are_whole_chips() -> None:
    """R-5.3: at a chip of 100, 300 for two winners are 200 and 100."""
    hand = scene([1000, 1000, 1000], blinds=(100, 100), chip=100, board=ROYAL)
    hand = play(hand, "3c 1f 2k 2k 3k 2k 3k 2k 3k")
    assert hand.result.pots[0].shares == {2: 200, 3: 100}


def test_r_5_4_the_board_is_dealt_out_and_the_hands_lie_face_up_first() -> None:
    """R-5.4: all-in and called before the flop: both hands face up, then flop, turn, river in the same step."""
    hand = play(scene([100, 100], button=2, holes={1: "AsAd", 2: "KsKd"}, board="2h7c9d3h4s"), "2r100 1c")
    assert kinds(hand) == [
        "call 1",
        "shown 1",
        "shown 2",
        "street",
        "street",
        "street",
        "showdown",
        "pot_won 1",
        "hand_over",
    ]
    assert hand.street == "showdown"
    streets = [(event.text, event.cards) for event in hand.events if event.kind is EventKind.STREET]
    assert streets == [("flop", "2h7c9d"), ("turn", "3h"), ("river", "4s")]


def test_r_5_4_setting_off_keeps_hands_down_until_the_showdown() -> None:
    """R-5.4: without `all_in_face_up` R-7 decides who shows, so a beaten hand is mucked."""
    hand = scene([100, 100], button=2, holes={1: "AsAd", 2: "KsKd"}, board="2h7c9d3h4s", all_in_face_up=False)
    hand = play(hand, "2r100 1c")
    assert kinds(hand) == [
        "call 1",
        "street",
        "street",
        "street",
        "showdown",
        "shown 1",
        "mucked 2",
        "pot_won 1",
        "hand_over",
    ]


def test_r_5_4_with_the_river_out_r_7_applies() -> None:
    """R-5.4: all-in on the river: no hands face up before the showdown."""
    hand = scene([100, 100], button=2, holes={1: "AsAd", 2: "KsKd"}, board="2h7c9d3h4s")
    hand = play(hand, "2c 1k 1k 2k 1k 2k 1b90 2c")
    assert kinds(hand) == ["call 2", "showdown", "shown 1", "mucked 2", "pot_won 1", "hand_over"]


def test_r_5_4_one_player_who_owes_still_decides() -> None:
    """R-5.4: heads-up the small blind decides about an all-in, and may not raise it."""
    hand = play(scene([2000, 2000], blinds=(10, 20), button=2), "2r180 1r1880")
    assert turn(hand) == 2
    hand = scene([20, 1980], blinds=(10, 20), button=2)
    assert turn(hand) == 2
    assert hand.legal()[2:6] == (10, False, None, None)


def test_a_raise_nobody_can_call_is_none() -> None:
    """R-4.2 in the light of R-4.10: only a shorter all-in player's call is left, so there is nothing to raise."""
    hand = play(scene([500, 80, 500], button=3), "3r300")
    assert play(hand, "1c").legal()[2:6] == (70, False, None, None)
    hand = play(scene([500, 80, 100], button=3), "3r100")
    assert hand.legal()[2:6] == (95, False, None, None)
