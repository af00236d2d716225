"""What a hand answers when it is asked: what may be done now, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple


class Legal(NamedTuple):
    """What the player to act may do. Folding is always allowed (R-4.2); `call` is what he adds, 0 when he may check.

    `min` and `max` are totals for this round, None when no bet or raise is allowed, and `word` says which it is.
    `no` counts the decisions of the hand from 0. `capped`: only the number of bets forbids a raise (R-4.4).
    """

    seat: int
    no: int
    call: int
    check: bool
    min: int | None
    max: int | None
    word: str | None
    capped: bool


@dataclass(frozen=True, slots=True)
class PotResult:
    """A pot as it was paid: gross amount, rake out of it, seats entitled, and the share of each winning seat."""

    amount: int
    rake: int
    seats: tuple[int, ...]
    shares: dict[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """Everything needed to book a finished hand, by seat number; nets sum to minus the rake.

    `paid` is what each seat put into the pots that were raked, `returned` what came back uncalled (R-4.10),
    `shown` the cards shown to all, `showdown` whether hands were compared.
    """

    stacks: dict[int, int]
    nets: dict[int, int]
    paid: dict[int, int]
    rake: int
    pots: tuple[PotResult, ...]
    returned: dict[int, int]
    shown: dict[int, str]
    flop_dealt: bool
    showdown: bool

    def with_shown(self, shown: dict[int, str]) -> Result:
        """The same result after a player showed more (R-7.5)."""
        return replace(self, shown=shown)
