"""`manage.py stack`: the production shape on this machine, until Ctrl-C."""

import signal
import time
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from pokerroom.launch.problems import LaunchError
from pokerroom.launch.stack import Stack


def stop_asked(number: int, frame: FrameType | None) -> None:
    """Turn SIGTERM into the same end as Ctrl-C."""
    raise KeyboardInterrupt


class Command(BaseCommand):
    """Run private PostgreSQL and Redis, web processes, a Celery worker and beat."""

    help = "Run the production shape on this machine: PostgreSQL, Redis, web processes, Celery worker and beat."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--webs", type=int, default=2, help="web processes (default: 2)")

    def handle(self, *args: Any, **options: Any) -> None:
        signal.signal(signal.SIGTERM, stop_asked)
        try:
            with Stack(webs=options["webs"], durable=True) as stack:
                self._describe(stack)
                self._watch(stack)
        except KeyboardInterrupt:
            self.stdout.write("\nThe stack has stopped.")
        except LaunchError as error:
            raise CommandError(str(error)) from error

    def _describe(self, stack: Stack) -> None:
        for url in stack.web_urls:
            self.stdout.write(self.style.SUCCESS(f"The room is open: {url}"))
        self.stdout.write(f"DATABASE_URL={stack.environment['DATABASE_URL']}")
        self.stdout.write(f"REDIS_URL={stack.environment['REDIS_URL']}")
        self.stdout.write(f"Logs: {stack.folder}/*.log  (Ctrl-C stops everything)")
        self.stdout.flush()

    def _watch(self, stack: Stack) -> None:
        dead: set[str] = set()
        while True:
            for name in set(stack.names) - dead:
                if not stack.alive(name):
                    dead.add(name)
                    self.stderr.write(f"{name} has ended; its last lines:\n{stack.processes.last_lines(name)}")
            time.sleep(1)
