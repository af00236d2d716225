"""RULES.md 7: what wins, who shows in which order, what may be mucked and who sees it later."""

import pytest

from tables.engine import views
from tables.engine.actions import Action, Code, Move, RuleViolation
from tables.engine.events import EventKind
from tables.engine.hand import Hand
from tests.engine.scenes import kinds, nets, play, pots, scene

BOARD = "2h7c9dJs4s"
LADDER = {1: "AsAd", 2: "KsKd", 3: "QsQd"}


def down(hand: Hand, river: str) -> Hand:
    """Three limp, check to the river, and play it like this."""
    return play(hand, "3c 1c 2k 1k 2k 3k 1k 2k 3k " + river)


def shows(hand: Hand) -> list[str]:
    """Who showed or mucked, in order."""
    return [kind for kind in kinds(hand) if kind.startswith(("shown", "mucked"))]


def test_r_7_1_the_board_alone_plays() -> None:
    """R-7.1, R-7.2: with the best hand on the board everybody splits, suits never count."""
    hand = down(scene([100] * 3, board="AsKsQsJsTs"), "1k 2k 3k")
    assert nets(hand) == {1: 0, 2: 0, 3: 0}
    assert shows(hand) == ["shown 1", "shown 2", "shown 3"], "who ties shows"


def test_r_7_3_the_last_to_bet_or_raise_on_the_river_shows_first() -> None:
    """R-7.3: seat 2 raised last; then clockwise 3 and 1."""
    hand = down(scene([100] * 3, holes={1: "AsAd", 3: "KsKd", 2: "QsQd"}, board=BOARD), "1b10 2r20 3c 1c")
    assert shows(hand) == ["shown 2", "shown 3", "shown 1"]


def test_r_7_3_without_a_river_bet_left_of_the_button_shows_first() -> None:
    """R-7.3: earlier bets do not matter."""
    hand = play(scene([100] * 3, holes=LADDER, board=BOARD), "3r20 1c 2c 1k 2k 3b20 1c 2c 1k 2k 3k 1k 2k 3k")
    assert shows(hand) == ["shown 1", "mucked 2", "mucked 3"]


def test_r_7_3_a_short_all_in_above_the_bet_counts() -> None:
    """R-7.3: seat 3's all-in for 12 over a bet of 10 is the last raise."""
    hand = scene([100, 100, 22], holes={3: "QsQd", 1: "AsAd", 2: "KsKd"}, board=BOARD)
    hand = down(hand, "1b10 2c 3r12 1c 2c")
    assert shows(hand) == ["shown 3", "shown 1", "mucked 2"]


def test_r_7_3_the_last_side_pot_is_shown_down_first() -> None:
    """R-7.3: the all-in player of the main pot comes last, although he sits first."""
    hand = scene([30, 100, 100], holes={1: "AsAd", 2: "QsQd", 3: "KsKd"}, board=BOARD)
    hand = play(hand, "3r30 1c 2c 2k 3b20 2c 2k 3k 2k 3k")
    assert pots(hand) == [(90, [1, 2, 3]), (40, [2, 3])]
    assert shows(hand) == ["shown 2", "shown 3", "shown 1"]
    won = [(event.pot, event.seat, event.amount) for event in hand.events if event.kind is EventKind.POT_WON]
    assert won == [(1, 3, 40), (0, 1, 90)]


def test_r_7_3_each_pot_by_this_rule() -> None:
    """R-7.3: the last river raiser is not in the side pot, so the last one there who bet opens it."""
    hand = scene([100, 100, 22], holes={3: "QsQd", 1: "AsAd", 2: "KsKd"}, board=BOARD)
    hand = down(hand, "1k 2b10 3r12 1c 2c")
    assert pots(hand) == [(66, [1, 2, 3])]
    hand = scene([100, 100, 22], holes={3: "QsQd", 1: "AsAd", 2: "KsKd"}, board=BOARD)
    hand = down(hand, "1k 2b10 3r12 1r40 2c")
    assert pots(hand) == [(66, [1, 2, 3]), (56, [1, 2])]
    assert shows(hand) == ["shown 1", "mucked 2", "mucked 3"]


