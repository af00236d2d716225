"""One hub per process and table: what is announced, by this process or through the layer, goes to the local sockets.

What this process commits itself the hub hears at once; the layer brings it what others did, and its own once more.
Announcements are hints: the hub passes on what is newer than what a socket has, waits a moment for one that was
overtaken, and where one is missing (seen here or by the once-a-second comparison with the database) gives its sockets
a fresh `hello`. Private parts are made here, for the players who are here, from the row as this process knows it or
from the database; they never come through the layer.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Protocol

from channels.layers import get_channel_layer

from tables.live import broadcast, row, snapshot, threads
from tables.live.snapshot import PURSE
from tables.live.state import Player
from tables.live.view import View, difference
from tables.protocol import encode

log = logging.getLogger(__name__)
OVERTAKEN_SECONDS = 0.15
# How long anybody waits at the door for the layer; the comparison with the database does without it.
PATIENCE_SECONDS = 2.0


class Socket(Protocol):
    """What a hub needs of a consumer."""

    who: Player | None

    async def deliver(self, text: str) -> None:
        """Send a text frame."""

    async def greet(self, picture: snapshot.Snapshot) -> None:
        """Send a `hello` with this picture."""


class Member:
    """One local socket: whether it was greeted, the newest version it has or that passed it by, its private part."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.greeted = False
        self.version = 0
        self.private: View = {}


class Hub:
    """The local sockets of one table. All methods run in the loop that serves them."""

    def __init__(self, table: int) -> None:
        self.table = table
        self.members: dict[Socket, Member] = {}
        self.version = 0
        self.held: dict[int, dict[str, Any]] = {}
        self.ready: asyncio.Task[None] | None = None
        self.receiver: asyncio.Task[None] | None = None
        self.channel = ""
        self.busy = asyncio.Lock()

    async def join(self, socket: Socket) -> None:
        """Subscribe first, then greet."""
        self.members[socket] = Member(socket)
        broadcast.listen(broadcast.group_name(self.table), self.hear)
        if self.ready is None:
            self.ready = asyncio.create_task(self._subscribe())
        await asyncio.shield(self.ready)
        await self.sync(socket)

    async def greet(self, member: Member, picture: snapshot.Snapshot) -> None:
        """Give the socket this picture."""
        member.greeted, member.version, member.private = True, picture.version, picture.private
        if not self.version:
            self.version = picture.version
        await self._quietly(member.socket.greet(picture))

    async def sync(self, socket: Socket) -> None:
        """A fresh `hello` for one socket."""
        member = self.members.get(socket)
        while member is not None:
            picture = await threads.in_database(snapshot.snapshot, self.table, socket.who)
            # While it was read something newer may have come, which an older picture must not take back or lack.
            if picture.version >= member.version:
                await self.greet(member, picture)
                return

    def leave(self, socket: Socket) -> None:
        """The socket is gone; the last one takes the hub with it."""
        self.members.pop(socket, None)
        if not self.members:
            Hubs.drop(self)

    async def heal(self) -> None:
        """Something was missed: everybody here gets a fresh `hello`. What fails on the way is healed another time."""
        async with self.busy:
            self.held.clear()
            reached = []
            for member in list(self.members.values()):
                picture = await threads.in_database(snapshot.snapshot, self.table, member.socket.who)
                await self.greet(member, picture)
                reached.append(picture.version)
            # Who was read last may be ahead of the others, who still need what came between.
            self.version = max(self.version, min(reached, default=0))

    async def _subscribe(self) -> None:
        layer = get_channel_layer()
        assert layer is not None
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                self.channel = self.channel or await layer.new_channel()
                await layer.group_add(broadcast.group_name(self.table), self.channel)
            if Hubs.all.get(self.table) is self:
                self.receiver = asyncio.create_task(self._receive())
            else:
                await _unsubscribe(self)
        except Exception:
            # Without the layer the once-a-second comparison still brings every change.
            log.exception("the hub of table %s could not subscribe", self.table)

    def subscribe_again(self) -> None:
        """Subscribe where that failed before; tried for as long as the hub lives."""
        if self.receiver is None and self.ready is not None and self.ready.done():
            self.ready = asyncio.create_task(self._subscribe())

    async def _receive(self) -> None:
        layer = get_channel_layer()
        assert layer is not None
        while True:
            try:
                await self.take(await layer.receive(self.channel))
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("the hub of table %s lost a message", self.table)
                await asyncio.sleep(0.5)

    def hear(self, message: dict[str, Any]) -> None:
        """This process has just committed it."""
        Hubs.spawn(self.take(message))

    async def take(self, message: dict[str, Any]) -> None:
        """An announcement arrived, perhaps late, twice or out of order."""
        version = message["version"]
        if version <= self.version:
            return
        self.held[version] = message
        async with self.busy:
            while self.held and ((first := min(self.held)) <= self.version + 1 or not self.version):
                message = self.held.pop(first)
                if first > self.version:
                    await self._fan_out(message)
        if version in self.held:
            asyncio.get_running_loop().call_later(OVERTAKEN_SECONDS, self._look_for_gap)

    def _look_for_gap(self) -> None:
        self.held = {version: message for version, message in self.held.items() if version > self.version}
        if self.held and self.version and min(self.held) > self.version + 1:
            Hubs.spawn(self.heal())

    async def _fan_out(self, message: dict[str, Any]) -> None:
        self.version = message["version"]
        for member in list(self.members.values()):
            await self._pass_on(member, message["version"], message["text"])
        await self._privates(message)

    async def _pass_on(self, member: Member, version: int, text: str) -> None:
        if version > member.version:
            member.version = version
            if member.greeted:
                await self._quietly(member.socket.deliver(text))

    async def _privates(self, message: dict[str, Any]) -> None:
        told = set(message["told"])
        here = {
            member.socket.who.public: member.socket.who
            for member in self.members.values()
            if member.socket.who is not None and member.socket.who.public in told
        }
        if not here:
            return
        purses = set(message["purses"]) & here.keys()
        found = None if purses else snapshot.known_privates(self.table, message["stamp"], here)
        if found is None:
            found = await threads.in_database(snapshot.privates, self.table, message["stamp"], here, purses=purses)
        for member in list(self.members.values()):
            who = member.socket.who
            if who is not None and who.public in found and member.greeted:
                await self._tell(member, found[who.public], purse=who.public in purses)

    async def _tell(self, member: Member, private: View, *, purse: bool) -> None:
        if not purse:
            private = private | {key: member.private[key] for key in PURSE if key in member.private}
        patch = difference(member.private, private)
        if patch:
            member.private = private
            await self._quietly(member.socket.deliver(encode({"type": "private", "patch": patch})))

    async def _quietly(self, sending: Any) -> None:
        """One broken socket is not another's trouble."""
        try:
            await sending
        except Exception:
            log.debug("a frame at table %s found no socket", self.table, exc_info=True)


