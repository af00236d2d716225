"""The sockets' side of an outage: nothing stays behind, nobody stays blind, a hanging broker holds up nobody."""

import asyncio
from collections.abc import Iterator

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.db import OperationalError

from tables import hub as hubs
from tables import pulse
from tables.hub import Hubs
from tables.live import broadcast, snapshot
from tests.tables import room
from tests.tables.sockets import Line, cookie_of, lines

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def only_our_seconds() -> Iterator[None]:
    """The pulse beats when a test says so, not beside it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pulse, "SECOND", 3_600.0)
        pulse.Pulse.seen = {}
        # Sockets that other tests left open ended with their loops.
        pulse.Pulse.sockets.clear()
        Hubs.all.clear()
        yield


def broken(*args, **kwargs):
    raise OperationalError("the database is away")


async def test_a_picture_that_cannot_be_read_is_read_again_a_second_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """An outage in the middle of healing must not make the hub believe that it has healed."""
    table = await sync_to_async(room.make_table)()
    ann = await sync_to_async(room.make_player)("ann")
    (line,) = await lines("amber", None)

    monkeypatch.setattr(broadcast, "publish", lambda group, message: None)
    assert await sync_to_async(room.do)(table, ann, "sit", seat=1, buy_in=4_000) is None
    await pulse.once()
    monkeypatch.setattr(snapshot, "snapshot", broken)
    with pytest.raises(OperationalError):
        await pulse.once()
    monkeypatch.undo()
    await pulse.once()
    await line.settle()
    assert "1" in line.view["seats"]
    await line.close()


async def test_a_socket_that_cannot_be_greeted_is_closed_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else each outage leaves dead members behind, and their news piles up for ever."""
    await sync_to_async(room.make_table)()
    ann = await sync_to_async(room.make_player)("ann")
    cookie = await sync_to_async(cookie_of)(ann)
    monkeypatch.setattr(snapshot, "snapshot", broken)
    line = Line("amber", cookie)
    await line.wire.connect(timeout=5)
    message = await line.take()
    assert message == {"type": "closed", "code": 1013}
    assert Hubs.all == {}
    assert pulse.Pulse.sockets == set()
    await line.close()


async def test_a_sync_that_cannot_be_answered_closes_only_that_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    await sync_to_async(room.make_table)()
    first, second = await lines("amber", None, None)
    monkeypatch.setattr(snapshot, "snapshot", broken)
    await first.send("sync")
    assert (await first.take())["code"] == 1013
    monkeypatch.undo()
    await second.send("sync")
    await second.until("hello")
    (hub,) = Hubs.all.values()
    assert len(hub.members) == 1
    for line in (first, second):
        await line.close()


async def test_a_hub_that_could_not_subscribe_does_so_when_the_broker_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    table = await sync_to_async(room.make_table)()
    ann = await sync_to_async(room.make_player)("ann")

    async def away(*args):
        raise ConnectionError("the broker is away")

    monkeypatch.setattr(get_channel_layer(), "group_add", away)
    (line,) = await lines("amber", None)
    monkeypatch.undo()
    await pulse.once()
    await asyncio.sleep(0.05)
    assert await sync_to_async(room.do)(table, ann, "sit", seat=1, buy_in=4_000) is None
    message = await line.take(0.8)
    assert message["type"] == "update"
    await line.close()


async def test_a_broker_that_never_answers_holds_up_no_announcement_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hangs(group, message):
        await asyncio.sleep(60)

    monkeypatch.setattr(broadcast, "PATIENCE_SECONDS", 0.05)
    monkeypatch.setattr(get_channel_layer(), "group_send", hangs)
    async with asyncio.timeout(2):
        await broadcast._send("table.1", {"type": "table.update"})


async def test_a_broker_that_never_answers_lets_everybody_in(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hangs(group, channel):
        await asyncio.sleep(60)

    await sync_to_async(room.make_table)()
    monkeypatch.setattr(hubs, "PATIENCE_SECONDS", 0.05)
    monkeypatch.setattr(get_channel_layer(), "group_add", hangs)
    (line,) = await lines("amber", None)
    assert line.view["table"]["id"] == "amber"
    await line.close()
