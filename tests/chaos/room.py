"""A sabotaged production stack with players at its tables: break a part, then ask whether anything was lost.

`Chaos` is the stack; `Game` is one table with its players, and `audit` is what must hold after every fault.
"""

import asyncio
import contextlib
import json
import sys
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import psycopg

from pokerroom.launch.ports import LOOPBACK
from pokerroom.launch.processes import Program
from pokerroom.launch.room import PROJECT
from pokerroom.launch.stack import Stack
from tables.bots.client import TableClient
from tests.chaos import audit, sabotage
from tests.chaos.audit import Books
from tests.chaos.player import Player

CONVERGE_SECONDS = 5.0
PATIENCE = 60.0
# Long enough for an honest player on a busy machine, short enough to run out in a test.
TURN = {"quiet_ms": 4_000, "countdown_ms": 6_000}


class Chaos:
    """The stack, its database and its crash points."""

    def __init__(self, *, webs: int = 2) -> None:
        self.stack = Stack(webs=webs, durable=True, demo=False)
        self.points = self.stack.folder / "points"
        self.points.mkdir(mode=0o777)
        paths = (str(Path(sabotage.__file__).parent / "sabotaged"), str(PROJECT))
        self.stack.environment |= {"PYTHONPATH": ":".join(paths), sabotage.FOLDER: str(self.points)}
        self.made = 0

    def __enter__(self) -> Self:
        self.stack.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stack.__exit__(kind, error, trace)

    @cached_property
    def books(self) -> Books:
        """The database."""
        return Books(self.stack.environment["DATABASE_URL"])

    @property
    def sockets(self) -> list[str]:
        """Where the webs' sockets are."""
        return [f"ws://{LOOPBACK}:{port}" for port in self.stack.ports]

    def arm(self, name: str, text: str = "") -> None:
        """Arm a crash point `role.point`, or lay out the next `deck`."""
        (self.points / f".{name}").write_text(text)
        (self.points / f".{name}").rename(self.points / name)

    def fired(self, name: str) -> bool:
        """Whether somebody has taken it."""
        return not (self.points / name).exists()

    def cast(self, **wanted: Any) -> dict[str, Any]:
        """Make tables and players inside the stack."""
        self.made += 1
        name = f"cast-{self.made}"
        argv = (sys.executable, "-m", "tests.chaos.cast", json.dumps(wanted))
        self.stack.processes.run(name, Program(argv=argv, env=self.stack.environment, folder=PROJECT))
        made: dict[str, Any] = json.loads(self.stack.processes.log(name).read_text().splitlines()[-1])
        return made

    def dead(self) -> list[str]:
        """The parts that are not running."""
        return [name for name in self.stack.names if not self.stack.alive(name)]

    async def restart(self, *names: str) -> None:
        """Start parts again while the players play on."""
        for name in names:
            await asyncio.to_thread(self.stack.restart, name)

    async def game(self, *names: str, urls: dict[str, list[str]] | None = None, **table: Any) -> "Game":
        """A new table and new players, each with a seat; named players may have addresses of their own."""
        number = self.made + 1
        slug = f"chaos-{number}"
        own = [f"{name}-{number}" for name in names]
        fields = {"slug": slug, **table, "changes": TURN | table.get("changes", {})}
        made = await asyncio.to_thread(self.cast, tables=[fields], players=own)
        sockets = self.sockets
        players = [
            Player(
                name,
                cookie=made["players"][full]["cookie"],
                urls=(urls or {}).get(name) or sockets[seat % len(sockets) :] + sockets[: seat % len(sockets)],
                origin=self.stack.web_urls[0],
                slug=slug,
                seat=seat,
            )
            for seat, (name, full) in enumerate(zip(names, own, strict=True), start=1)
        ]
        ids = {name: made["players"][full]["id"] for name, full in zip(names, own, strict=True)}
        return Game(self, table=made["tables"][slug], slug=slug, players=players, ids=ids)


