"""Missed blinds, hand-worked: when they begin to be owed, what coming back costs, when they lapse (R-2.9, R-2.10)."""

import pytest

from tables.engine.blinds import NextHand, Wait, next_hand
from tables.engine.candidates import Candidate, LastHand, is_regular
from tables.engine.rules import Positions
from tests.engine.table_of_seats import (
    BY_BIG_BLIND,
    BY_BUTTON,
    STAKES,
    dealt,
    last,
    letter,
    letters,
    owing,
    posted,
    seat,
    shown,
    there,
)

BIG, BUTTON = Positions.BY_BIG_BLIND, Positions.BY_BUTTON
FIVE = last("A", "B", "C", "ABCDE")


@pytest.mark.parametrize("setting", Positions)
def test_who_sits_out_owes_the_big_blind_when_it_was_assigned_past_his_seat(setting: Positions) -> None:
    """R-2.9: D sits out as his big blind comes: E has it, D owes; the small blind reaches D a hand later."""
    first = dealt(setting, FIVE, "A B C D- E")
    assert (shown(first), owing(first)) == ("B C E ABCE", "Db")
    second = dealt(setting, first.remember(), "A B C D-b E")
    assert owing(second) == "Dbs"
    third = dealt(setting, second.remember(), "A B C D-bs E")
    assert owing(third) == "Dbs"


@pytest.mark.parametrize("setting", Positions)
def test_paid_the_big_blind_and_sat_out_for_the_small_one(setting: Positions) -> None:
    """C paid the big blind, misses only the small one and returns behind the button: one dead small blind."""
    missed = dealt(setting, FIVE, "A B C- D E")
    assert (shown(missed), owing(missed)) == ({BIG: "B - D ABDE", BUTTON: "B D E ABDE"}[setting], "Cs")
    following = dealt(setting, missed.remember(), "A B C-s D E")
    assert owing(following) == "Cs"
    back = dealt(setting, last("D", "E", "A", "ABDE"), "A B Cs! D E")
    assert (shown(back), posted(back, "C"), owing(back)) == ("E A B ABCDE", "dead 500", "")


@pytest.mark.parametrize("setting", Positions)
def test_missed_both_posts_a_live_big_and_a_dead_small_blind_or_waits(setting: Positions) -> None:
    """R-2.9."""
    before = last("D", "E", "A", "ABDE")
    back = dealt(setting, before, "A B Cbs! D E")
    assert (posted(back, "C"), owing(back)) == ("dead 500 live 1000", "")
    assert back.prompts[-1].amount == 1500
    waiting = dealt(setting, before, "A B Cbs D E")
    assert (letters(waiting.dealt), waiting.waits, owing(waiting)) == ("ABDE", {seat("C"): Wait.BIG_BLIND}, "Cbs")
    reached = dealt(setting, waiting.remember(), "A B Cbs D E")
    assert (shown(reached), posted(reached, "C"), owing(reached)) == ("A B C ABCDE", "bb 1000", "")


@pytest.mark.parametrize("setting", Positions)
def test_the_big_blind_reaches_one_who_would_post_and_his_debts_lapse(setting: Positions) -> None:
    """R-2.7 (1): he pays the big blind he is reached by, not a post beside it."""
    hand = dealt(setting, FIVE, "A B C Dbs! E")
    assert (shown(hand), posted(hand, "D"), owing(hand)) == ("B C D ABCDE", "bb 1000", "")


@pytest.mark.parametrize("setting", Positions)
def test_who_sat_out_while_no_blind_passed_comes_back_free(setting: Positions) -> None:
    """R-2.9, "regular": E sat out one hand behind the button and owes nothing."""
    first = dealt(setting, FIVE, "A B C D E-")
    assert (shown(first), owing(first)) == ("B C D ABCD", "")
    second = dealt(setting, first.remember(), "A B C D E")
    assert shown(second) == "C D E ABCDE"
    assert posted(second, "E") == "bb 1000"
    behind = dealt(setting, last("B", "C", "D", "BCDE"), "A B C D E")
    assert (letters(behind.dealt), behind.posts[seat("A")]) == ("ABCDE", ())


