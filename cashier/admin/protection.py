"""What players have set against themselves, to look at; nobody changes it here."""

from django.contrib import admin

from cashier.admin.desk import Shown
from cashier.models import Exclusion, LimitEntry, PlayerLimit, RealMoneyPlayer


@admin.register(RealMoneyPlayer)
class RealMoneyPlayerAdmin(Shown):
    """Who has confirmed age and terms."""

    list_display = ("player", "terms", "confirmed", "reminder_minutes")
    search_fields = ("player__username",)
    list_select_related = ("player",)


@admin.register(PlayerLimit)
class PlayerLimitAdmin(Shown):
    """Limits in force, minor units."""

    list_display = ("player", "kind", "period", "amount", "raise_to", "raise_asked")
    list_filter = ("kind", "period")
    search_fields = ("player__username",)
    list_select_related = ("player",)


@admin.register(LimitEntry)
class LimitEntryAdmin(Shown):
    """What was done about limits."""

    list_display = ("created", "player", "kind", "period", "what", "amount")
    list_filter = ("kind", "what")
    search_fields = ("player__username",)
    list_select_related = ("player",)


@admin.register(Exclusion)
class ExclusionAdmin(Shown):
    """Pauses and self-exclusions."""

    list_display = ("player", "kind", "since", "until")
    list_filter = ("kind",)
    search_fields = ("player__username",)
    list_select_related = ("player",)
