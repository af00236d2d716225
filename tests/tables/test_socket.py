"""The socket at a table (docs/protocol.md): greeting, updates, private parts, answers, and what ends it."""

import asyncio

import pytest
from asgiref.sync import sync_to_async

from tables.live import clock
from tests.tables import room
from tests.tables.sockets import Line, lines

pytestmark = pytest.mark.django_db(transaction=True)


async def seated(*names: str):
    """A table and its players' lines, everybody sitting in order, the first hand dealt."""
    table = await sync_to_async(room.make_table)()
    callers = [await sync_to_async(room.make_player)(name) for name in names]
    opened = await lines(table.slug, *callers)
    for number, line in enumerate(opened, start=1):
        assert await line.say("sit", seat=number, buy_in=10_000) is None
    await sync_to_async(room.wake)(table)
    for line in opened:
        await line.until_dealt()
    return table, callers, opened


async def close(*opened: Line) -> None:
    for line in opened:
        await line.close()


async def test_an_observer_gets_the_view_and_may_not_act() -> None:
    await sync_to_async(room.make_table)()
    (line,) = await lines("amber", None)
    hello = line.frames[0]
    assert hello["protocol"] == 1
    assert hello["view"]["table"]["small_bet"] == 200
    assert hello["private"] == {}
    assert "you" not in hello
    assert await line.say("sit", seat=1, buy_in=10_000) == "sign_in_first"
    await line.send("ping", id="p")
    assert (await line.until("pong"))["version"] == hello["version"]
    await close(line)


async def test_who_may_sit_down_beats_as_fast_as_who_sits() -> None:
    """R-6.1: sitting down brings no new `hello`, and ten seconds of silence would be a lost connection."""
    await sync_to_async(room.make_table)()
    ann, eve = await lines("amber", await sync_to_async(room.make_player)("ann"), None)
    assert ann.frames[0]["heartbeat_ms"] == 2_500
    assert eve.frames[0]["heartbeat_ms"] == 10_000
    await close(ann, eve)


async def test_a_hand_by_socket_and_everybody_has_the_same_view() -> None:
    _, _, (ann, bob) = await seated("ann", "bob")
    (eve,) = await lines("amber", None)
    assert ann.view["hand"]["number"] == bob.view["hand"]["number"]
    assert len(ann.private["cards"]) == 4
    assert ann.private["cards"] != bob.private["cards"]
    while "turn" in ann.view["hand"]:
        turn = ann.view["hand"]["turn"]
        line = (ann, bob)[turn["seat"] - 1]
        move = "check" if turn["check"] else "call"
        assert await line.say("act", hand=line.view["hand"]["number"], turn=turn["no"], move=move) is None
        for other in (ann, bob, eve):
            await other.settle()
    assert ann.view == bob.view == eve.view
    assert ann.gaps == bob.gaps == eve.gaps == 0
    assert eve.private == {}
    assert ann.view["status"] == "showdown"
    (fresh,) = await lines("amber", None)
    assert fresh.view == eve.view
    await close(ann, bob, eve, fresh)


async def test_a_table_that_is_not_there_is_said_so() -> None:
    line = Line("nowhere")
    connected, _ = await line.wire.connect()
    assert connected
    assert (await line.take())["code"] == 4404


async def test_flooding_closes_the_socket_and_not_the_table() -> None:
    await sync_to_async(room.make_table)()
    flooder, calm = await lines("amber", None, None)
    for _ in range(120):
        await flooder.send("ping")
    while flooder.closed is None:
        await flooder.take()
    assert flooder.closed == 1008
    assert any(frame.get("error", {}).get("code") == "rate_limited" for frame in flooder.frames)
    await calm.send("ping")
    await calm.until("pong")
    await close(calm)


async def test_a_lost_announcement_is_healed_from_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    table, callers, (ann, bob) = await seated("ann", "bob")
    monkeypatch.setattr("tables.live.broadcast.publish", lambda group, message: None)
    await sync_to_async(room.act)(table, await sync_to_async(room.actor)(table, *callers), "call")
    monkeypatch.undo()
    before = ann.version
    while ann.version == before:
        await asyncio.wait_for(ann.take(5), 5)
    assert ann.frames[-1]["type"] == "hello"
    assert ann.view["hand"]["turn"]["no"] == 1
    await close(ann, bob)


async def test_the_clock_reaches_the_sockets() -> None:
    table, callers, (ann, bob) = await seated("ann", "bob")
    await sync_to_async(room.listen)(table=table, here=tuple(callers))
    number = ann.view["hand"]["number"]
    await sync_to_async(room.pass_time)(23_000)
    assert await sync_to_async(clock.wake)(table.pk)
    await ann.settle()
    events = [event for frame in ann.frames if frame["type"] == "update" for event in frame["events"]]
    assert any(event["kind"] == "timed_out" for event in events)
    assert ann.view["hand"]["number"] == number
    await close(ann, bob)
