"""Limits a player sets on his real money: deposits, losses, buy-ins, per day, week and month.

Lower holds at once; higher (or none) after 24 hours and a second confirmation. The checks run after
`real_money.admit` has locked the player's row, so parallel requests are counted one after the other.
A loss limit counts the worst case: what was lost, what is on tables now and what would be added.
Amounts are minor units.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Sum

from cashier.checking import check_amount
from cashier.errors import CashierCode, CashierError
from cashier.models.books import Account, AccountKind, JournalKind, Leg
from cashier.models.protection import LimitEntry, LimitKind, Period, PlayerLimit, RealMoneyPlayer
from cashier.models.requests import MoneyRequest, RequestKind, RequestState
from cashier.retry import transactional

WINDOWS = {Period.DAY: timedelta(hours=24), Period.WEEK: timedelta(days=7), Period.MONTH: timedelta(days=30)}
RAISE_WAITS = timedelta(hours=24)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """A limit as the player sees it. `raise_from` is when a waiting raise may be confirmed."""

    kind: str
    period: str
    amount: int | None
    used: int
    raise_to: int | None
    raise_from: datetime | None


@transactional
def set_limit(player_id: int, *, kind: str, period: str, amount: int | None, now: datetime) -> Limit:
    """Lower a limit at once, or ask for it to be raised (None: removed).

    Raises bad_amount, unknown_request (no such limit), not_confirmed.
    """
    if amount != 0:
        check_amount(1 if amount is None else amount)
    limit = _locked(player_id, kind, period)
    if limit.amount is None and amount is None:
        return _shown(limit, now=now)
    if limit.amount is None or (amount is not None and amount <= limit.amount):
        limit.amount, limit.raise_asked, limit.raise_to = amount, None, None
        _keep(limit, LimitEntry.What.SET, amount=amount, now=now)
    else:
        limit.raise_asked, limit.raise_to = now, amount
        _keep(limit, LimitEntry.What.RAISE_ASKED, amount=amount, now=now)
    return _shown(limit, now=now)


@transactional
def confirm_raise(player_id: int, *, kind: str, period: str, now: datetime) -> Limit:
    """The second confirmation, 24 hours or more after the first. Raises too_early, wrong_state."""
    limit = _locked(player_id, kind, period)
    if limit.raise_asked is None:
        raise CashierError(CashierCode.WRONG_STATE, "no raise waits")
    if now < limit.raise_asked + RAISE_WAITS:
        raise CashierError(CashierCode.TOO_EARLY, "24 hours have not passed")
    limit.amount, limit.raise_asked, limit.raise_to = limit.raise_to, None, None
    _keep(limit, LimitEntry.What.RAISE_CONFIRMED, amount=limit.amount, now=now)
    return _shown(limit, now=now)


@transactional
def drop_raise(player_id: int, *, kind: str, period: str, now: datetime) -> Limit:
    """Take a waiting raise back. Raises wrong_state."""
    limit = _locked(player_id, kind, period)
    if limit.raise_asked is None:
        raise CashierError(CashierCode.WRONG_STATE, "no raise waits")
    limit.raise_asked, limit.raise_to = None, None
    _keep(limit, LimitEntry.What.RAISE_DROPPED, amount=limit.amount, now=now)
    return _shown(limit, now=now)


def limits(player_id: int, *, now: datetime) -> list[Limit]:
    """Every limit there could be, in force or not, with what counts against it."""
    found = {(limit.kind, limit.period): limit for limit in PlayerLimit.objects.filter(player_id=player_id)}
    return [
        _shown(
            found.get((kind.value, period.value)) or PlayerLimit(player_id=player_id, kind=kind, period=period), now=now
        )
        for kind in LimitKind
        for period in Period
    ]


def check_deposit(player_id: int, *, amount: int, now: datetime) -> None:
    """Refuse (limit_reached) a deposit beyond a limit. The player's row must be locked."""
    _check(player_id, [LimitKind.DEPOSIT], amount=amount, now=now)


def check_buy_in(player_id: int, *, amount: int, now: datetime) -> None:
    """Refuse (limit_reached) real money for a table beyond a limit. The player's row must be locked."""
    _check(player_id, [LimitKind.BUY_IN, LimitKind.LOSS], amount=amount, now=now)


