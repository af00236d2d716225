"""Work beside the server is started again when it fails, and less and less often when that doesn't help."""

import asyncio
import logging

import pytest

from pokerroom.launch import server


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
