"""What a player or the room decides, and how a decision is refused.

A hand is its setup and its actions (docs/architecture.md), so an action carries everything needed to replay it and
nothing that can be derived: the seat, the move, the total for the round of a bet or raise, and who caused it (a player,
an expired clock, or the room acting for a player who has left). Refusals carry a code; words for people live elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

SHAPE = "an action is [seat, move, to, cause]"


class Code(StrEnum):
    """Why something was refused; the wire shows these codes as they are."""

    ILLEGAL_MOVE = "illegal_move"
    BAD_AMOUNT = "bad_amount"
    NOT_YOUR_TURN = "not_your_turn"
    STALE_TURN = "stale_turn"
    BAD_SETUP = "bad_setup"


class RuleViolation(Exception):
    """A setup or an action the rules do not allow; `code` says which kind, nothing has changed."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Move(StrEnum):
    """The moves of R-4.2, `protect` (R-6.4, only the room makes it) and `show` (R-7.5, after the hand)."""

    FOLD = "fold"
    CHECK = "check"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    PROTECT = "protect"
    SHOW = "show"


class Cause(StrEnum):
    """Who decided: the player, his expired clock (R-6.2), or the room for a player who left (R-1.7).

    `disconnected` is the clock of one whom the room had lost and who was not protected (R-6.5).
    """

    PLAYER = "player"
    CLOCK = "clock"
    DISCONNECTED = "disconnected"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class Action:
    """One decision. `to` is the seat's total for this betting round after a bet or raise, else None."""

    seat: int
    move: Move
    to: int | None = None
    cause: Cause = Cause.PLAYER

    def dump(self) -> list[int | str | None]:
        """The compact JSON form [seat, move, to, cause], cut after the last item that says something."""
        if self.cause is not Cause.PLAYER:
            return [self.seat, self.move.value, self.to, self.cause.value]
        if self.to is not None:
            return [self.seat, self.move.value, self.to]
        return [self.seat, self.move.value]

    @classmethod
    def load(cls, data: list[int | str | None]) -> Action:
        """The action that `dump` wrote. Refuses anything else as `illegal_move`."""
        try:
            seat, move, to, cause = data + _LEFT_OUT[len(data) :]
            if type(seat) is not int or not (to is None or type(to) is int):
                raise TypeError(SHAPE)
            return cls(seat, Move(str(move)), to, Cause(str(cause)))
        except (ValueError, TypeError) as error:
            raise RuleViolation(Code.ILLEGAL_MOVE, SHAPE) from error


_LEFT_OUT: list[int | str | None] = [None, None, None, Cause.PLAYER.value]
