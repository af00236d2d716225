"""`manage.py replay_hands FILE…`: the referee. Replays recorded hands through the engine and compares everything.

Exit status 0: all matched or fall under a named convention; 1: some differ; 2: a file could not be read.
"""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.engine.hand_files import records
from tables.engine.record import Unreadable
from tables.engine.referee import Status
from tables.engine.referee_report import Report


class Command(BaseCommand):
    """Thin: opens the files, prints the report, says by its exit status how it went."""

    help = "Replay recorded hands (.jsonl, .phh, .phhs, also gzipped) and compare turns, amounts, pots and stacks."
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Files, and the form of the answer."""
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--json", action="store_true", help="one JSON object on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Judges all files; raises CommandError with returncode 1 or 2."""
        reports = [self._judge(name) for name in options["files"]]
        differ = sum(report.counts[Status.DIFFER] for report in reports)
        if options["json"]:
            totals = {status.value: sum(report.counts[status] for report in reports) for status in Status}
            self.stdout.write(json.dumps({**totals, "files": [report.dump() for report in reports]}, indent=1))
        else:
            for report in reports:
                self.stdout.write("\n".join(report.lines()))
        if differ:
            raise CommandError(f"{differ} hands differ", returncode=1)

    def _judge(self, name: str) -> Report:
        report = Report(name)
        try:
            report.judge(records(name=name, data=Path(name).read_bytes()))
        except OSError as error:
            raise CommandError(f"{name}: {error.strerror or error}", returncode=2) from error
        except Unreadable as error:
            raise CommandError(str(error), returncode=2) from error
        if not report.hands:
            raise CommandError(f"{name}: no hands in it", returncode=2)
        return report
