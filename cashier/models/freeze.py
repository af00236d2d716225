"""The kill switch: while a currency is frozen its books accept no journal at all."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class CurrencyFreeze(models.Model):
    """One freeze of a currency, from `since` until `lifted`; at most one is in force."""

    currency = models.CharField(max_length=8)
    reason = models.CharField(max_length=300)
    since = models.DateTimeField(auto_now_add=True)
    frozen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    lifted = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        permissions = [("freeze_currency", "Can freeze a currency and lift it")]
        constraints = [
            models.UniqueConstraint(
                fields=["currency"], condition=Q(lifted__isnull=True), name="cashier_freeze_one_in_force"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.currency} frozen: {self.reason}"
