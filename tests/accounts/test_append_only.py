"""Append-only tables refuse every way of changing a row, on the engine the tests run on."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from accounts.append_only import protect_sql, unprotect_sql


@pytest.fixture
def journal(db):
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE demo_log (id integer PRIMARY KEY, name varchar(9) UNIQUE, note varchar(9))")
        for statement in protect_sql("demo_log", vendor=connection.vendor, keys=[("id",), ("name",)]):
            cursor.execute(statement)
        cursor.execute("INSERT INTO demo_log VALUES (1, 'one', 'true')")
        yield cursor


CHANGES = [
    "UPDATE demo_log SET note = 'false' WHERE id = 1",
    "DELETE FROM demo_log",
    "INSERT INTO demo_log VALUES (1, 'two', 'false') ON CONFLICT (id) DO UPDATE SET note = 'false'",
]
IN_SQLITE = [
    "INSERT OR REPLACE INTO demo_log VALUES (1, 'two', 'false')",
    "REPLACE INTO demo_log (name, note) VALUES ('one', 'false')",
    "UPDATE OR REPLACE demo_log SET id = 2",
]
IN_POSTGRESQL = ["TRUNCATE demo_log"]


@pytest.mark.parametrize("change", [*CHANGES, *IN_SQLITE, *IN_POSTGRESQL])
def test_a_row_once_written_stays(journal, change):
    if change in (IN_SQLITE if connection.vendor == "postgresql" else IN_POSTGRESQL):
        with pytest.raises(DatabaseError), transaction.atomic():
            journal.execute(change)
    else:
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            journal.execute(change)
    journal.execute("SELECT * FROM demo_log")
    assert journal.fetchall() == [(1, "one", "true")]


def test_new_rows_go_in_and_protection_can_be_taken_back_by_a_migration(journal):
    journal.execute("INSERT INTO demo_log VALUES (2, 'two', 'true')")
    for statement in unprotect_sql("demo_log", vendor=connection.vendor):
        journal.execute(statement)
    journal.execute("DELETE FROM demo_log")
    assert journal.rowcount == 2


def test_protecting_twice_is_harmless(journal):
    for statement in protect_sql("demo_log", vendor=connection.vendor):
        journal.execute(statement)
    with pytest.raises(IntegrityError), transaction.atomic():
        journal.execute("DELETE FROM demo_log")


def test_an_engine_without_triggers_of_ours_is_refused():
    with pytest.raises(ValueError, match="mysql"):
        protect_sql("demo_log", vendor="mysql")
