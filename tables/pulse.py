"""Once a second each web process does for all its sockets at once what would be too much for each alone.

It writes the heartbeats it heard into the presence store, compares its tables' versions with the database, shows who
has gone or is back, closes the sockets of those who are signed out or blocked (4401), and drops the silent ones.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import Protocol

from accounts import sessions
from accounts.sessions import Ticket
from tables.hub import Hubs, known_versions
from tables.live import attendance, presence, row, threads, times
from tables.live.record import Live
from tables.protocol import SIGNED_OUT, SILENT

log = logging.getLogger(__name__)
SECOND = 1.0
STORE_SECONDS = 0.25
# A seated client speaks every 2.5 s, an observer every 10 s.
SILENT_SECONDS = 75.0
# Several tables in several tabs; and a house full of people who only look on.
MOST_OF_PLAYER, MOST_OF_ADDRESS = 12, 200


class Beating(Protocol):
    """What the pulse needs of a consumer."""

    table: int
    ticket: Ticket | None
    address: str
    heard_at: float
    spoke: bool

    async def end(self, code: int) -> None:
        """Close the socket with this code."""


class Pulse:
    """The sockets of this process, and the one task that looks after them."""

    sockets: set[Beating] = set()
    task: asyncio.Task[None] | None = None
    beat: asyncio.Task[bool] | None = None
    unsaid: set[tuple[int, int]] = set()
    seen: dict[int, int] = {}


def crowded(socket: Beating) -> bool:
    """Whether the player, or for nobody in particular the address, has as many sockets here as one may have."""
    ticket = socket.ticket
    if ticket is None:
        same = sum(one.ticket is None and one.address == socket.address for one in Pulse.sockets)
        return same >= MOST_OF_ADDRESS
    same = sum(one.ticket is not None and one.ticket.player_id == ticket.player_id for one in Pulse.sockets)
    return same >= MOST_OF_PLAYER


def join(socket: Beating) -> None:
    """Look after this socket from now on."""
    Pulse.sockets.add(socket)
    task, loop = Pulse.task, asyncio.get_running_loop()
    if task is None or task.done() or task.get_loop() is not loop:
        Pulse.task = loop.create_task(_for_ever())


def leave(socket: Beating) -> bool:
    """The socket closed; whether its player has no other one at the table here. False for one not looked after."""
    if socket not in Pulse.sockets:
        return False
    Pulse.sockets.remove(socket)
    ticket = socket.ticket
    if ticket is None:
        return False
    return not any(
        other.table == socket.table and other.ticket is not None and other.ticket.player_id == ticket.player_id
        for other in Pulse.sockets
    )


async def _for_ever() -> None:
    while Pulse.sockets:
        await asyncio.sleep(SECOND)
        try:
            await once()
        except Exception:
            log.exception("a second of the room was not looked after")


async def once() -> None:
    """One second's work."""
    spoke = {
        (socket.table, socket.ticket.player_id)
        for socket in Pulse.sockets
        if socket.ticket is not None and socket.spoke
    }
    for socket in Pulse.sockets:
        socket.spoke = False
    reached = await _beaten(spoke)
    if reached:
        Hubs.subscribe_again()
    tickets = {one.ticket for one in Pulse.sockets if one.ticket}
    committed, gone = await threads.in_database(_look, tickets, reached=reached)
    await Hubs.compare(committed, Pulse.seen)
    Pulse.seen = {table: version for table, (version, _) in committed.items()}
    quiet = time.monotonic() - SILENT_SECONDS
    for socket in list(Pulse.sockets):
        if socket.ticket in gone:
            await socket.end(SIGNED_OUT)
        elif socket.heard_at < quiet:
            await socket.end(SILENT)


async def _beaten(spoke: set[tuple[int, int]]) -> bool:
    """Tell the presence store who spoke; whether it took it. Apart from the rest of the second, and not waited for
    long: a store that hangs must not keep the news from anybody, nor the database make players look silent.
    """
    Pulse.unsaid |= spoke
    beat = Pulse.beat
    if beat is None or beat.done() or beat.get_loop() is not asyncio.get_running_loop():
        said, Pulse.unsaid = Pulse.unsaid, set()
        beat = Pulse.beat = asyncio.get_running_loop().create_task(asyncio.to_thread(_beat, said))
    done, _ = await asyncio.wait({beat}, timeout=STORE_SECONDS)
    return bool(done) and beat.result()


def _beat(spoke: set[tuple[int, int]]) -> bool:
    """Say that this process lives and whom it heard; whether the store took it."""
    if not presence.listening():
        return False
    presence.heard(spoke)
    return True


def _look(tickets: set[Ticket], *, reached: bool) -> tuple[dict[int, tuple[int, int]], set[Ticket]]:
    times.note()
    committed = known_versions()
    if reached:
        _show_connections(committed)
    return committed, sessions.ended(tickets) if tickets else set()


def _show_connections(committed: dict[int, tuple[int, int]]) -> None:
    """Look at everybody seated here at once; only where somebody's state is another is the row locked."""
    lives = (_as_committed(table, stamp) for table, (_, stamp) in committed.items())
    for table in attendance.differing(live for live in lives if live is not None):
        with suppress(row.NoSuchTable), row.locked(table, skip=True) as locked:
            if locked is not None:
                attendance.compare(locked)


def _as_committed(table: int, stamp: int) -> Live | None:
    """The row at this write, which most often is kept here, or as it is by now."""
    kept = row.recall(table, stamp)
    try:
        return (kept or row.read(table))[0]
    except row.NoSuchTable:
        return None
