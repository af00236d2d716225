"""The floor's desk in the administration: tables and their state, stays, finished hands without cards.

Rows that record something are looked at, never typed. Nothing here reads a deck: live hands are shown by number only,
a finished one by its address, where the floor sees what anybody sees. What is done to a table goes through
`live.floor`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html

from accounts.admin import ReadOnlyAdmin
from accounts.models import Player as Account
from tables import desk, selectors
from tables.engine.rules import PRESETS
from tables.forms import ReasonForm, TableForm
from tables.live import floor
from tables.live.terms import open_table
from tables.models import Hand, HandSeat, SeatSession, Table
from tables.rule_fields import SETTINGS, preset_rows

STATES = {"open": Table.State.OPEN, "pause": Table.State.PAUSED, "close": Table.State.CLOSED}


@admin.register(Table)
class TableAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Create and edit tables; open, pause and close them; void the hand being played."""

    form = TableForm
    actions = None
    list_display = ("name", "game", "stakes", "currency", "taken", "preset", "state", "status")
    list_filter = ("state", "game", "currency")
    search_fields = ("name", "slug")
    change_form_template = "admin/tables/table/change_form.html"
    fieldsets = (
        (None, {"fields": ("name", "slug", "position", "preset", "game", "currency", "seats")}),
        (
            "Stakes, in units with cents",
            {"fields": (("small_bet", "big_bet"), ("small_blind", "big_blind"), ("ante", "chip"))},
        ),
        ("Buy-in and absence", {"fields": (("min_buy_in", "max_buy_in"), ("away_minutes", "pause_ms"))}),
        ("Commission", {"fields": ("schedule",)}),
        (
            "Settings that differ from the preset",
            {"fields": tuple(setting.field for setting in SETTINGS), "description": "Empty: as the preset says."},
        ),
    )

    @admin.display(description="stakes")
    def stakes(self, table: Table) -> str:
        """Limits or blinds as players write them."""
        return selectors.stakes_words(table)

    @admin.display(description="seats taken")
    def taken(self, table: Table) -> str:
        """How many sit there now."""
        return f"{table.sessions.filter(ended=None).count()} of {table.seats}"

    @admin.display(description="now")
    def status(self, table: Table) -> str:
        """What the live row says."""
        return table.live.status if hasattr(table, "live") else ""

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """A new table starts from `?preset=`, or from the house's."""
        name = request.GET.get("preset", "house")
        return desk.new_table(name if name in PRESETS else "house")

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The form, with who sits there above it and what the presets say below."""
        table = Table.objects.filter(pk=object_id).first() if object_id and object_id.isdecimal() else None
        extra = {"presets": list(PRESETS), "preset_rows": preset_rows(), **(extra_context or {})}
        if table is not None and self.has_view_permission(request, table):
            extra["floor"] = desk.table_now(table)
        response: HttpResponse = super().changeform_view(request, object_id, form_url, extra)
        return response

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A table that was played at stays in the books."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Table | None = None) -> tuple[str, ...]:
        """A table keeps its name in addresses and its currency."""
        return ("slug", "currency") if obj is not None else ()

    def save_model(self, request: HttpRequest, obj: Table, form: ModelForm[Table], change: bool) -> None:
        """A new table gets its live row; a changed one is told to the table."""
        if change:
            obj.save()
            floor.refresh(obj.pk)
        else:
            open_table(obj)

    def get_urls(self) -> list[URLPattern]:
        """The desk's verbs beside the usual pages."""
        desk = [
            path("<int:pk>/state/<str:verb>/", self._guarded(self.change_state), name="tables_table_state"),
            path("<int:pk>/void/", self._guarded(self.void_hand), name="tables_table_void"),
        ]
        return [*desk, *super().get_urls()]

    def change_state(self, request: HttpRequest, pk: int, verb: str) -> HttpResponse:
        """POST: open, pause or close."""
        table = get_object_or_404(Table, pk=pk)
        if request.method == "POST" and verb in STATES:
            floor.set_state(table.pk, STATES[verb])
            self.log_change(request, table, f"{verb}")
            messages.success(request, f"{table}: {STATES[verb].label.lower()}, at the latest when the hand has ended.")
        return redirect(reverse("admin:tables_table_change", args=[pk]))

    def void_hand(self, request: HttpRequest, pk: int) -> HttpResponse:
        """GET asks for the reason, POST voids the hand being played."""
        table = get_object_or_404(Table, pk=pk)
        form = ReasonForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            try:
                number = floor.void_hand(
                    pk,
                    reason=form.cleaned_data["reason"],
                    actor=request.user.get_username(),
                    account=cast(Account, request.user).pk,
                )
                self.log_change(request, table, f"voided hand {number}: {form.cleaned_data['reason']}")
                messages.success(request, f"Hand {number} is void; every stack is as before it.")
            except floor.NothingToVoid:
                messages.error(request, "No hand is being played.")
            except floor.OwnHand:
                messages.error(request, "You play in this hand: somebody else must decide about it.")
            return redirect(reverse("admin:tables_table_change", args=[pk]))
        context = {**self.admin_site.each_context(request), "form": form, "table": table, "title": f"Void at {table}"}
        return render(request, "admin/tables/table/void.html", context)

    def _guarded(self, view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        def guarded(request: HttpRequest, **kwargs: Any) -> HttpResponse:
            if not self.has_change_permission(request):
                raise PermissionDenied
            return view(request, **kwargs)

        return self.admin_site.admin_view(guarded)


class HandSeatInline(admin.TabularInline):  # type: ignore[type-arg]
    """Who was in a hand."""

    model = HandSeat
    fields = readonly_fields = ("seat", "player", "stack", "net", "paid")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Hand)
class HandAdmin(ReadOnlyAdmin):
    """Finished hands: numbers, never the deck."""

    list_display = ("number", "table", "started", "dealt_in", "pot", "rake", "void_reason", "address")
    list_filter = ("table",)
    list_select_related = ("table",)
    search_fields = ("=number", "=public_id")
    fields = ("number", "table", "currency", "started", "ended", "dealt_in", "pot", "rake", "void_reason", "address")
    inlines = (HandSeatInline,)

    @admin.display(description="as anybody sees it")
    def address(self, hand: Hand) -> str:
        """The hand's own page."""
        url = reverse("tables:hand", args=[hand.public_id])
        return format_html('<a href="{}">{}</a>', url, hand.public_id)


@admin.register(SeatSession)
class SeatSessionAdmin(ReadOnlyAdmin):
    """Who sat where, since when, and what left with him."""

    list_display = ("id", "table", "seat", "player", "started", "ended", "played_stack", "cashed_out")
    list_filter = ("table",)
    list_select_related = ("table", "player")
    search_fields = ("player__username", "=player__public_id")
    fields = list_display
