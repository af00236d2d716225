"""The waiting list of a full table (R-1.5): a freed seat is offered in order, for a while each."""

from __future__ import annotations

from tables.live.facts import seat_of_player
from tables.live.record import Locked
from tables.live.state import Player, Reservation
from tables.protocol import ErrorCode, Refusal

OFFER_MS = 30_000


def join(locked: Locked, *, who: Player) -> None:
    """Wait for a seat; already waiting: nothing. Refusal: already_seated, table_closed."""
    seating = locked.live.seating
    if seat_of_player(locked.live, who.id) is not None:
        raise Refusal(ErrorCode.ALREADY_SEATED)
    if locked.live.terms.state == "closed":
        raise Refusal(ErrorCode.TABLE_CLOSED)
    if all(one.id != who.id for one in seating.waiting):
        locked.seating(waiting=(*seating.waiting, who))
        _tell_all(locked)
        offer_seats(locked)


def leave(locked: Locked, *, player: int) -> None:
    """Wait no longer; a seat offered goes to the next. Not waiting: nothing."""
    seating = locked.live.seating
    if all(one.id != player for one in seating.waiting):
        return
    _tell_all(locked)
    locked.seating(
        waiting=tuple(one for one in seating.waiting if one.id != player),
        reserved={n: held for n, held in seating.reserved.items() if not (held.offered and held.who.id == player)},
    )
    offer_seats(locked)


def forget(locked: Locked, *, player: int) -> None:
    """He may not sit here any more: a seat held for him and his place in the queue go."""
    seating = locked.live.seating
    held = {number: one for number, one in seating.reserved.items() if one.who.id != player}
    queue = tuple(one for one in seating.waiting if one.id != player)
    if len(held) == len(seating.reserved) and len(queue) == len(seating.waiting):
        return
    _tell_all(locked)
    locked.told.update(one.who.public for one in seating.reserved.values() if one.who.id == player)
    locked.seating(reserved=held, waiting=queue)
    offer_seats(locked)


def offer_seats(locked: Locked) -> None:
    """Hold each free seat for the next who waits and has no offer yet."""
    live = locked.live
    seating = live.seating
    offered = {held.who.id for held in seating.reserved.values()}
    queue = [who for who in seating.waiting if who.id not in offered]
    taken = seating.seats.keys() | seating.reserved.keys()
    free = [number for number in range(1, live.terms.seats + 1) if number not in taken]
    if not queue or not free or live.terms.state == "closed":
        return
    offers = {
        number: Reservation(who=who, until=locked.now + OFFER_MS, offered=True)
        for number, who in zip(free, queue, strict=False)
    }
    locked.seating(reserved={**seating.reserved, **offers})
    locked.told.update(held.who.public for held in offers.values())
    for number, held in offers.items():
        locked.say("seat_offered", seat=number, player=held.who.public)


def expire(locked: Locked) -> None:
    """Reservations whose time is over go; who let an offer pass is off the list, and the next is asked."""
    seating = locked.live.seating
    over = {number: held for number, held in seating.reserved.items() if held.until <= locked.now}
    if not over:
        return
    passed = {held.who.id for held in over.values() if held.offered}
    _tell_all(locked)
    locked.told.update(held.who.public for held in over.values())
    locked.seating(
        reserved={number: held for number, held in seating.reserved.items() if number not in over},
        waiting=tuple(who for who in seating.waiting if who.id not in passed),
    )
    offer_seats(locked)


def _tell_all(locked: Locked) -> None:
    """Everybody's place in the queue may have changed."""
    locked.told.update(who.public for who in locked.live.seating.waiting)
