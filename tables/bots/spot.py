"""What a bot looks at when it decides: one seat's own turn, read from the public view and the private object."""

from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
LIVE = frozenset({"playing", "all_in", "protected"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A decision to take. Amounts in minor units; `low` and `high` are bet-to totals, None where none is allowed."""

    hole: str
    board: str
    pot: int
    call: int
    low: int | None
    high: int | None
    bet: int
    own_bet: int
    stack: int
    big_blind: int
    chip: int
    opponents: int
    fixed: bool

    @property
    def raises(self) -> int:
        """How often the price was raised before the flop, told from its height."""
        if self.fixed:
            return max(0, self.bet // self.big_blind - 1)
        return sum(self.bet > self.big_blind * steps for steps in (1, 5, 15))


def spot_of(view: Json, private: Json, seat: int) -> Spot | None:
    """The decision `seat` has to take now, or None when it is not its turn or its cards are not known yet."""
    hand: Json = view.get("hand", {})
    turn: Json = hand.get("turn", {})
    hole = private.get("cards", "")
    if turn.get("seat") != seat or len(hole) != 4:
        return None
    table: Json = view["table"]
    own: Json = view["seats"][str(seat)]
    others = sum(other.get("status") in LIVE for number, other in view["seats"].items() if number != str(seat))
    return Spot(
        hole=hole,
        board=hand.get("board", ""),
        pot=hand.get("pot", 0),
        call=turn.get("call", 0),
        low=turn.get("min"),
        high=turn.get("max"),
        bet=hand.get("bet", 0),
        own_bet=own.get("bet", 0),
        stack=own.get("stack", 0),
        big_blind=table["big_blind"],
        chip=table["chip"],
        opponents=max(1, others),
        fixed=table["game"] == "fixed",
    )
