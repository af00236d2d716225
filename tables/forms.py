"""Staff's form of a table: a preset first, single settings on top, refused where they make no game.

Amounts are typed in whole currency units with cents, never in minor units; times in seconds.
"""

from __future__ import annotations

from typing import Any

from django import forms

from cashier.amounts import parse, plain
from cashier.errors import CashierError
from tables.engine.actions import RuleViolation
from tables.engine.rules import PRESETS
from tables.live.terms import terms_of
from tables.models import SeatSession, Table
from tables.rule_fields import PRESET_WORDS, SETTINGS


class Amount(forms.CharField):
    """An amount like 2 or 2.50; minor units when clean, 0 when empty."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": 12})

    def prepare_value(self, value: Any) -> Any:
        """Stored minor units as people write them."""
        return plain(value) if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if text.strip(" 0.") == "":
            return 0
        try:
            return parse(text)
        except CashierError as error:
            raise forms.ValidationError("An amount like 2 or 2.50.") from error


class TableForm(forms.ModelForm):  # type: ignore[type-arg]
    """Create or edit a table; a change counts from the next hand, and a finished hand keeps its rules."""

    preset = forms.ChoiceField(
        choices=[(name, PRESET_WORDS[name]) for name in PRESETS], help_text="The rules the table starts from."
    )
    small_bet = Amount(required=False, label="Lower limit", help_text="Fixed limit: bets before and on the flop.")
    big_bet = Amount(required=False, label="Upper limit", help_text="Fixed limit: bets on turn and river.")
    small_blind = Amount(help_text="Fixed limit: half of the lower limit, rounded down to the chip.")
    big_blind = Amount(help_text="Fixed limit: the lower limit.")
    ante = Amount(required=False)
    chip = Amount(label="Smallest chip", help_text="Everything at the table is a multiple of it.")
    min_buy_in = Amount(label="Least buy-in")
    max_buy_in = Amount(label="Most buy-in")
    for _setting in SETTINGS:
        locals()[_setting.field] = _setting.make()

    class Meta:
        model = Table
        fields = (
            "slug", "name", "game", "small_bet", "big_bet", "small_blind", "big_blind", "ante", "chip", "currency",
            "seats", "min_buy_in", "max_buy_in", "preset", "schedule", "pause_ms", "away_minutes", "position",
        )  # fmt: skip
        labels = {
            "slug": "Address",
            "schedule": "Schedule",
            "pause_ms": "Pause between hands, milliseconds",
            "away_minutes": "Seat kept while away, minutes",
            "position": "Place in the lobby",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for setting in SETTINGS:
            if setting.name in self.instance.changes:
                self.initial[setting.field] = setting.typed(self.instance.changes[setting.name])

    def clean(self) -> dict[str, Any]:
        """Refuse what the engine would refuse, now instead of at the deal."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        self.instance.changes = self._changes(cleaned)
        own = {field.name for field in Table._meta.get_fields()}
        given = {name: value for name, value in cleaned.items() if name in own}
        trial = Table(**given, changes=self.instance.changes)
        try:
            terms_of(trial)
        except RuleViolation as violation:
            raise forms.ValidationError(violation.message) from violation
        if any(cleaned[name] % cleaned["chip"] for name in ("min_buy_in", "max_buy_in")):
            raise forms.ValidationError("Buy-ins are multiples of the chip.")
        if self._strands_chips(cleaned["chip"]):
            raise forms.ValidationError("Players sit here with chips that the new smallest chip cannot make.")
        return cleaned

    def _strands_chips(self, chip: int) -> bool:
        """Whether stacks at the table may be no multiples of the new chip, so that nothing could be dealt."""
        if self.instance.pk is None or self.initial["chip"] % chip == 0:
            return False
        return SeatSession.objects.filter(table=self.instance, ended=None).exists()

    def _changes(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        listed = {setting.name for setting in SETTINGS}
        kept = {name: value for name, value in self.instance.changes.items() if name not in listed}
        typed = {setting.name: setting.stored(cleaned.get(setting.field)) for setting in SETTINGS}
        return kept | {name: value for name, value in typed.items() if value is not None}


class ReasonForm(forms.Form):
    """Why a hand is voided; it is kept with the hand."""

    reason = forms.CharField(max_length=150, widget=forms.TextInput(attrs={"size": 60}))
