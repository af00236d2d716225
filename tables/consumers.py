"""One socket at a table: reads frames strictly, runs commands in a database thread, answers each once.

A consumer has no channel of the channel layer: its table's hub brings it what is announced. Channels would check all
database connections before every message; everything here that touches the database goes through
`threads.in_database`, which does so itself, and so `dispatch` is overridden.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer

from accounts import sessions
from accounts.sessions import Ticket
from tables import pulse
from tables.hub import Hub, Hubs
from tables.live import commands, presence, threads, times
from tables.live.commands import Caller
from tables.live.snapshot import Snapshot
from tables.live.state import Player
from tables.models import Table
from tables.protocol import (
    FLOOD,
    HEARTBEAT_MS,
    NO_TABLE,
    OBSERVER_HEARTBEAT_MS,
    PROTOCOL,
    TOO_MANY,
    TRY_AGAIN,
    AnyCommand,
    Chat,
    ErrorCode,
    Ping,
    Refusal,
    Sync,
    encode,
    parse,
    reply,
)
from tables.throttle import Bucket, Shared, address_of

log = logging.getLogger(__name__)
PER_SECOND, BURST = 10.0, 20
CHAT_PER_SECOND, CHAT_BURST = 0.5, 3
# So many refused for their rate, and the socket is not a player's.
FLOODED = 60


class TableConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]  # channels is untyped
    """A player or an observer at one table."""

    channel_layer_alias = None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Call the handler, without Channels' sweep of the database connections.

        What fails below it (an outage) ends this socket and nothing else; its client comes back.
        """
        try:
            await getattr(self, message["type"].replace(".", "_"))(message)
        except (StopConsumer, asyncio.CancelledError):
            raise
        except Exception:
            log.exception("a socket at table %s could not be served", self.table)
            self._forget()
            await self.end(TRY_AGAIN)

    async def connect(self) -> None:
        """Accept, greet, and be brought the table from then on."""
        self.hub: Hub | None = None
        self.table, self.who, self.caller, self.ticket = 0, None, None, None
        self.address = address_of(self.scope)
        self.refused, self.spoke, self.heard_at, self.ended = 0, True, time.monotonic(), False
        found = await threads.in_database(_who_is_it, self.scope)
        if found is None:
            await self.accept()
            await self.end(NO_TABLE)
            return
        table, self.caller, self.ticket = found
        self.who = self.caller.who if self.caller is not None else None
        await self.accept()
        if pulse.crowded(self):
            await self.end(TOO_MANY)
            return
        self.table = table
        self.bucket, self.chat = _buckets(self.who)
        pulse.join(self)
        if self.caller is not None:
            await threads.in_database(_came, self.table, self.caller.who.id)
        if not self.ended:
            self.hub = Hubs.of(self.table)
            await self.hub.join(self)

    async def disconnect(self, code: int) -> None:
        """The socket is gone. Nothing depends on this being called."""
        self.ended = True
        await self._leave()

    async def _leave(self) -> None:
        """Be brought nothing more; whose last socket here it was is no longer connected."""
        if self._forget() and self.who is not None:
            await threads.in_database(presence.closed, self.table, self.who.id)

    def _forget(self) -> bool:
        """Be brought nothing more and beat no longer; whether the player has no other socket here."""
        hub, self.hub = self.hub, None
        if hub is not None:
            hub.leave(self)
        return pulse.leave(self)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """One frame, one answer."""
        if self.ended:
            return
        self.heard_at = time.monotonic()
        if not self.bucket.take(self.heard_at):
            await self._too_fast()
            return
        self.spoke = True
        try:
            if text_data is None:
                raise Refusal(ErrorCode.BAD_MESSAGE)
            command = parse(text_data)
        except Refusal as refusal:
            await self.deliver(encode(reply(refusal.command, error=refusal.code)))
            return
        await self._answer(command)

    async def _answer(self, command: AnyCommand) -> None:
        match command:
            case Ping():
                version = self.hub.version if self.hub is not None else 0
                pong = {"type": "pong", "now": times.estimate_ms(), "version": version}
                await self.deliver(encode(pong | ({"id": command.name} if command.name else {})))
            case Sync():
                if self.hub is not None:
                    await self.hub.sync(self)
                if command.name:
                    await self.deliver(encode(reply(command.name)))
            case _:
                await self._run(command)

    async def _run(self, command: AnyCommand) -> None:
        error = reason = None
        try:
            if isinstance(command, Chat) and not self.chat.take(time.monotonic()):
                raise Refusal(ErrorCode.RATE_LIMITED)
            await asyncio.shield(threads.in_database(commands.run, self.table, self.caller, command))
        except Refusal as refusal:
            error, reason = refusal.code, refusal.reason
        except Exception:
            log.exception("a command at table %s failed", self.table)
            error = ErrorCode.UNAVAILABLE
        if error is not None or command.name:
            await self.deliver(encode(reply(command.name, error=error, reason=reason)))

    async def _too_fast(self) -> None:
        self.refused += 1
        if self.refused > FLOODED:
            await self.end(FLOOD)
        else:
            await self.deliver(encode(reply(None, error=ErrorCode.RATE_LIMITED)))

    async def deliver(self, text: str) -> None:
        """Send a text frame, unless the socket is closed."""
        if not self.ended:
            await self.base_send({"type": "websocket.send", "text": text})

    async def greet(self, picture: Snapshot) -> None:
        """Send a `hello`."""
        hello: dict[str, Any] = {
            "type": "hello",
            "protocol": PROTOCOL,
            "now": picture.now,
            "version": picture.version,
            # Who is signed in may sit down at any moment and is then known by his heartbeats, so he starts with them.
            "heartbeat_ms": OBSERVER_HEARTBEAT_MS if self.who is None else HEARTBEAT_MS,
            "view": picture.view,
            "private": picture.private,
        }
        if self.who is not None:
            hello["you"] = {"player": self.who.public, "name": self.who.name}
            if picture.seat is not None:
                hello["you"]["seat"] = picture.seat
        await self.deliver(encode(hello))

    async def end(self, code: int) -> None:
        """Close the socket; later frames are ignored, and it counts no more, however long its client keeps it open."""
        if not self.ended:
            self.ended = True
            await self.close(code=code)
            await self._leave()

    async def websocket_disconnect(self, message: dict[str, Any]) -> None:
        """Clean up and stop."""
        await self.disconnect(message.get("code", 1006))
        raise StopConsumer


def _who_is_it(scope: dict[str, Any]) -> tuple[int, Caller | None, Ticket | None] | None:
    """The table's id and who is signed in, from the address and the session alone; None for no such table."""
    slug = scope["url_route"]["kwargs"]["slug"]
    table = Table.objects.filter(slug=slug).values_list("pk", flat=True).first()
    if table is None:
        return None
    user = scope.get("user")
    if user is None or not user.is_authenticated:
        return table, None, None
    who = Player(id=user.pk, public=user.public_id, name=user.username, bot=user.is_bot)
    return table, Caller(who=who), sessions.ticket(scope["session"], user.pk)


def _buckets(who: Player | None) -> tuple[Bucket, Bucket]:
    """For messages and for chat: an account's own, however many sockets it has."""
    if who is None:
        return Bucket(PER_SECOND, BURST), Bucket(CHAT_PER_SECOND, CHAT_BURST)
    return (
        Shared.of("messages", who.public, per_second=PER_SECOND, burst=BURST),
        Shared.of("chat", who.public, per_second=CHAT_PER_SECOND, burst=CHAT_BURST),
    )


def _came(table: int, player: int) -> None:
    presence.came(table, player)
    commands.arrived(table, player)
