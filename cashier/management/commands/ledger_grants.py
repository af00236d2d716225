"""`manage.py ledger_grants ROLE`: the SQL that lets the room's PostgreSQL role add to the books only."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from cashier import grants


class Command(BaseCommand):
    help = "Print the SQL that limits a PostgreSQL role to adding to the books (docs/cashier.md)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("role", help="the role the room connects as; not the owner of the tables")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the statements."""
        for statement in grants.statements(options["role"]):
            self.stdout.write(f"{statement};")
