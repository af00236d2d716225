"""Telling what is committed: one message to the table's group, which may be lost and never breaks an action.

A message carries the finished text of the public update and the public ids of the players whose private view
changed; never a hidden card, because it may travel through Redis. Who listens in this process (a table's hub) hears it
at once, in the loop that serves the sockets, whatever the broker does; the channel layer carries it to the other
processes (embedded, it brings it here a second time, which is known by its version). Where no sockets are served (a
worker, a command) a loop in a thread of its own keeps one connection to the broker.
"""

import asyncio
import contextvars
import logging
import os
import threading
from collections.abc import Callable
from typing import Any

from channels.layers import get_channel_layer

log = logging.getLogger(__name__)
# A broker that takes longer does not answer at all; announcements must not queue behind it.
PATIENCE_SECONDS = 2.0
Message = dict[str, Any]
Listener = Callable[[Message], None]


class Loops:
    """The loops of this process: the one that serves sockets, or a thread's own for workers and commands."""

    serving: asyncio.AbstractEventLoop | None = None
    own: asyncio.AbstractEventLoop | None = None
    own_pid = 0
    lock = threading.Lock()
    tasks: set[asyncio.Task[None]] = set()
    # Who hears a group in the serving loop; only touched there.
    listeners: dict[str, Listener] = {}


def serve_here() -> None:
    """Remember the running loop as the one that serves this process's sockets."""
    Loops.serving = asyncio.get_running_loop()


def group_name(table: int) -> str:
    """The channel-layer group of a table."""
    return f"table.{table}"


def listen(group: str, listener: Listener) -> None:
    """Have what this process says to the group from now on; called in the serving loop, like the listener."""
    Loops.listeners[group] = listener


def stop_listening(group: str, listener: Listener) -> None:
    """Hear no more, unless somebody else listens to the group by now."""
    if Loops.listeners.get(group) == listener:
        del Loops.listeners[group]


def publish(group: str, message: Message) -> None:
    """Send to a group without waiting for it. Never raises; failures are logged."""
    try:
        loop = Loops.serving
        if loop is None or not loop.is_running():
            loop = _own_loop()
        # What the committing thread is in the middle of is not the hub's business: an empty context.
        loop.call_soon_threadsafe(_spread, group, message, context=contextvars.Context())
    except Exception:
        log.exception("an announcement to %s was not sent", group)


def _spread(group: str, message: Message) -> None:
    """In the loop: first to who listens here, then to everybody else."""
    listener = Loops.listeners.get(group)
    if listener is not None and asyncio.get_running_loop() is Loops.serving:
        try:
            listener(message)
        except Exception:
            log.exception("an announcement to %s was not heard here", group)
    task = asyncio.get_running_loop().create_task(_send(group, message))
    Loops.tasks.add(task)
    task.add_done_callback(Loops.tasks.discard)


async def _send(group: str, message: Message) -> None:
    try:
        layer = get_channel_layer()
        if layer is not None:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await layer.group_send(group, message)
    except Exception:
        log.exception("an announcement to %s was lost", group)


def _own_loop() -> asyncio.AbstractEventLoop:
    with Loops.lock:
        if Loops.own is None or Loops.own_pid != os.getpid():
            loop = asyncio.new_event_loop()
            threading.Thread(target=loop.run_forever, name="announcements", daemon=True).start()
            Loops.own, Loops.own_pid = loop, os.getpid()
        return Loops.own