class Hubs:
    """The hubs of this process, by table."""

    all: dict[int, Hub] = {}
    tasks: set[asyncio.Task[None]] = set()

    @classmethod
    def of(cls, table: int) -> Hub:
        """The table's hub, made when it has none here."""
        broadcast.serve_here()
        if table not in cls.all:
            cls.all[table] = Hub(table)
        return cls.all[table]

    @classmethod
    def drop(cls, hub: Hub) -> None:
        """Forget a hub without sockets and its subscription."""
        if cls.all.get(hub.table) is hub:
            del cls.all[hub.table]
        broadcast.stop_listening(broadcast.group_name(hub.table), hub.hear)
        if hub.receiver is not None:
            hub.receiver.cancel()
        if hub.channel:
            cls.spawn(_unsubscribe(hub))

    @classmethod
    def spawn(cls, work: Any) -> None:
        """Run this beside, and keep it alive until it ends."""
        task = asyncio.get_running_loop().create_task(work)
        cls.tasks.add(task)
        task.add_done_callback(cls.tasks.discard)

    @classmethod
    def subscribe_again(cls) -> None:
        """The layer may be back: let every hub subscribe that could not."""
        for hub in cls.all.values():
            hub.subscribe_again()

    @classmethod
    async def compare(cls, committed: dict[int, tuple[int, int]], before: dict[int, int]) -> None:
        """Heal every hub that has not got what was committed a second ago already."""
        for table, hub in list(cls.all.items()):
            if table in committed and hub.version and hub.version < before.get(table, 0) <= committed[table][0]:
                await hub.heal()


async def _unsubscribe(hub: Hub) -> None:
    layer = get_channel_layer()
    try:
        if layer is not None:
            await layer.group_discard(broadcast.group_name(hub.table), hub.channel)
    except Exception:
        log.debug("a subscription of table %s was lost before it ended", hub.table, exc_info=True)


def known_versions() -> dict[int, tuple[int, int]]:
    """What is committed of the tables that have sockets here."""
    return row.versions(list(Hubs.all))
