"""Hand numbers: each once, rising, high. A number is never given back, so a void hand leaves a gap."""

from django.db import connection

from tables.models import HandCounter

FIRST = 7_000_000_000


def next_hand_number() -> int:
    """The next number. A sequence on PostgreSQL, so that no table waits for another one's deal."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT nextval('tables_hand_number')")
            return int(cursor.fetchone()[0])
        cursor.execute("UPDATE tables_handcounter SET last = last + 1 WHERE id = 1 RETURNING last")
        found = cursor.fetchone()
    if found is None:
        HandCounter.objects.create(pk=1, last=FIRST)
        return next_hand_number()
    return int(found[0])
