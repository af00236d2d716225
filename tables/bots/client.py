"""One connection to one table, as docs/protocol.md describes it: the view, the versions, the replies.

The client keeps the public view and the private object by merge patches, asks for a `sync` when a
version is missing, sends the heartbeat the server asked for and matches replies to commands. It
decides nothing and reconnects nothing: bots, benchmarks and tests do that with what it knows.
"""

import asyncio
import itertools
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Self

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tables.bots.mergepatch import merge_patch

Json = dict[str, Any]
REPLY_SECONDS = 15.0
HELLO_SECONDS = 15.0


class Disconnected(Exception):
    """The connection is gone; `code` is the close code, 1006 when the server said nothing."""

    def __init__(self, code: int) -> None:
        super().__init__(f"connection closed ({code})")
        self.code = code


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """The server's one answer to a command; `code` is empty when it was accepted."""

    ok: bool
    code: str = ""
    message: str = ""


class TableClient:
    """A client of the table at `url` (ws://host/ws/tables/amber/), signed in by a cookie header or anonymous.

    `on_update` is called with each `update` message after it was merged (version gaps included).
    """

    def __init__(
        self,
        url: str,
        *,
        cookie: str = "",
        origin: str | None = None,
        on_update: Callable[[Json], None] | None = None,
    ) -> None:
        self.url = url
        self.you: Json | None = None
        self.view: Json = {}
        self.private: Json = {}
        self.version = -1
        self.heartbeat_ms = 2500
        self.syncs = 0
        self._cookie = cookie
        self._origin = Origin(origin) if origin else None
        self._on_update = on_update
        self._socket: ClientConnection | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._ids = itertools.count(1)
        self._waiting: dict[str, asyncio.Future[Reply]] = {}
        self._news = asyncio.Event()
        self._greeted = asyncio.Event()
        self._close_code: int | None = None
        self._syncing = False
        self._behind = False

    async def open(self) -> Self:
        """Connect and wait for the first `hello`. Raises OSError, Disconnected or TimeoutError."""
        headers = {"Cookie": self._cookie} if self._cookie else {}
        self._socket = await connect(
            self.url, additional_headers=headers, origin=self._origin, compression=None, max_size=2**20
        )
        self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._beat())]
        try:
            await self.until(lambda client: client.version >= 0, seconds=HELLO_SECONDS)
        except (Disconnected, TimeoutError):
            await self.close()
            raise
        return self

    async def close(self) -> None:
        """Close the connection and end the client's tasks; harmless when already closed."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        if self._socket is not None:
            await self._socket.close()
            self._end(1000)

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(self, *details: object) -> None:
        await self.close()

    @property
    def connected(self) -> bool:
        """Whether messages can still travel."""
        return self._socket is not None and self._close_code is None

    @property
    def seat(self) -> int | None:
        """The seat this client's player sits in or has reserved, as the view shows it."""
        if self.you is None:
            return None
        me = self.you["player"]
        seats: Json = self.view.get("seats", {})
        mine = (int(number) for number, seat in seats.items() if seat.get("player") == me and not seat.get("left"))
        return next(mine, None)

    async def command(self, kind: str, **fields: Any) -> Reply:
        """Send one command and wait for its reply. Raises Disconnected or TimeoutError."""
        name = f"c-{next(self._ids)}"
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._waiting[name] = future
        try:
            await self.send({"type": kind, "id": name, **fields})
            async with asyncio.timeout(REPLY_SECONDS):
                return await future
        finally:
            self._waiting.pop(name, None)

    async def act(self, move: str, to: int | None = None) -> Reply:
        """Answer the decision the view shows now. Raises Disconnected or TimeoutError."""
        hand: Json = self.view.get("hand", {})
        fields = {} if to is None else {"to": to}
        turn = hand.get("turn", {}).get("no", 0)
        return await self.command("act", hand=hand.get("number", 0), turn=turn, move=move, **fields)

    async def send(self, message: Json) -> None:
        """Send one message as it is, without waiting for anything. Raises Disconnected."""
        if self._socket is None or self._close_code is not None:
            raise Disconnected(self._close_code or 1006)
        try:
            await self._socket.send(msgspec.json.encode(message).decode())
        except ConnectionClosed as error:
            raise Disconnected(self._end(_code(error))) from error

    async def changed(self) -> None:
        """Wait for the next message that changed what this client knows. Raises Disconnected."""
        if self._close_code is not None:
            raise Disconnected(self._close_code)
        await self._news.wait()
        if self._close_code is not None:
            raise Disconnected(self._close_code)

    async def until(self, condition: Callable[[Self], bool], *, seconds: float) -> None:
        """Wait until `condition` holds for this client. Raises Disconnected or TimeoutError."""
        async with asyncio.timeout(seconds):
            while not condition(self):
                await self.changed()

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            async for frame in self._socket:
                await self._receive(msgspec.json.decode(frame))
        except (ConnectionClosed, Disconnected):
            return
        finally:
            self._end(self._socket.close_code or 1006)

    async def _receive(self, message: Json) -> None:
        match message["type"]:
            case "hello":
                self._greet(message)
            case "update":
                await self._update(message)
            case "private":
                self.private = merge_patch(self.private, message["patch"])
                self._tell()
            case "reply":
                self._answer(message)
            case "pong":
                await self._pong(message["version"])

    def _greet(self, message: Json) -> None:
        self.you = message.get("you")
        self.view = message["view"]
        self.private = message.get("private", {})
        self.version = message["version"]
        self.heartbeat_ms = message["heartbeat_ms"]
        self._syncing = False
        self._greeted.set()
        self._tell()

    async def _update(self, message: Json) -> None:
        if message["version"] <= self.version:
            return
        if message["version"] != self.version + 1:
            await self._sync()
            return
        seat = self.seat
        self.version = message["version"]
        self.view = merge_patch(self.view, message["patch"])
        if seat is None and self.seat is not None:
            # Who sits is listened for more often than who watches; a fresh hello says how often.
            await self._sync()
        if self._on_update is not None:
            self._on_update(message)
        self._tell()

    async def _pong(self, version: int) -> None:
        """An update may still be on its way when the pong arrives; behind twice in a row means lost."""
        if version > self.version and self._behind:
            self._syncing = False
            await self._sync()
        self._behind = version > self.version

    async def _sync(self) -> None:
        if not self._syncing:
            self._syncing = True
            self.syncs += 1
            await self.send({"type": "sync"})

    def _answer(self, message: Json) -> None:
        future = self._waiting.get(message.get("id", ""))
        if future is None or future.done():
            return
        error: Json = message.get("error", {})
        future.set_result(Reply(ok=message["ok"], code=error.get("code", ""), message=error.get("message", "")))

    async def _beat(self) -> None:
        """Ping at every heartbeat; a hello may change how long one is, and counts from then."""
        while True:
            self._greeted.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(self.heartbeat_ms / 1000):
                    await self._greeted.wait()
                    continue
            try:
                await self.send({"type": "ping"})
            except Disconnected:
                return

    def _tell(self) -> None:
        """Wake everyone who waits now; who comes later waits for the next news."""
        self._news.set()
        self._news = asyncio.Event()

    def _end(self, code: int) -> int:
        if self._close_code is None:
            self._close_code = code
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(Disconnected(code))
            self._news.set()
        return self._close_code


def _code(error: ConnectionClosed) -> int:
    return error.rcvd.code if error.rcvd is not None else 1006
