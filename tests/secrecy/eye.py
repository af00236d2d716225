"""One socket at a table that keeps everything it is sent, in this process or over the network.

`LocalEye` runs the room's own ASGI application without a server: frames arrive by a call, nothing is polled, so that
hundreds of hands take seconds. `RemoteEye` is the same over a real WebSocket.
"""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from tests.tables.sockets import APP, merged

SECONDS = 20.0


class Eye(ABC):
    """What both kinds share: the frames, the picture merged from them, commands and waiting."""

    def __init__(self, *, name: str, table: str, player: str | None = None, cookie: str = "") -> None:
        self.name, self.table, self.player, self.cookie = name, table, player, cookie
        self.texts: list[str] = []
        self.view: dict[str, Any] = {}
        self.private: dict[str, Any] = {}
        self.version = 0
        self.answers: dict[str, dict[str, Any]] = {}
        self.closed: int | None = None
        self.news = asyncio.Event()
        self._asked = 0

    def heard(self, text: str) -> None:
        """A frame arrived."""
        self.texts.append(text)
        frame = json.loads(text)
        match frame["type"]:
            case "hello":
                self.view, self.private, self.version = frame["view"], frame["private"], frame["version"]
            case "update":
                self.view, self.version = merged(self.view, frame["patch"]), frame["version"]
            case "private":
                self.private = merged(self.private, frame["patch"])
            case "reply" | "pong" if "id" in frame:
                self.answers[frame["id"]] = frame
        self.news.set()

    def ended(self, code: int) -> None:
        """The socket closed."""
        self.closed = code
        self.news.set()

    async def until(self, condition: Callable[[], Any], what: str = "") -> None:
        """Wait for what must come."""
        async with asyncio.timeout(SECONDS):
            while not condition():
                assert self.closed is None, f"{self.name}: closed with {self.closed} waiting for {what}"
                self.news.clear()
                await self.news.wait()

    async def say(self, type_: str, **fields: Any) -> str | None:
        """Say a command and wait for its answer: the code of its refusal, or None."""
        self._asked += 1
        ident = f"e-{self._asked}"
        await self.send(json.dumps({"type": type_, "id": ident, **fields}))
        await self.until(lambda: ident in self.answers, type_)
        return self.answers.pop(ident).get("error", {}).get("code")

    @abstractmethod
    async def send(self, text: str | bytes) -> None:
        """Send a frame as it is."""


class LocalEye(Eye):
    """A socket of the application in this process."""

    async def open(self) -> LocalEye:
        """Connect and take the `hello`."""
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._inbox.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket",
            "path": f"/ws/tables/{self.table}/",
            "query_string": b"",
            "headers": [(b"cookie", self.cookie.encode())] if self.cookie else [],
            "subprotocols": [],
        }
        self._running = asyncio.create_task(APP(scope, self._inbox.get, self._sent))
        await self.until(lambda: self.view or self.closed, "hello")
        return self

    async def _sent(self, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            self.heard(message["text"])
        elif message["type"] == "websocket.close":
            self.ended(message.get("code", 1000))

    async def send(self, text: str | bytes) -> None:
        kind = "text" if isinstance(text, str) else "bytes"
        self._inbox.put_nowait({"type": "websocket.receive", kind: text})

    async def close(self) -> None:
        """Leave, as a browser does."""
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait_for(self._running, SECONDS)


class RemoteEye(Eye):
    """A socket of a served room."""

    line: ClientConnection

    async def open(self, url: str) -> RemoteEye:
        """Connect to the web process at this address (as a page of it) and take the `hello`."""
        address = f"{url.replace('http', 'ws', 1)}/ws/tables/{self.table}/"
        headers = {"Cookie": self.cookie} if self.cookie else {}
        self.line = await connect(address, origin=Origin(url), additional_headers=headers)
        self._reader = asyncio.create_task(self._read())
        await self.until(lambda: self.view, "hello")
        return self

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            async for text in self.line:
                self.heard(str(text))
        self.ended(self.line.close_code or 1006)

    async def send(self, text: str | bytes) -> None:
        await self.line.send(text)

    async def close(self) -> None:
        """Leave, as a browser does."""
        await self.line.close()
        await self._reader
