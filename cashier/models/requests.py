"""Requests to bring money in and take it out, an explicit state machine with a history.

`cashier.requests` moves them; the database refuses a state that does not follow from the last, an
amount that changes after the fact, and approval by whoever entered it or twice by one person.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from cashier.models.books import MAX_AMOUNT, Journal


class RequestKind(models.TextChoices):
    DEPOSIT = "deposit", "Deposit"
    WITHDRAWAL = "withdrawal", "Withdrawal"


class RequestState(models.TextChoices):
    """Where a request stands. A withdrawal's money is reserved from requested until it ends."""

    REQUESTED = "requested", "Waiting for approval"
    APPROVED = "approved", "Approved, to be paid out"
    SENDING = "sending", "Being paid out"
    DONE = "done", "Done"
    REJECTED = "rejected", "Rejected"
    CANCELLED = "cancelled", "Cancelled"
    FAILED = "failed", "Payout failed, money returned"


S, D, W = RequestState, RequestKind.DEPOSIT, RequestKind.WITHDRAWAL
# What may follow what. Money that arrives after a deposit was given up is still the player's, and a
# payout may be reported done before the room has noted that it was sent.
FOLLOWS: frozenset[tuple[str, str, str]] = frozenset(
    {
        (D, S.REQUESTED, S.DONE),
        (D, S.REQUESTED, S.REJECTED),
        (D, S.REQUESTED, S.CANCELLED),
        (D, S.REJECTED, S.DONE),
        (D, S.CANCELLED, S.DONE),
        (W, S.REQUESTED, S.APPROVED),
        (W, S.REQUESTED, S.REJECTED),
        (W, S.REQUESTED, S.CANCELLED),
        (W, S.APPROVED, S.REJECTED),
        (W, S.APPROVED, S.SENDING),
        (W, S.APPROVED, S.DONE),
        (W, S.SENDING, S.DONE),
        (W, S.SENDING, S.FAILED),
    }
)
OPEN = (S.REQUESTED, S.APPROVED, S.SENDING)


def person() -> "models.ForeignKey[Any, Any]":
    """Somebody who did something, if anybody did."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )


class MoneyRequest(models.Model):
    """One deposit or withdrawal of real money. Amount in minor units."""

    kind = models.CharField(max_length=12, choices=RequestKind)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="money_requests")
    currency = models.CharField(max_length=8)
    amount = models.BigIntegerField()
    provider = models.CharField(max_length=40)
    reference = models.CharField(max_length=200, blank=True, help_text="What the player states: sender, account …")
    key = models.CharField(max_length=120, unique=True)
    fingerprint = models.CharField(max_length=64)
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created = models.DateTimeField()
    approvals_needed = models.PositiveSmallIntegerField()
    approved_by = person()
    also_approved_by = person()
    state = models.CharField(max_length=12, choices=RequestState, default=RequestState.REQUESTED)
    changed = models.DateTimeField()
    note = models.CharField(max_length=300, blank=True, default="", help_text="What the player is told.")

    class Meta:
        ordering = ["-id"]
        permissions = [
            ("enter_moneyrequest", "Can enter requests for players"),
            ("decide_moneyrequest", "Can approve and reject requests for money"),
        ]
        indexes = [models.Index(fields=["state", "kind"]), models.Index(fields=["player", "-id"])]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gte=1, amount__lte=MAX_AMOUNT), name="cashier_request_amount"),
            models.CheckConstraint(condition=~Q(currency="PLAY"), name="cashier_request_real_money"),
            models.CheckConstraint(
                condition=(
                    Q(approved_by__isnull=True) | (~Q(approved_by=F("entered_by")) & ~Q(approved_by=F("player")))
                )
                & (
                    Q(also_approved_by__isnull=True)
                    | (
                        ~Q(also_approved_by=F("entered_by"))
                        & ~Q(also_approved_by=F("player"))
                        & ~Q(also_approved_by=F("approved_by"))
                        & Q(approved_by__isnull=False)
                    )
                ),
                name="cashier_request_other_eyes",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["approved", "sending", "done", "failed"])
                | Q(approvals_needed=0)
                | Q(approvals_needed=1, approved_by__isnull=False)
                | Q(approvals_needed=2, also_approved_by__isnull=False),
                name="cashier_request_approved_enough",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class RequestStep(models.Model):
    """One thing that happened to a request; written once. `key` names it, so it happens once."""

    request = models.ForeignKey(MoneyRequest, on_delete=models.PROTECT, related_name="steps")
    key = models.CharField(max_length=160, unique=True)
    fingerprint = models.CharField(max_length=64)
    what = models.CharField(max_length=20)
    state = models.CharField(max_length=12, choices=RequestState, help_text="The state it left the request in.")
    actor = person()
    reason = models.CharField(max_length=300, blank=True, default="")
    journal = models.ForeignKey(Journal, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    created = models.DateTimeField()

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.key
