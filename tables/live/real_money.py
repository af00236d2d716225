"""What money asks of a table between hands: whether it moves at all, who must go, whom to remind of the time.

A table whose money does not move deals nothing and says why. Real-money seats are given up by who has excluded
himself, at the latest when the hand ends. Everything here only looks, or marks seats; `settling` and `dealing` act.
"""

from __future__ import annotations

from enum import StrEnum

from django.conf import settings
from django.db.models import Sum

from cashier import exclusion, freezing, limits
from tables.live.record import Locked
from tables.live.state import Reminder, Terms
from tables.live.times import moment
from tables.models import HandSeat

LOOK_MS = 3_000
MINUTE_MS = 60_000


class Hold(StrEnum):
    """Why a table deals no hand although staff have it open."""

    FROZEN = "frozen"
    OFF = "real_money_off"


def hold_of(terms: Terms) -> str:
    """Why the table may not deal now; "" when it may."""
    if freezing.frozen(terms.currency):
        return Hold.FROZEN
    return "" if terms.play_money or settings.REAL_MONEY_ENABLED else Hold.OFF


def moves(terms: Terms) -> bool:
    """Whether chips can come to the table or leave it: not while their currency is frozen."""
    return not freezing.frozen(terms.currency)


def excluded(locked: Locked) -> set[int]:
    """The accounts at this table (seated, holding a seat, waiting) that have excluded themselves from its money."""
    seating = locked.live.seating
    if locked.live.terms.play_money:
        return set()
    here = {seat.who.id for seat in seating.seats.values()} | {held.who.id for held in seating.reserved.values()}
    here |= {who.id for who in seating.waiting}
    return set(exclusion.excluded(here, now=moment(locked.now))) if here else set()


def remind(locked: Locked) -> None:
    """Between hands, tell each player who wants it how long he has played here and what it has brought."""
    seats = locked.live.seating.seats
    if locked.live.terms.play_money or not seats:
        return
    wanted = limits.reminders(seat.who.id for seat in seats.values())
    for number, seat in list(seats.items()):
        minutes = wanted.get(seat.who.id)
        since = seat.since if seat.reminded is None else seat.reminded
        if minutes is None or seat.reminder is not None or locked.now < since + minutes * MINUTE_MS:
            continue
        net = HandSeat.objects.filter(session_id=seat.session).aggregate(total=Sum("net"))["total"] or 0
        told = Reminder(minutes=(locked.now - seat.since) // MINUTE_MS, net=net)
        locked.seat(number, reminder=told, reminded=locked.now)
