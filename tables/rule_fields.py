"""The rule settings staff may change at one table, as fields of a form: empty means what the preset says.

Times are typed in seconds. What is not listed here stays as it is in the table's `changes`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any

from django import forms

from tables.engine.rules import PRESETS, Expiry, Positions

PRESET_WORDS = {
    "house": "House: checks for the absent while that is free, big blind moves on, all games",
    "24poker": "24poker: fixed limit, button moves on, protected on a lost line, dynamic commission",
    "allin": "All-in: fixed limit, two disconnect all-ins in 24 hours",
    "cardroom": "Card room: all games, no disconnect protection",
    "betandwin": "betandwin: fixed limit, no cap heads-up for real money, blinds announced",
}
EXPIRY_WORDS = {
    Expiry.FOLD: "fold",
    Expiry.CHECK_OR_FOLD: "check while it is free, else fold",
    Expiry.PROTECT: "protect (all-in for what is in), else fold",
    Expiry.CHECK_OR_PROTECT: "check while it is free, else protect",
}
POSITION_WORDS = {
    Positions.BY_BUTTON: "the button moves to the next player",
    Positions.BY_BIG_BLIND: "the big blind moves to the next player",
}
YES_NO = {True: "yes", False: "no"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """One setting: its name in the rules, its label, and how it is typed and written."""

    name: str
    label: str
    words: dict[Any, str] | None = None
    seconds: bool = False
    least: int = 0

    @property
    def field(self) -> str:
        """The field's name in the form."""
        return f"rule_{self.name}"

    def make(self) -> forms.Field:
        """The form field, without a value of its own."""
        if self.words is not None:
            choices = [("", "as the preset says"), *((str(value), words) for value, words in self.words.items())]
            return forms.ChoiceField(choices=choices, required=False, label=self.label)
        make: Callable[..., forms.Field] = forms.DecimalField if self.seconds else forms.IntegerField
        extra = {"max_digits": 7, "decimal_places": 3} if self.seconds else {"max_value": 10_000}
        return make(required=False, min_value=self.least, label=self.label, **extra)

    def typed(self, value: Any) -> Any:
        """A value of the rules as it stands in the field."""
        if self.words is not None:
            return str(value)
        return f"{Decimal(value) / 1000:f}" if self.seconds else value

    def stored(self, cleaned: Any) -> Any:
        """What was typed as a value of the rules; None where nothing was."""
        if cleaned in (None, ""):
            return None
        if self.words is not None:
            return next(
                value.value if isinstance(value, StrEnum) else value for value in self.words if str(value) == cleaned
            )
        return int(cleaned * 1000) if self.seconds else cleaned

    def said(self, value: Any) -> str:
        """A value in words, for the table of presets."""
        if self.words is not None:
            return self.words[value]
        return f"{value / 1000:g} s" if self.seconds else str(value)


SETTINGS = (
    Setting(name="positions", label="Button and blinds", words=POSITION_WORDS),
    Setting(name="quiet_ms", label="Turn: quiet seconds", seconds=True, least=1),
    Setting(name="countdown_ms", label="Turn: seconds of countdown", seconds=True, least=1),
    Setting(name="time_bank_ms", label="Time bank, seconds (0: none)", seconds=True),
    Setting(name="time_bank_back_ms", label="Time bank: seconds back after a hand", seconds=True),
    Setting(name="expiry_connected", label="Time out, connected", words=EXPIRY_WORDS),
    Setting(name="expiry_disconnected", label="Time out, disconnected", words=EXPIRY_WORDS),
    Setting(name="allowance", label="Disconnect all-ins in 24 hours"),
    Setting(name="heads_up_uncapped", label="No cap heads-up (real money)", words=YES_NO),
    Setting(name="all_in_face_up", label="All-in hands face up", words=YES_NO),
    Setting(name="newcomer_may_post", label="Newcomers may post to enter", words=YES_NO),
    Setting(name="reserve_ms", label="A seat is held for, seconds", seconds=True, least=5),
    Setting(name="return_minutes", label="Stack is remembered for, minutes"),
    Setting(name="announce_blinds", label="Blinds announced", words=YES_NO),
)


def preset_rows() -> list[tuple[str, list[str]]]:
    """Every setting with what each preset says, in the order of PRESETS."""
    return [
        (setting.label, [setting.said(getattr(rules, setting.name)) for rules in PRESETS.values()])
        for setting in SETTINGS
    ]
