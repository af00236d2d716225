"""Which pages may open a table's socket, and how much they may send: the server's own rules."""

import asyncio
import json

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from pokerroom.launch.ports import LOOPBACK
from pokerroom.launch.room import Room

TABLE = "/ws/tables/amber/"
SECONDS = 10


async def refusal(room: Room, path: str, *, origin: str | None) -> int:
    """The HTTP status with which the handshake is refused; 101 when it is not."""
    try:
        async with connect(f"ws://{LOOPBACK}:{room.port}{path}", origin=Origin(origin) if origin else None):
            return 101
    except InvalidStatus as error:
        return error.response.status_code


async def test_a_page_of_the_room_may_watch_a_table(serve: Room) -> None:
    assert await refusal(serve, TABLE, origin=serve.url) == 101


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://evil.example",
        "http://127.0.0.1:1",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1.evil.example:{port}",
        "http://sub.127.0.0.1:{port}",
    ],
)
async def test_a_page_of_another_origin_may_not(serve: Room, origin: str | None) -> None:
    """The port and the scheme are part of the origin: another server on this machine is another origin."""
    named = origin.format(port=serve.port) if origin else None
    assert await refusal(serve, TABLE, origin=named) == 403


@pytest.mark.parametrize("path", ["/ws/", "/ws/tables/", "/ws/tables/amber/more/", "/other/"])
async def test_an_unknown_address_is_refused_without_a_traceback(serve: Room, path: str) -> None:
    assert await refusal(serve, path, origin=serve.url) == 403
    await asyncio.sleep(1.2)  # daphne looks at what failed once a second
    assert "Traceback" not in serve.processes.log("web").read_text()


async def test_a_frame_over_the_protocols_limit_is_answered(serve: Room) -> None:
    """4,096 bytes are read, one more is `too_large`; the socket stays open."""
    async with connect(f"ws://{LOOPBACK}:{serve.port}{TABLE}", origin=Origin(serve.url)) as socket:
        for length, code in ((4096, "bad_message"), (4097, "too_large"), (16_384, "too_large")):
            await socket.send("x" * length)
            async with asyncio.timeout(SECONDS):
                while (answer := json.loads(await socket.recv()))["type"] != "reply":
                    pass
            assert answer["error"]["code"] == code


@pytest.mark.parametrize("sent", ["x" * 16_385, "x" * 100_000])
async def test_who_sends_too_much_is_cut_off(serve: Room, sent: str) -> None:
    """What is far too long is not even taken in; the others at the table notice nothing."""
    async with connect(f"ws://{LOOPBACK}:{serve.port}{TABLE}", origin=Origin(serve.url)) as socket:
        with pytest.raises(ConnectionClosed):
            async with asyncio.timeout(SECONDS):
                await socket.send(sent)
                while True:
                    await socket.recv()
    assert await refusal(serve, TABLE, origin=serve.url) == 101
