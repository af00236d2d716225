"""What the room decides for a player whose time ran out or who left (R-6.3 to R-6.5, R-1.7).

Only the decision is here; the clock, presence and the allowance itself belong to the room.
"""

from __future__ import annotations

from tables.engine.actions import Move
from tables.engine.answers import Legal
from tables.engine.rules import Expiry, Rules


def on_expiry(
    rules: Rules, *, legal: Legal, connected: bool, allowance_left: int, revoked: bool, has_paid: bool
) -> Move:
    """The move for an expired turn: fold, check or protect. Only protect uses up one of the allowance (R-6.4).

    `has_paid`: he has put money into this hand's pots, antes and posts included (`Hand.put_in`).
    """
    policy = rules.expiry_connected if connected else rules.expiry_disconnected
    if legal.check and policy in (Expiry.CHECK_OR_FOLD, Expiry.CHECK_OR_PROTECT):
        return Move.CHECK
    protects = policy in (Expiry.PROTECT, Expiry.CHECK_OR_PROTECT)
    if protects and not connected and has_paid and allowance_left > 0 and not revoked:
        return Move.PROTECT
    return Move.FOLD


def leaving(legal: Legal) -> Move:
    """The move for a player who has left: checked when checking is free, else folded (R-1.7)."""
    return Move.CHECK if legal.check else Move.FOLD
