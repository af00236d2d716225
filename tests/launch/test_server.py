"""Work beside the server is started again when it fails, and less and less often when that doesn't help."""

import asyncio
import logging

import pytest

from pokerroom.launch import frames, server


@pytest.mark.parametrize("code", [None, 1000, 1001, 1008, 1011, 1013, 4401, 4404, 4429])
def test_a_socket_is_closed_with_any_code_a_server_may_send(code: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each close code of docs/protocol.md reaches the wire; a code that raised would leave the socket open."""
    sent: list[bytes] = []
    frames.install()
    socket = frames.WebSocketFactory(None).protocol()
    socket.state = socket.STATE_OPEN
    socket.closeHandshakeTimeout = 0
    monkeypatch.setattr(socket, "sendFrame", lambda opcode, payload: sent.append(payload))
    socket.handle_reply({"type": "websocket.close", "code": code} if code else {"type": "websocket.close"})
    assert sent == [(code or 1000).to_bytes(2, "big")]
    assert socket.state == socket.STATE_CLOSING


class Pauses:
    """Stands for asyncio.sleep: remembers how long it was asked to wait and ends the test at the last."""

    def __init__(self, count: int) -> None:
        self.asked: list[float] = []
        self._count = count

    async def sleep(self, seconds: float) -> None:
        self.asked.append(seconds)
        if len(self.asked) == self._count:
            raise asyncio.CancelledError


async def test_failing_work_is_named_and_started_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pauses = Pauses(7)
    monkeypatch.setattr(server.asyncio, "sleep", pauses.sleep)
    runs: list[int] = []

    async def sweep() -> None:
        runs.append(1)
        raise ValueError("the clock fell down")

    with caplog.at_level(logging.ERROR), pytest.raises(asyncio.CancelledError):
        await server.keep_running(sweep)
    assert len(runs) == 7
    assert pauses.asked == [2, 4, 8, 16, 30, 30, 30]
    assert "sweep failed" in caplog.text
    assert "the clock fell down" in caplog.text


async def test_work_that_ends_by_itself_is_started_again_too(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    pauses = Pauses(1)
    monkeypatch.setattr(server.asyncio, "sleep", pauses.sleep)

    async def sweep() -> None:
        return

    with caplog.at_level(logging.ERROR), pytest.raises(asyncio.CancelledError):
        await server.keep_running(sweep)
    assert "sweep ended" in caplog.text


async def test_work_that_ran_for_a_while_is_soon_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses = Pauses(2)
    monkeypatch.setattr(server.asyncio, "sleep", pauses.sleep)
    monkeypatch.setattr(server, "LONGEST_RETRY_SECONDS", 0.0)

    async def sweep() -> None:
        return

    with pytest.raises(asyncio.CancelledError):
        await server.keep_running(sweep)
    assert pauses.asked == [server.RETRY_SECONDS] * 2
