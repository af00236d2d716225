"""Hand-worked positions: every example of R-2.7 and R-2.8, all moves between two, three and four players."""

import pytest

from tables.engine.blinds import Ask, Wait, entry_price, next_hand
from tables.engine.candidates import LastHand
from tables.engine.rules import Positions, preset
from tables.engine.setup import fixed_stakes
from tests.engine.table_of_seats import (
    BY_BIG_BLIND,
    STAKES,
    dealt,
    last,
    letter,
    posted,
    seat,
    shown,
    there,
)

BIG, BUTTON = Positions.BY_BIG_BLIND, Positions.BY_BUTTON
FOUR, THREE, TWO = last("A", "B", "C", "ABCD"), last("A", "B", "C", "ABC"), last("A", "A", "B", "AB")


def gone(before: LastHand, who: str) -> LastHand:
    return before.without({seat(who)})


EXAMPLES = [
    # last hand, who is there now, by_big_blind, by_button (button, small, big, dealt in)
    pytest.param(FOUR, "A B C D", "B C D ABCD", "B C D ABCD", id="nobody moves"),
    pytest.param(gone(FOUR, "C"), "A B D", "B - D ABD", "B D A ABD", id="four: the big blind leaves"),
    pytest.param(gone(FOUR, "B"), "A C D", "A C D ACD", "C D A ACD", id="four: the small blind leaves"),
    pytest.param(gone(FOUR, "A"), "B C D", "B C D BCD", "B C D BCD", id="four: the button leaves"),
    pytest.param(gone(FOUR, "D"), "A B C", "B C A ABC", "B C A ABC", id="four: the last one leaves"),
    pytest.param(THREE, "A B C", "B C A ABC", "B C A ABC", id="three stay"),
    pytest.param(gone(THREE, "C"), "A B", "B B A AB", "B B A AB", id="three: the big blind leaves"),
    pytest.param(gone(THREE, "B"), "A C", "C C A AC", "C C A AC", id="three: the small blind leaves"),
    pytest.param(gone(THREE, "A"), "B C", "C C B BC", "B B C BC", id="three: the button leaves"),
    pytest.param(TWO, "A B", "B B A AB", "B B A AB", id="heads-up the button changes"),
    pytest.param(TWO, "A B C*", "A B C ABC", "B B A AB", id="a third sits left of the big blind"),
    pytest.param(last("A", "A", "C", "AC"), "A B* C", "C C A AC", "C A B ABC", id="a third sits left of the button"),
    pytest.param(TWO, "A B C* D*", "A B C ABC", "B B A AB", id="two more sit left of the big blind"),
    pytest.param(last("A", "A", "C", "AC"), "A B* C D*", "A C D ACD", "C A B ABC", id="one more on either side"),
    pytest.param(THREE, "A B C D*", "B C D ABCD", "B C D ABCD", id="three: a fourth where the big blind goes"),
    pytest.param(
        last("A", "B", "D", "ABD"), "A B C* D", "B D A ABD", "B D A ABD", id="three: a fourth between the blinds"
    ),
    pytest.param(
        last("B", "C", "D", "BCD"), "A* B C D", "C D A ABCD", "C D A ABCD", id="three: a fourth left of the big blind"
    ),
    pytest.param(last("A", "B", "C", "AC"), "A B- C D-", "C C A AC", "C C A AC", id="four: two sit out"),
    pytest.param(last("A", "B", "C", "BD"), "B D", "B B D BD", "B B D BD", id="four: button and big blind leave"),
    pytest.param(last("A", "B", "C", "CD"), "C D", "C C D CD", "C C D CD", id="four: button and small blind leave"),
    pytest.param(last("A", "B", "C", "AD"), "A D", "A A D AD", "D D A AD", id="four: both blinds leave"),
]


@pytest.mark.parametrize(("before", "now", "by_big_blind", "by_button"), EXAMPLES)
def test_positions_move_as_the_rules_say(before: LastHand, now: str, by_big_blind: str, by_button: str) -> None:
    """R-2.2, R-2.6 and R-2.7."""
    assert shown(dealt(BIG, before, now)) == by_big_blind
    assert shown(dealt(BUTTON, before, now)) == by_button


def test_example_heads_up_third_between_big_blind_and_button() -> None:
    """R-2.7: C between A and B waits, B button and small blind, A big blind; the next hand he is the big blind."""
    before = last("A", "A", "C", "AC")
    hand = dealt(BIG, before, "A B* C")
    assert (shown(hand), hand.waits) == ("C C A AC", {seat("B"): Wait.BIG_BLIND})
    assert shown(dealt(BIG, hand.remember(), "A B* C")) == "C A B ABC"


def test_who_posts_to_enter_heads_up_waits_for_the_big_blind_that_comes_next() -> None:
    """R-2.6, R-2.7: three are never dealt in with the button as small blind."""
    hand = dealt(BIG, last("A", "A", "C", "AC"), "A B+ C")
    assert (shown(hand), hand.waits) == ("C C A AC", {seat("B"): Wait.HEADS_UP})


@pytest.mark.parametrize("setting", Positions)
@pytest.mark.parametrize(
    ("now", "expected"),
    [("B A C D", "B C D ABCD"), ("C B", "C C B BC"), ("D C A", "D A C ACD"), ("B- C A", "C C A AC"), ("A B-", None)],
)
def test_a_first_hand_begins_with_the_longest_seated(setting: Positions, now: str, expected: str | None) -> None:
    """R-2.1: then R-2.2's order, heads-up R-2.6; players named in the order they sat down."""
    if expected is None:
        assert next_hand(rules=BY_BIG_BLIND, stakes=STAKES, last=None, candidates=there(now)) is None
    else:
        assert shown(dealt(setting, None, now)) == expected


