"""The database's clock, which all processes share."""

from datetime import UTC, datetime

from django.db import connection


def now() -> datetime:
    """The present, aware, in UTC; inside a transaction it goes on too."""
    if connection.vendor != "postgresql":
        return datetime.now(UTC)
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return moment.astimezone(UTC)
