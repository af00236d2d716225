"""How many disconnect all-ins are left, counted from what happened: pure, no clock, no database (R-6.6).

A use counts at once, at every table: with several tables the first expiry gets the last use.
Everything that gives uses back or changes the privilege (24 hours passing, a reset, a voided hand,
revoking, reinstating) counts from each table's next hand. So for a hand that has begun the question
is "as of its beginning": uses up to now, the rest up to then.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

WINDOW = timedelta(hours=24)


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """One all-in used at `at`; `number` orders it among all entries; `returned` is when a voided hand gave it back."""

    number: int
    at: datetime
    returned: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reset:
    """Support gave back, at `at`, every use with a lower number."""

    number: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class AllowanceState:
    """What a player has: `left` of `of`, when the next one comes back, whether the privilege is revoked."""

    left: int
    of: int
    restores_at: datetime | None
    revoked: bool

    @property
    def usable(self) -> bool:
        """Whether a disconnected player is protected instead of folded."""
        return self.left > 0 and not self.revoked


def outstanding(uses: Iterable[Use], resets: Sequence[Reset], *, as_of: datetime) -> list[Use]:
    """The uses that have not come back by `as_of`, oldest first."""
    reset_before = max((reset.number for reset in resets if reset.at <= as_of), default=0)
    out = [
        use
        for use in uses
        if use.number > reset_before and use.at + WINDOW > as_of and (use.returned is None or use.returned > as_of)
    ]
    return sorted(out, key=lambda use: (use.at, use.number))


def count(uses: Iterable[Use], resets: Sequence[Reset], *, of: int, revoked: bool, as_of: datetime) -> AllowanceState:
    """The state as of `as_of` (now, or the beginning of the hand in question)."""
    out = outstanding(uses, resets, as_of=as_of)
    return AllowanceState(
        left=max(0, of - len(out)),
        of=of,
        restores_at=out[0].at + WINDOW if out else None,
        revoked=revoked,
    )
