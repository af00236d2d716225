"""What happened, step by step: facts derived from a hand for the log, the history and the animations.

Events are rich enough that nobody who shows a hand needs the rules: amounts put in by the action and the total for
the round, who is all-in, pots with winners, shares, names and cards. They are light tuples because replay makes many.
Hole cards travel in `dealt` events, so events reach a viewer only through `views`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from tables.engine.actions import Cause


class EventKind(StrEnum):
    """The kinds of facts; each names the fields of `Event` it fills besides `kind`."""

    POSTED = "posted"  # seat, amount, text = kind of post, all_in
    DEALT = "dealt"  # seat, cards (hidden from the others)
    FOLD = "fold"  # seat, cause
    CHECK = "check"  # seat, cause
    CALL = "call"  # seat, amount, to, all_in, cause
    BET = "bet"  # seat, amount, to, all_in
    RAISE = "raise"  # seat, amount, to, all_in
    PROTECTED = "protected"  # seat, to = what he has put in this round
    RETURNED = "returned"  # seat, amount
    STREET = "street"  # text = flop, turn or river, cards = the new ones
    SHOWDOWN = "showdown"  # cards = the board
    SHOWN = "shown"  # seat, cards, text = what they make
    MUCKED = "mucked"  # seat
    POT_WON = "pot_won"  # seat, pot, amount = his share, text, cards = the best five (none if not shown)
    RAKE = "rake"  # amount
    HAND_OVER = "hand_over"


class Event(NamedTuple):
    """One fact. `amount` is what moved, `to` the seat's total for the round, `pot` 0 is the main pot."""

    kind: EventKind
    seat: int | None = None
    amount: int | None = None
    to: int | None = None
    cards: str = ""
    cause: Cause = Cause.PLAYER
    text: str = ""
    pot: int | None = None
    all_in: bool = False

    def wire(self) -> dict[str, int | str | bool]:
        """The fact as JSON, without what is empty. Still holds hole cards: see `views.public_events`."""
        fields = self._asdict()
        if self.cause is Cause.PLAYER:
            del fields["cause"]
        return {
            key: value.value if isinstance(value, StrEnum) else value
            for key, value in fields.items()
            if value is not None and value != "" and value is not False
        }
