"""The embedded room as a child process: SQLite, one daphne, its own folder and port. Tests play in it."""

import secrets
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from pokerroom.launch.ports import LOOPBACK, answers, free_port
from pokerroom.launch.processes import Processes, Program

PROJECT = Path(__file__).resolve().parent.parent.parent
MANAGE = (sys.executable, str(PROJECT / "manage.py"))
# What a shell, a test run or another room may have set and a room of ours must not inherit.
NEUTRAL = {"DATABASE_URL": "", "REDIS_URL": "", "DJANGO_SETTINGS_MODULE": "pokerroom.settings", "PYTHONUNBUFFERED": "1"}


def room_environment(*, var: Path, port: int, origins: list[str]) -> dict[str, str]:
    """The variables every launched room shares, whatever its shape."""
    return NEUTRAL | {
        "ROOM_VAR": str(var),
        "PORT": str(port),
        "ORIGINS": ",".join(origins),
        "ALLOWED_HOSTS": f"{LOOPBACK},localhost",
        "SECRET_KEY": secrets.token_hex(32),
        "DECK_KEYS": secrets.token_hex(32),
    }


def manage(processes: Processes, env: Mapping[str, str], *words: str, seconds: float = 120) -> str:
    """Run a `manage.py` command to its end; returns what it printed, raises LaunchError when it fails."""
    name = f"manage-{words[0]}-{secrets.token_hex(3)}"
    processes.run(name, Program(argv=(*MANAGE, *words), env=env, folder=PROJECT, start_seconds=seconds))
    return processes.log(name).read_text()


def web(port: int, env: Mapping[str, str], *words: str, manage: Sequence[str] = MANAGE) -> Program:
    """The program that serves a room on the port; ready when it answers there."""
    return Program(
        argv=(*manage, "serve", f"--port={port}", *words),
        env=env,
        folder=PROJECT,
        ready=lambda: answers(port, "/healthz/live"),
    )


class Launched(ABC):
    """Something with child processes that `with` starts and, whatever happens, stops."""

    @abstractmethod
    def start(self) -> None:
        """Start it; returns when it answers."""

    @abstractmethod
    def stop(self) -> None:
        """End it and remove all its files; safe at any moment."""

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


class Room(Launched):
    """A whole embedded room; `with Room(bots=4) as room: room.url`.

    `program` is how its web process is started when not by manage.py: tests plant decks that way.
    """

    def __init__(self, *, bots: int = 0, env: Mapping[str, str] | None = None, program: Sequence[str] = MANAGE) -> None:
        self.processes = Processes()
        self.var = self.processes.folder / "var"
        self.port = free_port()
        self.url = f"http://{LOOPBACK}:{self.port}"
        self.environment = room_environment(var=self.var, port=self.port, origins=[self.url]) | dict(env or {})
        self._bots = bots
        self._program = program

    def start(self) -> None:
        """Prepare its database and serve it; returns when it answers."""
        words = ("--prepare", f"--bots={self._bots}")
        self.processes.start("web", web(self.port, self.environment, *words, manage=self._program))

    def stop(self) -> None:
        """End it and remove all its files."""
        self.processes.close()

    def manage(self, *words: str) -> str:
        """Run a `manage.py` command in it and return what it printed."""
        return manage(self.processes, self.environment, *words)
