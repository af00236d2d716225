"""Pausing and excluding oneself from real money. There is no function that ends it early.

Whoever is excluded brings no real money in or to a table; the tables give up his real-money seats
when the hand ends (`excluded` tells them, and `on_exclusion` at once). Taking money out stays open.
"""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from enum import IntEnum

from django.db import transaction
from django.db.models import Q

from cashier.errors import CashierCode, CashierError
from cashier.models.protection import Exclusion, RealMoneyPlayer
from cashier.retry import transactional

COOL_OFF_HOURS = (24, 7 * 24)
Told = Callable[[int], None]
_told: list[Told] = []


def on_exclusion(function: Told) -> Told:
    """Register `function(player_id)`, called once an exclusion is committed; a lost call must do no harm."""
    _told.append(function)
    return function


class Length(IntEnum):
    """How long a self-exclusion lasts, in days; 0 for ever."""

    SIX_MONTHS = 183
    ONE_YEAR = 365
    TWO_YEARS = 730
    FIVE_YEARS = 1826
    FOR_EVER = 0


@transactional
def cool_off(player_id: int, *, hours: int, now: datetime) -> datetime:
    """Pause for 24 hours or 7 days; until when. Raises bad_amount for another length."""
    if type(hours) is not int or hours not in COOL_OFF_HOURS:
        raise CashierError(CashierCode.BAD_AMOUNT, f"no pause of {hours!r} hours")
    until = now + timedelta(hours=hours)
    _begin(player_id, Exclusion.Kind.COOL_OFF, since=now, until=until)
    return until


@transactional
def self_exclude(player_id: int, *, length: Length, now: datetime) -> datetime | None:
    """Exclude oneself; until when, None for ever."""
    until = now + timedelta(days=length) if length else None
    _begin(player_id, Exclusion.Kind.SELF_EXCLUSION, since=now, until=until)
    return until


def excluded(player_ids: Iterable[int], *, now: datetime) -> dict[int, datetime | None]:
    """Those of the players who are excluded now, and until when (None for ever)."""
    standing = Exclusion.objects.filter(Q(until__isnull=True) | Q(until__gt=now), player_id__in=list(player_ids))
    latest: dict[int, datetime | None] = {}
    for player_id, until in standing.values_list("player_id", "until"):
        known = latest.get(player_id, until)
        latest[player_id] = None if known is None or until is None else max(known, until)
    return latest


def _begin(player_id: int, kind: Exclusion.Kind, *, since: datetime, until: datetime | None) -> None:
    # A buy-in under way holds this lock: it is committed first, and whoever is told then finds the seat.
    RealMoneyPlayer.objects.select_for_update().filter(player_id=player_id).first()
    Exclusion.objects.create(player_id=player_id, kind=kind, since=since, until=until)
    for function in _told:
        transaction.on_commit(lambda function=function: function(player_id), robust=True)  # type: ignore[misc]
