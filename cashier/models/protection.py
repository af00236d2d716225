"""Who may play for real money, and what a player sets against himself: limits, pauses, exclusion.

All of it concerns real money only, and none of it ever stands in the way of taking money out.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from cashier.models.books import MAX_AMOUNT


class RealMoneyPlayer(models.Model):
    """A player's word that he is of age and accepts the terms; his row is the lock of his limits."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.PROTECT, related_name="real_money"
    )
    terms = models.CharField(max_length=40, help_text="The version of the terms he accepted.")
    confirmed = models.DateTimeField()
    reminder_minutes = models.PositiveSmallIntegerField(
        null=True, blank=True, default=60, help_text="How often a session is interrupted by a reminder; empty: never."
    )

    def __str__(self) -> str:
        return f"real money for player {self.pk}"


class LimitKind(models.TextChoices):
    DEPOSIT = "deposit", "Deposits"
    LOSS = "loss", "Losses"
    BUY_IN = "buy_in", "Buy-ins"


class Period(models.TextChoices):
    """Each counts back from now, so no limit starts afresh at midnight."""

    DAY = "day", "24 hours"
    WEEK = "week", "7 days"
    MONTH = "month", "30 days"


class PlayerLimit(models.Model):
    """A limit in force: `amount` minor units, None for none. A raise waits and must be confirmed."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="money_limits")
    kind = models.CharField(max_length=8, choices=LimitKind)
    period = models.CharField(max_length=6, choices=Period)
    amount = models.BigIntegerField(null=True, blank=True)
    raise_asked = models.DateTimeField(null=True, blank=True)
    raise_to = models.BigIntegerField(null=True, blank=True, help_text="Empty while a raise waits: no limit at all.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "kind", "period"], name="cashier_limit_one_a_period"),
            models.CheckConstraint(
                condition=Q(amount__isnull=True) | Q(amount__gte=0, amount__lte=MAX_AMOUNT), name="cashier_limit_amount"
            ),
            models.CheckConstraint(
                condition=Q(raise_to__isnull=True) | Q(raise_asked__isnull=False, raise_to__gt=F("amount")),
                name="cashier_limit_raise_waits",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} a {self.period} of player {self.player_id}"


class LimitEntry(models.Model):
    """What was done about a limit; written once."""

    class What(models.TextChoices):
        SET = "set", "Set"
        RAISE_ASKED = "raise_asked", "Raise asked for"
        RAISE_CONFIRMED = "raise_confirmed", "Raise confirmed"
        RAISE_DROPPED = "raise_dropped", "Raise dropped"

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=8, choices=LimitKind)
    period = models.CharField(max_length=6, choices=Period)
    what = models.CharField(max_length=16, choices=What)
    amount = models.BigIntegerField(null=True, blank=True)
    created = models.DateTimeField()

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "limit entries"

    def __str__(self) -> str:
        return f"{self.kind} a {self.period}: {self.what}"


class Exclusion(models.Model):
    """A pause or exclusion the player chose, until `until` (None: for ever). Written once: nobody lifts it."""

    class Kind(models.TextChoices):
        COOL_OFF = "cool_off", "Pause"
        SELF_EXCLUSION = "self_exclusion", "Self-exclusion"

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="exclusions")
    kind = models.CharField(max_length=16, choices=Kind)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(until__isnull=False, until__gt=F("since")) | Q(until__isnull=True, kind="self_exclusion"),
                name="cashier_exclusion_lasts",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of player {self.player_id}"
