"""Writers are killed and the database is restarted under them: what was answered is there, once.

Runs on its own SQLite file and its own PostgreSQL, since it breaks them.
"""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pokerroom.launch import postgres
from pokerroom.launch.processes import Processes, Program
from pokerroom.launch.room import NEUTRAL, PROJECT

pytestmark = pytest.mark.stack
HAMMER = (sys.executable, "-m", "tests.cashier.hammer")
SECRETS = {"SECRET_KEY": "only for this test, where nothing is secret", "DECK_KEYS": "no card is worth anything here"}
WRITERS = 3
ROUNDS = 4
BREATH = 0.7


def hammered(processes: Processes, env: dict[str, str], strike: Callable[[int], None]) -> dict[str, object]:
    """Let writers write, kill one each round, `strike(round)` at the database; what `hammer check` finds."""
    env = NEUTRAL | SECRETS | {"ROOM_VAR": str(processes.private_folder("var"))} | env
    processes.run("prepare", Program(argv=(*HAMMER, "prepare"), env=env, folder=PROJECT))
    acks = [processes.folder / f"acks-{number}" for number in range(WRITERS)]
    for number, file in enumerate(acks):
        file.touch()
        argv = (*HAMMER, "write", str(file))
        processes.start(f"writer-{number}", Program(argv=argv, env=env, folder=PROJECT))
    waits_for_work(acks)
    for turn in range(ROUNDS):
        time.sleep(BREATH)
        victim = f"writer-{turn % WRITERS}"
        processes.kill(victim)
        strike(turn)
        processes.restart(victim)
    time.sleep(BREATH)
    alive = [number for number in range(WRITERS) if processes.alive(f"writer-{number}")]
    assert alive == list(range(WRITERS)), "\n".join(processes.last_lines(f"writer-{n}") for n in range(WRITERS))
    for number in range(WRITERS):
        processes.kill(f"writer-{number}")
    words = [str(file) for file in acks]
    checked = subprocess.run(
        [*HAMMER, "check", *words],
        env={**env, "PATH": "/usr/bin:/bin"},
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found: dict[str, object] = json.loads(checked.stdout)
    return found


def waits_for_work(acks: list[Path]) -> None:
    deadline = time.monotonic() + 60
    while not all(file.stat().st_size for file in acks):
        assert time.monotonic() < deadline, "the writers do not begin"
        time.sleep(0.05)


def assert_nothing_lost(found: dict[str, object]) -> None:
    assert found["lost"] == []
    assert found["sound"] is True
    assert found["total"] == 0
    acknowledged, stored = found["acknowledged"], found["stored"]
    assert isinstance(acknowledged, int) and isinstance(stored, int)
    # Six grants and six buy-ins came first; a writer dies with at most one event unacknowledged.
    assert 50 < acknowledged <= stored - 12 <= acknowledged + ROUNDS + WRITERS


def test_killed_writers_on_sqlite_lose_nothing() -> None:
    with Processes() as processes:
        assert_nothing_lost(hammered(processes, {}, lambda turn: None))


def test_killed_writers_and_a_crashing_postgresql_lose_nothing() -> None:
    with Processes() as processes:
        url = postgres.start(processes, durable=True)

        def strike(turn: int) -> None:
            if turn % 2:
                processes.kill(postgres.NAME, signal.SIGQUIT)
                processes.restart(postgres.NAME)

        assert_nothing_lost(hammered(processes, {"DATABASE_URL": url}, strike))