class Game:
    """One table with its players; an async context manager that seats them and ends with them."""

    def __init__(self, chaos: Chaos, *, table: int, slug: str, players: list[Player], ids: dict[str, int]) -> None:
        self.chaos = chaos
        self.table = table
        self.slug = slug
        self.players = players
        self.ids = ids
        self.chips = chaos.books.chips()
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        self._tasks = [asyncio.create_task(player.run()) for player in self.players]
        await self.hands(1)
        return self

    async def __aexit__(self, *details: object) -> None:
        for task in self._tasks:
            task.cancel()
        ended = await asyncio.gather(*self._tasks, return_exceptions=True)
        failed = [one for one in ended if isinstance(one, Exception)]
        assert failed == []

    def __getitem__(self, name: str) -> Player:
        return next(player for player in self.players if player.name == name)

    async def until(self, condition: Callable[[], object], *, seconds: float = PATIENCE, what: str = "") -> float:
        """Wait until it holds; the seconds it took. Fails with what every part printed last."""
        began = time.monotonic()
        while not condition():
            dead = [task.exception() for task in self._tasks if task.done() and not task.cancelled()]
            assert dead == [], dead
            assert time.monotonic() - began < seconds, f"waited {seconds} s in vain {what}: {self.describe()}"
            await asyncio.sleep(0.04)
        return time.monotonic() - began

    async def hands(self, count: int, *, seconds: float = PATIENCE) -> float:
        """Play until so many more hands are finished; the seconds it took."""
        goal = self._finished() + count
        return await self.until(lambda: self._finished() >= goal, seconds=seconds, what=f"for {count} hands")

    def _finished(self) -> int:
        with contextlib.suppress(psycopg.OperationalError):
            found = self.chaos.books.rows("SELECT count(*) AS n FROM tables_hand WHERE table_id = %s", self.table)
            return int(found[0]["n"])
        return -1

    async def fire(self, point: str, *, how: str = "", seconds: float = 30) -> None:
        """Arm a crash point and wait until a process died (or froze) there."""
        self.chaos.arm(point, how)
        await self.until(lambda: self.chaos.fired(point), seconds=seconds, what=f"for {point}")

    async def turn(self) -> dict[str, Any]:
        """Wait until somebody's decision is awaited; the running hand as the database has it."""
        live: dict[str, Any] = {}

        def awaited() -> bool:
            nonlocal live
            with contextlib.suppress(psycopg.OperationalError):
                live = self.chaos.books.live(self.table)
                return live["status"] == "playing" and (live["moves"] or {}).get("deadline") is not None
            return False

        await self.until(awaited, what="for a decision")
        return live

    def hold(self) -> None:
        """Nobody acts from now on."""
        for player in self.players:
            player.playing.clear()

    def go_on(self) -> None:
        """Everybody acts again."""
        for player in self.players:
            player.playing.set()

    async def converge(self) -> float:
        """Everybody has the same view as somebody who has just come, within five seconds; how long it took."""
        self.hold()
        began = time.monotonic()
        await self.until(self._all_agree, seconds=CONVERGE_SECONDS, what="for one view")
        took = time.monotonic() - began
        while True:
            fresh = await self._fresh()
            if fresh.version == self._committed():
                break
        await self.until(lambda: all(player.version >= fresh.version for player in self.players), seconds=2)
        if all(player.version == fresh.version for player in self.players):
            assert all(player.view == fresh.view for player in self.players)
        self.go_on()
        return took

    def _committed(self) -> int:
        return int(self.chaos.books.live(self.table)["version"])

    def _all_agree(self) -> bool:
        with contextlib.suppress(psycopg.OperationalError):
            committed = self._committed()
            views = [player.view for player in self.players]
            agreed = all(player.version == committed for player in self.players)
            return agreed and all(view == views[0] for view in views)
        return False

    async def _fresh(self) -> TableClient:
        for address in self.chaos.sockets:
            url = f"{address}/ws/tables/{self.slug}/"
            with contextlib.suppress(OSError):
                async with asyncio.timeout(5), TableClient(url, origin=self.chaos.stack.web_urls[0]) as client:
                    return client
        raise AssertionError("no web process lets anybody in")

    async def audit(self, *, punished: bool = False, proof: bool = True) -> dict[str, float]:
        """Everything that must hold after a fault; `punished` when somebody really was away.

        Without `proof` the books' own, slow proof is left to a later audit: it covers all that was booked before.
        """
        took = await self.converge()
        await self.hands(1)
        books = self.chaos.books
        assert books.chips() == self.chips
        if proof:
            await asyncio.to_thread(self.chaos.stack.manage, "ledger_check")
        self.hold()
        await self.until(lambda: not any(player.pending for player in self.players), what="for the last answers")
        answered = audit.check_answers(books, self.table, self.players)
        hands = audit.check_hands(books, self.table, self.players)
        if not punished:
            audit.check_nobody_punished(books, self.table, self.players, self.ids)
        self.go_on()
        return {"converged_s": round(took, 2), "answered": answered, "hands": hands}

    def describe(self) -> str:
        """The state of things, for a message to a person."""
        lines = [f"dead: {self.chaos.dead()}"]
        with contextlib.suppress(psycopg.OperationalError):
            live = self.chaos.books.live(self.table)
            lines.append(
                f"row: version {live['version']} {live['status']} moves {live['moves']} wake {live['wake_at']}"
            )
            lines.append(f"seating: {live['seating']}")
        lines += [
            f"{p.name}: version {p.version} pending {p.pending} refused {p.record.refused[-3:]}" for p in self.players
        ]
        lines += [
            f"-- {name}\n{self.chaos.stack.processes.last_lines(name, 12)}" for name in self.chaos.stack.names[2:]
        ]
        return "\n".join(lines)
