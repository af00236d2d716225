"""daphne inside our own process: where the room's background work can start and stop with it.

daphne has no lifespan events, so the embedded clock, or in production the safety net, is a task
started when the server is ready and cancelled before the reactor goes down.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Protocol

from daphne.endpoints import build_endpoint_description_strings
from daphne.server import Server
from twisted.internet import defer, reactor

from pokerroom.launch import frames
from pokerroom.launch.problems import LaunchError, Problem

logger = logging.getLogger(__name__)


class Work(Protocol):
    """A coroutine function that runs beside the server."""

    __qualname__: str

    def __call__(self) -> Awaitable[None]: ...


# The protocol's limit is a quarter of this and is answered with `too_large`; autobahn closes whoever sends even more.
LARGEST_MESSAGE = 16_384
RETRY_SECONDS, LONGEST_RETRY_SECONDS = 1.0, 30.0


class RoomServer(Server):  # type: ignore[misc]  # daphne is untyped
    """A daphne that remembers that it could not listen."""

    refused: str = ""

    def listen_error(self, failure: object) -> None:
        self.refused = getattr(failure, "getErrorMessage", lambda: str(failure))()
        self.stop()


async def keep_running(work: Work) -> None:
    """Run the work for ever: if it fails or ends, say so and start it again, at first two seconds later.

    What fails at once again is tried less and less often; what has run for a while counts as new.
    """
    loop = asyncio.get_running_loop()
    pause = RETRY_SECONDS
    while True:
        began = loop.time()
        try:
            await work()
            logger.error("background work %s ended; starting it again", work.__qualname__)
        except Exception:
            logger.exception("background work %s failed; starting it again", work.__qualname__)
        pause = RETRY_SECONDS if loop.time() - began > LONGEST_RETRY_SECONDS else min(2 * pause, LONGEST_RETRY_SECONDS)
        await asyncio.sleep(pause)


def run(
    application: object,
    *,
    host: str,
    port: int,
    works: Iterable[Work],
    on_ready: Callable[[], None],
) -> None:
    """Serve until SIGINT or SIGTERM, the works running beside; raises LaunchError when the port is taken."""
    tasks: list[asyncio.Task[None]] = []

    def ready() -> None:
        # Kept in a list: the loop itself holds tasks only weakly.
        loop = asyncio.get_event_loop()
        tasks.extend(loop.create_task(keep_running(work)) for work in works)
        if not server.refused:
            on_ready()

    def stop_works() -> "defer.Deferred[object]":
        for task in tasks:
            task.cancel()

        async def ended() -> None:
            with suppress(asyncio.CancelledError):
                await asyncio.gather(*tasks, return_exceptions=True)

        return defer.Deferred.fromFuture(asyncio.ensure_future(ended()))

    frames.install()
    server = RoomServer(
        application,
        endpoints=build_endpoint_description_strings(host=host, port=port),
        websocket_max_message_size=LARGEST_MESSAGE,
        websocket_max_frame_size=LARGEST_MESSAGE,
        ready_callable=ready,
        server_name="room",
    )
    reactor.addSystemEventTrigger("before", "shutdown", stop_works)  # type: ignore[arg-type]
    server.run()
    if server.refused:
        raise LaunchError(Problem.ALREADY_RUNNING, f"Can't listen on {host}:{port}: {server.refused}")
