"""One process only: the embedded room holds this lock while it serves.

Its channel layer and presence live in the memory of that process, so a second one would be another
room on the same database. The kernel releases the lock however the process ends.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pokerroom.launch.problems import LaunchError, Problem


@contextmanager
def only_process(folder: Path) -> Iterator[None]:
    """Hold the room of `folder` alone; raises LaunchError(ALREADY_RUNNING) when somebody else does."""
    descriptor = os.open(folder / "serve.lock", os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(descriptor, "r+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = file.read().strip() or "unknown"
            raise LaunchError(
                Problem.ALREADY_RUNNING,
                f"This room is already served by process {holder}. An embedded room is one process: stop that "
                "one first, or give both DATABASE_URL and REDIS_URL (docs/operations.md).",
            ) from None
        file.truncate()
        file.write(str(os.getpid()))
        file.flush()
        yield
