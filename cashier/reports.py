"""What the operator reads: movements a day, rake a day and table, and whose play paid the rake.

Days are UTC days. Who paid how much into which hand is known to the tables; they register it with
`hands_come_from`. Amounts are minor units.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime

from django.db.models import Count, Q, Sum
from django.db.models.functions import TruncDate

from cashier.attribution import attribute
from cashier.models.books import AccountKind, JournalKind, Leg


@dataclass(frozen=True, slots=True, kw_only=True)
class RakedHand:
    """A settled hand with rake: what each player paid into its pots."""

    currency: str
    rake: int
    paid: Mapping[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class DayTotal:
    """How much one kind of movement moved on a day."""

    day: date
    currency: str
    kind: str
    journals: int
    moved: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRake:
    """What a table took on a day."""

    day: date
    table: str
    currency: str
    hands: int
    rake: int


Hands = Callable[[datetime, datetime], Iterable[RakedHand]]
_hands: list[Hands] = []


def hands_come_from(function: Hands) -> Hands:
    """Register `function(since, until) -> raked hands` settled in that time."""
    _hands[:] = [function]
    return function


def day_totals(since: datetime, until: datetime) -> list[DayTotal]:
    """Every kind of movement by day and currency, newest day first."""
    legs = Leg.objects.filter(journal__created__gte=since, journal__created__lt=until, amount__gt=0)
    rows = (
        legs.annotate(day=TruncDate("journal__created", tzinfo=UTC))
        .values("day", "journal__currency", "journal__kind")
        .annotate(journals=Count("journal", distinct=True), moved=Sum("amount"))
        .order_by("-day", "journal__currency", "journal__kind")
    )
    return [
        DayTotal(
            day=row["day"],
            currency=row["journal__currency"],
            kind=JournalKind(row["journal__kind"]).label,
            journals=row["journals"],
            moved=row["moved"],
        )
        for row in rows
    ]


def rake_by_table(since: datetime, until: datetime) -> list[TableRake]:
    """What each table took on each day, newest day first."""
    legs = Leg.objects.filter(
        Q(journal__kind=JournalKind.HAND) & Q(account__kind=AccountKind.RAKE),
        journal__created__gte=since,
        journal__created__lt=until,
    )
    rows = (
        legs.annotate(day=TruncDate("journal__created", tzinfo=UTC))
        .values("day", "account__ref", "account__currency")
        .annotate(hands=Count("id"), rake=Sum("amount"))
        .order_by("-day", "account__ref", "account__currency")
    )
    return [
        TableRake(
            day=row["day"],
            table=row["account__ref"],
            currency=row["account__currency"],
            hands=row["hands"],
            rake=row["rake"],
        )
        for row in rows
    ]


def rake_by_player(since: datetime, until: datetime) -> dict[tuple[int, str], int]:
    """{(player, currency): rake}: each hand's rake in proportion to what was paid into its pots."""
    shares: Counter[tuple[int, str]] = Counter()
    for hand in _hands[0](since, until) if _hands else ():
        for player, share in attribute(hand.rake, hand.paid).items():
            shares[player, hand.currency] += share
    return dict(shares)
