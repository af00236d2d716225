"""The backend itself; Django wants it in a module of this name.

After a restart of PostgreSQL every idle connection of the pool is dead. Without a look at them the
next moves at the tables fail; psycopg's own check asks the server (75 µs a transaction) and, for each
dead one, waits a second and longer. A dead socket is readable at once, which costs 2 µs to see.
"""

import select
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, OperationalError


def is_dead(connection: Connection[Any]) -> bool:
    """True when the server has closed the idle connection. Asks the kernel, not the server."""
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    # What arrives at an idle connection is its end, or a notice that may be read and forgotten.
    while waiting.poll(0):
        try:
            connection.pgconn.consume_input()
        except OperationalError:
            return True
    return connection.closed


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection from the pool, alive."""

    def is_dead(self) -> bool:
        """True when the server has closed the connection while nobody used it."""
        return self.connection is not None and is_dead(self.connection)

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A live connection; when one is found dead all idle ones are replaced at once."""
        while True:
            connection = super().get_new_connection(conn_params)
            pool = self.pool
            if not pool or not is_dead(connection):
                return connection
            pool.drain()
            pool.putconn(connection)
