"""`manage.py prepare`: bring the database and the static files to the state of this code."""

from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    """Migrate, collect the static files and, with --demo, open the demo tables. Safe to repeat."""

    help = "Migrate the database and collect the static files; with --demo also open the demo tables."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="open the demo tables, play money only")

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        if options["demo"]:
            call_command("open_demo")
