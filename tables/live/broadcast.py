"""Telling what is committed: one message to the table's group, which may be lost and never breaks an action.

A message carries the finished text of the public update and the public ids of the players whose private view
changed; never a hidden card, because it may travel through Redis. Which event loop sends it depends on where we are:
the loop that serves the sockets where this process has one (an in-memory queue is only woken from its own loop), else
a loop in a thread of its own, which keeps one connection to the broker.
"""

import asyncio
import logging
import os
import threading
from collections.abc import Coroutine
from typing import Any

from channels.layers import get_channel_layer

log = logging.getLogger(__name__)


class Loops:
    """The loops of this process: the one that serves sockets, or a thread's own for workers and commands."""

    serving: asyncio.AbstractEventLoop | None = None
    own: asyncio.AbstractEventLoop | None = None
    own_pid = 0
    lock = threading.Lock()
    tasks: set[asyncio.Task[None]] = set()


def serve_here() -> None:
    """Remember the running loop as the one that serves this process's sockets."""
    Loops.serving = asyncio.get_running_loop()


def group_name(table: int) -> str:
    """The channel-layer group of a table."""
    return f"table.{table}"


def publish(group: str, message: dict[str, Any]) -> None:
    """Send to a group without waiting for it. Never raises; failures are logged."""
    try:
        loop = Loops.serving
        if loop is None or not loop.is_running():
            loop = _own_loop()
        work = _send(group, message)
        if loop is _current():
            task = loop.create_task(work)
            Loops.tasks.add(task)
            task.add_done_callback(Loops.tasks.discard)
        else:
            _hand_over(work, loop)
    except Exception:
        log.exception("an announcement to %s was not sent", group)


async def _send(group: str, message: dict[str, Any]) -> None:
    try:
        layer = get_channel_layer()
        if layer is not None:
            await layer.group_send(group, message)
    except Exception:
        log.exception("an announcement to %s was lost", group)


def _hand_over(work: Coroutine[Any, Any, None], loop: asyncio.AbstractEventLoop) -> None:
    try:
        asyncio.run_coroutine_threadsafe(work, loop)
    except RuntimeError:
        work.close()
        raise


def _current() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _own_loop() -> asyncio.AbstractEventLoop:
    with Loops.lock:
        if Loops.own is None or Loops.own_pid != os.getpid():
            loop = asyncio.new_event_loop()
            threading.Thread(target=loop.run_forever, name="announcements", daemon=True).start()
            Loops.own, Loops.own_pid = loop, os.getpid()
        return Loops.own