@pytest.mark.parametrize("setting", Positions)
def test_returner_between_the_blinds_waits_until_the_button_has_passed(setting: Positions) -> None:
    """R-2.8, R-2.9: D missed the big blind that E had; he can't come in until the button is behind him."""
    before = last("B", "C", "E", "ABCE")
    words = "A B C D{}! E"
    waited, owes = [], "b"
    for _ in range(4):
        hand = dealt(setting, before, words.format(owes))
        waited.append(seat("D") in hand.waits)
        if not waited[-1]:
            break
        assert hand.waits[seat("D")] is Wait.IN_THE_BLINDS
        owes = owing(hand)[1:]
        before = hand.remember()
    assert waited == [True, False]
    assert posted(hand, "D") == "dead 500 live 1000"


def test_a_dead_small_blind_is_still_a_position_that_passes() -> None:
    """R-2.9: B paid his small blind and sits out with C: the position moves C to D, so B owes none, C one."""
    first = dealt(BIG, FIVE, "A B- C- D E")
    assert (shown(first), owing(first)) == ("A - D ADE", "Cs")
    second = dealt(BIG, first.remember(), "A B- C-s D E")
    assert (shown(second), owing(second)) == ("A D E ADE", "Cs")
    third = dealt(BIG, second.remember(), "A B- C-s D E")
    assert (shown(third), owing(third)) == ("D E A ADE", "Cs")
    fourth = dealt(BIG, third.remember(), "A B- C-s D E")
    assert owing(fourth) == "Bb Cbs"


def test_by_button_heads_up_a_third_sitting_out_pays_for_what_passed_him() -> None:
    """R-2.9 with R-2.6: C paid big, sits out; the heads-up small blind comes past him next but one, then the big."""
    before: LastHand = last("A", "B", "C", "ABC")
    owed, debts = "", []
    for _ in range(3):
        hand = dealt(BUTTON, before, f"A B C-{owed}")
        owed = owing(hand)[1:]
        debts.append((shown(hand), owed))
        before = hand.remember()
    assert debts == [("B B A AB", ""), ("A A B AB", "s"), ("B B A AB", "bs")]


def test_by_button_a_big_blind_that_moves_back_passes_nobody() -> None:
    """R-2.2, R-2.9: B, C and D sat out a first hand and return owing nothing; the blinds went back, past nobody."""
    hand = dealt(BUTTON, last("A", "E", "F", "AEF"), "A B C D E- F-")
    assert (shown(hand), owing(hand)) == ("B C D ABCD", "")


def decline(hand: NextHand, now: list[Candidate], who: str) -> list[Candidate]:
    """The room's part of R-2.10: the decliner sits out, nothing else changes."""
    assert seat(who) in {prompt.seat for prompt in hand.prompts}
    return [
        Candidate(
            seat=one.seat,
            order=one.order,
            ready=one.ready and one.seat != seat(who),
            newcomer=one.newcomer,
            entry=one.entry,
            owes=one.owes,
        )
        for one in now
    ]


def test_positions_are_computed_again_from_the_last_hand_after_a_decline() -> None:
    """R-2.10: D declines the big blind, then E: A has it; C's small blind stands; a post no longer due is gone."""
    now = there("A B C D E F+")
    seen = []
    for decliner in ("D", "E", "F", None):
        hand = next_hand(rules=BY_BIG_BLIND, stakes=STAKES, last=FIVE, candidates=now)
        assert hand is not None
        seen.append((shown(hand), owing(hand), [letter(prompt.seat) for prompt in hand.prompts]))
        if decliner:
            now = decline(hand, now, decliner)
    assert seen == [
        ("B C D ABCDEF", "", ["C", "D", "F"]),
        ("B C E ABCEF", "Db", ["C", "E", "F"]),
        ("B C F ABCF", "Db Eb", ["C", "F"]),
        ("B C A ABC", "Db Eb", ["C", "A"]),
    ]


def test_with_fewer_than_two_left_there_is_no_hand() -> None:
    """R-2.10."""
    assert next_hand(rules=BY_BUTTON, stakes=STAKES, last=FIVE, candidates=there("A B- C-")) is None


def test_a_last_hand_survives_being_stored() -> None:
    """LastHand is part of the table's row."""
    assert LastHand.load(FIVE.dump()) == FIVE
    assert is_regular(there("Abs")[0], FIVE)
    assert not is_regular(there("Abs")[0], FIVE.without({1}))
