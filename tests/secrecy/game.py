"""Plays hands at one table through its sockets: random but likely moves, cards shown now and then, stacks refilled.

Nothing here knows a card. What moves the time on between two hands is the room's business: `after` is told when a hand
is over, and waits for a real room or moves the clock of one in this process.
"""

from __future__ import annotations

import asyncio
import random  # noqa: TID251 - a seeded driver, not a deck
from collections.abc import Awaitable, Callable, Sequence

from tests.secrecy.eye import Eye

Step = Callable[[], Awaitable[None]]
WEIGHTS = {"fold": 3, "check": 8, "call": 8, "raise": 3, "all_in": 1}


async def nothing() -> None:
    """Nothing to do."""


class Game:
    """The eyes of those who sit, in seat order from 1, and the eyes of those who only look."""

    def __init__(self, *, seed: int, players: Sequence[Eye], others: Sequence[Eye], buy_in: int) -> None:
        self.dice = random.Random(seed)
        self.players, self.others, self.buy_in = list(players), list(others), buy_in
        self.requested: set[tuple[str, int, int]] = set()
        self.hands = 0

    @property
    def eyes(self) -> list[Eye]:
        """Everybody who looks on."""
        return [*self.players, *self.others]

    async def sit(self) -> None:
        """Everybody takes his seat; one of them never mucks."""
        for seat, eye in enumerate(self.players, start=1):
            assert await eye.say("sit", seat=seat, buy_in=self.buy_in) is None
        assert await self.players[0].say("set", auto_muck=False) is None

    async def level(self) -> None:
        """Wait until everybody has what the first has."""
        version = self.players[0].version
        for eye in self.eyes:
            await eye.until(lambda eye=eye: eye.version >= version, f"version {version}")

    async def play(self, hands: int, *, after: Step = nothing, during: Step = nothing) -> None:
        """Play so many hands; `during` is called at some decision of each, `after` when it is over."""
        beating = asyncio.create_task(self._beat())
        try:
            for _ in range(hands):
                await self.hand(during)
                await self.refill()
                await after()
                self.hands += 1
        finally:
            beating.cancel()

    async def _beat(self) -> None:
        """Everybody is there, however long a hand takes on a busy machine."""
        while True:
            for eye in self.eyes:
                await eye.send('{"type":"ping"}')
            await asyncio.sleep(1.0)

    async def hand(self, during: Step = nothing) -> None:
        """One hand, from its first decision to its end."""
        watch = self.players[0]
        await watch.until(lambda: "turn" in watch.view.get("hand", {}), "a decision")
        number, look_at = watch.view["hand"]["number"], self.dice.randint(0, 9)
        while (turn := self._turn(number)) is not None:
            if turn["no"] == look_at:
                await self.level()
                await during()
            move, to = self._move(turn)
            fields = {"hand": number, "turn": turn["no"], "move": move} | ({} if to is None else {"to": to})
            code = await self.players[turn["seat"] - 1].say("act", **fields)
            assert code is None, (code, fields, turn)
            await watch.until(lambda no=turn["no"]: self._moved_on(number, no), f"what follows {turn}")
        await self._show(number)
        await self.level()

    def _turn(self, number: int) -> dict | None:
        """The awaited decision of this hand; the next one may be dealt already."""
        hand = self.players[0].view.get("hand", {})
        return hand.get("turn") if hand.get("number") == number else None

    def _moved_on(self, number: int, no: int) -> bool:
        hand = self.players[0].view.get("hand", {})
        return hand.get("number") != number or hand.get("turn", {}).get("no") != no

    def _move(self, turn: dict) -> tuple[str, int | None]:
        weights = {
            "fold": 0 if turn["check"] else WEIGHTS["fold"],
            "check" if turn["check"] else "call": WEIGHTS["call"],
        }
        if "min" in turn:
            weights |= {"raise": WEIGHTS["raise"], "all_in": WEIGHTS["all_in"]}
        choice = self.dice.choices(list(weights), list(weights.values()))[0]
        if choice not in ("raise", "all_in"):
            return choice, None
        word = "bet" if self.players[0].view["hand"]["bet"] == 0 else "raise"
        return word, turn["min"] if choice == "raise" else turn["max"]

    async def _show(self, number: int) -> None:
        """Now and then somebody shows what nobody asked for (R-7.5)."""
        for seat, eye in enumerate(self.players, start=1):
            if self.dice.random() < 0.1:
                self.requested.add((eye.table, number, seat))
                if await eye.say("show") is not None:
                    self.requested.discard((eye.table, number, seat))

    async def refill(self) -> None:
        """Who has little left buys more, so that the same people play on."""
        for seat, eye in enumerate(self.players, start=1):
            stack = eye.view["seats"][str(seat)]["stack"]
            if stack < self.buy_in // 4:
                # In the next hand already, what he shows is not all he has.
                assert await eye.say("top_up", amount=self.buy_in - stack) in (None, "bad_amount")
