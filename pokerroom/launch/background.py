"""What runs beside the web server in its process: the clock, the jobs or the safety net, and the bots' process."""

import asyncio
from contextlib import ExitStack

from django.conf import settings

from pokerroom.launch.jobs import run_jobs
from pokerroom.launch.processes import Processes, Program
from pokerroom.launch.room import MANAGE, PROJECT
from pokerroom.launch.server import Work
from tables.live import clock

LOOK_SECONDS = 1.0


def works(*, url: str, bots: int, stack: ExitStack) -> list[Work]:
    """The coroutines to run while the server does; children they start are ended with `stack`."""
    chosen: list[Work] = [clock.run_embedded, run_jobs] if settings.EMBEDDED else [clock.run_safety_net]
    if bots:
        processes = stack.enter_context(Processes())
        program = Program(argv=(*MANAGE, "bots", f"--url={url}", f"--players={bots}"), folder=PROJECT)

        async def play_bots() -> None:
            processes.start("bots", program)
            while processes.alive("bots"):
                await asyncio.sleep(LOOK_SECONDS)
            raise ChildProcessError(f"the house bots have left:\n{processes.last_lines('bots')}")

        chosen.append(play_bots)
    return chosen
