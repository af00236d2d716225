"""The guard: a tiny process that cleans up when the launcher can't.

The launcher holds the other end of our standard input. When that pipe closes, because the launcher
has finished, crashed or was killed, every process group it named is ended and every folder it named
is removed. Lines: `group PID SIGNAL` (a leader, and what asks it to stop), `gone PID`, `folder PATH`.
Standard library only: it is started with `python -I -S` so that it is there within milliseconds.
"""

import contextlib
import os
import shutil
import signal
import sys
import time

PATIENCE = 5.0


def group_lives(group: int) -> bool:
    """True while any process of the group is left, zombies included."""
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def end(groups: dict[int, int]) -> None:
    """Ask every group to stop by its own signal, then make it."""
    for last in (False, True):
        for group, number in groups.items():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                # A stopped process can't answer a request to end.
                os.killpg(group, signal.SIGCONT)
                os.killpg(group, signal.SIGKILL if last else number)
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and any(map(group_lives, groups)):
            time.sleep(0.02)


def main() -> None:
    """Keep the list until the pipe closes, then clean up."""
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    groups: dict[int, int] = {}
    folders: list[str] = []
    for line in sys.stdin:
        match line.rstrip("\n").split(" ", 2):
            case ["group", leader, number]:
                groups[int(leader)] = int(number)
            case ["gone", leader]:
                groups.pop(int(leader), None)
            case ["folder", path]:
                folders.append(path)
    end(groups)
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
