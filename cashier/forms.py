"""What a player types at the cashier, read strictly."""

import uuid
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django import forms
from django.conf import settings

from cashier import providers
from cashier.amounts import parse
from cashier.errors import CashierError
from cashier.exclusion import Length
from cashier.models.books import PLAY
from cashier.models.protection import LimitKind, Period
from cashier.selectors import Filter, currencies
from cashier.words import GROUPS, refusal


def money_name(currency: str) -> str:
    """A currency as people call it."""
    return "Play money" if currency == PLAY else currency


class AmountField(forms.CharField):
    """An amount in the viewer's own way of writing; minor units when clean, None if empty."""

    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        if not text:
            return None
        try:
            return parse(text)
        except CashierError as error:
            raise forms.ValidationError(refusal(error.code), code=error.code) from None


def new_key() -> str:
    """A key for a form that may be sent twice."""
    return uuid.uuid4().hex


class ConfirmForm(forms.Form):
    """Age and terms."""

    of_age = forms.BooleanField(label="I am old enough to play for money where I live.")
    terms = forms.BooleanField(label="I accept the terms of real-money play.")
    version = forms.CharField(widget=forms.HiddenInput, initial=lambda: settings.REAL_MONEY_TERMS)


class MoneyForm(forms.Form):
    """A deposit or a withdrawal. `key` makes a double click one request."""

    amount = AmountField(label="Amount")
    provider = forms.ChoiceField(label="Way")
    reference = forms.CharField(max_length=200, required=False)
    key = forms.RegexField(r"\A[0-9a-f]{32}\Z", widget=forms.HiddenInput, initial=new_key)

    def __init__(self, *args: Any, reference: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ways = [(name, provider.label) for name, provider in providers.available().items()]
        self.fields["provider"] = forms.ChoiceField(label="Way", choices=ways)
        self.fields["reference"].label = reference


class LimitForm(forms.Form):
    """One limit; an empty amount is none."""

    kind = forms.ChoiceField(choices=LimitKind.choices, widget=forms.HiddenInput)
    period = forms.ChoiceField(choices=Period.choices, widget=forms.HiddenInput)
    amount = AmountField(required=False)


class PauseForm(forms.Form):
    """A pause or a self-exclusion, with a second thought."""

    CHOICES = [
        ("24", "24 hours"),
        ("168", "7 days"),
        (Length.SIX_MONTHS.name, "6 months"),
        (Length.ONE_YEAR.name, "1 year"),
        (Length.TWO_YEARS.name, "2 years"),
        (Length.FIVE_YEARS.name, "5 years"),
        (Length.FOR_EVER.name, "For ever"),
    ]
    length = forms.ChoiceField(label="For how long?", choices=CHOICES)
    sure = forms.BooleanField(label="I know that nobody can end it early.")


class ReminderForm(forms.Form):
    """How often to be reminded of the time."""

    minutes = forms.TypedChoiceField(
        label="Remind me of the time every",
        choices=[("", "never"), ("15", "15 minutes"), ("30", "30 minutes"), ("60", "hour"), ("120", "2 hours")],
        coerce=int,
        empty_value=None,
        required=False,
    )


class StatementForm(forms.Form):
    """Which lines of the statement; anything that is not understood is left out of the filter."""

    currency = forms.ChoiceField(required=False)
    kind = forms.ChoiceField(
        label="Kind",
        required=False,
        choices=[("", "Everything"), *((name, label) for name, (label, _) in GROUPS.items())],
    )
    since = forms.DateField(label="From", required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(label="To", required=False, widget=forms.DateInput(attrs={"type": "date"}))
    before = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["currency"] = forms.ChoiceField(
            label="Money", required=False, choices=[(currency, money_name(currency)) for currency in currencies()]
        )

    def currency_chosen(self) -> str:
        """The currency to show; play money unless another of the room is asked for."""
        return self._clean("currency") or currencies()[0]

    def chosen(self, *, limit: int | None) -> Filter:
        """The filter; days are UTC days, the last included."""
        since, until = self._clean("since"), self._clean("until")
        until = until if until is None or until < date.max else None
        kind = self._clean("kind")
        return Filter(
            kinds=GROUPS[kind][1] if kind else (),
            since=datetime.combine(since, time(), tzinfo=UTC) if since else None,
            until=datetime.combine(until, time(), tzinfo=UTC) + timedelta(days=1)
            if until and until < date.max
            else None,
            before=self._clean("before"),
            limit=limit,
        )

    def _clean(self, name: str) -> Any:
        self.is_valid()
        return self.cleaned_data.get(name)
