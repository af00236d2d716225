"""RULES.md 8: the house's share, computed once and spread over the pots."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables.engine.actions import RuleViolation
from tables.engine.events import EventKind
from tables.engine.rake import NO_RAKE, RakeTerms, spread, total_rake
from tests.engine.scenes import nets, play, scene

FIVE = RakeTerms(basis_points=500, step=1, caps=((2, 100), (4, 300)))


@pytest.mark.parametrize(
    ("pots", "players", "rake"),
    [(0, 2, 0), (19, 2, 0), (20, 2, 1), (1999, 3, 99), (2000, 3, 100), (9999, 3, 100), (9999, 4, 300), (5000, 10, 250)],
)
def test_r_8_1_percent_floor_and_cap_by_players(pots: int, players: int, rake: int) -> None:
    """R-8.1: min(cap, floor(total × percent ÷ step) × step), cap by number of players dealt in."""
    assert total_rake(FIVE, pots=pots, players=players, flop_dealt=True) == rake


def test_r_8_1_steps() -> None:
    """R-8.1: 5 % in steps of 25: nothing below 500, then 25 for each full 500."""
    terms = RakeTerms(basis_points=500, step=25)
    assert [total_rake(terms, pots=pots, players=2, flop_dealt=True) for pots in (499, 500, 999, 1000)] == [
        0,
        25,
        25,
        50,
    ]


def test_r_8_1_no_flop_no_drop_is_a_setting() -> None:
    """R-8.1: nothing before the flop where that is agreed; a flop dealt in a run-out counts."""
    drop = RakeTerms(basis_points=1000, no_flop_no_drop=True)
    assert play(scene([100] * 3, rake=drop), "3r30 1r60 2f 3f").result.rake == 0
    assert play(scene([100] * 3, rake=RakeTerms(basis_points=1000)), "3r30 1r60 2f 3f").result.rake == 7
    all_in = play(scene([100] * 2, rake=drop, button=2), "2r100 1c")
    assert all_in.result.flop_dealt
    assert all_in.result.rake == 20


def test_r_8_1_never_from_an_uncalled_bet() -> None:
    """R-8.1: 10 % of what was called, not of what came back."""
    hand = play(scene([500] * 2, rake=RakeTerms(basis_points=1000), button=2), "2c 1k 1b400 2f")
    assert hand.result.rake == 2
    assert nets(hand) == {1: 8, 2: -10}


def test_r_8_3_in_proportion_over_the_pots() -> None:
    """R-8.3: pots 30 and 47, rake 3 → 1 and 2; ties of the remainder go to the later pot."""
    assert spread(3, pots=(30, 47), chip=1) == (1, 2)
    assert spread(1, pots=(50, 50), chip=1) == (0, 1)
    assert spread(300, pots=(3000, 4700), chip=100) == (100, 200)


def test_r_8_3_rake_is_taken_before_a_pot_is_split() -> None:
    """R-8.3: main 90 and side 140 at 10 %: 9 and 14 out, the tied side pot is split after it."""
    holes = {3: "AsAd", 1: "KsKd", 2: "KcKh"}
    hand = scene([200, 200, 30], holes=holes, board="2h7c9dJs4s", rake=RakeTerms(basis_points=1000))
    hand = play(hand, "3r30 1r100 2c 1k 2k 1k 2k 1k 2k")
    assert [(pot.amount, pot.rake, pot.shares) for pot in hand.result.pots] == [
        (90, 9, {3: 81}),
        (140, 14, {1: 63, 2: 63}),
    ]
    assert sum(hand.result.nets.values()) == -23
    assert [event.amount for event in hand.events if event.kind is EventKind.RAKE] == [23]


def test_r_8_4_no_rake_by_default() -> None:
    """R-8.4: a table without terms takes nothing."""
    assert play(scene([100] * 2, button=2), "2c 1k 1b10 2c 1k 2k 1k 2k").result.rake == 0
    assert total_rake(NO_RAKE, pots=10_000, players=9, flop_dealt=True) == 0


@pytest.mark.parametrize(
    "terms",
    [
        RakeTerms(basis_points=-1),
        RakeTerms(basis_points=10_001, step=100),
        RakeTerms(basis_points=500, step=50),
        RakeTerms(basis_points=500, step=0),
        RakeTerms(basis_points=500, step=100, caps=((2, 150),)),
        RakeTerms(basis_points=500, step=100, caps=((2, -100),)),
        RakeTerms(basis_points=500, step=100, caps=((4, 100), (2, 200))),
    ],
)
def test_r_8_1_terms_that_cannot_give_whole_chips_are_refused(terms: RakeTerms) -> None:
    """R-8.1: the step is a multiple of the chip (100 here), and nothing negative."""
    with pytest.raises(RuleViolation):
        scene([10_000] * 2, blinds=(100, 200), chip=100, rake=terms, button=2)


TERMS = st.builds(
    RakeTerms,
    basis_points=st.integers(0, 10_000),
    step=st.sampled_from([5, 10, 25]),
    caps=st.sampled_from([(), ((2, 0),), ((2, 50), (3, 500), (7, 5_000))]),
)


@settings(max_examples=200, deadline=None)
@given(terms=TERMS, chips=st.lists(st.integers(1, 10_000), min_size=1, max_size=9), players=st.integers(2, 10))
def test_r_8_3_spread_is_exact_whole_and_never_more_than_a_pot(
    terms: RakeTerms, chips: list[int], players: int
) -> None:
    """R-8.3: for any pots: parts sum to the rake, are whole chips, fit into their pots, are in proportion."""
    pots = tuple(5 * amount for amount in chips)
    rake = total_rake(terms, pots=sum(pots), players=players, flop_dealt=True)
    parts = spread(rake, pots=pots, chip=5)
    assert sum(parts) == rake <= sum(pots)
    for part, pot in zip(parts, pots, strict=True):
        assert part % 5 == 0
        assert 0 <= part <= pot
        assert abs(part * sum(pots) - rake * pot) < 5 * sum(pots)
