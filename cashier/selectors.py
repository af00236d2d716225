"""What can be read from the books: balances, stacks, and a player's statement."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.conf import settings
from django.db.models import QuerySet, Sum
from django.db.models.functions import Coalesce

from cashier.models.books import PLAY, Account, AccountKind, Journal, Leg


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One movement of a player's balance. `balance` is what it left, minor units."""

    leg: int
    journal: int
    key: str
    kind: str
    created: datetime
    amount: int
    balance: int
    reason: str
    hand: int | None
    session: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Which lines of a statement: `kinds` of journals (all if empty), `since` inclusive, `until` exclusive.

    `before` is the `leg` of the last line of the page before.
    """

    kinds: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    before: int | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RefillState:
    """What a refill would give now, and when the next opens if today's is taken. Minor units."""

    amount: int
    opens: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """Money of a player outside the balance: `kind` is seat, topup or pending_withdrawal."""

    kind: str
    ref: str
    currency: str
    amount: int


def currencies() -> tuple[str, ...]:
    """The currencies of this room: play money and the one real currency."""
    return (PLAY, settings.REAL_CURRENCY)


def balance(player_id: int, currency: str) -> int:
    """What the player can buy in with."""
    return _held(AccountKind.WALLET, [str(player_id)], currency).get(str(player_id), 0)


def balances(player_id: int) -> dict[str, int]:
    """The player's balance in each currency of the room."""
    found = Account.objects.filter(kind=AccountKind.WALLET, ref=str(player_id)).values_list("currency", "balance")
    return {**dict.fromkeys(currencies(), 0), **dict(found)}


def stacks(sessions: Iterable[str]) -> dict[str, int]:
    """The chips of each seat session as booked; 0 where it never had any."""
    wanted = list(sessions)
    found = Account.objects.filter(kind=AccountKind.SEAT, ref__in=wanted)
    held = dict(found.values_list("ref").annotate(total=Sum("balance")))
    return {session: held.get(session, 0) for session in wanted}


def pending_top_up(session: str) -> int:
    """What waits for the end of the hand."""
    found = Account.objects.filter(kind=AccountKind.TOPUP, ref=session)
    return int(found.aggregate(total=Coalesce(Sum("balance"), 0))["total"])


def refill_state(player_id: int, *, now: datetime) -> RefillState:
    """Whether the player can refill his play money now (R-9.1)."""
    day = now.astimezone(UTC).date()
    if Journal.objects.filter(key=refill_key(player_id, day)).exists():
        return RefillState(amount=0, opens=datetime.combine(day + timedelta(days=1), time(tzinfo=UTC)))
    return RefillState(amount=max(0, settings.PLAY_MONEY_REFILL_TO - owned(player_id, PLAY)), opens=None)


def refill_key(player_id: int, day: date) -> str:
    """The one event of the player's refill on that UTC day."""
    return f"refill:{player_id}:{day}"


def owned(player_id: int, currency: str) -> int:
    """All the player has, on tables and reserved too."""
    held = Account.objects.filter(owner_id=player_id, currency=currency)
    return int(held.aggregate(total=Coalesce(Sum("balance"), 0))["total"])


def currency_of(journal: int) -> str:
    """The journal's currency."""
    return Journal.objects.values_list("currency", flat=True).get(pk=journal)


def holdings(player_id: int) -> list[Holding]:
    """The player's money that is not in the balance: on tables, on its way there, reserved."""
    found = Account.objects.filter(owner_id=player_id, balance__gt=0).exclude(kind=AccountKind.WALLET)
    return [
        Holding(kind=row.kind, ref=row.ref, currency=row.currency, amount=row.balance) for row in found.order_by("id")
    ]


def statement(player_id: int, currency: str, *, only: Filter | None = None) -> list[Line]:
    """The balance's movements, newest first, each with the balance it left, whatever is left out."""
    legs = Leg.objects.filter(account__kind=AccountKind.WALLET, account__ref=str(player_id), account__currency=currency)
    return _lines(legs, only or Filter())


def session_statement(player_id: int, session: str, *, only: Filter | None = None) -> list[Line]:
    """The movements of the stack of the player's own seat session, hands included; none of another's."""
    legs = Leg.objects.filter(account__kind=AccountKind.SEAT, account__ref=session, account__owner_id=player_id)
    return _lines(legs, only or Filter())


def _lines(legs: QuerySet[Leg], only: Filter) -> list[Line]:
    chosen = legs.select_related("journal").order_by("-id")
    if only.kinds:
        chosen = chosen.filter(journal__kind__in=only.kinds)
    if only.since is not None:
        chosen = chosen.filter(journal__created__gte=only.since)
    if only.until is not None:
        chosen = chosen.filter(journal__created__lt=only.until)
    if only.before is not None:
        chosen = chosen.filter(id__lt=only.before)
    page = list(chosen[: only.limit])
    left = _left_by(legs, page)
    sessions = _sessions([leg.journal_id for leg in page])
    return [
        Line(
            leg=leg.id,
            journal=leg.journal_id,
            key=leg.journal.key,
            kind=leg.journal.kind,
            created=leg.journal.created,
            amount=leg.amount,
            balance=left[leg.id],
            reason=leg.journal.reason,
            hand=leg.journal.hand,
            session=sessions.get(leg.journal_id),
        )
        for leg in page
    ]


def _sessions(journals: list[int]) -> dict[int, str]:
    """The seat session each journal concerns, of those that concern one and no hand."""
    legs = Leg.objects.filter(
        journal_id__in=journals, account__kind__in=[AccountKind.SEAT, AccountKind.TOPUP], journal__hand__isnull=True
    )
    return dict(legs.values_list("journal_id", "account__ref"))


def _left_by(legs: QuerySet[Leg], page: list[Leg]) -> dict[int, int]:
    """The balance each leg of the page left: the sum before its oldest, then leg by leg."""
    if not page:
        return {}
    oldest, newest = page[-1].id, page[0].id
    running = int(legs.filter(id__lt=oldest).aggregate(total=Coalesce(Sum("amount"), 0))["total"])
    left = {}
    span = legs.filter(id__gte=oldest, id__lte=newest).order_by("id")
    for leg, amount in span.values_list("id", "amount").iterator():
        running += amount
        left[leg] = running
    return left


def _held(kind: str, refs: list[str], currency: str) -> dict[str, int]:
    found = Account.objects.filter(kind=kind, ref__in=refs, currency=currency)
    return dict(found.values_list("ref", "balance"))
