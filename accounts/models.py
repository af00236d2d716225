"""Who plays: one account a person, a guest or a house bot, and what the room remembers about it.

Rows named "entry" are written once and kept: the migrations make their tables append-only, so not
even staff or a stray query can change what happened.
"""

import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now, Upper

from accounts import names


def new_public_id() -> str:
    """An id that says nothing and cannot be guessed; it is what other players see."""
    return "p_" + secrets.token_hex(8)


class Player(AbstractUser):
    """A player's account. `username` is the name shown at the tables; staff are players too."""

    username = models.CharField(
        "name",
        max_length=names.LONGEST,
        unique=True,
        validators=[names.validate_shape],
        help_text=names.SHAPE_WORDS,
        error_messages={"unique": "This name is taken."},
    )
    public_id = models.CharField(max_length=20, unique=True, default=new_public_id, editable=False)
    is_guest = models.BooleanField(default=False, help_text="Plays without e-mail and password so far.")
    is_bot = models.BooleanField(default=False, help_text="A house bot: marked everywhere, play money only.")
    session_epoch = models.PositiveIntegerField(
        default=0, editable=False, help_text="Raised to end every session of the account (accounts.sessions)."
    )

    class Meta:
        verbose_name = "player"
        permissions = [("block_player", "Can block and unblock accounts")]
        constraints = [
            models.UniqueConstraint(
                Upper("username"), name="player_name_in_any_case", violation_error_message="This name is taken."
            ),
        ]

    def __str__(self) -> str:
        return self.username

    def get_session_auth_hash(self) -> str:
        """What a session must carry to stay signed in: it changes with the password and the epoch."""
        return f"{super().get_session_auth_hash()}.{self.session_epoch}"


class AccountEntry(models.Model):
    """Append-only: what staff did to an account, and why."""

    class Kind(models.TextChoices):
        BLOCKED = "blocked"
        UNBLOCKED = "unblocked"

    player = models.ForeignKey(Player, models.PROTECT, related_name="account_entries")
    kind = models.CharField(max_length=12, choices=Kind)
    at = models.DateTimeField(db_default=Now())
    actor = models.ForeignKey(Player, models.PROTECT, related_name="+")
    reason = models.TextField()

    class Meta:
        default_permissions = ("view",)
        verbose_name_plural = "account entries"
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(name="account_entry_has_reason", condition=~Q(reason="")),
            models.CheckConstraint(name="account_entry_by_another", condition=~Q(actor=F("player"))),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} {self.kind}"


class AllInAllowance(models.Model):
    """A player's disconnect all-ins (R-6.6). The row is what every change of it locks first."""

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="allowance")
    revoked = models.BooleanField(default=False, editable=False)
    next_restore = models.DateTimeField(
        null=True, editable=False, db_index=True, help_text="When the next use comes back; empty when none is out."
    )

    class Meta:
        default_permissions = ("view",)
        verbose_name = "all-in allowance"
        permissions = [
            ("reset_allowance", "Can give back used all-ins"),
            ("reset_allowance_often", "Can give back used all-ins beyond the monthly number"),
            ("revoke_allowance", "Can revoke and reinstate the allowance"),
        ]

    def __str__(self) -> str:
        return f"allowance of {self.player_id}"


class AllowanceEntry(models.Model):
    """Append-only: everything that ever happened to a player's allowance (R-6.6)."""

    class Kind(models.TextChoices):
        USE = "use"
        RESTORE = "restore"
        RESET = "reset"
        REVOKE = "revoke"
        REINSTATE = "reinstate"

    allowance = models.ForeignKey(AllInAllowance, models.PROTECT, related_name="entries")
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField(help_text="When it takes effect: a restore 24 h after its use, however late the job.")
    recorded = models.DateTimeField(db_default=Now())
    actor = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")
    reason = models.TextField(blank=True)
    # Null, not empty, outside uses: so that (allowance, hand) can be plainly unique.
    hand = models.CharField(max_length=40, null=True)  # noqa: DJ001
    table = models.CharField(max_length=60, blank=True)
    of_use = models.OneToOneField("self", models.PROTECT, null=True, related_name="restored_by")

    class Meta:
        default_permissions = ("view",)
        verbose_name_plural = "allowance entries"
        ordering = ["-id"]
        indexes = [models.Index(fields=["allowance", "at"], name="allowance_entry_time")]
        constraints = [
            models.UniqueConstraint(fields=["allowance", "hand"], name="allowance_one_use_a_hand"),
            models.CheckConstraint(
                name="allowance_entry_shape",
                condition=Q(kind="use", hand__isnull=False, of_use__isnull=True, actor__isnull=True)
                | Q(kind="restore", hand__isnull=True, of_use__isnull=False)
                | (
                    Q(kind__in=["reset", "revoke", "reinstate"], hand__isnull=True, of_use__isnull=True)
                    & Q(actor__isnull=False)
                    & ~Q(reason="")
                ),
            ),
            models.CheckConstraint(
                name="allowance_entry_by_another", condition=Q(actor__isnull=True) | ~Q(actor=F("allowance"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.allowance_id} {self.kind}"


class ResetRequest(models.Model):
    """A player's request that support give back his used all-ins; one open at a time."""

    class Status(models.TextChoices):
        OPEN = "open"
        ACCEPTED = "accepted"
        DECLINED = "declined"

    player = models.ForeignKey(Player, models.PROTECT, related_name="reset_requests")
    text = models.TextField(help_text="What the player wrote.")
    asked = models.DateTimeField(db_default=Now())
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    answer = models.TextField(blank=True, help_text="What the player is told.")
    answered = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(Player, models.PROTECT, null=True, related_name="+")

    class Meta:
        default_permissions = ("view",)
        permissions = [("answer_resetrequest", "Can accept and decline reset requests")]
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["player"], condition=Q(status="open"), name="one_open_reset_request"),
            models.CheckConstraint(
                name="reset_request_answered_by_another",
                condition=Q(status="open", answered__isnull=True, answered_by__isnull=True)
                | (
                    Q(status__in=["accepted", "declined"], answered__isnull=False, answered_by__isnull=False)
                    & ~Q(answered_by=F("player"))
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"reset request {self.pk}"
