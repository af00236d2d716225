"""What the house takes from the pots (R-8.1, R-8.3).

Rake is computed once for the whole hand, from what is really in the pots (uncalled bets are already back), then
spread over the pots in whole chips and taken before a pot is split.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

FULL = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RakeTerms:
    """The schedule that was fixed when the hand began (R-8.2). Amounts in minor units.

    `caps` is a run of (players, cap), rising: a cap holds from that many players dealt in up to the next entry, and
    the first also below it. No caps: the percentage alone. `step` is a multiple of the chip.
    """

    basis_points: int
    step: int = 1
    caps: tuple[tuple[int, int], ...] = ()
    no_flop_no_drop: bool = False

    def dump(self) -> dict[str, Any]:
        """The terms as JSON."""
        return {
            "basis_points": self.basis_points,
            "step": self.step,
            "caps": [list(cap) for cap in self.caps],
            "no_flop_no_drop": self.no_flop_no_drop,
        }

    @classmethod
    def load(cls, data: dict[str, Any]) -> RakeTerms:
        """The terms that `dump` wrote."""
        caps = tuple((int(players), int(cap)) for players, cap in data["caps"])
        return cls(**{**data, "caps": caps})

    def sound(self, *, chip: int) -> bool:
        """Whether the terms can only ever produce whole chips and never more than the pots hold."""
        players = [entry[0] for entry in self.caps]
        return (
            0 <= self.basis_points <= FULL
            and self.step > 0
            and (self.basis_points == 0 or self.step % chip == 0)
            and players == sorted(set(players))
            and all(cap >= 0 and cap % chip == 0 for _, cap in self.caps)
        )


NO_RAKE = RakeTerms(basis_points=0)


def total_rake(terms: RakeTerms, *, pots: int, players: int, flop_dealt: bool) -> int:
    """min(cap, floor(pots × percent ÷ step) × step); nothing before the flop where that is agreed (R-8.1)."""
    if terms.basis_points == 0 or (terms.no_flop_no_drop and not flop_dealt):
        return 0
    rake = pots * terms.basis_points // (FULL * terms.step) * terms.step
    cap = _cap(terms, players=players)
    return rake if cap is None else min(rake, cap)


def _cap(terms: RakeTerms, *, players: int) -> int | None:
    if not terms.caps:
        return None
    reached = [cap for least, cap in terms.caps if least <= players]
    return reached[-1] if reached else terms.caps[0][1]


def spread(rake: int, *, pots: tuple[int, ...], chip: int) -> tuple[int, ...]:
    """The rake of each pot: in proportion, whole chips, by largest remainder, ties to the later pot (R-8.3)."""
    if rake == 0:
        return (0,) * len(pots)
    whole, chips = sum(pots), rake // chip
    parts = [chips * pot // whole for pot in pots]
    order = sorted(range(len(pots)), key=lambda i: (chips * pots[i] % whole, i), reverse=True)
    for i in order[: chips - sum(parts)]:
        parts[i] += 1
    return tuple(part * chip for part in parts)
