"""A table that says what a test tells it to, over a real socket: for what a healthy room never does."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from websockets.asyncio.server import ServerConnection, serve

Json = dict[str, Any]
Answer = Callable[["ScriptedTable", ServerConnection, Json], Awaitable[None]]


class ScriptedTable:
    """Greets every connection with `hello`, keeps what it was told in `heard`, lets `answer` do the rest."""

    def __init__(self, hello: Json, answer: Answer | None = None) -> None:
        self.hello = {"type": "hello", "protocol": 1, "now": 0, "heartbeat_ms": 60_000, "private": {}} | hello
        self.heard: list[Json] = []
        self.cookies: list[str] = []
        self.sockets: list[ServerConnection] = []
        self.url = ""
        self._answer = answer

    async def greet(self, socket: ServerConnection) -> None:
        await self.tell(socket, self.hello)

    async def tell(self, socket: ServerConnection, message: Json) -> None:
        await socket.send(json.dumps(message))

    async def tell_all(self, message: Json) -> None:
        for socket in self.sockets:
            await self.tell(socket, message)

    async def serve_one(self, socket: ServerConnection) -> None:
        assert socket.request is not None
        self.cookies.append(socket.request.headers.get("Cookie", ""))
        self.sockets.append(socket)
        await self.greet(socket)
        async for frame in socket:
            message = json.loads(frame)
            self.heard.append(message)
            if self._answer is not None:
                await self._answer(self, socket, message)
        self.sockets.remove(socket)

    async def until_connected(self, count: int) -> None:
        """Wait until so many clients are connected and have been greeted."""
        async with asyncio.timeout(5):
            while len(self.sockets) < count:
                await asyncio.sleep(0.005)
        await asyncio.sleep(0.05)

    async def until_heard(self, kind: str) -> Json:
        """Wait for a message of this type and take it out of what was heard."""
        async with asyncio.timeout(5):
            while True:
                for message in self.heard:
                    if message["type"] == kind:
                        self.heard.remove(message)
                        return message
                await asyncio.sleep(0.005)


@asynccontextmanager
async def scripted(hello: Json, answer: Answer | None = None) -> AsyncIterator[ScriptedTable]:
    """Serve a scripted table on a free port; its address is `url`."""
    table = ScriptedTable(hello, answer)
    async with serve(table.serve_one, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        table.url = f"ws://127.0.0.1:{port}/ws/tables/amber/"
        yield table


async def accept(table: ScriptedTable, socket: ServerConnection, message: Json) -> None:
    """Say yes to every command."""
    if "id" in message:
        await table.tell(socket, {"type": "reply", "id": message["id"], "ok": True})