@transactional
def set_reminder(player_id: int, *, minutes: int | None) -> None:
    """How often the tables remind the player of the time, between hands. Raises bad_amount, not_confirmed."""
    if minutes is not None and (type(minutes) is not int or not 10 <= minutes <= 600):
        raise CashierError(CashierCode.BAD_AMOUNT, "10 to 600 minutes")
    if not RealMoneyPlayer.objects.filter(player_id=player_id).update(reminder_minutes=minutes):
        raise CashierError(CashierCode.NOT_CONFIRMED, "age and terms are not confirmed")


def reminder(player_id: int) -> int | None:
    """After how many minutes of real-money play the player wants to be reminded."""
    row = RealMoneyPlayer.objects.filter(player_id=player_id).first()
    return row.reminder_minutes if row else None


def reminders(player_ids: Iterable[int]) -> dict[int, int]:
    """{player: minutes} of those of these players who want to be reminded of the time."""
    rows = RealMoneyPlayer.objects.filter(player_id__in=list(player_ids)).values_list("player_id", "reminder_minutes")
    return {player_id: minutes for player_id, minutes in rows if minutes is not None}


def _check(player_id: int, kinds: list[LimitKind], *, amount: int, now: datetime) -> None:
    in_force = PlayerLimit.objects.filter(player_id=player_id, kind__in=kinds, amount__isnull=False)
    for limit in in_force:
        if limit.amount is not None and _used(limit, now=now) + amount > limit.amount:
            raise CashierError(CashierCode.LIMIT_REACHED, f"{limit.kind} a {limit.period}")


def _used(limit: PlayerLimit, *, now: datetime) -> int:
    since = now - WINDOWS[Period(limit.period)]
    match LimitKind(limit.kind):
        case LimitKind.DEPOSIT:
            return _deposited(limit.player_id, since)
        case LimitKind.BUY_IN:
            bought = [JournalKind.BUY_IN, JournalKind.TOP_UP]
            return -_moved(limit.player_id, AccountKind.WALLET, kinds=bought, since=since)
        case LimitKind.LOSS:
            lost = -_moved(limit.player_id, AccountKind.SEAT, kinds=[JournalKind.HAND], since=since)
            return max(0, lost + _in_play(limit.player_id))


def _deposited(player_id: int, since: datetime) -> int:
    asked = MoneyRequest.objects.filter(player_id=player_id, kind=RequestKind.DEPOSIT, created__gt=since)
    counted = asked.exclude(state__in=[RequestState.REJECTED, RequestState.CANCELLED])
    return counted.aggregate(total=Sum("amount"))["total"] or 0


def _moved(player_id: int, place: str, *, kinds: list[JournalKind], since: datetime) -> int:
    legs = Leg.objects.filter(
        account__owner_id=player_id,
        account__kind=place,
        account__currency=settings.REAL_CURRENCY,
        journal__kind__in=kinds,
        journal__created__gt=since,
    )
    return legs.aggregate(total=Sum("amount"))["total"] or 0


def _in_play(player_id: int) -> int:
    held = Account.objects.filter(
        owner_id=player_id, currency=settings.REAL_CURRENCY, kind__in=[AccountKind.SEAT, AccountKind.TOPUP]
    )
    return held.aggregate(total=Sum("balance"))["total"] or 0


def _locked(player_id: int, kind: str, period: str) -> PlayerLimit:
    """The limit under the player's lock; a new one, unsaved, where he has none."""
    if kind not in LimitKind.values or period not in Period.values:
        raise CashierError(CashierCode.UNKNOWN_REQUEST, f"no limit {kind!r} a {period!r}")
    if not RealMoneyPlayer.objects.select_for_update().filter(player_id=player_id).exists():
        raise CashierError(CashierCode.NOT_CONFIRMED, "age and terms are not confirmed")
    return PlayerLimit.objects.filter(player_id=player_id, kind=kind, period=period).first() or PlayerLimit(
        player_id=player_id, kind=kind, period=period
    )


def _keep(limit: PlayerLimit, what: LimitEntry.What, *, amount: int | None, now: datetime) -> None:
    limit.save()
    LimitEntry.objects.create(
        player_id=limit.player_id, kind=limit.kind, period=limit.period, what=what, amount=amount, created=now
    )


def _shown(limit: PlayerLimit, *, now: datetime) -> Limit:
    return Limit(
        kind=limit.kind,
        period=limit.period,
        amount=limit.amount,
        used=_used(limit, now=now),
        raise_to=limit.raise_to,
        raise_from=limit.raise_asked + RAISE_WAITS if limit.raise_asked else None,
    )
