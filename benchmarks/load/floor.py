"""The room's web process with the floor beside it: `python -m benchmarks.load.floor PORT`.

Two more addresses, served by the room's own consumer class in the same process: `/ws/floor/echo/`
sends back what it gets, `/ws/floor/<table>/` answers after the bare locked transaction of an action:
lock the table's live row, write the columns an action writes, commit. Nothing is decided, nobody told.
The limit on messages a second is lifted, since one table is to be measured as fast as it goes.
"""

import asyncio
import secrets
import sys
from typing import Any

import uvloop

HOST = "127.0.0.1"


def main(port: int) -> None:
    """Serve until SIGTERM."""
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    import django

    django.setup()
    from pokerroom.launch import server
    from tables import consumers
    from tables.live import clock

    consumers.PER_SECOND, consumers.BURST = 1e9, 10**9
    server.run(_application(), host=HOST, port=port, works=[clock.run_safety_net], on_ready=lambda: None)


def _application() -> Any:
    """The room, with the floor's two sockets before it."""
    from channels.routing import ProtocolTypeRouter, URLRouter
    from django.urls import path, re_path

    from pokerroom.asgi import application as room
    from tables.consumers import TableConsumer
    from tables.live import threads

    class Echo(TableConsumer):
        async def connect(self) -> None:
            self.ended = False
            await self.accept()

        async def disconnect(self, code: int) -> None:
            self.ended = True

        async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
            await self.deliver(text_data or "")

    class Transaction(Echo):
        async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
            table = self.scope["url_route"]["kwargs"]["table"]
            await asyncio.shield(threads.in_database(bare_transaction, table))
            await self.deliver(text_data or "")

    sockets = URLRouter(
        [
            path("ws/floor/echo/", Echo.as_asgi()),
            path("ws/floor/<int:table>/", Transaction.as_asgi()),
            re_path(r"", room.application_mapping["websocket"]),
        ]
    )
    return ProtocolTypeRouter({"http": room.application_mapping["http"], "websocket": sockets})


MOVES = (
    '{"actions":[' + ",".join('[4,"call"]' for _ in range(20)) + '],"warn_at":1796071317705,"deadline":1796071332705}'
)
NEVER = 2**50


def bare_transaction(table: int) -> None:
    """An action's locked transaction without the action."""
    from django.db import connection, transaction

    from tables.live.times import now_sql

    lock = f"SELECT stamp, {now_sql()} FROM (SELECT stamp FROM tables_livetable WHERE table_id = %s FOR UPDATE) AS held"
    write = "UPDATE tables_livetable SET version = %s, stamp = %s, wake_at = %s, moves = %s WHERE table_id = %s"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(lock, [table])
        stamp, _ = cursor.fetchone()
        cursor.execute(write, [stamp % 2**30, secrets.randbits(62), NEVER, MOVES, table])


if __name__ == "__main__":
    main(int(sys.argv[1]))
