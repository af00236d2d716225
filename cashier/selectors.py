"""What can be read from the books: balances, stacks, and a player's statement."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet, Sum
from django.db.models.functions import Coalesce

from cashier.models.books import PLAY, Account, AccountKind, Leg


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


def holdings(player_id: int) -> list[Holding]:
    """The player's money that is not in the balance: on tables, on its way there, reserved."""
    found = Account.objects.filter(owner_id=player_id, balance__gt=0).exclude(kind=AccountKind.WALLET)
    return [
        Holding(kind=row.kind, ref=row.ref, currency=row.currency, amount=row.balance) for row in found.order_by("id")
    ]


def statement(
    player_id: int,
    currency: str,
    *,
    kinds: Iterable[str] = (),
    since: datetime | None = None,
    until: datetime | None = None,
    before: int | None = None,
    limit: int | None = None,
) -> list[Line]:
    """The balance's movements, newest first, each with the balance it left, whatever is filtered.

    `kinds` of journals; `since` inclusive and `until` exclusive; `before` is the `leg` of the last
    line of the page before.
    """
    legs = Leg.objects.filter(account__kind=AccountKind.WALLET, account__ref=str(player_id), account__currency=currency)
    chosen = legs.select_related("journal").order_by("-id")
    if kinds:
        chosen = chosen.filter(journal__kind__in=list(kinds))
    if since is not None:
        chosen = chosen.filter(journal__created__gte=since)
    if until is not None:
        chosen = chosen.filter(journal__created__lt=until)
    if before is not None:
        chosen = chosen.filter(id__lt=before)
    page = list(chosen[:limit])
    left = _left_by(legs, page)
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
        )
        for leg in page
    ]


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
