"""Staff's form of a table: a preset first, single settings on top, refused where they make no game."""

from __future__ import annotations

from typing import Any

from django import forms

from tables.engine.actions import RuleViolation
from tables.engine.rules import PRESETS
from tables.live.terms import terms_of
from tables.models import Table


class TableForm(forms.ModelForm):  # type: ignore[type-arg]
    """Create or edit a table; a change counts from the next hand, and a finished hand keeps its rules."""

    preset = forms.ChoiceField(choices=[(name, name) for name in PRESETS])

    class Meta:
        model = Table
        fields = (
            "slug", "name", "game", "small_bet", "big_bet", "small_blind", "big_blind", "ante", "chip", "currency",
            "seats", "min_buy_in", "max_buy_in", "preset", "changes", "schedule", "pause_ms",
            "away_minutes", "position",
        )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Refuse what the engine would refuse, now instead of at the deal."""
        cleaned = super().clean() or {}
        if not self.errors:
            trial = Table(**{name: value for name, value in cleaned.items() if name != "id"})
            try:
                terms_of(trial)
            except RuleViolation as violation:
                raise forms.ValidationError(violation.message) from violation
            if any(cleaned[name] % cleaned["chip"] for name in ("min_buy_in", "max_buy_in")):
                raise forms.ValidationError("Buy-ins are multiples of the chip.")
        return cleaned


class ReasonForm(forms.Form):
    """Why a hand is voided; it is kept with the hand."""

    reason = forms.CharField(max_length=150, widget=forms.TextInput(attrs={"size": 60}))
