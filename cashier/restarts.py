"""Whether the database came back from a restart since the books were last proven.

PostgreSQL says when it was started; the answer belonging to the last proof is kept in the cache. A lost cache
costs one more proof. SQLite restarts with the room, which proves its books when it opens.
"""

from datetime import datetime

from django.core.cache import cache
from django.db import connection

KEY = "cashier:proven-since-start"


def database_started() -> datetime | None:
    """When PostgreSQL was started, a crash and recovery included; None on SQLite."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_postmaster_start_time()")
        started: datetime = cursor.fetchone()[0]
    return started


def unproven() -> datetime | None:
    """The start of the database after which nobody has proven the books; None when somebody has."""
    started = database_started()
    return None if started is None or cache.get(KEY) == started.isoformat() else started


def proven(started: datetime) -> None:
    """The books have been proven since that start."""
    cache.set(KEY, started.isoformat(), None)
