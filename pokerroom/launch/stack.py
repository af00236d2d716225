"""The production shape on one machine: private PostgreSQL and Redis, several daphnes, Celery worker and beat.

`make stack` runs it for people; tests and benchmarks drive it to kill, freeze and restart its parts.
"""

import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from pokerroom.launch import postgres, redis_server
from pokerroom.launch.ports import LOOPBACK, free_port
from pokerroom.launch.processes import Processes, Program
from pokerroom.launch.room import PROJECT, Launched, manage, room_environment, web

CELERY = (sys.executable, "-m", "celery", "--app", "pokerroom")

WORKER = ("--pool=prefork", "--concurrency=2", "--hostname=worker@room", "--without-mingle", "--without-gossip")


class LogLine:
    """Ready when a new line of the log has the words; a restarted program must print them again."""

    def __init__(self, log: Path, words: str) -> None:
        self._log = log
        self._words = words.encode()
        self._seen = 0

    def __call__(self) -> bool:
        text = self._log.read_bytes()
        found = text.find(self._words, self._seen)
        if found < 0:
            return False
        self._seen = len(text)
        return True


class Stack(Launched):
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
        self._start_celery("worker", *WORKER, says="worker@room ready")
        self._start_celery("beat", "--pidfile=", says="beat: Starting")

    def _start_celery(self, name: str, *words: str, says: str) -> None:
        argv = (*CELERY, name, "--loglevel=INFO", *words)
        ready = LogLine(self.processes.log(name), says)
        program = Program(argv=argv, env=self.environment, folder=PROJECT, ready=ready, stop_seconds=15)
        self.processes.start(name, program)

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
