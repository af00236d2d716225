"""Our channel layer on a private Redis: heard elsewhere, once and in order, and a lost Redis is survived."""

import asyncio
import logging
import signal
from collections.abc import Iterator

import pytest
import redis

from pokerroom import layer as layers
from pokerroom.launch import redis_server
from pokerroom.launch.processes import Processes
from pokerroom.layer import RoomLayer

GROUP = "table.1"


@pytest.fixture
def broker() -> Iterator[tuple[Processes, str]]:
    with Processes() as processes:
        yield processes, redis_server.start(processes)


async def member(url: str) -> tuple[RoomLayer, str]:
    """What one process has: a layer, and a channel in the group."""
    layer = RoomLayer(hosts=[url])
    channel = await layer.new_channel()
    await layer.group_add(GROUP, channel)
    return layer, channel


async def heard(layer: RoomLayer, channel: str, *, seconds: float = 2.0) -> list[object]:
    """Everything that arrives until nothing does for a while."""
    found = []
    while True:
        try:
            found.append((await asyncio.wait_for(layer.receive(channel), seconds))["n"])
        except TimeoutError:
            return found
        seconds = 0.3


async def test_the_others_hear_everything_once_and_in_order(broker: tuple[Processes, str]) -> None:
    """Who says it has told its own sockets already."""
    (here, mine), (there, theirs) = await member(broker[1]), await member(broker[1])
    for number in range(20):
        await here.group_send(GROUP, {"n": number, "text": "é" * number})
    assert await heard(there, theirs) == list(range(20))
    assert await heard(here, mine) == []
    await here.flush()
    await there.flush()


async def test_a_message_for_one_channel_arrives_wherever_it_is(broker: tuple[Processes, str]) -> None:
    (here, mine), (there, theirs) = await member(broker[1]), await member(broker[1])
    await here.send(theirs, {"n": 1})
    await here.send(mine, {"n": 2})
    assert await heard(there, theirs) == [1]
    assert await heard(here, mine) == [2]
    await here.flush()
    await there.flush()


async def test_when_redis_is_back_the_others_hear_again(broker: tuple[Processes, str]) -> None:
    processes, url = broker
    (here, _), (there, theirs) = await member(url), await member(url)
    await here.group_send(GROUP, {"n": 0})
    processes.kill("redis")
    lost = 0
    for number in range(1, 4):
        await asyncio.sleep(0.05)
        try:
            await here.group_send(GROUP, {"n": number})
        except (OSError, redis.RedisError):
            lost += 1
    assert lost
    processes.restart("redis")
    number = 3
    async with asyncio.timeout(20):
        waiting = asyncio.create_task(there.receive(theirs))
        while not waiting.done() or waiting.result()["n"] <= 3:
            if waiting.done():
                waiting = asyncio.create_task(there.receive(theirs))
            number += 1
            await here.group_send(GROUP, {"n": number})
            await asyncio.sleep(0.2)
    await here.flush()
    await there.flush()


async def test_what_redis_refuses_is_said(broker: tuple[Processes, str], caplog: pytest.LogCaptureFixture) -> None:
    processes, url = broker
    here, _ = await member(url)
    await here.group_send(GROUP, {"n": 0})
    redis.Redis.from_url(url).acl_setuser("default", enabled=True, commands=["-publish"])
    with caplog.at_level(logging.ERROR):
        await here.group_send(GROUP, {"n": 1})
        async with asyncio.timeout(5):
            while "refused an announcement" not in caplog.text:
                await asyncio.sleep(0.02)
    await here.flush()


async def test_a_stuck_redis_does_not_fill_the_memory(
    broker: tuple[Processes, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    processes, url = broker
    here, _ = await member(url)
    await here.group_send(GROUP, {"n": 0})
    monkeypatch.setattr(layers, "MOST_WAITING", 100_000)
    processes.kill("redis", signal.SIGSTOP)
    with pytest.raises(ConnectionError, match="does not read"):
        for _ in range(5_000):
            await here.group_send(GROUP, {"n": 1, "text": "x" * 4_000})
    processes.kill("redis", signal.SIGCONT)
    await here.flush()
