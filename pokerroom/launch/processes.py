"""Child processes in a private folder, none of which outlives the launcher.

Each child leads its own session, so a Ctrl-C at the terminal reaches only the launcher, which stops
its children in order. Whatever happens to the launcher, `guard` ends the rest and removes the folder.
Run as root, services that don't want that run as nobody, in folders of theirs.
"""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from pokerroom.launch import guard
from pokerroom.launch.problems import LaunchError, Problem

PAUSE = 0.02
# What timeout(1) answers too.
TOOK_TOO_LONG = 124


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What is started: a command, its environment, and how to tell that it is ready to be used."""

    argv: tuple[str, ...]
    env: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None
    as_nobody: bool = False
    on_console: bool = False
    ready: Callable[[], bool] | None = None
    start_seconds: float = 60
    stop_signal: signal.Signals = signal.SIGTERM
    stop_seconds: float = 10


class Processes:
    """The programs of one launcher by name, its private folder and its guard; a context manager."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pokerroom-"))
        # Others may pass through it to folders of theirs, not look around.
        self.folder.chmod(0o711)
        self._programs: dict[str, Program] = {}
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._guard = subprocess.Popen(  # noqa: S603 (our own file)
            [sys.executable, "-I", "-S", guard.__file__],
            stdin=subprocess.PIPE,
            start_new_session=True,
            text=True,
        )
        self._tell(f"folder {self.folder}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def names(self) -> list[str]:
        """The names of all programs started so far, in order."""
        return list(self._programs)

    def private_folder(self, name: str) -> Path:
        """A new folder that only the services' user can read."""
        folder = self.folder / name
        folder.mkdir(mode=0o700)
        self.give_away(folder)
        return folder

    def give_away(self, path: Path) -> None:
        """Make the services' user the owner of a file or folder (nothing to do unless root)."""
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(path, nobody.pw_uid, nobody.pw_gid)

    def log(self, name: str) -> Path:
        """The file with everything the program printed."""
        return self.folder / f"{name}.log"

    def start(self, name: str, program: Program) -> None:
        """Start the program and wait until it is ready; raises LaunchError with its last lines.

        What ran under this name before is stopped first.
        """
        self.stop(name)
        self._programs[name] = program
        process = self._spawn(name, program)
        self._running[name] = process
        deadline = time.monotonic() + program.start_seconds
        while program.ready is not None and not program.ready():
            if process.poll() is not None or time.monotonic() > deadline:
                how = "took too long" if process.returncode is None else f"ended with {process.returncode}"
                self.stop(name)
                raise LaunchError(Problem.NOT_READY, f"{name} {how}:\n{self.last_lines(name)}")
            time.sleep(PAUSE)

    def restart(self, name: str) -> None:
        """Stop the program if it still runs and start it again as before."""
        self.start(name, self._programs[name])

    def wait(self, name: str, program: Program) -> int:
        """Run the program to its end and return its exit code; 124 when its start_seconds were not enough.

        Raises ValueError when another program runs under this name: it would be forgotten.
        """
        if name in self._running:
            raise ValueError(f"{name} is running")
        self._programs[name] = program
        self._running[name] = process = self._spawn(name, program)
        try:
            return process.wait(timeout=program.start_seconds)
        except subprocess.TimeoutExpired:
            return TOOK_TOO_LONG
        finally:
            self.stop(name)
            del self._programs[name]

    def run(self, name: str, program: Program) -> None:
        """Run the program to its end; raises LaunchError unless it succeeds."""
        code = self.wait(name, program)
        if code != 0:
            raise LaunchError(Problem.NOT_READY, f"{name} ended with {code}:\n{self.last_lines(name)}")

    def alive(self, name: str) -> bool:
        """True while the program runs."""
        process = self._running.get(name)
        return process is not None and process.poll() is None

    def pid(self, name: str) -> int:
        """The program's process id, which is its group's too."""
        return self._running[name].pid

    def kill(self, name: str, number: int = signal.SIGKILL) -> None:
        """Send a signal to the program and its children; after SIGKILL it is gone on return."""
        process = self._running[name]
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        if number == signal.SIGKILL:
            process.wait()

    def stop(self, name: str) -> None:
        """Stop the program: its own signal, then, when its time is over, SIGKILL for the whole group."""
        process = self._running.pop(name, None)
        if process is None:
            return
        program = self._programs[name]
        if process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGCONT)
                process.send_signal(program.stop_signal)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=program.stop_seconds)
        self._end_group(process)

    def close(self) -> None:
        """Stop everything, last started first, and remove the folder. May be called twice."""
        for name in reversed(list(self._running)):
            self.stop(name)
        shutil.rmtree(self.folder, ignore_errors=True)
        if self._guard.stdin is not None and not self._guard.stdin.closed:
            with contextlib.suppress(BrokenPipeError):
                self._guard.stdin.close()
            self._guard.wait(timeout=3 * guard.PATIENCE)

    def last_lines(self, name: str, count: int = 20) -> str:
        """The end of the program's log, for a message to a person."""
        with contextlib.suppress(FileNotFoundError):
            return "\n".join(self.log(name).read_text(errors="replace").splitlines()[-count:])
        return ""

    def _spawn(self, name: str, program: Program) -> subprocess.Popen[bytes]:
        nobody = pwd.getpwnam("nobody") if program.as_nobody and os.geteuid() == 0 else None
        log = None if program.on_console else self.log(name).open("ab")
        with log or contextlib.nullcontext():
            process = subprocess.Popen(  # noqa: S603 (argv is made by this package)
                program.argv,
                env={**os.environ, **program.env},
                cwd=program.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                user=nobody.pw_uid if nobody else None,
                group=nobody.pw_gid if nobody else None,
                extra_groups=[] if nobody else None,
            )
        self._tell(f"group {process.pid} {int(program.stop_signal)}")
        return process

    def _end_group(self, process: subprocess.Popen[bytes]) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self._tell(f"gone {process.pid}")

    def _tell(self, line: str) -> None:
        if self._guard.stdin is None or self._guard.stdin.closed:
            return
        with contextlib.suppress(BrokenPipeError):
            self._guard.stdin.write(line + "\n")
            self._guard.stdin.flush()
