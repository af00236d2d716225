"""Emptying a test database although its triggers refuse DELETE and TRUNCATE.

Django's flush, which ends every `transaction=True` test, would fail on append-only tables. So the
test base takes all triggers away, flushes, and puts the same triggers back; the triggers themselves
know no way round. `install()` is called once from tests/conftest.py.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TransactionTestCase

_POSTGRESQL = """
    SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass), pg_get_triggerdef(oid)
    FROM pg_trigger WHERE NOT tgisinternal ORDER BY oid
"""
_SQLITE = "SELECT 'DROP TRIGGER \"' || name || '\"', sql FROM sqlite_master WHERE type = 'trigger' ORDER BY rowid"


@contextmanager
def without_triggers(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """All triggers of the database are gone inside the block and the same ones are back after it."""
    with connection.cursor() as cursor:
        cursor.execute(_SQLITE if connection.vendor == "sqlite" else _POSTGRESQL)
        triggers = cursor.fetchall()
        for drop, _ in triggers:
            cursor.execute(drop)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            for _, create in triggers:
                cursor.execute(create)


def install() -> None:
    """Let every TransactionTestCase, pytest's `transaction=True` included, flush without triggers."""
    original = TransactionTestCase._fixture_teardown
    if getattr(original, "without_triggers", False):
        return

    def teardown(case: Any) -> None:
        with without_triggers(connections["default"]):
            original(case)

    teardown.without_triggers = True  # type: ignore[attr-defined]
    TransactionTestCase._fixture_teardown = teardown  # type: ignore[method-assign]
