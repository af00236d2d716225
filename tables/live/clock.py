"""The only timer of a table: `wake` looks at the locked row and does what is due, or nothing if the row moved on.

Whoever calls it (the Celery task that owns its second, the embedded loop, the safety net of a web process, a command
that found the table due) calls the same function, as often as they like: the row lock and `wake_at` make it once.
What is woken far too late was due while nobody swept, and nobody is punished for that: it gets its time anew. So does
a time that a restart of the database fell into, however short it was.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from django.db import DatabaseError

from cashier.errors import CashierCode, CashierError
from tables.live import (
    attendance,
    broadcast,
    dealing,
    play,
    presence,
    real_money,
    row,
    settling,
    threads,
    times,
    turns,
    waiting,
)
from tables.live.facts import GRACE_MS, away_until, is_running, rules_of, seat_of_player, turn_ms
from tables.live.presence import Line, Presence
from tables.live.record import Locked
from tables.live.state import Asking, change
from tables.live.times import now_ms
from tables.live.waiting import OFFER_MS
from tables.models import Sweep

log = logging.getLogger(__name__)
OUTAGE_MS = 5_000
LOOK_SECONDS = 0.25
SAFETY_MS = 2_000
NOTE_MS = 5_000


def wake(table: int) -> bool:
    """Do what is due at the table; False when nothing was, or somebody else holds the row."""
    try:
        return _wake(table)
    except CashierError as error:
        if error.code is not CashierCode.CURRENCY_FROZEN:
            raise
        return hold(table)


def hold(table: int, *, leaver: int | None = None) -> bool:
    """The hand on the table cannot be booked while its currency is frozen: say so, and give its decision fresh time.

    `leaver`: who asked to leave by it goes when it can be booked.
    """
    with row.locked(table, skip=leaver is None) as locked:
        if locked is None:
            return False
        if is_running(locked.live) and locked.live.hand is not None:
            locked.seating(hold=real_money.hold_of(locked.live.terms))
            turns.start_clock(locked)
        number = seat_of_player(locked.live, leaver) if leaver is not None else None
        if number is not None:
            turns.mark_leaving(locked, number)
        return True


def _wake(table: int) -> bool:
    with row.locked(table, skip=True) as locked:
        if locked is None or locked.live.wake_at is None or locked.now < locked.live.wake_at:
            return False
        if locked.now - locked.live.wake_at > OUTAGE_MS or _database_was_away(locked):
            fresh_time(locked)
        step(locked)
        return True


def step(locked: Locked) -> None:
    """Everything whose time has come, in the order in which it could matter."""
    now = locked.now
    if locked.live.broken:
        if is_running(locked.live):
            settling.void(locked, reason=locked.live.broken)
        else:
            dealing.clear(locked)
        return
    waiting.expire(locked)
    _free_seats(locked)
    moves = locked.live.moves
    if is_running(locked.live):
        assert moves is not None
        due = moves.hold_until or (moves.deadline or 0) + GRACE_MS
        if now >= due:
            play.expire(locked)
        return
    seating = locked.live.seating
    if seating.asking is not None:
        if now >= seating.asking.deadline + GRACE_MS:
            _decline_silent(locked, seating.asking)
    elif seating.deal_at is not None and now >= seating.deal_at:
        dealing.next_deal(locked)
    elif seating.check_at is not None and now >= seating.check_at:
        locked.seating(check_at=None)
        _look(locked)
        if seating.hold:
            dealing.enforce(locked)
        settling.catch_up(locked)
        dealing.arrange(locked)


def fresh_time(locked: Locked) -> None:
    """Nobody looked at this table for a while: what ran out meanwhile runs again from now."""
    now, live = locked.now, locked.live
    assert live.wake_at is not None
    rules, seating = rules_of(live.terms), live.seating
    held = {
        n: one if one.until > now else change(one, until=now + (OFFER_MS if one.offered else rules.reserve_ms))
        for n, one in seating.reserved.items()
    }
    over = {n for n in seating.seats if (away_until(live, n) or now + 1) <= now}
    seats = {n: change(seat, out_since=now) if n in over else seat for n, seat in seating.seats.items()}
    locked.seating(reserved=held, seats=seats)
    if is_running(live) and live.hand is not None and live.moves is not None and (live.moves.deadline or now) < now:
        turns.start_clock(locked)
    if seating.asking is not None and seating.asking.deadline < now:
        locked.seating(asking=change(seating.asking, deadline=now + turn_ms(rules)))
    log.warning("table %s was looked at %s ms late; what ran out starts anew", live.terms.slug, now - live.wake_at)


def _database_was_away(locked: Locked) -> bool:
    """Whether the database was restarted since the time that has now run out began."""
    live, rules, began = locked.live, rules_of(locked.live.terms), []
    moves, asking = live.moves, live.seating.asking
    if asking is not None and asking.deadline < locked.now:
        began.append(asking.deadline - turn_ms(rules))
    if is_running(live) and moves is not None and moves.deadline is not None and moves.deadline < locked.now:
        began.append((moves.warn_at or moves.deadline) - rules.quiet_ms)
    return bool(began) and min(began) < times.database_began_ms()


def sweep(*, seconds: float = 1.0, overdue_ms: int = 0, stop: Callable[[], bool] = lambda: False) -> int:
    """Own the next `seconds`: wake each table at its time, looking again at least every quarter of a second.

    Returns how many were woken. Any number of sweepers may run at once.
    """
    end, woken = time.monotonic() + seconds, 0
    _note()
    while not stop():
        tables, wait_ms = row.due(overdue_ms=overdue_ms)
        woken += sum(_wake_safely(table) for table in tables)
        left = end - time.monotonic()
        if left <= 0:
            break
        wait = LOOK_SECONDS if wait_ms is None else min(LOOK_SECONDS, wait_ms / 1000 + 0.001)
        time.sleep(max(0.0, min(wait, left)))
    return woken


async def run_embedded() -> None:
    """The embedded room's clock, for ever: an asyncio task in the loop that serves the sockets."""
    broadcast.serve_here()
    noted = 0.0
    while True:
        if time.monotonic() - noted > NOTE_MS / 1000:
            await threads.in_database(_note)
            noted = time.monotonic()
        tables, wait_ms = await threads.in_database(row.due)
        for table in tables:
            await threads.in_database(_wake_safely, table)
        wait = LOOK_SECONDS if wait_ms is None else min(LOOK_SECONDS, wait_ms / 1000 + 0.001)
        await asyncio.sleep(max(0.005, wait))


