"""One house bot at one table: it connects, sits when there is room, plays, rebuys, comes back after a fall.

The bot looks at what its client knows, does one thing at a time and waits for news. What to do is
decided by `strategy` (its turns) and `manners` (everything else); here are only time and failures.
"""

import asyncio
from dataclasses import dataclass
from typing import Any, Protocol

from websockets.exceptions import WebSocketException

from tables.bots.client import Disconnected, Reply, TableClient
from tables.bots.dice import Dice
from tables.bots.manners import (
    IN_HAND,
    Crowd,
    Step,
    has_room,
    is_crowded,
    is_rich,
    seated_step,
    sit_step,
)
from tables.bots.spot import Spot, spot_of
from tables.bots.strategy import decide, temper
from tables.bots.tally import Tally
from tables.engine.actions import Move

Json = dict[str, Any]
Turn = tuple[int, int]
QUIET_SECONDS = 5.0
ERRAND_SECONDS = 1.0
REFUSED_SECONDS = 3.0
FIRST_RETRY_SECONDS = 0.25
LAST_RETRY_SECONDS = 8.0
LOST = (Disconnected, OSError, TimeoutError, WebSocketException)


class Identity(Protocol):
    """Who a bot is to the room: a signed-in account with play money."""

    async def cookie(self) -> str:
        """A fresh `Cookie` header that signs the bot in."""

    async def fund(self) -> None:
        """Give the bot play money when it has none left for a buy-in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How long a bot thinks, in milliseconds; about the easy decisions rather shorter."""

    low_ms: int
    high_ms: int

    def seconds(self, dice: Dice, *, easy: bool) -> float:
        """A thinking time drawn for one decision."""
        return min(dice.between(self.low_ms, self.high_ms) for _ in range(2 if easy else 1)) / 1000


