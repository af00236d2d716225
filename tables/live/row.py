"""The live row: locked, read, written and announced; the only module that touches it.

An ordinary action is `SELECT … FOR UPDATE` of three numbers, an `UPDATE` of the columns that changed, and a commit,
as SQL through Django's cursor. What the columns hold is kept per process under the row's `stamp`, which changes with
every write, so a process that saw the last write neither reads nor replays again. Nothing kept is ever changed in
place: verbs make new records, and what was not committed is forgotten. The announcement goes out after the commit.
On SQLite transactions are IMMEDIATE and the lock is the database's.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from django.db import connection, transaction

from tables.engine.actions import Action, RuleViolation
from tables.engine.hand import Hand, replay
from tables.engine.setup import Setup
from tables.live import broadcast
from tables.live.deck import DeckLost, open_box
from tables.live.facts import next_wake, people
from tables.live.record import Live, Locked
from tables.live.state import Deal, Moves, Seating, Status, Terms, change, dump
from tables.live.times import now_ms, now_sql, shifted
from tables.live.view import View, difference, private_view, public_view
from tables.models import LiveTable
from tables.protocol import encode

log = logging.getLogger(__name__)
IDLE_MS = 3_000
COLUMNS = "version, stamp, status, terms, seating, deal, moves, deck, wake_at"


class NoSuchTable(Exception):
    """There is no live row with this id."""


class Kept:
    """What this process knows of each table: the content of its last seen write, and its public view."""

    tables: dict[int, tuple[Live, View]] = {}


def forget() -> None:
    """Forget everything kept, as a process does when it starts."""
    Kept.tables.clear()


def recall(table: int, stamp: int) -> tuple[Live, View] | None:
    """The content and public view of this write, if this process has seen it."""
    kept = Kept.tables.get(table)
    return kept if kept is not None and kept[0].stamp == stamp else None


def read(table: int) -> tuple[Live, View]:
    """The content as last committed, without a lock. Raises NoSuchTable."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT version, stamp FROM tables_livetable WHERE table_id = %s", [table])
        found = cursor.fetchone()
        if found is None:
            raise NoSuchTable(table)
        kept = recall(table, found[1])
        if kept is None:
            live = _load(cursor, table)
            kept = (live, public_view(live))
            if not connection.in_atomic_block:
                Kept.tables[table] = kept
    return kept


@contextmanager
def locked(table: int, *, skip: bool = False) -> Iterator[Locked | None]:
    """One transaction on the locked row: what the body leaves in `live` is written, committed, then announced.

    Yields None when `skip` is set and somebody else holds the lock. Raises NoSuchTable. An exception in the body
    changes nothing.
    """
    with transaction.atomic():
        before = _lock(table, skip=skip)
        if before is None:
            yield None
            return
        (live, view), now = before
        handle = Locked(live=live, now=now)
        yield handle
        _save(handle, live, view)


