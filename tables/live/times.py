"""What time it is at a table: the database's clock in epoch milliseconds, the same for every process.

Deadlines are compared under the row lock, so the time has to be the moment after the lock was got: PostgreSQL's
`clock_timestamp()`, not `now()`, which stands still during a transaction.
"""

import time
from datetime import UTC, datetime
from typing import Any

from django.db import connection

_POSTGRES = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
_SQLITE = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"


class Timeline:
    """Milliseconds added to the database's clock; tests move it, the room never does."""

    shift_ms: int = 0
    # The database's clock minus this process's steady one, as last seen.
    offset_ms: int | None = None


def now_sql() -> str:
    """The SQL expression for the time, without the timeline's shift."""
    return _POSTGRES if connection.vendor == "postgresql" else _SQLITE


def shifted(milliseconds: Any) -> int:
    """What the database said the time is, as the room takes it."""
    return int(milliseconds) + Timeline.shift_ms


def now_ms() -> int:
    """The time, asked for on its own; under a row lock take the one that came with the row."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {now_sql()}")
        return shifted(cursor.fetchone()[0])


def database_began_ms() -> int:
    """Since when the database runs; 0 where it lives and dies with its only process (SQLite)."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT (extract(epoch from pg_postmaster_start_time()) * 1000)::bigint")
        return int(cursor.fetchone()[0])


def note() -> int:
    """Ask the database for the time and remember how far this process's steady clock is from it."""
    now = now_ms()
    Timeline.offset_ms = now - int(time.monotonic() * 1000)
    return now


def estimate_ms() -> int:
    """The database's time without asking it, from the last `note`; this machine's clock where there was none."""
    if Timeline.offset_ms is None:
        return shifted(time.time() * 1000)
    return int(time.monotonic() * 1000) + Timeline.offset_ms


def moment(milliseconds: int) -> datetime:
    """Epoch milliseconds as an aware time for the ORM."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