async def run_safety_net() -> None:
    """A production web process, for ever: wakes only what the workers left lying for two seconds."""
    broadcast.serve_here()
    while True:
        try:
            tables, _ = await threads.in_database(row.due, overdue_ms=SAFETY_MS)
            for table in tables:
                await threads.in_database(_wake_safely, table)
        except DatabaseError:
            log.exception("the safety net cannot reach the database")
        await asyncio.sleep(1.0)


def _wake_safely(table: int) -> bool:
    """One table's trouble is not another's: it is logged, and the row is as it was."""
    try:
        return wake(table)
    except row.NoSuchTable:
        return False
    except Exception:
        log.exception("table %s could not be woken", table)
        return False


def _note() -> None:
    """Leave a trace that somebody sweeps, for the operator."""
    now = now_ms()
    if not Sweep.objects.filter(pk=1, at__gt=now - NOTE_MS).exists():
        Sweep.objects.update_or_create(pk=1, defaults={"at": now})


def _free_seats(locked: Locked) -> None:
    """Away too long: the seat is freed, the stack cashed out; where no money moves, his time begins anew."""
    over = {n: away_until(locked.live, n) for n in locked.live.seating.seats}
    away = [number for number, until in over.items() if until is not None and locked.now >= until]
    if not away:
        return
    if not real_money.moves(locked.live.terms):
        for number in away:
            locked.seat(number, out_since=locked.now)
        return
    for number in away:
        seat = locked.live.seating.seats[number]
        settling.remove(locked, number, cause="away" if seat.stack or seat.pending else "no_chips")
    waiting.offer_seats(locked)
    dealing.arrange(locked)


def _decline_silent(locked: Locked, asking: Asking) -> None:
    """R-2.10: who let the time of a prompt pass sits out; nobody does when it is not known who is connected."""
    known, seats = attendance.look_at_seats(locked), locked.live.seating.seats
    silent = [n for n, prompt in asking.prompts.items() if (n, prompt.kind) not in asking.agreed and n in known]
    lost = [
        n
        for n in silent
        if known[n] is Presence.UNKNOWN or presence.line(locked.live.table, seats[n].who.id) is Line.BROKEN
    ]
    if lost:
        deadline = locked.now + turn_ms(rules_of(locked.live.terms))
        locked.seating(asking=change(asking, deadline=deadline))
        locked.told.update(seats[number].who.public for number in silent)
        for number in lost:
            presence.excused(locked.live.table, seats[number].who.id)
        return
    for number in silent:
        dealing.stand_aside(locked, number, cause="no_answer")
    dealing.plan_and_deal(locked)


def _look(locked: Locked) -> None:
    for number, known in attendance.look_at_seats(locked).items():
        seat = locked.live.seating.seats[number]
        if known is Presence.GONE and not seat.out:
            attendance.mark_connected(locked, number, connected=False)
            dealing.stand_aside(locked, number, cause="disconnected")
