"""The bots in a served room: real sockets, real hands, a restart of the server in the middle, books in order."""

import json
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pokerroom.launch.processes import Program
from pokerroom.launch.room import MANAGE, PROJECT, Room


@pytest.fixture
def room() -> Iterator[Room]:
    """A room of its own: this test restarts it."""
    with Room() as running:
        yield running


def start_bots(room: Room, *words: str) -> None:
    argv = (*MANAGE, "bots", f"--url={room.url}", "--json", "--pace=fast", "--tables=onyx", "--players=4", *words)
    room.processes.start("bots", Program(argv=argv, env=room.environment, folder=PROJECT))


def summary(room: Room, *, seconds: float) -> dict[str, Any]:
    """What the bots printed when they had ended by themselves."""
    end = time.monotonic() + seconds
    while room.processes.alive("bots"):
        assert time.monotonic() < end, room.processes.last_lines("bots")
        time.sleep(0.1)
    log: Path = room.processes.log("bots")
    found: dict[str, Any] = json.loads(log.read_text().splitlines()[-1])
    return found


def wait_for_hands(room: Room, count: int) -> None:
    """Until the room has settled so many hands."""
    end = time.monotonic() + 60
    while int(room.manage("shell", "-v0", "-c", "from tables.models import Hand; print(Hand.objects.count())")) < count:
        assert time.monotonic() < end
        time.sleep(0.5)


def test_bots_play_on_through_a_restart_and_the_books_are_in_order(room: Room) -> None:
    start_bots(room, "--hands=4", "--seed=restart")
    wait_for_hands(room, 1)
    room.processes.kill("web")
    room.processes.restart("web")
    told = summary(room, seconds=90)
    assert told["hands"] >= 4
    assert told["actions"] >= 8
    assert told["reconnects"] >= 4
    assert told["p50_ms"] is not None and told["p50_ms"] <= told["p99_ms"]
    assert set(told["refusals"]) <= {"stale_turn", "unavailable"}
    room.manage("ledger_check")


def test_bots_stop_at_sigterm_and_give_their_seats_back(room: Room) -> None:
    """R-1.7."""
    start_bots(room)
    wait_for_hands(room, 1)
    room.processes.kill("bots", signal.SIGTERM)
    told = summary(room, seconds=10)
    assert told["reconnects"] == 0
    seated = "from tables.models import SeatSession as S; print(S.objects.filter(ended=None).count())"
    end = time.monotonic() + 20
    while int(room.manage("shell", "-v0", "-c", seated)):
        assert time.monotonic() < end
        time.sleep(0.5)
    room.manage("ledger_check")
