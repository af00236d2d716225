"""The books: accounts, and the sealed double-entry journals that alone move their balances.

Nothing here is written through the ORM. `cashier.ledger` is the only writer, and the triggers of
`cashier.triggers` hold every other writer, raw SQL included, to the same rules: a journal counts
only with its seal, a seal only over at least two legs that sum to zero, a balance changes only by
a leg, and nothing is ever edited or deleted. Amounts are minor units of the account's currency.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

PLAY = "PLAY"
MAX_AMOUNT = 10**15


class AccountKind(models.TextChoices):
    """What an account holds. Its `ref` says whose: a player, a seat session or a table."""

    WORLD = "world", "Outside world"
    MINT = "mint", "Play-money mint"
    WALLET = "wallet", "Player's balance"
    PENDING_WITHDRAWAL = "pending_withdrawal", "Reserved for a withdrawal"
    SEAT = "seat", "Stack at a table"
    TOPUP = "topup", "Top-up on its way to a table"
    RAKE = "rake", "Rake of a table"
    HOUSE = "house", "House"
    SUSPENSE = "suspense", "Suspense"


class JournalKind(models.TextChoices):
    """Which event a journal books; its key names the one occurrence."""

    GRANT = "grant", "Play-money grant"
    REFILL = "refill", "Play-money refill"
    BUY_IN = "buy_in", "Buy-in"
    TOP_UP = "top_up", "Top-up"
    TOP_UP_ARRIVAL = "top_up_arrival", "Top-up put on the table"
    HAND = "hand", "Hand"
    LEAVE = "leave", "Left the table"
    SWEEP = "sweep", "Rake swept to the house"
    DEPOSIT = "deposit", "Deposit"
    WITHDRAWAL_REQUEST = "withdrawal_request", "Withdrawal requested"
    WITHDRAWAL_RETURN = "withdrawal_return", "Withdrawal returned"
    PAYOUT = "payout", "Withdrawal paid out"
    ADJUSTMENT = "adjustment", "Adjustment"
    REVERSAL = "reversal", "Reversal"


class Account(models.Model):
    """Where money is. `balance` is kept by the database: the sum of the account's legs.

    `last_leg` is the newest leg in it, so it doubles as the account's version. `owner` is the
    player the money belongs to, if it is a player's.
    """

    kind = models.CharField(max_length=20, choices=AccountKind)
    ref = models.CharField(max_length=80, blank=True, default="")
    currency = models.CharField(max_length=8)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="money_accounts"
    )
    allow_negative = models.BooleanField(default=False)
    balance = models.BigIntegerField(default=0)
    last_leg = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "ref", "currency"], name="cashier_account_named_once"),
            models.CheckConstraint(
                condition=Q(balance__gte=0) | Q(allow_negative=True), name="cashier_account_not_overdrawn"
            ),
            models.CheckConstraint(
                condition=Q(balance__gte=-MAX_AMOUNT, balance__lte=MAX_AMOUNT), name="cashier_account_in_bounds"
            ),
            models.CheckConstraint(
                condition=Q(allow_negative=False) | Q(kind__in=["world", "mint"]),
                name="cashier_account_negative_only_outside",
            ),
            models.CheckConstraint(
                condition=~Q(kind="mint") | Q(currency=PLAY), name="cashier_account_mint_makes_play_money"
            ),
            models.CheckConstraint(
                condition=~Q(kind="world") | ~Q(currency=PLAY), name="cashier_account_play_money_stays_inside"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}:{self.ref} {self.currency}" if self.ref else f"{self.kind} {self.currency}"


class Seal(models.Model):
    """Closes the journal of the same id over `legs` legs; written once, last."""

    id = models.BigIntegerField(primary_key=True)
    legs = models.IntegerField()

    def __str__(self) -> str:
        return f"seal of journal {self.pk}"


class Journal(models.Model):
    """One event that moved money of one currency. `key` names the event, `fingerprint` its content.

    The reference to the seal is checked when the transaction commits: no journal without one.
    """

    key = models.CharField(max_length=200, unique=True)
    fingerprint = models.CharField(max_length=64)
    kind = models.CharField(max_length=20, choices=JournalKind)
    currency = models.CharField(max_length=8)
    hand = models.BigIntegerField(null=True, blank=True, help_text="Number of the hand it settles.")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    reason = models.CharField(max_length=300, blank=True, default="")
    reverses = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="reversed_by")
    created = models.DateTimeField(db_index=True)
    seal = models.OneToOneField(Seal, on_delete=models.PROTECT, related_name="journal")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(seal=F("id")), name="cashier_journal_sealed_by_its_own"),
            models.UniqueConstraint(fields=["hand"], condition=Q(kind="hand"), name="cashier_journal_one_a_hand"),
            models.CheckConstraint(
                condition=~Q(kind="hand") | Q(hand__isnull=False), name="cashier_journal_hand_is_named"
            ),
            models.CheckConstraint(
                condition=Q(kind="reversal", reverses__isnull=False) | (~Q(kind="reversal") & Q(reverses__isnull=True)),
                name="cashier_journal_only_reversals_reverse",
            ),
        ]

    def __str__(self) -> str:
        return self.key


class Leg(models.Model):
    """What a journal moved into (positive) or out of (negative) one account."""

    journal = models.ForeignKey(Journal, on_delete=models.PROTECT, related_name="legs", db_index=False)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="legs")
    amount = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["journal", "account"], name="cashier_leg_one_an_account"),
            models.CheckConstraint(
                condition=Q(amount__gte=-MAX_AMOUNT, amount__lte=MAX_AMOUNT) & ~Q(amount=0),
                name="cashier_leg_in_bounds",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} in account {self.account_id} by journal {self.journal_id}"
