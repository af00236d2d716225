"""The books to look at: accounts, journals with their legs, checkpoints, and the daily totals."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from accounts import clock
from accounts.models import Player
from cashier import reports
from cashier.admin.desk import Shown, ShownInline
from cashier.models import Account, Checkpoint, Journal, Leg
from cashier.templatetags.money import money

DAYS = (1, 7, 31, 92)


@admin.register(Account)
class AccountAdmin(Shown):
    """Where money is."""

    list_display = ("id", "kind", "ref", "owner", "currency", "amount")
    list_filter = ("kind", "currency")
    search_fields = ("ref", "owner__username")
    list_select_related = ("owner",)
    fields = ("kind", "ref", "owner", "currency", "amount", "allow_negative", "last_leg")
    readonly_fields = ("amount",)

    @admin.display(description="Balance", ordering="balance")
    def amount(self, account: Account) -> str:
        """The balance, in words."""
        return money(account.balance, account.currency)


class LegInline(ShownInline):
    model = Leg
    fields = ("account", "moved")
    readonly_fields = ("account", "moved")

    @admin.display(description="Amount")
    def moved(self, leg: Leg) -> str:
        """What went in or out."""
        return money(leg.amount, leg.account.currency)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Leg]:
        return super().get_queryset(request).select_related("account")


@admin.register(Journal)
class JournalAdmin(Shown):
    """What moved it, newest first; the daily totals and the rake."""

    change_list_template = "admin/cashier/journals.html"
    change_form_template = "admin/cashier/journal.html"
    list_display = ("id", "created", "kind", "currency", "key", "hand", "actor")
    list_filter = ("kind", "currency", "created")
    search_fields = ("key", "=hand", "legs__account__owner__username")
    ordering = ("-id",)
    list_select_related = ("actor",)
    fields = ("key", "kind", "currency", "hand", "actor", "reason", "reverses", "created", "fingerprint")
    inlines = (LegInline,)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.totals)
        return [path("totals/", view, name="cashier_journal_totals"), *super().get_urls()]

    def totals(self, request: HttpRequest) -> HttpResponse:
        """Movements by day, rake by day and table, rake by player."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        asked = request.GET.get("days", "")
        days = int(asked) if asked in {str(number) for number in DAYS} else DAYS[1]
        until = clock.now()
        since = (until - timedelta(days=days - 1)).replace(hour=0, minute=0, second=0, microsecond=0)
        context = {
            **self.admin_site.each_context(request),
            "title": "Daily totals",
            "opts": self.opts,
            "days": days,
            "choices": DAYS,
            "totals": reports.day_totals(since, until),
            "tables": reports.rake_by_table(since, until),
            "players": _named(reports.rake_by_player(since, until)),
        }
        return TemplateResponse(request, "admin/cashier/totals.html", context)


@admin.register(Checkpoint)
class CheckpointAdmin(Shown):
    """What the database remembers of the signed file."""

    list_display = ("number", "last", "head", "created")
    ordering = ("-number",)


def _named(shares: dict[tuple[int, str], int]) -> Iterable[dict[str, Any]]:
    """The shares with the players' names, largest first."""
    names = dict(Player.objects.filter(pk__in={player for player, _ in shares}).values_list("pk", "username"))
    ordered = sorted(shares.items(), key=lambda item: (-item[1], item[0]))
    return [
        {"name": names.get(player, str(player)), "currency": currency, "rake": rake}
        for (player, currency), rake in ordered
    ]
