"""Rake attributed to players (R-8.3's remainder rule, per player), and the preview's arithmetic."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from cashier import reports
from cashier.attribution import attribute
from cashier.rake import Terms, taken
from cashier.reports import RakedHand
from tables.engine.rake import RakeTerms, total_rake

PAID = st.dictionaries(st.integers(1, 50), st.integers(0, 10**6), min_size=1, max_size=10)


@given(st.integers(0, 10**5), PAID)
def test_the_shares_are_the_rake(rake: int, paid: dict[int, int]) -> None:
    shares = attribute(rake, paid)
    total = sum(paid.values())
    assert sum(shares.values()) == (rake if total else 0)
    for player, share in shares.items():
        assert paid[player] > 0
        assert abs(share * total - rake * paid[player]) < total


def test_the_odd_unit_goes_to_the_largest_remainder() -> None:
    assert attribute(10, {1: 100, 2: 100, 3: 100}) == {1: 4, 2: 3, 3: 3}
    assert attribute(10, {1: 100, 2: 250, 3: 0}) == {1: 3, 2: 7}


def test_rake_is_summed_by_player(monkeypatch: pytest.MonkeyPatch) -> None:
    played = [
        RakedHand(currency="EUR", rake=10, paid={1: 100, 2: 100}),
        RakedHand(currency="EUR", rake=5, paid={1: 100}),
        RakedHand(currency="PLAY", rake=3, paid={2: 1}),
    ]

    def hands(since: Any, until: Any) -> list[RakedHand]:
        return played

    monkeypatch.setattr(reports, "_hands", [hands])
    now = timezone.now()
    assert reports.rake_by_player(now - timedelta(days=1), now) == {(1, "EUR"): 10, (2, "EUR"): 5, (2, "PLAY"): 3}


CAPS = st.lists(st.tuples(st.integers(2, 10), st.integers(0, 5_000)), max_size=4, unique_by=lambda cap: cap[0])


@given(st.integers(0, 10_000), st.integers(1, 500), CAPS, st.integers(0, 10**7), st.integers(2, 10))
def test_the_preview_takes_what_the_engine_takes(
    basis_points: int, step: int, caps: list[tuple[int, int]], pots: int, players: int
) -> None:
    """R-8.1: rake = min(cap, floor(raked total × percent ÷ step) × step)."""
    rising = tuple(sorted(caps))
    terms = Terms(basis_points=basis_points, step=step, caps=rising, no_flop_no_drop=True, from_average_pot=0)
    engine = RakeTerms(basis_points=basis_points, step=step, caps=rising, no_flop_no_drop=True)
    rake = taken(terms, pots=pots, players=players)
    assert rake == total_rake(engine, pots=pots, players=players, flop_dealt=True)
    assert 0 <= rake <= pots
