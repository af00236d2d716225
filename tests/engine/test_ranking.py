"""Strength, names and playing cards of hands (R-7.1, R-7.2)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.engine.cards import DECK
from tables.engine.ranking import best_five, name, strength
from tests.engine.referee import rank

SEVEN = st.permutations(DECK).map(lambda deck: "".join(deck[:7]))


@pytest.mark.parametrize(
    ("run", "words", "five"),
    [
        ("AsKsQsJsTs2c2d", "Royal flush", "AsKsQsJsTs"),
        ("9h8h7h6h5hAhKc", "Straight flush, nine high", "9h8h7h6h5h"),
        ("Ad2d3d4d5dKcQc", "Straight flush, five high", "5d4d3d2dAd"),
        ("9c9d9h9sKcKdKh", "Four of a kind, nines", "9s9h9d9cKh"),
        ("KcKdKh9c9d9h2s", "Full house, kings full of nines", "KhKdKc9h9d"),
        ("2c2d2hQcQdAsAd", "Full house, twos full of aces", "2h2d2cAsAd"),
        ("Ah9h7h4h2hAsAd", "Flush, ace high", "Ah9h7h4h2h"),
        ("AsKdQhJcTs9d8c", "Straight, ace high", "AsKdQhJcTs"),
        ("As2d3h4c5sKdKc", "Straight, five high", "5s4c3h2dAs"),
        ("6c6d6hKsQd9c2h", "Three of a kind, sixes", "6h6d6cKsQd"),
        ("KcKd9c9d4s4hAs", "Two pair, kings and nines", "KdKc9d9cAs"),
        ("KcKd9c8d4s3h2s", "Pair of kings", "KdKc9c8d4s"),
        ("AcJd9c8d4s3h2s", "Ace high", "AcJd9c8d4s"),
        ("KcKd", "Pair of kings", "KdKc"),
        ("7h2c", "Seven high", "7h2c"),
        ("KcKdKh9s9d", "Full house, kings full of nines", "KhKdKc9s9d"),
        ("9s9d4c", "Pair of nines", "9s9d4c"),
    ],
)
def test_r_7_2_names_and_playing_cards(run: str, words: str, five: str) -> None:
    """R-7.2: each category, the wheel, and the traps: two threes, three pairs, a flush that hides three aces."""
    assert (name(run), best_five(run)) == (words, five)


def test_r_7_2_the_order_of_the_categories() -> None:
    """R-7.2: royal, straight flush, four, full house, flush, straight, three, two pair, pair, high card."""
    ladder = [
        "AsKsQsJsTs",
        "9h8h7h6h5h",
        "2c2d2h2s3c",
        "2c2d2h3s3c",
        "7h5h4h3h2h",
        "5s4d3h2cAs",
        "2c2d2h4s3c",
        "3c3d2h2s4c",
        "2c2d5h4s3c",
        "7c5d4h3s2c",
    ]
    assert [strength(run) for run in ladder] == sorted(strength(run) for run in ladder)


@settings(max_examples=150, deadline=None)
@given(one=SEVEN, other=SEVEN)
def test_r_7_2_two_hands_compare_as_in_an_independent_model(one: str, other: str) -> None:
    """R-7.1, R-7.2: lower strength is better, equal strength a tie, exactly where the model says so."""
    ours = (strength(one) > strength(other)) - (strength(one) < strength(other))
    model = (rank(one) < rank(other)) - (rank(one) > rank(other))
    assert ours == model


@settings(max_examples=150, deadline=None)
@given(run=SEVEN)
def test_r_7_1_the_best_five_are_worth_the_seven(run: str) -> None:
    """R-7.1: the five cards shown as playing are of the hand and as strong as all seven, and have the same name."""
    five = best_five(run)
    assert len(five) == 10
    assert all(five[start : start + 2] in run for start in range(0, 10, 2))
    assert strength(five) == strength(run)
    assert name(five) == name(run)
