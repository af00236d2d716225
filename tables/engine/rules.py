"""The settings in which rooms differ, as one frozen record (RULES.md "Presets").

A preset is a starting point: a table takes one and changes single settings. A hand keeps the record it began with,
so a stored hand replays the same when a preset changes later. What a setting means is said where it is used.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Any

from tables.engine.actions import Code, RuleViolation


class Game(StrEnum):
    """The three betting structures."""

    FIXED = "fixed"
    POT = "pot"
    NO_LIMIT = "no"


class Positions(StrEnum):
    """How button and blinds move on: R-2.2 or R-2.7."""

    BY_BUTTON = "by_button"
    BY_BIG_BLIND = "by_big_blind"


class Expiry(StrEnum):
    """What becomes of a turn whose time ran out (R-6.3 to R-6.5)."""

    FOLD = "fold"
    CHECK_OR_FOLD = "check_or_fold"
    PROTECT = "protect"
    CHECK_OR_PROTECT = "check_or_protect"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Every setting a preset may change. Times are milliseconds unless the name says otherwise."""

    name: str = "house"
    games: tuple[Game, ...] = (Game.FIXED, Game.POT, Game.NO_LIMIT)
    positions: Positions = Positions.BY_BIG_BLIND
    bets_per_round: int = 4
    heads_up_uncapped: bool = True
    all_in_face_up: bool = True
    quiet_ms: int = 7_000
    countdown_ms: int = 15_000
    expiry_connected: Expiry = Expiry.CHECK_OR_FOLD
    expiry_disconnected: Expiry = Expiry.CHECK_OR_PROTECT
    allowance: int = 2
    allowance_hours: int = 24
    newcomer_may_post: bool = True
    antes: bool = True
    dynamic_rake: bool = True
    no_flop_no_drop: bool = True
    average_over_hands: int = 50
    average_from_hands: int = 10
    announce_blinds: bool = True
    reserve_ms: int = 60_000
    return_minutes: int = 60
    time_bank_ms: int = 0
    time_bank_back_ms: int = 0

    def dump(self) -> dict[str, Any]:
        """The record as JSON, complete: a stored hand must not change with a preset."""
        return asdict(self) | {"games": [game.value for game in self.games]}

    @classmethod
    def load(cls, data: dict[str, Any]) -> Rules:
        """The record that `dump` wrote; a setting it did not know yet has its default. `bad_setup` for unknown ones."""
        if not data.keys() <= {field.name for field in fields(cls)}:
            raise RuleViolation(Code.BAD_SETUP, "unknown setting")
        try:
            values = dict(data)
            for key, kind in _KINDS.items():
                if key in values:
                    values[key] = kind(values[key])
            if "games" in values:
                values["games"] = tuple(Game(game) for game in values["games"])
            if not all(_fits(value, _DEFAULTS[key]) for key, value in values.items()):
                raise ValueError("a number below zero or none at all")
            return cls(**values)
        except (TypeError, ValueError) as error:
            raise RuleViolation(Code.BAD_SETUP, "unknown value of a setting") from error


_KINDS: dict[str, type[StrEnum]] = {
    "positions": Positions,
    "expiry_connected": Expiry,
    "expiry_disconnected": Expiry,
}

_DEFAULTS = {field.name: field.default for field in fields(Rules)}


def _fits(value: object, default: object) -> bool:
    """Numbers are whole and not below zero, yes and no are booleans; the rest has been read already."""
    if type(default) is int:
        return type(value) is int and value >= 0
    return type(default) is not bool or type(value) is bool


_SEED = Rules(
    games=(Game.FIXED,),
    positions=Positions.BY_BUTTON,
    heads_up_uncapped=False,
    expiry_connected=Expiry.FOLD,
    expiry_disconnected=Expiry.PROTECT,
    antes=False,
    dynamic_rake=False,
    no_flop_no_drop=False,
    announce_blinds=False,
)

PRESETS: dict[str, Rules] = {
    "24poker": replace(_SEED, name="24poker", dynamic_rake=True),
    "allin": replace(_SEED, name="allin"),
    "cardroom": replace(
        _SEED,
        name="cardroom",
        games=(Game.FIXED, Game.POT, Game.NO_LIMIT),
        expiry_disconnected=Expiry.FOLD,
        allowance=0,
        antes=True,
    ),
    "betandwin": replace(_SEED, name="betandwin", heads_up_uncapped=True, announce_blinds=True),
    "house": Rules(),
}


def preset(name: str, **changes: Any) -> Rules:
    """The named preset with single settings changed. Raises `bad_setup` when either is unknown."""
    if name not in PRESETS:
        raise RuleViolation(Code.BAD_SETUP, f"unknown preset {name!r}")
    if not changes.keys() <= {field.name for field in fields(Rules)}:
        raise RuleViolation(Code.BAD_SETUP, "unknown setting")
    return replace(PRESETS[name], **changes)
