"""Nine players at one table who act as fast as they are told, over nine sockets to one process or several.

Only the first socket reads what the updates say; the others note the version, which is all that
"has the update" means.
"""

import asyncio
import time
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
        self._changed = asyncio.Event()
        self._count = 0
        self._moved_at = 0
        self.view: Json = {}
        self.refusals: list[str] = []

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
            await self._until(self._all_play)
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
        await self._until(lambda: "turn" in self.view.get("hand", {}))
        hand: Json = self.view["hand"]
        turn: Json = hand["turn"]
        before = self._moved_at
        self._count += 1
        decision: Json = {"move": "check" if turn["check"] else "call"}
        if self._count % RAISE_EVERY == 0 and "min" in turn:
            decision = {"move": "raise" if hand["bet"] else "bet", "to": turn["min"]}
        started = time.perf_counter()
        self._say(turn["seat"] - 1, type="act", hand=hand["number"], turn=turn["no"], **decision)
        # Other news, such as a player's lost connection, may come before the action's own.
        await self._until(lambda: self._moved_at > before and min(self._versions) >= self._moved_at)
        return (time.perf_counter() - started) * 1000

    def _all_play(self) -> bool:
        seats: Json = self.view.get("seats", {})
        return len(seats) == len(self._wires) and all(seat.get("status") == "playing" for seat in seats.values())

    def _say(self, index: int, **message: Any) -> None:
        self._wires[index].send(msgspec.json.encode({**message, "id": f"b-{self._count}"}))

    def _hear(self, index: int) -> Any:
        """What socket `index` does with a frame; the first one reads for all."""

        def hear(frame: bytes) -> None:
            if frame.startswith(UPDATE):
                self._versions[index] = int(frame[len(UPDATE) : frame.index(b",", len(UPDATE))])
                if index == 0:
                    self._read(msgspec.json.decode(frame)["patch"])
                self._changed.set()
            elif frame.startswith(HELLO):
                hello = msgspec.json.decode(frame)
                self._versions[index] = hello["version"]
                if index == 0:
                    self.view = hello["view"]
                self._changed.set()
            elif frame.startswith(REPLY) and b'"error"' in frame:
                self.refusals.append(msgspec.json.decode(frame)["error"]["code"])

        return hear

    def _read(self, patch: Json) -> None:
        """Merge an update and note when it ended a decision."""
        before = self._turn()
        self.view = merge_patch(self.view, patch)
        if self._turn() != before:
            self._moved_at = self._versions[0]

    def _turn(self) -> tuple[int | None, int | None]:
        hand: Json = self.view.get("hand", {})
        return hand.get("number"), hand.get("turn", {}).get("no")

    async def _until(self, condition: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                self._changed.clear()
                await self._changed.wait()
