"""An action's way through the room against the least it could cost: `python -m benchmarks.action`.

On the production shape (PostgreSQL with fsync, Redis, one web process, Celery's clock) three things are
timed in turn, round by round: a bare WebSocket echo; the bare locked transaction of an action answered
to its sender (echo + transaction, the floor); and a full action, from the sender's frame until all nine
members of the table have the update. All three go through the same process and the same consumer class.
The ratio full / (echo + transaction) is the number to compare: it survives another machine.
Then thirty full tables act as fast as the process lets them: actions a second, and its CPU an action.
"""

import argparse
import asyncio
import json
import statistics
import sys
import time
from dataclasses import dataclass
from typing import Any

import uvloop

from benchmarks.load.ring import Ring
from benchmarks.load.served import BUY_IN, Served, cookies, make_tables, served
from benchmarks.load.wire import Wire, dial

PLAYERS = 9
WARM_UP = 100
BLOCK = 20
TARGET = 1.5
FRAME = b'{"type":"act","hand":1042,"turn":7,"move":"raise","to":800,"id":"b-1234"}'


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """Medians of one round, in milliseconds, and the web process's CPU for one full action in microseconds."""

    echo: float
    floor: float
    full: float
    cpu: float

    @property
    def ratio(self) -> float:
        """The full action in floors."""
        return self.full / self.floor


class Bounce:
    """A socket of the floor: send a frame, wait for it to come back."""

    def __init__(self) -> None:
        self._back = asyncio.Event()
        self._wire: Wire | None = None

    async def open(self, url: str, origin: str) -> "Bounce":
        """Connect."""
        self._wire = await dial(url, lambda frame: self._back.set(), origin=origin)
        return self

    async def once(self) -> float:
        """One round trip, in milliseconds."""
        assert self._wire is not None
        self._back.clear()
        started = time.perf_counter()
        self._wire.send(FRAME)
        await self._back.wait()
        return (time.perf_counter() - started) * 1000


async def compare(room: Served, ring: Ring, floor_table: int, *, rounds: int, count: int) -> list[Round]:
    """So many rounds, after a warm-up; within a round the three deeds take turns every few, so that all have the
    same neighbours on the machine."""
    echo = await Bounce().open(room.socket_url("floor/echo"), room.origin)
    transaction = await Bounce().open(room.socket_url(f"floor/{floor_table}"), room.origin)
    deeds = (echo.once, transaction.once, ring.act)
    for deed in deeds:
        for _ in range(WARM_UP):
            await deed()
    measured = []
    for _ in range(rounds):
        ring.ping()
        times: tuple[list[float], ...] = ([], [], [])
        cpu = 0.0
        while len(times[0]) < count:
            for deed, taken in zip(deeds, times, strict=True):
                before = room.cpu_seconds()
                taken += [await deed() for _ in range(BLOCK)]
                cpu += room.cpu_seconds() - before if deed == ring.act else 0
        bare, floor, full = map(statistics.median, times)
        measured.append(Round(echo=bare, floor=floor, full=full, cpu=cpu / len(times[0]) * 1e6))
    return measured


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A stretch of saturated play: actions a second, and CPU microseconds an action of the room and of its players."""

    per_second: float
    cpu: float
    players: float


async def saturate(room: Served, rings: list[Ring], *, windows: int, seconds: float) -> list[Window]:
    """All tables act without pause."""
    done = 0

    async def play(ring: Ring) -> None:
        nonlocal done
        while True:
            await ring.act()
            done += 1

    tasks = [asyncio.create_task(play(ring)) for ring in rings]
    await asyncio.sleep(1)
    measured = []
    for _ in range(windows):
        count, cpu, own, started = done, room.cpu_seconds(), time.process_time(), time.perf_counter()
        await asyncio.sleep(seconds)
        actions, spent = max(done - count, 1), time.perf_counter() - started
        used, players = room.cpu_seconds() - cpu, time.process_time() - own
        window = Window(per_second=actions / spent, cpu=used / actions * 1e6, players=players / actions * 1e6)
        measured.append(window)
    broken = [task for task in tasks if task.done()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in broken:
        task.result()
    return measured


async def measure(room: Served, options: argparse.Namespace) -> dict[str, Any]:
    """Everything, as plain JSON."""
    ids = await asyncio.to_thread(make_tables, options.tables + 1)
    players = await asyncio.to_thread(cookies, options.tables * PLAYERS)
    rings = [
        Ring(
            urls=[room.socket_url(f"tables/bench-{number + 1}")],
            origin=room.origin,
            cookies=players[number * PLAYERS : (number + 1) * PLAYERS],
            buy_in=BUY_IN,
        )
        for number in range(options.tables)
    ]
    await rings[0].open()
    rounds = await compare(room, rings[0], ids[-1], rounds=options.rounds, count=options.count)
    settling = list(rings[0].settling)
    for ring in rings[1:]:
        await ring.open()
    windows = await saturate(room, rings, windows=options.windows, seconds=options.seconds)
    refusals = [code for ring in rings for code in ring.refusals]
    for ring in rings:
        ring.close()
    return {
        "echo_ms": statistics.median(each.echo for each in rounds),
        "floor_ms": statistics.median(each.floor for each in rounds),
        "full_ms": statistics.median(each.full for each in rounds),
        "ratio": statistics.median(each.ratio for each in rounds),
        "ratios": [round(each.ratio, 2) for each in rounds],
        "cpu_us": statistics.median(each.cpu for each in rounds),
        "settling_ms": statistics.median(settling) if settling else None,
        "saturated_per_second": statistics.median(each.per_second for each in windows),
        "saturated_cpu_us": statistics.median(each.cpu for each in windows),
        "players_cpu_us": statistics.median(each.players for each in windows),
        "refusals": refusals,
    }


def report(found: dict[str, Any], options: argparse.Namespace) -> None:
    """The result for people, with the command that made it."""
    print(f"python -m benchmarks.action {' '.join(sys.argv[1:])}".rstrip())
    print(f"one table of {PLAYERS}, median of {options.rounds} rounds of {options.count}:")
    print(f"  echo                      {found['echo_ms']:8.2f} ms")
    print(f"  echo + bare transaction   {found['floor_ms']:8.2f} ms")
    print(f"  full action, all members  {found['full_ms']:8.2f} ms, {found['cpu_us']:.0f} us of the process's CPU")
    if found["settling_ms"] is not None:
        print(f"  one that ends a hand      {found['settling_ms']:8.2f} ms")
    verdict = "met" if found["ratio"] <= TARGET else "missed"
    spread = f"{min(found['ratios'])} to {max(found['ratios'])}"
    print(f"  full / (echo + transaction) {found['ratio']:.2f} ({spread}); target {TARGET}: {verdict}")
    print(f"{options.tables} tables of {PLAYERS}, saturated, median of {options.windows} x {options.seconds:g} s:")
    spent = f"{found['saturated_cpu_us']:.0f} us CPU an action, the players' {found['players_cpu_us']:.0f} us beside"
    print(f"  {found['saturated_per_second']:.0f} actions/s, {spent}")
    if found["refusals"]:
        print(f"  refused: {', '.join(sorted(set(found['refusals'])))}")


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--count", type=int, default=200, help="of each deed in a round")
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--windows", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=4.0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with served() as room, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        found = runner.run(measure(room, options))
    if options.json:
        print(json.dumps(found))
    else:
        report(found, options)


if __name__ == "__main__":
    main()
