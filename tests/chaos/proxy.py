"""A network between one player and the room that a test can cut: bytes stop, nobody is told.

`cut` stops forwarding in both directions without closing anything, as a pulled cable does. `half_open` closes the
player's side and leaves the room's side standing, as a router does that forgot the connection. `mend` lets new
connections through; what was cut stays silent for ever.
"""

import asyncio
from typing import Self

from pokerroom.launch.ports import LOOPBACK


class Proxy:
    """Listens on a free port and forwards to `port`; an async context manager."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._server: asyncio.Server | None = None
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._player_sides: list[asyncio.StreamWriter] = []

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, LOOPBACK, 0)
        return self

    async def __aexit__(self, *details: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def port(self) -> int:
        """Where a player connects instead of the room."""
        assert self._server is not None
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    def cut(self) -> None:
        """Nothing gets through any more, and nothing is closed."""
        self._flowing.clear()

    def half_open(self) -> None:
        """The player's side ends at once; the room is not told."""
        self._flowing.clear()
        for writer in self._player_sides:
            writer.transport.abort()
        self._player_sides.clear()

    def mend(self) -> None:
        """New connections get through."""
        self._flowing = asyncio.Event()
        self._flowing.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        flowing = self._flowing
        room_reader, room_writer = await asyncio.open_connection(LOOPBACK, self._to)
        self._player_sides.append(writer)
        for source, sink in ((reader, room_writer), (room_reader, writer)):
            task = asyncio.create_task(self._forward(source, sink, flowing=flowing))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _forward(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, flowing: asyncio.Event
    ) -> None:
        try:
            while data := await source.read(65536):
                await flowing.wait()
                sink.write(data)
                await sink.drain()
            await flowing.wait()
            sink.close()
        except (ConnectionError, OSError):
            await flowing.wait()
            sink.close()
