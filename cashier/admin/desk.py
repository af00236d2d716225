"""What the pages of the desk share: rows to look at, and buttons that ask the services."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse

from accounts.models import Player
from cashier.errors import CashierError
from cashier.words import refusal

Act = Callable[[int, int, str], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """Something staff can do to a row: `act(row id, staff id, text)`.

    `asks` is the label of the text it needs, if any; `states` are those it is offered in.
    """

    verb: str
    label: str
    done: str
    permission: str
    act: Act
    states: tuple[str, ...]
    asks: str = ""


class Shown(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows are looked at, never typed: no adding, changing or deleting, whatever rights one has."""

    actions = None
    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ShownInline(admin.TabularInline):  # type: ignore[type-arg]
    """Rows below a row, to look at."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Decided(Shown):
    """Rows that staff decide about, with a button for each thing they may do now."""

    change_form_template = "admin/cashier/decided.html"
    buttons: tuple[Button, ...] = ()

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.act)
        return [path("<int:number>/act/<slug:verb>/", view, name=f"{self._name()}_act"), *super().get_urls()]

    def act(self, request: HttpRequest, number: int, verb: str) -> HttpResponse:
        """Press a button."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        button = next((one for one in self.buttons if one.verb == verb), None)
        staff = cast(Player, request.user)
        if button is None or not (self.has_view_permission(request) and staff.has_perm(button.permission)):
            raise PermissionDenied
        row = get_object_or_404(self.model, pk=number)
        try:
            button.act(number, staff.pk, request.POST.get("text", "").strip())
        except CashierError as error:
            messages.error(request, f"Nothing done. {refusal(error.code)}")
        else:
            self.log_change(request, row, button.done)
            messages.success(request, button.done)
        return redirect(f"admin:{self._name()}_change", number)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        row = self.get_object(request, object_id)
        staff = cast(Player, request.user)
        offered = []
        if row is not None:
            offered = [
                {"button": one, "url": reverse(f"admin:{self._name()}_act", args=[row.pk, one.verb])}
                for one in self.buttons
                if row.state in one.states and staff.has_perm(one.permission)
            ]
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), "offered": offered})

    def _name(self) -> str:
        return f"{self.opts.app_label}_{self.opts.model_name}"
