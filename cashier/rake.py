"""Which terms a rake schedule sets for the next hand of a table (R-8.1, R-8.2).

Plain numbers: the table turns them into the engine's terms, fixes them when a hand starts, shows
them and stores them with the hand. The engine alone computes rake from them; the tables register it
with `computed_by`, so that what an operator is shown is what a hand would pay.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cashier.models.rake import RakeBracket, RakeSchedule


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """rake = min(cap, floor(raked × basis_points ÷ 10000 ÷ step) × step), minor units.

    `caps` are rising (players dealt in, cap) pairs; empty is no cap. `from_average_pot` names the
    bracket.
    """

    basis_points: int
    step: int
    caps: tuple[tuple[int, int], ...]
    no_flop_no_drop: bool
    from_average_pot: int


NO_TERMS = Terms(basis_points=0, step=1, caps=(), no_flop_no_drop=True, from_average_pot=0)


def terms_for(schedule: RakeSchedule | None, *, average_pot: int, hands: int) -> Terms:
    """The terms at a table whose last `hands` settled hands had that average pot (minor units).

    With fewer hands than the schedule asks for, and below the first bracket's start, the lowest
    bracket applies. No schedule, or one without brackets, takes nothing.
    """
    brackets = list(schedule.brackets.order_by("from_average_pot")) if schedule else []
    if schedule is None or not brackets:
        return NO_TERMS
    bracket = brackets[0] if hands < schedule.enough_hands else _reached(brackets, average_pot)
    return Terms(
        basis_points=bracket.basis_points,
        step=bracket.step,
        caps=tuple((players, cap) for players, cap in bracket.caps),
        no_flop_no_drop=schedule.no_flop_no_drop,
        from_average_pot=bracket.from_average_pot,
    )


def _reached(brackets: Sequence[RakeBracket], average_pot: int) -> RakeBracket:
    reached = [bracket for bracket in brackets if bracket.from_average_pot <= average_pot]
    return reached[-1] if reached else brackets[0]


Formula = Callable[[Terms, int, int], int]
_formula: list[Formula] = []


def computed_by(function: Formula) -> Formula:
    """Register `function(terms, pots, players dealt in) -> rake` of a hand that saw the flop."""
    _formula[:] = [function]
    return function


def taken(terms: Terms, *, pots: int, players: int) -> int:
    """The rake of a hand that saw the flop with `pots` in the middle and `players` dealt in."""
    return _formula[0](terms, pots, players)
