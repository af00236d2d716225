"""Nine players at one table who act as fast as they are told, over nine sockets to one process or several.

Only the first socket reads what the updates say; the others note the version, which is all that
"has the update" means. Reading is work of the next decision and waits until everybody has it: the
players share the machine with the room, and what they think is not the room's time.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import msgspec

from benchmarks.load.wire import Wire, dial
from tables.bots.mergepatch import merge_patch

Json = dict[str, Any]
UPDATE = b'{"type":"update","version":'
HELLO = b'{"type":"hello"'
REPLY = b'{"type":"reply"'
PATIENCE = 20.0
RAISE_EVERY = 7


class Ring:
    """A full table: `act` takes one decision and returns when all members have its update."""

    def __init__(self, *, urls: list[str], origin: str, cookies: list[str], buy_in: int) -> None:
        self._urls = urls
        self._origin = origin
        self._cookies = cookies
        self._buy_in = buy_in
        self._wires: list[Wire] = []
        self._versions = [0] * len(cookies)
        self._unread: list[bytes] = []
        self._changed = asyncio.Event()
        self._count = 0
        self._moved_at = 0
        self.view: Json = {}
        self.refusals: list[str] = []
        # Milliseconds of the decisions that ended a hand, which book it in the same transaction.
        self.settling: list[float] = []

    async def open(self) -> None:
        """Connect everybody and seat them; returns when a hand with all of them is on."""
        for index, cookie in enumerate(self._cookies):
            url = self._urls[index % len(self._urls)]
            self._wires.append(await dial(url, self._hear(index), cookie=cookie, origin=self._origin))
        await self._until(lambda: all(self._versions))
        for index in range(len(self._wires)):
            self._say(index, type="sit", seat=index + 1, buy_in=self._buy_in, entry="post")
            await asyncio.sleep(0.01)
        try:
            await self._until_seen(self._all_play)
        except TimeoutError as error:
            raise RuntimeError(f"not everybody plays at {self._urls[0]}; refused: {self.refusals}") from error

    def close(self) -> None:
        """Drop all connections."""
        for wire in self._wires:
            wire.close()

    def ping(self) -> None:
        """Keep everybody connected through a pause."""
        for index in range(len(self._wires)):
            self._say(index, type="ping")

    async def act(self) -> float:
        """One decision; the milliseconds from sending it until every member has the update."""
        await self._until_seen(lambda: "turn" in self.view.get("hand", {}))
        hand: Json = self.view["hand"]
        turn: Json = hand["turn"]
        before = self._moved_at
        self._count += 1
        decision: Json = {"move": "check" if turn["check"] else "call"}
        if self._count % RAISE_EVERY == 0 and "min" in turn:
            decision = {"move": "raise" if hand["bet"] else "bet", "to": turn["min"]}
        started = time.perf_counter()
        self._say(turn["seat"] - 1, type="act", hand=hand["number"], turn=turn["no"], **decision)
        ended, version = started, self._versions[0]
        # Other news, such as a player's lost connection, may come before the action's own.
        while self._moved_at <= before:
            version += 1
            await self._until_all_have(version)
            ended = time.perf_counter()
            self._read()
        taken = (ended - started) * 1000
        if "turn" not in self.view.get("hand", {}):
            self.settling.append(taken)
        return taken

    def _all_play(self) -> bool:
        seats: Json = self.view.get("seats", {})
        return len(seats) == len(self._wires) and all(seat.get("status") == "playing" for seat in seats.values())

    def _say(self, index: int, **message: Any) -> None:
        self._wires[index].send(msgspec.json.encode({**message, "id": f"b-{self._count}"}))

    def _hear(self, index: int) -> Any:
        """What socket `index` does with a frame; the first one keeps it for all to read."""

        def hear(frame: bytes) -> None:
            if frame.startswith(UPDATE):
                self._versions[index] = int(frame[len(UPDATE) : frame.index(b",", len(UPDATE))])
                if index == 0:
                    self._unread.append(frame)
                self._changed.set()
            elif frame.startswith(HELLO):
                self._versions[index] = msgspec.json.decode(frame)["version"]
                if index == 0:
                    self._unread.append(frame)
                self._changed.set()
            elif frame.startswith(REPLY) and b'"error"' in frame:
                self.refusals.append(msgspec.json.decode(frame)["error"]["code"])

        return hear

    def _read(self) -> None:
        """Take in what the first socket got, and note when it ended a decision."""
        for frame in self._unread:
            message = msgspec.json.decode(frame)
            before = self._turn()
            self.view = message["view"] if "view" in message else merge_patch(self.view, message["patch"])
            if self._turn() != before:
                self._moved_at = message["version"]
        self._unread.clear()

    def _turn(self) -> tuple[int | None, int | None]:
        hand: Json = self.view.get("hand", {})
        return hand.get("number"), hand.get("turn", {}).get("no")

    async def _until_all_have(self, version: int) -> None:
        await self._until(lambda: min(self._versions) >= version)

    async def _until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self._changed.clear()
                await self._changed.wait()

    async def _until_seen(self, condition: Callable[[], bool]) -> None:
        """Wait for what only reading shows."""

        def seen() -> bool:
            self._read()
            return condition()

        await self._until(seen)
