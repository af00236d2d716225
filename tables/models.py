"""The tables of the room, who sits at them, and every hand that was finished.

`Table` says what a table is; `LiveTable` is its one live row, which only `tables.live.row` reads and writes;
`SeatSession` is one stay of one player in one seat and the name of his escrow account; `Hand` and `HandSeat` are the
record of what was played, inserted once and never changed. Amounts are minor units, times in the live row are epoch
milliseconds of the database's clock.
"""

import secrets

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

PLAY = "PLAY"


def new_hand_id() -> str:
    """The address of a hand: it cannot be guessed from another one."""
    return secrets.token_urlsafe(12)


class Table(models.Model):
    """What a table is: game, stakes, buy-in, the rules it is played by. A change counts from the next hand."""

    class Game(models.TextChoices):
        FIXED = "fixed", "Fixed limit"
        POT = "pot", "Pot limit"
        NO_LIMIT = "no", "No limit"

    class State(models.TextChoices):
        OPEN = "open", "Open"
        PAUSED = "paused", "Paused"
        CLOSED = "closed", "Closed"

    slug = models.SlugField(unique=True, help_text="The table's name in addresses.")
    name = models.CharField(max_length=40, unique=True)
    game = models.CharField(max_length=5, choices=Game.choices)
    small_bet = models.BigIntegerField(default=0, help_text="Lower limit, fixed limit only.")
    big_bet = models.BigIntegerField(default=0, help_text="Upper limit, fixed limit only.")
    small_blind = models.BigIntegerField()
    big_blind = models.BigIntegerField()
    ante = models.BigIntegerField(default=0)
    chip = models.BigIntegerField(help_text="The smallest unit the table plays in.")
    currency = models.CharField(max_length=4, default=PLAY)
    seats = models.PositiveSmallIntegerField(validators=[MinValueValidator(2), MaxValueValidator(10)])
    min_buy_in = models.BigIntegerField()
    max_buy_in = models.BigIntegerField()
    preset = models.CharField(max_length=20, default="house")
    changes = models.JSONField(default=dict, blank=True, help_text="Single rule settings that differ from the preset.")
    schedule = models.ForeignKey(
        "cashier.RakeSchedule",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="tables",
        help_text="The commission by average pot (R-8); empty for none.",
    )
    pause_ms = models.PositiveIntegerField(default=4_000, help_text="From the end of a hand to the next deal.")
    away_minutes = models.PositiveSmallIntegerField(
        default=15, help_text="Sitting out longer frees the seat; 0: never."
    )
    state = models.CharField(max_length=6, choices=State.choices, default=State.OPEN)
    position = models.PositiveSmallIntegerField(default=0, help_text="Place in the lobby.")
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["position", "name"]
        constraints = [
            models.CheckConstraint(condition=Q(seats__gte=2, seats__lte=10), name="table_seats"),
            models.CheckConstraint(condition=Q(chip__gt=0, big_blind__gt=0, small_blind__gt=0), name="table_stakes"),
            models.CheckConstraint(condition=Q(min_buy_in__gt=0, max_buy_in__gte=F("min_buy_in")), name="table_buy_in"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def play_money(self) -> bool:
        """Whether nothing but play money is on it."""
        return self.currency == PLAY


class LiveTable(models.Model):
    """The running table, one row a table. The JSON columns are text: they are read and written whole.

    `stamp` changes with every write and names the content, so a process may keep what it read. `wake_at` has no
    index on purpose: an indexed column that changes with every action costs more than scanning the tables.
    """

    table = models.OneToOneField(Table, on_delete=models.CASCADE, primary_key=True, related_name="live")
    version = models.BigIntegerField(default=1)
    stamp = models.BigIntegerField(default=0)
    status = models.CharField(max_length=8, default="waiting")
    terms = models.TextField()
    seating = models.TextField()
    deal = models.TextField(default="null")
    moves = models.TextField(default="null")
    deck = models.BinaryField(default=b"")
    wake_at = models.BigIntegerField(null=True, default=None)

    def __str__(self) -> str:
        return f"live table {self.pk}"


class SeatSession(models.Model):
    """One stay of one player in one seat; its primary key names the escrow account of the chips."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="sessions")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="seat_sessions")
    started = models.DateTimeField()
    ended = models.DateTimeField(null=True, default=None)
    played_stack = models.BigIntegerField(null=True, default=None, help_text="The stack last really played with.")
    cashed_out = models.BigIntegerField(null=True, default=None)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], condition=Q(ended=None), name="one_player_a_seat"),
            models.UniqueConstraint(fields=["table", "player"], condition=Q(ended=None), name="one_seat_a_player"),
        ]
        indexes = [models.Index(fields=["table", "player", "-ended"], name="session_return")]

    def __str__(self) -> str:
        return f"seat session {self.pk}"


class Hand(models.Model):
    """A finished hand, settled or void, inserted once. Everything else about it is derived by replaying it."""

    number = models.BigIntegerField(unique=True)
    public_id = models.CharField(max_length=24, unique=True, default=new_hand_id)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="hands")
    currency = models.CharField(max_length=4)
    setup = models.JSONField()
    actions = models.JSONField()
    deck = models.BinaryField(help_text="Encrypted, see DECK_KEYS.")
    result = models.JSONField()
    pot = models.BigIntegerField(default=0, help_text="Gross, without returned bets.")
    rake = models.BigIntegerField(default=0)
    dealt_in = models.PositiveSmallIntegerField(default=0)
    saw_flop = models.PositiveSmallIntegerField(default=0)
    started = models.DateTimeField()
    ended = models.DateTimeField()
    void_reason = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        ordering = ["-number"]
        indexes = [models.Index(fields=["table", "-number"], name="hand_of_table")]
        constraints = [models.CheckConstraint(condition=Q(rake__gte=0, pot__gte=F("rake")), name="hand_rake")]

    def __str__(self) -> str:
        return f"hand {self.number}"


class HandSeat(models.Model):
    """Who was dealt in, with what, and what became of it."""

    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="hand_seats")
    session = models.ForeignKey(SeatSession, on_delete=models.PROTECT, related_name="hand_seats")
    stack = models.BigIntegerField(help_text="When the hand began.")
    net = models.BigIntegerField(default=0)
    paid = models.BigIntegerField(default=0, help_text="Into the pots.")

    class Meta:
        ordering = ["seat"]
        constraints = [models.UniqueConstraint(fields=["hand", "seat"], name="one_hand_a_seat")]
        indexes = [models.Index(fields=["player", "-hand"], name="hands_of_player")]

    def __str__(self) -> str:
        return f"seat {self.seat} of hand {self.hand_id}"


class HandShow(models.Model):
    """Cards shown after the hand was settled (R-7.5): the hand itself is not touched any more."""

    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="shows")
    seat = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["hand", "seat"], name="one_show_a_seat")]

    def __str__(self) -> str:
        return f"seat {self.seat} shows hand {self.hand_id}"


class HandCounter(models.Model):
    """The last hand number on SQLite, which has one writer; PostgreSQL has a sequence, which locks nothing."""

    last = models.BigIntegerField()

    def __str__(self) -> str:
        return f"last hand {self.last}"


class Sweep(models.Model):
    """When somebody last looked for due tables: the operator's sign that the clock is alive."""

    at = models.BigIntegerField(help_text="Epoch milliseconds.")

    def __str__(self) -> str:
        return f"swept at {self.at}"
