"""Coming to a table in the very moment something happens there: nothing is missed, nobody is forgotten."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from tables import consumers, hub
from tables.hub import Hubs
from tables.live import snapshot
from tests.tables import room
from tests.tables.sockets import Line, cookie_of, lines

pytestmark = pytest.mark.django_db(transaction=True)


async def test_who_comes_while_the_cards_are_dealt_has_his_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture he is read is from before the deal; the deal is announced before he is greeted."""
    table = await sync_to_async(room.make_table)()
    callers = [await sync_to_async(room.make_player)(name) for name in ("ann", "bob")]
    ann, bob = await lines("amber", *callers)
    for number, line in enumerate((ann, bob), start=1):
        assert await line.say("sit", seat=number, buy_in=4_000) is None
    real, read = hub.threads.in_database, []

    async def dealt_meanwhile(function: Any, *args: Any, **kwargs: Any) -> Any:
        answer = await real(function, *args, **kwargs)
        if function is snapshot.snapshot and not read:
            read.append(answer.version)
            await sync_to_async(room.wake)(table)
            await ann.until_dealt()
        return answer

    monkeypatch.setattr(hub.threads, "in_database", dealt_meanwhile)
    tab = await Line("amber", await sync_to_async(cookie_of)(callers[0])).open()
    await tab.settle()
    assert read and tab.version > read[0]
    assert tab.private["cards"] == ann.private["cards"]
    assert tab.view == ann.view
    for line in (ann, bob, tab):
        await line.close()


async def test_who_comes_as_the_last_one_goes_is_told_what_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table's hub went with its last socket while the next one was on its way in."""
    table = await sync_to_async(room.make_table)()
    ann, bob, cat = [await sync_to_async(room.make_player)(name) for name in ("ann", "bob", "cat")]
    (first,) = await lines("amber", ann)
    gone, real = asyncio.Event(), consumers.threads.in_database

    async def slowly(function: Any, *args: Any, **kwargs: Any) -> Any:
        answer = await real(function, *args, **kwargs)
        if function is consumers._came:
            await gone.wait()
        return answer

    monkeypatch.setattr(consumers.threads, "in_database", slowly)
    second = Line("amber", await sync_to_async(cookie_of)(bob))
    opening = asyncio.create_task(second.open())
    await asyncio.sleep(0.2)
    await first.close()
    assert Hubs.all == {}
    gone.set()
    await opening
    (there,) = Hubs.all.values()
    assert len(there.members) == 1
    (third,) = await lines("amber", cat)
    assert await sync_to_async(room.do)(table, cat, "sit", seat=3, buy_in=4_000) is None
    await second.until("update")
    assert second.view["seats"]["3"]["name"] == "cat"
    for line in (second, third):
        await line.close()