def create(table: int, *, terms: Terms) -> None:
    """The live row of a new table."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tables_livetable (table_id, version, stamp, status, terms, seating, deal, moves, deck)"
            " VALUES (%s, 1, %s, %s, %s, %s, 'null', 'null', %s)",
            [table, _stamp(), Status.WAITING.value, dump(terms), dump(Seating()), b""],
        )


def _lock(table: int, *, skip: bool) -> tuple[tuple[Live, View], int] | None:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            wait = " SKIP LOCKED" if skip else ""
            # The time is taken outside the locking query: inside, it would be from before the wait for the lock.
            # A process that freezes with the row in its hands loses it: the database ends its transaction.
            held = f"SELECT stamp, {now_sql()}, set_config('idle_in_transaction_session_timeout', '{IDLE_MS}', true)"
            sql = (
                f"{held} FROM (SELECT stamp FROM tables_livetable"  # noqa: S608 - constants
                f" WHERE table_id = %s FOR UPDATE{wait}) AS held"
            )
        else:
            sql = f"SELECT stamp, {now_sql()} FROM tables_livetable WHERE table_id = %s"  # noqa: S608 - constants
        cursor.execute(sql, [table])
        found = cursor.fetchone()
        if found is None:
            if skip:
                return None
            raise NoSuchTable(table)
        kept = recall(table, found[0])
        if kept is None:
            live = _load(cursor, table)
            kept = (live, public_view(live))
        return kept, shifted(found[1])


def _load(cursor: Any, table: int) -> Live:
    cursor.execute(f"SELECT {COLUMNS} FROM tables_livetable WHERE table_id = %s", [table])  # noqa: S608 - constants
    version, stamp, status, terms, seating, deal, moves, deck, wake_at = cursor.fetchone()
    record = msgspec.json.decode(deal, type=Deal | None)
    made = msgspec.json.decode(moves, type=Moves | None)
    hand, broken = _replayed(record, made, bytes(deck))
    return Live(
        table=table,
        version=version,
        stamp=stamp,
        status=Status(status),
        terms=msgspec.json.decode(terms, type=Terms),
        seating=msgspec.json.decode(seating, type=Seating),
        deal=record,
        moves=made,
        deck=bytes(deck),
        wake_at=wake_at,
        hand=hand,
        broken=broken,
    )


def _replayed(deal: Deal | None, moves: Moves | None, deck: bytes) -> tuple[Hand | None, str]:
    if deal is None or moves is None or deal.void:
        return None, ""
    try:
        setup = Setup.load(deal.setup, open_box(deck, hand=deal.number))
        return replay(setup, [Action.load(action) for action in moves.actions]), ""
    except (DeckLost, RuleViolation, KeyError, TypeError, ValueError) as error:
        log.critical("hand %s cannot be replayed: %s", deal.number, error)
        return None, f"cannot be replayed: {error}"


def _save(handle: Locked, old: Live, old_view: View) -> None:
    handle.set(wake_at=next_wake(handle.live))
    live = handle.live
    if live == old and not (handle.events or handle.told or handle.purses):
        return
    handle.told |= _privately_changed(live, old)
    view = old_view if _same_but_times(live, old) else public_view(live)
    patch = {} if view is old_view else difference(old_view, view)
    heard_of = bool(patch or handle.events or handle.told or handle.purses)
    live = change(live, version=old.version + heard_of, stamp=_stamp())
    _update(live, old)
    message = None if not heard_of else _message(handle, live, patch)
    transaction.on_commit(lambda: _committed(live, view, message))


def _privately_changed(live: Live, old: Live) -> set[str]:
    """Whose private part is another now. A plain action changes none but the cards' names, which `turns` tells."""
    if live.terms is old.terms and live.seating is old.seating and live.deal is old.deal and live.status is old.status:
        return set()
    concerned = people(live.seating) | people(old.seating)
    return {public for public in concerned if private_view(live, public) != private_view(old, public)}


def _same_but_times(live: Live, old: Live) -> bool:
    return change(live, wake_at=old.wake_at) == old


def _message(handle: Locked, live: Live, patch: View) -> dict[str, Any]:
    update = {
        "type": "update",
        "version": live.version,
        "now": handle.now,
        "patch": patch,
        "events": handle.events,
    }
    return {
        "type": "table.update",
        "table": live.table,
        "version": live.version,
        "stamp": live.stamp,
        "text": encode(update),
        "told": sorted(handle.told | handle.purses),
        "purses": sorted(handle.purses),
    }


def _committed(live: Live, view: View, message: dict[str, Any] | None) -> None:
    Kept.tables[live.table] = (live, view)
    if message is not None:
        broadcast.publish(broadcast.group_name(live.table), message)


def _update(live: Live, old: Live) -> None:
    columns: dict[str, Any] = {"version": live.version, "stamp": live.stamp, "wake_at": live.wake_at}
    if live.status is not old.status:
        columns["status"] = live.status.value
    for name in ("terms", "seating", "deal", "moves"):
        record = getattr(live, name)
        if record is not getattr(old, name):
            columns[name] = dump(record)
    if live.deck is not old.deck:
        columns["deck"] = live.deck
    names = ", ".join(f"{name} = %s" for name in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE tables_livetable SET {names} WHERE table_id = %s",  # noqa: S608 - names from this function
            [*columns.values(), live.table],
        )


def _stamp() -> int:
    return secrets.randbits(62)


def due(*, limit: int = 50, overdue_ms: int = 0) -> tuple[list[int], int | None]:
    """The tables whose time has come (`overdue_ms` ago), soonest first, and in how many ms the next one's comes."""
    now = now_ms()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_id, wake_at FROM tables_livetable WHERE wake_at IS NOT NULL ORDER BY wake_at LIMIT %s",
            [limit],
        )
        rows = [(table, wake_at - now + overdue_ms) for table, wake_at in cursor.fetchall()]
    later = [wait for _, wait in rows if wait > 0]
    return [table for table, wait in rows if wait <= 0], later[0] if later else None


def tables_of(public: str) -> list[int]:
    """The tables where this player sits, holds a seat or waits for one."""
    return list(LiveTable.objects.filter(seating__contains=f'"{public}"').order_by("pk").values_list("pk", flat=True))


def versions(tables: list[int]) -> dict[int, tuple[int, int]]:
    """The committed version and stamp of each of these tables."""
    if not tables:
        return {}
    marks = ", ".join(["%s"] * len(tables))
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT table_id, version, stamp FROM tables_livetable WHERE table_id IN ({marks})",  # noqa: S608 - marks
            tables,
        )
        return {table: (version, stamp) for table, version, stamp in cursor.fetchall()}
