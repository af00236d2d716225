"""A room to be measured: the production shape with one web process, its tables and signed-in players.

The web process is the room's own with the floor beside it. PostgreSQL keeps its promises (fsync on).
Django is set up in the measuring process too, to make tables and players through the room's own code.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pokerroom.launch.ports import LOOPBACK, answers, free_port
from pokerroom.launch.processes import Program
from pokerroom.launch.room import PROJECT
from pokerroom.launch.stack import Stack

WEB = "measured-web"
TICKS = os.sysconf("SC_CLK_TCK")
BUY_IN = 200_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A running room; `origin` is what its sockets let in."""

    stack: Stack
    port: int
    origin: str

    def socket_url(self, path: str) -> str:
        """The address of a socket of the measured process."""
        return f"ws://{LOOPBACK}:{self.port}/ws/{path}/"

    def cpu_seconds(self, name: str = WEB) -> float:
        """CPU time the program has used so far, without its children."""
        return sum(_stat(self.stack.processes.pid(name))[11:13]) / TICKS


def cpu_with_children(leader: int) -> float:
    """CPU seconds so far of a program and its children, those that have ended included."""
    found = (_stat(int(entry.name)) for entry in Path("/proc").iterdir() if entry.name.isdigit())
    return sum(sum(fields[11:15]) for fields in found if fields and leader in (fields[1], fields[3])) / TICKS


def _stat(pid: int) -> list[int]:
    """The numbers after a process's name and state; state itself is 0. Empty when it has just ended."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [0, *map(int, text.rpartition(")")[2].split()[1:])]


@contextmanager
def served() -> Iterator[Served]:
    """Start the stack and the measured web process; end both at exit."""
    with stack_of(1) as stack:
        port = free_port()
        argv = (sys.executable, "-m", "benchmarks.load.floor", str(port))
        ready = Program(argv=argv, env=stack.environment, folder=PROJECT, ready=lambda: answers(port, "/healthz/live"))
        stack.processes.start(WEB, ready)
        yield Served(stack=stack, port=port, origin=stack.web_urls[0])


@contextmanager
def stack_of(webs: int) -> Iterator[Stack]:
    """The production shape as it is, PostgreSQL with fsync; Django is set up here to share its database."""
    with Stack(webs=webs, durable=True, demo=False) as stack:
        os.environ.update(stack.environment)
        import django

        django.setup()
        yield stack


def make_tables(count: int, **changes: Any) -> list[int]:
    """So many open nine-handed $2/$4 tables bench-1 … without a pause between hands; their ids."""
    from tables.live.terms import open_table
    from tables.models import Table

    fields: dict[str, Any] = {
        "game": "fixed", "small_bet": 200, "big_bet": 400, "small_blind": 100, "big_blind": 200, "chip": 100,
        "min_buy_in": 2_000, "max_buy_in": BUY_IN, "seats": 9, "pause_ms": 0,
    } | changes  # fmt: skip
    first = Table.objects.count() + 1
    names = range(first, first + count)
    return [open_table(Table(slug=f"bench-{n}", name=f"Bench {n}", **fields)).pk for n in names]


def cookies(count: int) -> list[str]:
    """Signed-in players with play money: house bots' accounts."""
    from tables.bots.roster import bot_players, sign_in

    return [sign_in(player.pk) for player in bot_players(count)]
