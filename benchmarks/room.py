"""Many tables at human pace: `python -m benchmarks.room`.

N nine-handed tables on the production shape (PostgreSQL with fsync, Redis, two web processes, Celery
worker and beat), every table's sockets spread over both processes, every player thinking 0.6 to 2.5 s
and sending heartbeats. Reported for each N: actions a second, the time from an action to the last of
the nine members, and CPU seconds for 1,000 actions by part; first in an empty room, then in one with a
past of finished hands. All of it, about half an hour: `--tables 10 50 200 --hands 0 100000`.

The players run in this process and share the cores: CPU an action is the number to compare, it should
stay flat; the latency is what this machine gave.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import uvloop

from benchmarks.load.past import seed
from benchmarks.load.ring import Ring
from benchmarks.load.served import cookies, cpu_with_children, make_tables, stack_of
from pokerroom.launch.room import manage
from pokerroom.launch.stack import Stack
from tables.bots.dice import Dice
from tables.bots.player import HUMAN
from tables.bots.tally import percentile

PLAYERS = 9
PAST_TABLES = 10
# Half of what a new player has: some of them have lost a little in the past.
BUY_IN = 100_000
HEARTBEAT_SECONDS = 2.5
WARM_UP_SECONDS = 5.0
CHECK_SECONDS = 1800


@dataclass(slots=True, kw_only=True)
class Crowd:
    """The tables at play, and the latencies since they were last looked at."""

    rings: list[Ring] = field(default_factory=list)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)

    async def grow(self, ring: Ring) -> None:
        """Open another table and let it play."""
        await ring.open()
        number = len(self.rings)
        self.rings.append(ring)
        self.tasks += [asyncio.create_task(self._play(ring, Dice(b"%d" % number))), asyncio.create_task(_beat(ring))]

    async def _play(self, ring: Ring, dice: Dice) -> None:
        while True:
            await asyncio.sleep(HUMAN.seconds(dice, easy=False))
            self.latencies.append(await ring.act())

    async def stop(self) -> None:
        """End the play; what broke while it went on is raised."""
        broken = [task for task in self.tasks if task.done()]
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for ring in self.rings:
            ring.close()
        for task in broken:
            task.result()


async def _beat(ring: Ring) -> None:
    while True:
        await asyncio.sleep(HEARTBEAT_SECONDS)
        ring.ping()


def cpu(stack: Stack) -> dict[str, float]:
    """CPU seconds by part."""
    return {name: cpu_with_children(stack.processes.pid(name)) for name in stack.names if stack.alive(name)}


async def window(stack: Stack, crowd: Crowd, *, seconds: float) -> dict[str, Any]:
    """What a stretch of play came to."""
    await asyncio.sleep(WARM_UP_SECONDS)
    crowd.latencies.clear()
    before, started = cpu(stack), time.perf_counter()
    await asyncio.sleep(seconds)
    taken, spent, after = list(crowd.latencies), time.perf_counter() - started, cpu(stack)
    parts = {name: (after[name] - before[name]) / max(len(taken), 1) * 1000 for name in after}
    return {
        "tables": len(crowd.rings),
        "per_second": round(len(taken) / spent, 1),
        "p50_ms": percentile(taken, 50),
        "p99_ms": percentile(taken, 99),
        "cpu_s_per_1000": {name: round(value, 2) for name, value in parts.items()},
        "cpu_s_per_1000_all": round(sum(parts.values()), 2),
        "refusals": sorted({code for ring in crowd.rings for code in ring.refusals}),
    }


async def measure(stack: Stack, players: list[str], sizes: list[int], *, seconds: float) -> list[dict[str, Any]]:
    """A window for each number of tables, the room growing from one to the next."""
    crowd, found = Crowd(), []
    hosts = [url.replace("http", "ws", 1) for url in stack.web_urls]
    for size in sizes:
        for number in range(len(crowd.rings), size):
            ring = Ring(
                urls=[f"{host}/ws/tables/bench-{number + 1}/" for host in hosts],
                origin=stack.web_urls[0],
                cookies=players[number * PLAYERS : (number + 1) * PLAYERS],
                buy_in=BUY_IN,
            )
            await crowd.grow(ring)
        found.append(await window(stack, crowd, seconds=seconds))
    await crowd.stop()
    return found


def run_apart(options: argparse.Namespace, hands: int) -> list[dict[str, Any]]:
    """`run` in a process of its own, for Django can be set up for one room only."""
    words = ["--tables", *map(str, options.tables), "--hands", str(hands), "--seconds", str(options.seconds), "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.room", *words], check=True, stdout=subprocess.PIPE, text=True
    )
    found: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
    return found


def run(options: argparse.Namespace, hands: int) -> list[dict[str, Any]]:
    """One room with so many finished hands: filled, measured, its books checked."""
    sizes = sorted(options.tables)
    with stack_of(2) as stack, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        tables = make_tables(max(sizes), pause_ms=4_000)
        players = cookies(max(sizes) * PLAYERS)
        if hands:
            from cashier.tasks import check_after_restart, write_checkpoint

            seed(hands, tables=tables[:PAST_TABLES], now=datetime.now(UTC))
            # A past this long was signed while it happened, and proven once after the database began to run:
            # both are work of the history, and not of the first minute of play.
            write_checkpoint()
            check_after_restart()
        found = runner.run(measure(stack, players, sizes, seconds=options.seconds))
        manage(stack.processes, stack.environment, "ledger_check", seconds=CHECK_SECONDS)
    return [{"hands": hands, **row} for row in found]


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 50])
    parser.add_argument("--hands", type=int, nargs="+", default=[0, 10_000], help="finished hands in the database")
    parser.add_argument("--seconds", type=float, default=30.0, help="of play measured for each number of tables")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    measure_one = run if len(options.hands) == 1 else run_apart
    rows = [row for hands in options.hands for row in measure_one(options, hands)]
    if options.json:
        print(json.dumps(rows))
        return
    print(f"python -m benchmarks.room {' '.join(sys.argv[1:])}".rstrip())
    print("past hands  tables  actions/s  p50 ms  p99 ms  CPU s per 1,000 actions (all; by part)")
    for row in rows:
        parts = ", ".join(f"{name} {value:g}" for name, value in row["cpu_s_per_1000"].items() if value)
        times = f"{row['per_second']:9.1f}  {row['p50_ms']:6.1f}  {row['p99_ms']:6.1f}"
        print(f"{row['hands']:10,}  {row['tables']:6}  {times}  {row['cpu_s_per_1000_all']:.2f}; {parts}")


if __name__ == "__main__":
    main()
