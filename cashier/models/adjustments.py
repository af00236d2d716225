"""Corrections of the books: proposed by one person, approved by another, then one journal.

The database seals an adjustment's or a reversal's journal only if an approved proposal says
exactly what it moves, whoever writes it.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from cashier.models.books import MAX_AMOUNT, AccountKind, Journal
from cashier.models.requests import person


class AdjustmentState(models.TextChoices):
    PROPOSED = "proposed", "Waiting for another person"
    APPROVED = "approved", "Approved and booked"
    REJECTED = "rejected", "Rejected"
    WITHDRAWN = "withdrawn", "Withdrawn"


class Adjustment(models.Model):
    """Move `amount` from source to target, or (with `reverses`) undo one journal leg by leg."""

    currency = models.CharField(max_length=8)
    amount = models.BigIntegerField(help_text="Minor units; of a reversal, what the journal moved.")
    source_kind = models.CharField(max_length=20, choices=AccountKind, blank=True)
    source_ref = models.CharField(max_length=80, blank=True)
    target_kind = models.CharField(max_length=20, choices=AccountKind, blank=True)
    target_ref = models.CharField(max_length=80, blank=True)
    reverses = models.ForeignKey(Journal, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=300)
    key = models.CharField(max_length=120, unique=True)
    fingerprint = models.CharField(max_length=64)
    maker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created = models.DateTimeField()
    approvals_needed = models.PositiveSmallIntegerField()
    checker = person()
    also_checker = person()
    state = models.CharField(max_length=10, choices=AdjustmentState, default=AdjustmentState.PROPOSED)
    answer = models.CharField(max_length=300, blank=True, default="")
    changed = models.DateTimeField()

    class Meta:
        ordering = ["-id"]
        permissions = [
            ("propose_adjustment", "Can propose adjustments"),
            ("decide_adjustment", "Can approve and reject adjustments of others"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(amount__gte=1, amount__lte=MAX_AMOUNT), name="cashier_adjustment_amount"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="cashier_adjustment_says_why"),
            models.CheckConstraint(
                condition=(Q(checker__isnull=True) | ~Q(checker=F("maker")))
                & (
                    Q(also_checker__isnull=True)
                    | (Q(checker__isnull=False) & ~Q(also_checker=F("maker")) & ~Q(also_checker=F("checker")))
                ),
                name="cashier_adjustment_other_eyes",
            ),
            models.CheckConstraint(
                condition=~Q(state="approved")
                | Q(approvals_needed=1, checker__isnull=False)
                | Q(approvals_needed=2, also_checker__isnull=False),
                name="cashier_adjustment_approved_enough",
            ),
        ]

    def __str__(self) -> str:
        return f"adjustment {self.pk}"