def test_r_7_4_who_cannot_win_mucks_who_wins_or_ties_shows() -> None:
    """R-7.4: kings after aces are mucked; a better hand after them is shown."""
    hand = down(scene([100] * 3, holes={1: "KsKd", 2: "QsQd", 3: "AsAd"}, board=BOARD), "1k 2k 3k")
    assert shows(hand) == ["shown 1", "mucked 2", "shown 3"]


def test_r_7_4_with_auto_muck_off_a_beaten_hand_is_shown() -> None:
    """R-7.4: the player's setting."""
    hand = down(scene([100] * 3, holes=LADDER, board=BOARD, show_losers=[3]), "1k 2k 3k")
    assert shows(hand) == ["shown 1", "mucked 2", "shown 3"]


def test_r_7_3_a_side_pot_with_one_claimant_left_is_not_shown_down() -> None:
    """R-7.3: seat 3 folded out of the side pot, so only the main pot is shown down, from the button's left."""
    hand = scene([30, 100, 100], holes={1: "QsQd", 2: "KsKd", 3: "AsAd"}, board=BOARD)
    hand = play(hand, "3r30 1c 2c 2b20 3f")
    assert shows(hand) == ["shown 1", "shown 2"]
    assert nets(hand) == {1: -30, 2: 60, 3: -30}


def test_r_7_5_a_winner_without_showdown_shows_nothing_but_may() -> None:
    """R-7.5: all folded: no card is shown; afterwards he may show, once."""
    hand = play(scene([100] * 3, holes=LADDER), "3r30 1f 2f")
    assert hand.result.shown == {}
    assert shows(hand) == []
    assert views.public(hand)["seats"]["3"]["cards"] == "????"
    shown = hand.apply(Action(3, Move.SHOW))
    assert shown.result.shown == {3: "QsQd"}
    assert views.public(shown)["seats"]["3"]["cards"] == "QsQd"
    assert [event.wire() for event in shown.events] == [
        {"kind": "shown", "seat": 3, "cards": "QsQd", "text": "Pair of queens"}
    ]
    with pytest.raises(RuleViolation) as refusal:
        shown.apply(Action(3, Move.SHOW))
    assert refusal.value.code is Code.ILLEGAL_MOVE
    assert shown.result.nets == hand.result.nets


def test_r_7_5_nobody_shows_during_the_hand_or_without_cards() -> None:
    """R-7.5: showing is for after the hand, and for those dealt in."""
    hand = scene([100] * 3)
    for shower in (hand, play(hand, "3f 1f")):
        with pytest.raises(RuleViolation) as refusal:
            shower.apply(Action(8 if shower.done else 3, Move.SHOW))
        assert refusal.value.code is Code.ILLEGAL_MOVE


def test_r_7_6_called_down_and_mucked_is_seen_in_history_by_those_dealt_in() -> None:
    """R-7.6: folded hands never, except by their owner; mucked ones by who was dealt in."""
    hand = scene([100] * 4, holes={1: "AsAd", 2: "KsKd", 3: "QsQd", 4: "JhJd"}, board="2h7c9dTs4s")
    hand = play(hand, "3f 4c 1c 2k 1k 2k 4k 1k 2k 4k 1b20 2c 4f")
    assert shows(hand) == ["shown 1", "mucked 2"]
    assert views.seen_by(hand, None) == {1: "AsAd"}
    assert views.seen_by(hand, 9) == {1: "AsAd"}
    assert views.seen_by(hand, 1) == {1: "AsAd", 2: "KsKd"}
    assert views.seen_by(hand, 4) == {1: "AsAd", 2: "KsKd", 4: "JhJd"}
    assert "cards" not in views.public(hand)["seats"]["2"]


def test_pot_events_name_the_hand_and_its_five_cards() -> None:
    """The log and the animation need nothing else: share, name, best five; none where nothing was shown."""
    hand = down(scene([100] * 3, holes=LADDER, board=BOARD), "1k 2k 3k")
    (won,) = (event for event in hand.events if event.kind is EventKind.POT_WON)
    assert (won.seat, won.amount, won.pot, won.text, won.cards) == (1, 30, 0, "Pair of aces", "AsAdJs9d7c")
    hand = play(scene([100] * 3), "3f 1f")
    (won,) = (event for event in hand.events if event.kind is EventKind.POT_WON)
    assert (won.seat, won.amount, won.text, won.cards) == (2, 10, "", "")
