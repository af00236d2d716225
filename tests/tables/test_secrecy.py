"""No socket is told a card its viewer may not know; none travels through the channel layer (hidden information)."""

import asyncio
import json
import re

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from tests.tables import room
from tests.tables.sockets import Line, lines

pytestmark = pytest.mark.django_db(transaction=True)
CARD = re.compile(r"[2-9TJQKA][cdhs]")
RUN = re.compile(r"(?:[2-9TJQKA][cdhs])+")
HOLES, BOARD = ["AsAh", "KsKh", "QsQh"], "2c3d4h8s9c"


def cards_in(value) -> set[str]:
    """All cards in all strings of a JSON value that are nothing but cards."""
    if isinstance(value, dict):
        return {card for inner in value.values() for card in cards_in(inner)}
    if isinstance(value, list):
        return {card for inner in value for card in cards_in(inner)}
    return set(CARD.findall(value)) if isinstance(value, str) and RUN.fullmatch(value) else set()


@pytest.fixture
def layer_messages(monkeypatch: pytest.MonkeyPatch) -> list[dict]:
    """Everything sent through the channel layer, as it goes to the sockets."""
    seen: list[dict] = []
    layer = get_channel_layer()
    real = layer.group_send

    async def group_send(group, message):
        seen.append(message)
        await real(group, message)

    monkeypatch.setattr(layer, "group_send", group_send)
    return seen


async def three_in_a_hand(monkeypatch: pytest.MonkeyPatch):
    """A table with three players, a second tab of the first, an observer; the deck is known to the test."""
    await sync_to_async(room.stack_deck)(monkeypatch, HOLES, BOARD)
    table = await sync_to_async(room.make_table)()
    callers = [await sync_to_async(room.make_player)(name) for name in ("ann", "bob", "cat")]
    opened = await lines("amber", *callers, callers[0], None)
    for number, line in enumerate(opened[:3], start=1):
        assert await line.say("sit", seat=number, buy_in=10_000) is None
    await sync_to_async(room.wake)(table)
    for line in opened:
        await line.until_dealt()
    return table, callers, opened


async def settle(opened: list[Line]) -> None:
    await asyncio.gather(*(line.settle() for line in opened))


async def play(opened: list[Line], moves: list[str] | None = None) -> None:
    """Everybody checks or calls, or does these moves, until the hand is over."""
    plan = iter(moves or [])
    while "turn" in opened[0].view["hand"]:
        turn = opened[0].view["hand"]["turn"]
        line = opened[turn["seat"] - 1]
        move = next(plan, "check" if turn["check"] else "call")
        assert await line.say("act", hand=line.view["hand"]["number"], turn=turn["no"], move=move) is None
        await settle(opened)


async def test_before_the_showdown_each_knows_his_own_cards_alone(monkeypatch, layer_messages) -> None:
    _table, _callers, opened = await three_in_a_hand(monkeypatch)
    own = {0: HOLES[2], 1: HOLES[0], 2: HOLES[1], 3: HOLES[2]}
    await play(opened, ["call", "call", "check", "check", "check"])
    for number, line in enumerate(opened):
        allowed = set(CARD.findall(own.get(number, "") + BOARD))
        seen = {card for frame in line.frames for card in cards_in(without_shown(frame))}
        assert seen <= allowed, (number, seen - allowed)
    assert opened[0].private["cards"] == opened[3].private["cards"] == HOLES[2]
    assert opened[4].private == {}
    assert all(
        cards_in(without_shown(json.loads(message["text"]))) <= set(CARD.findall(BOARD)) for message in layer_messages
    )
    for line in opened:
        await line.close()


def without_shown(frame: dict) -> dict:
    """The frame, unless it is of the showdown, where shown hands are public."""
    shown = [event for event in frame.get("events", []) if event["kind"] in ("shown", "pot_won")]
    return {} if shown else frame


async def test_who_wins_without_a_showdown_shows_nothing(monkeypatch, layer_messages) -> None:
    """R-7.5."""
    _table, _callers, opened = await three_in_a_hand(monkeypatch)
    await play(opened, ["fold", "fold"])
    own = [HOLES[2], HOLES[0], HOLES[1]]
    for number, line in enumerate(opened[:3]):
        assert {card for frame in line.frames for card in cards_in(frame)} == set(CARD.findall(own[number]))
    for line in opened[4:]:
        assert not {card for frame in line.frames for card in cards_in(frame)}
    assert not {card for message in layer_messages for card in cards_in(json.loads(message["text"]))}
    for line in opened:
        await line.close()


async def test_every_socket_gets_the_same_frames_whatever_the_cards(monkeypatch) -> None:
    """Number and size of public frames tell nothing."""
    shapes = []
    for holes in (HOLES, ["2d7c", "3h8c", "4s9d"]):
        await sync_to_async(room.stack_deck)(monkeypatch, holes, "TcJdQd5h6s" if holes is not HOLES else BOARD)
        slug = "a" * 5 if holes is HOLES else "b" * 5
        table = await sync_to_async(room.make_table)(slug, name=slug)
        callers = [await sync_to_async(room.make_player)(f"{slug}{number}") for number in range(3)]
        opened = await lines(slug, *callers, None)
        for number, line in enumerate(opened[:3], start=1):
            assert await line.say("sit", seat=number, buy_in=10_000) is None
        await sync_to_async(room.wake)(table)
        for line in opened:
            await line.until_dealt()
        await play(opened, ["call", "call", "check", "fold", "fold"])
        public = ("hello", "update")
        updates = [[frame["type"] for frame in line.frames if frame["type"] in public] for line in opened]
        sizes = [len(re.sub(r"\d{10,}|p_\w+", "", text)) for text in opened[3].texts]
        shapes.append((updates, sizes))
        for line in opened:
            await line.close()
    assert shapes[0] == shapes[1]


async def test_a_command_can_name_no_other_seat_or_player(monkeypatch) -> None:
    table, callers, opened = await three_in_a_hand(monkeypatch)
    before = await sync_to_async(room.picture)(table, *callers)
    turn = opened[0].view["hand"]["turn"]
    number = opened[0].view["hand"]["number"]
    for index, line in enumerate(opened):
        if index + 1 == turn["seat"] or index == 3:
            continue
        for extra in ({}, {"seat": turn["seat"]}, {"player": callers[0].who.public}):
            code = await line.say("act", hand=number, turn=turn["no"], move="fold", **extra)
            assert code in ("bad_message", "not_your_turn", "sign_in_first")
    assert await sync_to_async(room.picture)(table, *callers) == before
    for line in opened:
        await line.close()


async def test_a_reconnecting_player_gets_his_exact_view_at_once(monkeypatch) -> None:
    """R-6.8: at every moment of a hand, hello is what merging every patch gives."""
    _table, callers, opened = await three_in_a_hand(monkeypatch)
    while "turn" in opened[0].view["hand"]:
        for index, caller in enumerate([*callers, None]):
            (fresh,) = await lines("amber", caller)
            await fresh.settle()
            old = opened[index if caller is not None else 4]
            assert (fresh.view, fresh.private, fresh.version) == (old.view, old.private, old.version)
            await fresh.close()
        turn = opened[0].view["hand"]["turn"]
        move = "check" if turn["check"] else "call"
        await opened[turn["seat"] - 1].say("act", hand=opened[0].view["hand"]["number"], turn=turn["no"], move=move)
        await settle(opened)
    assert opened[0].view["hand"]["street"] == "showdown"
    for line in opened:
        await line.close()
