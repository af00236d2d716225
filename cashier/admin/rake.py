"""Rake schedules, with a preview of what each would take."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse

from cashier.models import RakeBracket, RakeSchedule
from cashier.rake import taken, terms_for

POTS = (500, 1_000, 2_500, 5_000, 10_000, 25_000, 100_000)
PLAYERS = (2, 4, 6, 9)


class BracketForm(forms.ModelForm):  # type: ignore[type-arg]
    """A bracket with what its numbers mean beside them."""

    class Meta:
        model = RakeBracket
        fields = ("from_average_pot", "basis_points", "step", "caps")
        labels = {
            "from_average_pot": "From an average pot of (minor units)",
            "basis_points": "Hundredths of a percent (500 is 5 %)",
            "step": "In steps of (minor units; a multiple of the chip)",
            "caps": "Caps: [[players dealt in, cap], …], rising",
        }
        widgets = {"caps": forms.Textarea(attrs={"rows": 1, "class": "desk-caps"})}


class BracketInline(admin.TabularInline):  # type: ignore[type-arg]
    model = RakeBracket
    form = BracketForm
    extra = 0
    fields = ("from_average_pot", "basis_points", "step", "caps")


@admin.register(RakeSchedule)
class RakeScheduleAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """What the house takes. A change counts from the next hand of each table; a hand keeps its terms."""

    actions = None
    change_form_template = "admin/cashier/schedule.html"
    list_display = ("name", "no_flop_no_drop", "enough_hands")
    inlines = (BracketInline,)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        schedule = self.get_object(request, object_id)
        preview = {"preview": _preview(schedule), "pots": POTS} if isinstance(schedule, RakeSchedule) else {}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **preview})


def _preview(schedule: RakeSchedule) -> list[dict[str, Any]]:
    """For each bracket and number of players, the rake of each example pot as saved."""
    rows = []
    for bracket in schedule.brackets.all():
        terms = terms_for(schedule, average_pot=bracket.from_average_pot, hands=schedule.enough_hands)
        rows += [
            {
                "from": bracket.from_average_pot,
                "players": players,
                "rake": [taken(terms, pots=pot, players=players) for pot in POTS],
            }
            for players in PLAYERS
        ]
    return rows
