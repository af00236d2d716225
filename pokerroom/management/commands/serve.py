"""`manage.py serve`: the room's web process, in both shapes.

Embedded, it is the whole room: it holds the lock, runs the clock and may start the house bots. In
production it is one of several and runs only the safety net; Celery has the clock.
"""

import os
import sys
from argparse import ArgumentParser
from contextlib import ExitStack
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from pokerroom import environment
from pokerroom.launch.lock import only_process
from pokerroom.launch.problems import LaunchError


class Command(BaseCommand):
    """Serve the room until it is asked to stop."""

    help = "Serve the room's pages and tables (one process when embedded, any number in production)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument("--prepare", action="store_true", help="migrate, collect static files, open demo tables")
        parser.add_argument("--bots", type=int, nargs="?", const=20, default=0, help="house bots to seat")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["port"] != settings.PORT and not environment.text("ORIGINS"):
            # The origins follow the port and were read with the settings, so begin again with the right one.
            os.environ["PORT"] = str(options["port"])
            os.execv(sys.executable, [sys.executable, *sys.argv])  # noqa: S606
        try:
            self._serve(**options)
        except LaunchError as error:
            raise CommandError(str(error)) from error

    def _serve(self, *, host: str, port: int, prepare: bool, bots: int, **_: Any) -> None:
        with ExitStack() as stack:
            if settings.EMBEDDED:
                stack.enter_context(only_process(settings.VAR_DIR))
            if prepare:
                call_command("prepare", demo=True)
            # Imported late: it installs the reactor, and loads the pages, for which the tables must exist.
            from pokerroom.asgi import application  # noqa: PLC0415
            from pokerroom.launch import background, server  # noqa: PLC0415

            url = f"http://{host}:{port}"

            def ready() -> None:
                self.stdout.write(self.style.SUCCESS(f"The room is open: {url}  (Ctrl-C closes it)"))
                self.stdout.flush()

            works = background.works(url=url, bots=bots, stack=stack)
            server.run(application, host=host, port=port, works=works, on_ready=ready)
