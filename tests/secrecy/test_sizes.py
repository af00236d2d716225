"""How many frames come and how long they are tells nothing about cards one does not see.

The same hand is played twice with other hidden cards; what everybody else is sent must be of the same kinds, in the
same order, to the byte as long. Only its owner's own private frames may differ.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from tables.hub import Hubs
from tables.models import Table
from tests.secrecy.eye import LocalEye
from tests.tables import room
from tests.tables.sockets import cookie_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]
BOARD = "2c3d4h8s9c"
# Cards from the button's left: seats 2, 3 and 1. Seat 2 shows first and has the best hand, unless it folded.
BEST = ["AsAh", "QsQh", "7s6h"]
CALLED_DOWN = ["call", "call", "check"] + ["check"] * 9
SCRIPTS: dict[str, tuple[list[str], list[str], int, list[str], str]] = {
    # name: hole cards, other hole cards, whose are other, moves, other board
    "a beaten hand is mucked": (BEST, [BEST[0], "JdTd", BEST[2]], 3, CALLED_DOWN, BOARD),
    "a stronger beaten hand is mucked": (BEST, [BEST[0], "KdKh", BEST[2]], 3, CALLED_DOWN, BOARD),
    "a folded hand": (BEST, ["KdKh", *BEST[1:]], 2, ["call", "fold", "check"] + ["check"] * 6, BOARD),
    "the winner when all fold": (BEST, [BEST[0], "4s2d", BEST[2]], 3, ["fold", "fold"], BOARD),
    "the board that never came": (BEST, BEST, 0, ["fold", "fold"], "KcKdKhTsTc"),
    "the turn and river that never came": (
        BEST, BEST, 0, ["call", "call", "check", "bet", "fold", "fold"], "2c3d4hTsTc",
    ),
}  # fmt: skip


class Played:
    """What every viewer was sent while a hand was played by a script."""

    def __init__(self) -> None:
        self.eyes: list[LocalEye] = []

    async def play(
        self, patch: pytest.MonkeyPatch, slug: str, holes: list[str], board: str, moves: list[str]
    ) -> Played:
        await sync_to_async(room.stack_deck)(patch, holes, board)
        table = await sync_to_async(room.make_table)(slug, seats=3)
        callers = [await sync_to_async(room.make_player)(f"{slug}{number}") for number in range(4)]
        for caller in [*callers, None]:
            cookie = await sync_to_async(cookie_of)(caller) if caller else ""
            eye = LocalEye(name=caller.who.name if caller else "anonymous", table=slug, cookie=cookie)
            self.eyes.append(await eye.open())
        for seat, eye in enumerate(self.eyes[:3], start=1):
            assert await eye.say("sit", seat=seat, buy_in=4_000) is None
        await sync_to_async(room.wake)(table)
        await self._moves(moves)
        for eye in self.eyes:
            await eye.until(lambda eye=eye: eye.version >= self.eyes[0].version)
            await eye.say("set", auto_post=True)  # an answer comes after everything that was sent before it
            await eye.close()
        return self

    async def _moves(self, moves: list[str]) -> None:
        first = self.eyes[0]
        for no, move in enumerate(moves):
            await first.until(lambda no=no: first.view.get("hand", {}).get("turn", {}).get("no") == no, f"turn {no}")
            await self._quiet(first.version)
            # Two turns that begin in one millisecond share a deadline, which is not sent twice.
            await asyncio.sleep(0.002)
            hand = first.view["hand"]
            to = {"to": hand["turn"]["min"]} if move == "bet" else {}
            actor = self.eyes[hand["turn"]["seat"] - 1]
            assert await actor.say("act", hand=hand["number"], turn=no, move=move, **to) is None, (no, move)
        await first.until(lambda: "turn" not in first.view["hand"], "the end")

    async def _quiet(self, version: int) -> None:
        """Everybody has this version and the private part that came with it."""
        for eye in self.eyes:
            await eye.until(lambda eye=eye: eye.version >= version)
        for hub in list(Hubs.all.values()):
            async with hub.busy:
                pass

    def shape(self, eye: int, *, private: bool) -> dict[str, list[int]]:
        """The lengths of the frames of each kind, in order; an answer may overtake what the hub brings."""
        shape: dict[str, list[int]] = {"hello": [], "update": [], "reply": [], "private": []}
        for text in self.eyes[eye].texts:
            shape[json.loads(text)["type"]].append(len(text.encode()))
        return shape if private else {**shape, "private": []}


@pytest.fixture
def carried(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[int]]:
    """How long the messages were that went through the channel layer, by the table's name."""
    lengths: dict[str, list[int]] = {"aaaa": [], "bbbb": []}
    layer = get_channel_layer()
    real = layer.group_send

    async def group_send(group: str, message: dict[str, Any]) -> None:
        slug = await sync_to_async(Table.objects.values_list("slug", flat=True).get)(pk=message["table"])
        lengths[slug].append(len(json.dumps({**message, "stamp": 0, "table": 0})))
        await real(group, message)

    monkeypatch.setattr(layer, "group_send", group_send)
    return lengths


@pytest.mark.parametrize("name", list(SCRIPTS))
async def test_frames_of_the_others_do_not_depend_on_hidden_cards(
    name: str, monkeypatch: pytest.MonkeyPatch, carried: dict[str, list[int]]
) -> None:
    holes, others, whose, moves, board = SCRIPTS[name]
    one = await Played().play(monkeypatch, "aaaa", holes, BOARD, moves)
    two = await Played().play(monkeypatch, "bbbb", others, board, moves)
    for eye in range(5):
        private = eye != whose - 1
        assert one.shape(eye, private=private) == two.shape(eye, private=private), one.eyes[eye].name
    assert carried["aaaa"] == carried["bbbb"] != []
    assert len(one.shape(4, private=True)["update"]) >= len(moves)


async def test_the_comparison_would_notice_one_byte(
    monkeypatch: pytest.MonkeyPatch, carried: dict[str, list[int]]
) -> None:
    """A view that says a little more about good hands changes a length."""
    from tables.engine import views

    real = views.public

    def public(hand: Any) -> dict[str, Any]:
        told = real(hand)
        return {**told, "hand": {**told["hand"], "luck": "!" if "K" in hand.state.frame.holes[0] else ""}}

    monkeypatch.setattr(views, "public", public)
    with pytest.raises(AssertionError):
        await test_frames_of_the_others_do_not_depend_on_hidden_cards("a folded hand", monkeypatch, carried)
