"""The disconnect all-in allowance as a table asks for it: what counts is what counted when the hand began (R-6.6)."""

from __future__ import annotations

from datetime import datetime

from accounts import allowance
from tables.engine.rules import Rules
from tables.live.record import Locked
from tables.live.times import moment


def left_for(locked: Locked, player: int, *, rules: Rules) -> tuple[int, bool]:
    """How many the player has left in this hand, and whether the privilege is revoked."""
    if rules.allowance == 0:
        return 0, False
    state = allowance.state(player, moment(locked.now), hand_began=_began(locked))
    return min(state.left, rules.allowance), state.revoked


def use_for(locked: Locked, player: int, *, hand: int) -> bool:
    """Use one for this hand; False when another table was faster."""
    return allowance.use(
        player, hand=str(hand), table=locked.live.terms.slug, now=moment(locked.now), hand_began=_began(locked)
    )


def _began(locked: Locked) -> datetime:
    assert locked.live.deal is not None
    return moment(locked.live.deal.started)