HUMAN = Pace(low_ms=600, high_ms=2500)
FAST = Pace(low_ms=0, high_ms=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A table to play at: the socket's address, the page's origin, its slug, and the bots' turn-taking over seats."""

    url: str
    origin: str
    slug: str
    crowd: Crowd
    seats: asyncio.Lock


class Bot:
    """A house bot; `run` plays until it is cancelled, `leave` gives the seat back first."""

    def __init__(self, *, place: Place, identity: Identity, pace: Pace, dice: Dice, tally: Tally) -> None:
        self._place = place
        self._identity = identity
        self._pace = pace
        self._dice = dice
        self._tally = tally
        self._temper = temper(dice)
        self._client: TableClient | None = None
        self._cookie = ""
        self._connections = 0
        self._answered: Turn | None = None
        self._sent: tuple[Turn, float] | None = None
        self._errand_at = 0.0
        self._bought_in_hand: int | None = None
        self._going = False
        self._last_stack = 0

    async def run(self) -> None:
        """Play until cancelled, through lost connections and restarts of the server."""
        retry = FIRST_RETRY_SECONDS
        while True:
            try:
                if not self._cookie:
                    self._cookie = await self._identity.cookie()
                async with self._connect() as client:
                    self._client = client
                    self._connections += 1
                    self._tally.reconnects += self._connections > 1
                    if client.you is None:
                        raise Disconnected(4401)
                    retry = FIRST_RETRY_SECONDS
                    await self._play(client)
            except LOST as error:
                if isinstance(error, Disconnected) and error.code == 4401:
                    self._cookie = ""
            self._sent = None
            await asyncio.sleep(retry * self._dice.between(50, 150) / 100)
            retry = min(retry * 2, LAST_RETRY_SECONDS)

    async def leave(self) -> None:
        """Give the seat back as well as the connection allows, for good; the hand is finished by the room."""
        self._going = True
        client = self._client
        if client is None or not client.connected or client.seat is None:
            return
        try:
            async with asyncio.timeout(2):
                await client.command("leave")
        except LOST:
            return

    def _connect(self) -> TableClient:
        return TableClient(self._place.url, cookie=self._cookie, origin=self._place.origin, on_update=self._watch)

    def _watch(self, update: Json) -> None:
        """Note what an update says: hands that ended, and when the own action came back."""
        assert self._client is not None
        view = self._client.view
        self._tally.saw(self._place.slug, view.get("hand", {}).get("number", 0), update.get("events", []))
        if self._sent is not None and _turn(view) != self._sent[0]:
            self._tally.acted((asyncio.get_running_loop().time() - self._sent[1]) * 1000)
            self._sent = None

    async def _play(self, client: TableClient) -> None:
        while True:
            seat = client.seat
            spot = None if seat is None else spot_of(client.view, client.private, seat)
            if spot is not None and _turn(client.view) != self._answered:
                await self._take_turn(client, spot)
            elif not await self._run_errand(client):
                await self._news(client)

    async def _news(self, client: TableClient) -> None:
        """Wait for the next message, but not so long that an errand would be forgotten."""
        pause = self._errand_at - asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(pause if 0 < pause < QUIET_SECONDS else QUIET_SECONDS):
                await client.changed()
        except TimeoutError:
            return

    async def _take_turn(self, client: TableClient, spot: Spot) -> None:
        """Think, then act once; only a room that could not be reached is asked again."""
        turn = _turn(client.view)
        decision = decide(spot, self._temper, self._dice)
        easy = decision.move in {Move.FOLD, Move.CHECK}
        if await self._moved_on(client, turn, self._pace.seconds(self._dice, easy=easy)):
            return
        self._answered = turn
        reply = await self._send_act(client, turn, decision.move, decision.to)
        if reply.ok:
            if not await self._moved_on(client, turn, QUIET_SECONDS):
                await client.send({"type": "sync"})
        elif reply.code in {"unavailable", "rate_limited"}:
            self._answered = None
            await asyncio.sleep(ERRAND_SECONDS)
        elif reply.code in {"illegal_move", "bad_amount"}:
            # A bot that misread the table must not make people wait for its clock.
            await self._send_act(client, turn, Move.CALL if spot.call else Move.CHECK, None)

    async def _send_act(self, client: TableClient, turn: Turn | None, move: Move, to: int | None) -> Reply:
        if turn is not None:
            self._sent = (turn, asyncio.get_running_loop().time())
        reply = await client.act(move.value, to)
        if not reply.ok:
            self._sent = None
            self._tally.refused(reply.code)
        return reply

    async def _moved_on(self, client: TableClient, turn: Turn | None, seconds: float) -> bool:
        """Wait at most `seconds` for the table to leave `turn`; False when it has not."""
        try:
            await client.until(lambda now: _turn(now.view) != turn, seconds=seconds)
        except TimeoutError:
            return False
        return True

    async def _run_errand(self, client: TableClient) -> bool:
        """Do what is due besides turns; False when nothing is, or it is too soon after the last errand."""
        now = asyncio.get_running_loop().time()
        if now < self._errand_at:
            return False
        step = self._errand(client)
        if step is None:
            return False
        self._errand_at = now + ERRAND_SECONDS
        if step.kind not in {"sit", "leave"}:
            await self._do(client, step)
            return True
        if self._place.seats.locked():
            return False
        async with self._place.seats:
            # The seats may have changed while another bot took its turn.
            step = self._errand(client)
            if step is not None:
                await self._do(client, step)
        return True

    def _errand(self, client: TableClient) -> Step | None:
        view, seat, crowd = client.view, client.seat, self._place.crowd
        if self._going:
            return None
        if seat is None:
            before = client.private.get("previous_stack", 0)
            at_least = max(self._last_stack, before)
            return sit_step(view, self._dice, at_least=at_least) if has_room(view, crowd) else None
        own: Json = view["seats"][str(seat)]
        leaving = client.private.get("options", {}).get("leaving", False)
        if not leaving and own.get("status") not in IN_HAND and (is_crowded(view, crowd) or is_rich(view, seat)):
            self._last_stack = own.get("stack", 0)
            return Step(kind="leave")
        step = seated_step(view, client.private, seat, self._dice)
        hand = view.get("hand", {}).get("number", 0)
        if step is not None and step.kind == "top_up" and self._bought_in_hand == hand:
            return None
        return step

    async def _do(self, client: TableClient, step: Step) -> None:
        wanted = step.fields.get("buy_in") or step.fields.get("amount") or 0
        if wanted > client.private.get("balance", {}).get("play", wanted):
            await self._identity.fund()
        reply = await client.command(step.kind, **step.fields)
        if reply.ok:
            if step.kind == "top_up":
                self._bought_in_hand = client.view.get("hand", {}).get("number", 0)
            return
        self._tally.refused(reply.code)
        self._errand_at = asyncio.get_running_loop().time() + REFUSED_SECONDS
        match reply.code:
            case "insufficient_funds":
                await self._identity.fund()
            case "below_previous_stack":
                self._last_stack = client.view["table"]["max_buy_in"]


def _turn(view: Json) -> Turn | None:
    """The hand and number of the decision the view waits for."""
    hand: Json = view.get("hand", {})
    turn: Json = hand.get("turn", {})
    return (hand["number"], turn["no"]) if turn else None
