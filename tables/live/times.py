"""What time it is at a table: the database's clock in epoch milliseconds, the same for every process.

Deadlines are compared under the row lock, so the time has to be the moment after the lock was got: PostgreSQL's
`clock_timestamp()`, not `now()`, which stands still during a transaction.
"""

from datetime import UTC, datetime
from typing import Any

from django.db import connection

_POSTGRES = "(extract(epoch from clock_timestamp()) * 1000)::bigint"
_SQLITE = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"


class Timeline:
    """Milliseconds added to the database's clock; tests move it, the room never does."""

    shift_ms: int = 0


def now_sql() -> str:
    """The SQL expression for the time, without the timeline's shift."""
    return _POSTGRES if connection.vendor == "postgresql" else _SQLITE


def shifted(milliseconds: Any) -> int:
    """What the database said the time is, as the room takes it."""
    return int(milliseconds) + Timeline.shift_ms


def now_ms() -> int:
    """The time, asked for on its own; under a row lock take the one that came with the row."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {now_sql()}")  # noqa: S608 - a constant of this module
        return shifted(cursor.fetchone()[0])


def moment(milliseconds: int) -> datetime:
    """Epoch milliseconds as an aware time for the ORM."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
