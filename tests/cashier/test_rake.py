"""Which terms a rake schedule sets (R-8.1, R-8.2)."""

import pytest
from django.core.exceptions import ValidationError

from cashier.models import RakeBracket, RakeSchedule
from cashier.rake import NO_TERMS, Terms, terms_for

pytestmark = pytest.mark.django_db


@pytest.fixture
def schedule() -> RakeSchedule:
    schedule = RakeSchedule.objects.create(name="demo", no_flop_no_drop=False)
    RakeBracket.objects.create(schedule=schedule, from_average_pot=10_000, basis_points=300, step=25, caps=[[2, 300]])
    RakeBracket.objects.create(
        schedule=schedule, from_average_pot=0, basis_points=500, step=5, caps=[[2, 100], [4, 200]]
    )
    return schedule


@pytest.mark.parametrize(
    ("average_pot", "hands", "bracket"),
    [(0, 50, 0), (9_999, 50, 0), (10_000, 50, 10_000), (10**9, 50, 10_000), (10_000, 10, 10_000), (10_000, 9, 0)],
)
def test_the_average_pot_chooses_the_bracket(
    schedule: RakeSchedule, average_pot: int, hands: int, bracket: int
) -> None:
    """R-8.2: under 10 hands the lowest bracket."""
    assert terms_for(schedule, average_pot=average_pot, hands=hands).from_average_pot == bracket


def test_terms_are_plain_numbers(schedule: RakeSchedule) -> None:
    assert terms_for(schedule, average_pot=0, hands=0) == Terms(
        basis_points=500, step=5, caps=((2, 100), (4, 200)), no_flop_no_drop=False, from_average_pot=0
    )


def test_below_the_first_bracket_it_still_applies(schedule: RakeSchedule) -> None:
    schedule.brackets.filter(from_average_pot=0).delete()
    assert terms_for(schedule, average_pot=5, hands=50).basis_points == 300


def test_without_a_schedule_nothing_is_taken() -> None:
    """R-8.4: rake is off by default."""
    assert terms_for(None, average_pot=10**6, hands=50) == NO_TERMS
    assert terms_for(RakeSchedule.objects.create(name="empty"), average_pot=10**6, hands=50) == NO_TERMS


@pytest.mark.parametrize(
    "caps",
    [{"2": 100}, [2, 100], [[2]], [[2, "100"]], [[2, 1.5]], [[1, 100]], [[2, -1]], [[4, 1], [2, 2]], [[2, 1], [2, 2]]],
)
def test_caps_that_make_no_sense_are_refused(schedule: RakeSchedule, caps: object) -> None:
    bracket = RakeBracket(schedule=schedule, from_average_pot=5, basis_points=500, step=5, caps=caps)
    with pytest.raises(ValidationError):
        bracket.full_clean()
