"""One sabotaged stack for all faults: each test has a table and players of its own, and leaves every part running."""

from collections.abc import Iterator

import pytest

from pokerroom.launch.problems import LaunchError
from tests.chaos.room import Chaos
from tests.conftest import missing


@pytest.fixture(scope="session")
def sabotaged() -> Iterator[Chaos]:
    """PostgreSQL (fsync on), Redis, two webs, worker and beat, all of which can be made to crash."""
    try:
        running = Chaos()
        with running:
            yield running
            # They have proven that they can be killed; a polite end would take longer than the test.
            for name in ("beat", "worker", "web-2", "web-1"):
                if running.stack.alive(name):
                    running.stack.kill(name)
    except LaunchError as error:
        missing(error)


@pytest.fixture
def chaos(sabotaged: Chaos) -> Iterator[Chaos]:
    """The stack with all its parts running, before and after."""
    yield sabotaged
    for file in sabotaged.points.iterdir():
        file.unlink()
    for name in sabotaged.dead():
        sabotaged.stack.restart(name)
