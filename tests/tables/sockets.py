"""A browser's side of a table's socket, for tests: a session cookie, frames kept, the view merged as a client does."""

from __future__ import annotations

import json
from typing import Any

from asgiref.sync import sync_to_async
from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client

from tables.live.commands import Caller
from tables.routing import websocket_urlpatterns

# How long to wait for one more frame: a broker needs longer than memory.
QUIET = 0.08 if settings.EMBEDDED else 0.25
APP = AuthMiddlewareStack(URLRouter(websocket_urlpatterns))


def merged(target: Any, patch: Any) -> Any:
    """RFC 7396, written from the RFC."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result


def cookie_of(caller: Caller) -> str:
    """The cookie header of a browser signed in as this player."""
    client = Client()
    client.force_login(get_user_model().objects.get(pk=caller.who.id), "django.contrib.auth.backends.ModelBackend")
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"


class Line:
    """One open socket."""

    def __init__(self, slug: str, cookie: str = "") -> None:
        headers = [(b"cookie", cookie.encode())] if cookie else []
        self.wire = WebsocketCommunicator(APP, f"/ws/tables/{slug}/", headers=headers)
        self.frames: list[dict[str, Any]] = []
        self.texts: list[str] = []
        self.view: dict[str, Any] = {}
        self.private: dict[str, Any] = {}
        self.version = 0
        self.gaps = 0
        self.closed: int | None = None
        self.numbered = 0

    async def open(self) -> Line:
        """Connect and take the `hello`."""
        connected, _ = await self.wire.connect(timeout=5)
        assert connected
        await self.until("hello")
        return self

    async def take(self, wait: float = 2.0) -> dict[str, Any]:
        """The next frame, merged into the picture."""
        frame = await self.wire.receive_output(wait)
        if frame["type"] == "websocket.close":
            self.closed = frame.get("code", 1000)
            return {"type": "closed", "code": self.closed}
        self.texts.append(frame["text"])
        message: dict[str, Any] = json.loads(frame["text"])
        self.frames.append(message)
        match message["type"]:
            case "hello":
                self.view, self.private, self.version = message["view"], message["private"], message["version"]
            case "update":
                self.gaps += message["version"] != self.version + 1
                self.view, self.version = merged(self.view, message["patch"]), message["version"]
            case "private":
                self.private = merged(self.private, message["patch"])
        return message

    async def until(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Take frames until one is of this type and has these fields."""
        while True:
            message = await self.take()
            if message["type"] == type_ and fields.items() <= message.items():
                return message

    async def until_dealt(self) -> None:
        """Take frames until a hand is being played, and the own cards are there if one sits."""
        while self.view["status"] != "playing" or ("options" in self.private and "cards" not in self.private):
            await self.take(5)
        await self.settle()

    async def settle(self, quiet: float = QUIET) -> None:
        """Take frames until none comes for a while (waiting in vain would end the communicator)."""
        while not await self.wire.receive_nothing(quiet, 0.01):
            await self.take()

    async def send(self, type_: str, **fields: Any) -> None:
        """Say a command and don't wait."""
        await self.wire.send_to(text_data=json.dumps({"type": type_, **fields}))

    async def say(self, type_: str, **fields: Any) -> str | None:
        """Say a command and wait for its answer: the code of its refusal, or None."""
        self.numbered += 1
        name = f"t-{self.numbered}"
        await self.send(type_, id=name, **fields)
        answer = await self.until("reply", id=name)
        return answer["error"]["code"] if "error" in answer else None

    async def close(self) -> None:
        """Close the socket."""
        await self.wire.disconnect(timeout=5)


async def lines(slug: str, *callers: Caller | None) -> list[Line]:
    """Open sockets for these players; None is an anonymous observer."""
    opened = []
    for caller in callers:
        cookie = await sync_to_async(cookie_of)(caller) if caller is not None else ""
        opened.append(await Line(slug, cookie).open())
    return opened
