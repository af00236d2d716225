"""The embedded room as people start it: one process, friendly, gone when asked to go."""

import http.client
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from pokerroom.launch.lock import only_process
from pokerroom.launch.ports import LOOPBACK, answers
from pokerroom.launch.problems import LaunchError, Problem
from pokerroom.launch.room import MANAGE, PROJECT, Room


def serve_again(room: Room, **env: str) -> subprocess.CompletedProcess[str]:
    """Start `manage.py serve` in the room's environment and wait for it to give up."""
    command = [*MANAGE, "serve", f"--port={room.port}"]
    environment = {**os.environ, **room.environment, **env}
    return subprocess.run(command, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=60)


def test_a_served_room_is_ready_and_says_where(serve: Room) -> None:
    connection = http.client.HTTPConnection(LOOPBACK, serve.port, timeout=10)
    connection.request("GET", "/healthz/ready")
    answer = connection.getresponse()
    body = json.loads(answer.read())
    assert answer.status == 200
    assert body["shape"] == "embedded"
    assert body["status"] == "ok"
    assert f"The room is open: {serve.url}" in serve.processes.log("web").read_text()


def test_an_embedded_room_refuses_a_second_process(serve: Room) -> None:
    second = serve_again(serve)
    assert second.returncode != 0
    assert f"already served by process {serve.processes.pid('web')}" in second.stderr
    assert "Traceback" not in second.stderr


def test_a_taken_port_is_named(serve: Room, tmp_path: Path) -> None:
    other = serve_again(serve, ROOM_VAR=str(tmp_path))
    assert other.returncode != 0
    assert f"Can't listen on {LOOPBACK}:{serve.port}" in other.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_room_stops_cleanly_when_asked(number: signal.Signals) -> None:
    with Room() as room:
        room.processes.kill("web", number)
        process = room.processes._running["web"]
        assert process.wait(timeout=10) == 0
        assert "Traceback" not in room.processes.log("web").read_text()
        assert not answers(room.port, "/healthz/live")


def test_a_room_starts_again_after_it_was_killed() -> None:
    """The lock dies with its process, so no stale file keeps the room closed."""
    with Room() as room:
        room.processes.kill("web")
        room.processes.restart("web")
        assert answers(room.port, "/healthz/ready")


def bots_of(room: Room) -> list[int]:
    """The process ids of the bots that play in this room."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it may have ended meanwhile
            words = path.read_bytes().split(b"\0")
            if b"bots" in words and f"--url={room.url}".encode() in words:
                found.append(int(path.parent.name))
    return found


def soon(condition: Callable[[], bool], seconds: float = 40) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not condition():
        time.sleep(0.05)
    return condition()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_the_house_bots_come_back_and_leave_with_the_room(number: signal.Signals) -> None:
    """They are one child process: started again when it dies, never left behind."""
    with Room(bots=2) as room:
        assert soon(lambda: len(bots_of(room)) == 1), room.processes.last_lines("web")
        first = bots_of(room)
        os.kill(first[0], signal.SIGKILL)
        assert soon(lambda: bots_of(room) not in ([], first)), room.processes.last_lines("web")
        room.processes.kill("web", number)
        assert soon(lambda: bots_of(room) == [])
        assert not any(answers(room.port, "/healthz/live") for _ in range(2))


def test_the_lock_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    with only_process(tmp_path):
        with pytest.raises(LaunchError, match=f"process {os.getpid()}") as caught, only_process(tmp_path):
            pass
        assert caught.value.code is Problem.ALREADY_RUNNING
    with only_process(tmp_path):
        pass
