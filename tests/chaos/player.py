"""A player who trusts no connection: he keeps coming back, asks again what was not answered, and writes down answers.

He plays by the wire alone. A decision once sent is sent again, word for word, until the room answers it; so what the
room stored can be compared with what it answered. Whose turn it is and what is allowed he takes from the view.
"""

import asyncio
import contextlib
import hashlib
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from websockets.exceptions import WebSocketException

from tables.bots.client import Disconnected, Json, Reply, TableClient

ANSWER_SECONDS = 4.0
AGAIN_SECONDS = 0.15
THINK_SECONDS = 0.04
DEAD_LINE = (Disconnected, OSError, TimeoutError, WebSocketException)


class Line(TableClient):
    """A client that knows when it last heard anything."""

    heard_at = 0.0

    async def _receive(self, message: Json) -> None:
        self.heard_at = time.monotonic()
        await super()._receive(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One decision as it is sent."""

    hand: int
    turn: int
    move: str
    to: int | None = None

    def fields(self) -> Json:
        """The message without its type."""
        plain: Json = {"hand": self.hand, "turn": self.turn, "move": self.move}
        return plain if self.to is None else {**plain, "to": self.to}


@dataclass(slots=True)
class Record:
    """What the room said to a player."""

    answered: dict[tuple[int, int], Decision] = field(default_factory=dict)
    refused: list[tuple[Decision, str]] = field(default_factory=list)
    hands: set[int] = field(default_factory=set)
    told: list[Json] = field(default_factory=list)
    repeats: int = 0
    connections: int = 0


class Player:
    """One player at one table; `run` plays until it is cancelled."""

    def __init__(self, name: str, *, cookie: str, urls: list[str], origin: str, slug: str, seat: int) -> None:
        self.name = name
        self.cookie = cookie
        self.urls = urls
        self.origin = origin
        self.slug = slug
        self.seat = seat
        self.record = Record()
        self.line: Line | None = None
        self.playing = asyncio.Event()
        self.playing.set()
        # Set to keep him from acting at all, or from coming back.
        self.asleep = False
        self.dozes_off: Callable[[Json], bool] = lambda view: False
        self.stays_away = False
        self.pending: Decision | None = None
        self._sent: Decision | None = None
        self._whim = f"{slug}:{name}".encode()
        self._addresses = itertools.cycle(urls)

    @property
    def view(self) -> Json:
        """The table as he last saw it."""
        return self.line.view if self.line is not None else {}

    @property
    def version(self) -> int:
        """The version he last saw; -1 while he has no connection."""
        return self.line.version if self.line is not None and self.line.connected else -1

    async def run(self) -> None:
        """Play for ever, whatever happens to the connection."""
        while True:
            try:
                await self._while_connected()
            except DEAD_LINE:
                pass
            finally:
                line, self.line = self.line, None
                if line is not None:
                    await _end(line)
            await asyncio.sleep(AGAIN_SECONDS)

    async def command(self, kind: str, **fields: Any) -> Reply:
        """One command on the present connection. Raises Disconnected or TimeoutError."""
        if self.line is None:
            raise Disconnected(1006)
        async with asyncio.timeout(ANSWER_SECONDS):
            return await self.line.command(kind, **fields)

    async def _while_connected(self) -> None:
        if self.stays_away:
            return
        url = f"{next(self._addresses)}/ws/tables/{self.slug}/"
        line = Line(url, cookie=self.cookie, origin=self.origin, on_update=self._hear)
        async with asyncio.timeout(ANSWER_SECONDS):
            await line.open()
        self.line, line.heard_at = line, time.monotonic()
        self.record.connections += 1
        while line.connected and not self.stays_away:
            if time.monotonic() - line.heard_at > 2.2 * line.heartbeat_ms / 1000:
                return
            await self._one_step(line)

    async def _one_step(self, line: Line) -> None:
        """Sit, sit in, act or answer again; else wait for news."""
        mine = line.view.get("seats", {}).get(str(self.seat), {})
        if line.you is not None and mine.get("player") != line.you["player"]:
            await self.command("sit", seat=self.seat, buy_in=40_000, entry="post")
        decision = self.pending or (self._decide(line) if self.playing.is_set() else None)
        if decision is not None:
            thinks, self.pending = self.pending is None, decision
            if thinks:
                await asyncio.sleep(THINK_SECONDS)
            await self._say(decision)
            return
        try:
            async with asyncio.timeout(0.2):
                await line.changed()
        except TimeoutError:
            return

    def _decide(self, line: Line) -> Decision | None:
        hand = line.view.get("hand", {})
        turn = hand.get("turn")
        if turn is None or turn["seat"] != self.seat:
            return None
        self.asleep = self.asleep or self.dozes_off(line.view)
        if self.asleep:
            return None
        # The answer may be here before the news of what it changed.
        place = (hand["number"], turn["no"])
        if place in self.record.answered or any(place == (one.hand, one.turn) for one, _ in self.record.refused):
            return None
        # His whims are repeatable: a number from his name and how often he had one.
        self._whim = hashlib.sha256(self._whim).digest()
        whim = self._whim[0] / 256
        move, to = ("check" if turn["check"] else "call"), None
        if whim < 0.12 and "min" in turn:
            move, to = ("raise" if hand.get("bet") else "bet"), turn["min"]
        elif whim < 0.24 and not turn["check"]:
            move = "fold"
        return Decision(hand=hand["number"], turn=turn["no"], move=move, to=to)

    async def _say(self, decision: Decision) -> None:
        """Send the decision; it stays pending until the room has said yes or a final no."""
        self.record.repeats += self._sent is decision
        self._sent = decision
        reply = await self.command("act", **decision.fields())
        if reply.ok:
            self.record.answered[decision.hand, decision.turn] = decision
            self.pending = None
        elif reply.code in ("unavailable", "rate_limited"):
            await asyncio.sleep(AGAIN_SECONDS)
        else:
            self.record.refused.append((decision, reply.code))
            self.pending = None

    def _hear(self, update: Json) -> None:
        self.record.told += update["events"]
        for event in update["events"]:
            if event["kind"] == "hand_started":
                self.record.hands.add(event["hand"])


async def _end(line: Line) -> None:
    """Close it, politely for half a second: the other side may not be there any more."""
    with contextlib.suppress(Disconnected, OSError, TimeoutError):
        async with asyncio.timeout(0.5):
            await line.close()
