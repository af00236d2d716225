"""The production shape on one machine: private PostgreSQL and Redis, several daphnes, Celery worker and beat.

`make stack` runs it for people; tests and benchmarks drive it to kill, freeze and restart its parts.
"""

import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from pokerroom.launch import postgres, redis_server
from pokerroom.launch.ports import LOOPBACK, free_port
from pokerroom.launch.processes import Processes, Program
from pokerroom.launch.room import PROJECT, manage, room_environment, web

CELERY = (sys.executable, "-m", "celery", "--app", "pokerroom")


class Stack:
    """The services by name: postgres, redis, web-1, web-2 …, worker, beat.

    `durable` keeps PostgreSQL's fsync on. `start` raises LaunchError naming the part that failed.
    """

    def __init__(
        self,
        *,
        webs: int = 2,
        durable: bool = False,
        demo: bool = True,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self.processes = Processes()
        self.ports = [free_port() for _ in range(webs)]
        self.web_urls = [f"http://{LOOPBACK}:{port}" for port in self.ports]
        var = self.processes.folder / "var"
        self.environment = room_environment(var=var, port=self.ports[0], origins=self.web_urls) | dict(env or {})
        self._durable = durable
        self._demo = demo

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

    @property
    def folder(self) -> Path:
        """Where the stack keeps everything, logs included; removed when it stops."""
        return self.processes.folder

    @property
    def names(self) -> list[str]:
        """The parts that can be killed and restarted."""
        return self.processes.names

    def start(self) -> None:
        """Start the services, prepare the database, start the room; returns when every web answers."""
        self.environment["DATABASE_URL"] = postgres.start(self.processes, durable=self._durable)
        self.environment["REDIS_URL"] = redis_server.start(self.processes)
        self.manage("prepare", *(["--demo"] if self._demo else []))
        for number, port in enumerate(self.ports, start=1):
            self.processes.start(f"web-{number}", web(port, self.environment))
        worker = (*CELERY, "worker", "--pool=prefork", "--concurrency=2", "--loglevel=INFO", "--hostname=worker@room")
        self.processes.start("worker", Program(argv=worker, env=self.environment, folder=PROJECT, stop_seconds=15))
        beat = (*CELERY, "beat", "--loglevel=INFO", f"--schedule={self.folder / 'beat-schedule'}", "--pidfile=")
        self.processes.start("beat", Program(argv=beat, env=self.environment, folder=PROJECT))

    def stop(self) -> None:
        """End everything, last started first, and remove all its files."""
        self.processes.close()

    def manage(self, *words: str) -> str:
        """Run a `manage.py` command in the stack's environment and return what it printed."""
        return manage(self.processes, self.environment, *words)

    def kill(self, name: str, number: int = signal.SIGKILL) -> None:
        """Send a signal to a part and its children; after SIGKILL it is gone on return.

        For PostgreSQL `postgres.IMMEDIATE_SHUTDOWN` is the crash that a power cut would be.
        """
        self.processes.kill(name, number)

    def restart(self, name: str) -> None:
        """Start a part again (stopping it first if it still runs) and wait until it is ready."""
        self.processes.restart(name)

    def alive(self, name: str) -> bool:
        """True while the part runs."""
        return self.processes.alive(name)

    def log(self, name: str) -> str:
        """Everything the part has printed so far."""
        return self.processes.log(name).read_text(errors="replace")
