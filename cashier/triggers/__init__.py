"""The guards of the books inside the database, the same rules on SQLite and PostgreSQL.

`install` and `remove` are what migrations call; there is no switch that lets a writer past them.
A migration that alters a guarded table must remove them first and install them last (SQLite
rebuilds an altered table and would lose its triggers). `faults` names guards that are missing,
disabled or not what this module says, so `ledger_check` notices tampering.
"""

from types import ModuleType
from typing import Any

from cashier.triggers import postgresql, sqlite

BOOKS = "books"


def _engine(connection: Any) -> ModuleType:
    return {"sqlite": sqlite, "postgresql": postgresql}[connection.vendor]


def install(connection: Any, *, group: str = BOOKS) -> None:
    """Create the group's functions and triggers; they must not exist yet."""
    engine = _engine(connection)
    with connection.cursor() as cursor:
        for statement in engine.creations(group):
            cursor.execute(statement)


def remove(connection: Any, *, group: str = BOOKS) -> None:
    """Drop the group's triggers and functions where they exist."""
    engine = _engine(connection)
    with connection.cursor() as cursor:
        for statement in engine.removals(group):
            cursor.execute(statement)


def names(connection: Any, *, group: str = BOOKS) -> list[tuple[str, str]]:
    """(trigger, table) for each guard of the group."""
    pairs: list[tuple[str, str]] = _engine(connection).names(group)
    return pairs


def faults(connection: Any) -> list[str]:
    """What differs between the guards this module demands and those the database has."""
    engine = _engine(connection)
    with connection.cursor() as cursor:
        found: list[str] = engine.faults(cursor)
    return found