@pytest.mark.parametrize("setting", Positions)
def test_in_a_first_hand_nobody_posts_to_enter(setting: Positions) -> None:
    """R-2.1, R-2.12: one of the last hand's players is not enough to continue; debts lapse for who is dealt in."""
    hand = dealt(setting, last("A", "B", "C", "C"), "B* Cbs D+ A-b")
    assert shown(hand) == "B C D BCD"
    assert {post.kind.value for posts in hand.posts.values() for post in posts} == {"small_blind", "big_blind"}
    assert {letter(number): bool(debt) for number, debt in hand.debts.items()} == {
        "A": True,
        "B": False,
        "C": False,
        "D": False,
    }


@pytest.mark.parametrize("setting", Positions)
def test_positions_continue_while_two_players_of_the_last_hand_are_seated(setting: Positions) -> None:
    """R-2.12: also when one of them sits out."""
    assert shown(dealt(setting, last("A", "B", "C", "AB"), "D A B- C*")).split()[2] != "B"
    assert shown(dealt(setting, last("A", "A", "B", "AB"), "C* A B- D*")) == "A A C AC"


@pytest.mark.parametrize("setting", Positions)
def test_who_waits_for_the_big_blind_does_not_stop_the_only_game_there_is(setting: Positions) -> None:
    """R-2.12: positions continue although all but one, or all, are new; two ready players always have a hand."""
    one = dealt(setting, last("A", "A", "C", "AC"), "A B* C-")
    assert letter(one.big_blind) == {BIG: "A", BUTTON: "B"}[setting]
    assert (one.button, one.small_blind, len(one.dealt)) == (one.small_blind, one.button, 2)
    none = dealt(setting, last("A", "A", "C", "AC"), "A- B* C- D* E+")
    assert (none.button, none.small_blind, len(none.dealt)) == (none.small_blind, none.button, 2)


def test_a_new_player_in_the_last_big_blinds_seat_is_not_the_last_big_blind() -> None:
    """R-2.7 (2): the seat is taken again, the small blind is dead all the same."""
    hand = dealt(BIG, gone(FOUR, "C"), "A B C+ D")
    assert (shown(hand), hand.waits) == ("B - D ABD", {seat("C"): Wait.IN_THE_BLINDS})


@pytest.mark.parametrize("setting", Positions)
def test_newcomers_post_a_live_big_blind_or_wait(setting: Positions) -> None:
    """R-2.8: several may post in one hand; E and G do, F waits for the big blind."""
    hand = dealt(setting, FOUR, "A B C D E+ F* G+")
    assert (shown(hand), posted(hand, "E"), posted(hand, "G")) == ("B C D ABCDEG", "live 1000", "live 1000")
    assert hand.waits == {seat("F"): Wait.BIG_BLIND}
    assert [(letter(one.seat), one.kind, one.amount) for one in hand.prompts] == [
        ("C", Ask.SMALL_BLIND, 500),
        ("D", Ask.BIG_BLIND, 1000),
        ("E", Ask.MISSED, 1000),
        ("G", Ask.MISSED, 1000),
    ]


@pytest.mark.parametrize("setting", Positions)
def test_nobody_enters_between_the_button_and_the_big_blind(setting: Positions) -> None:
    """R-2.8: the positions stand before the posters come in."""
    hand = dealt(setting, last("A", "B", "D", "ABDF"), "A B C+ D E+ F")
    assert hand.waits == {seat("C"): Wait.IN_THE_BLINDS}
    assert shown(hand) == "B D E ABDEF"


def test_a_table_may_let_newcomers_only_wait() -> None:
    """R-2.8 as a setting: a newcomer who would post waits, a returner still may."""
    hand = next_hand(
        rules=preset("house", newcomer_may_post=False), stakes=STAKES, last=FOUR, candidates=there("A B C D E+ Fs!")
    )
    assert hand is not None
    assert (shown(hand), hand.waits) == ("B C D ABCDF", {seat("E"): Wait.BIG_BLIND})


def test_antes_come_before_blinds_and_posts_and_nobody_is_asked_for_one() -> None:
    """R-2.4, R-2.11: ante, then what is dead, then what is live; the prompt names blinds and posts alone."""
    stakes = fixed_stakes(small_bet=1000, chip=100, ante=100)
    hand = next_hand(rules=BY_BIG_BLIND, stakes=stakes, last=FOUR, candidates=there("A B C D Ebs!"))
    assert hand is not None
    assert [posted(hand, who) for who in "ACDE"] == [
        "ante 100",
        "ante 100 sb 500",
        "ante 100 bb 1000",
        "ante 100 dead 500 live 1000",
    ]
    assert [(letter(one.seat), one.amount) for one in hand.prompts] == [("C", 500), ("D", 1000), ("E", 1500)]


def test_entry_price_in_words() -> None:
    """R-2.8, R-2.9: what posting now costs, computed in advance."""

    def price(words: str, before: LastHand | None = FOUR) -> tuple[int, int]:
        found = entry_price(stakes=STAKES, last=before, candidate=there(words)[0])
        assert found.total == found.live + found.dead
        return found.live, found.dead

    assert price("E+") == (1000, 0)
    assert price("Es") == (0, 500)
    assert price("Eb") == (1000, 0)
    assert price("Ebs") == (1000, 500)
    assert price("E") == (0, 0)
    assert price("E+", None) == (0, 0)
    assert price("E+", last("A", "B", "C", "A")) == (0, 0)
