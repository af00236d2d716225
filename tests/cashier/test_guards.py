"""The database itself refuses every attack on the books, and no guard of it is superfluous.

Each mutation drops one trigger or constraint and asserts that the attack it stands against then
goes through: on PostgreSQL inside the test's transaction, on SQLite in a copy of the database
whose schema is written without it.
"""

import re
import sqlite3
from collections.abc import Callable, Iterable

import pytest
from django.db import DatabaseError, connection, transaction

from cashier import triggers
from cashier.models import Account, Adjustment, Journal, Leg, MoneyRequest, Seal
from tests.cashier.attacks import ATTACKS, POSTGRESQL, SQLITE, Attack
from tests.cashier.desk_attacks import DESK_ATTACKS
from tests.cashier.scenes import desk_scene, scene

pytestmark = pytest.mark.django_db

SCENES = [(attack, scene) for attack in ATTACKS] + [(attack, desk_scene) for attack in DESK_ATTACKS]
HERE = [(attack, play) for attack, play in SCENES if connection.vendor in attack.engines]
MUTATIONS = [(attack, play, guard) for attack, play in HERE for guard in attack.guards]
GROUPS = ("books", "requests", "adjustments")


def state() -> list[object]:
    return [
        list(model.objects.order_by("pk").values()) for model in (Account, Journal, Leg, Seal, MoneyRequest, Adjustment)
    ]


@pytest.mark.parametrize(("attack", "play"), HERE, ids=[attack.name for attack, _ in HERE])
def test_the_database_refuses(attack: Attack, play: Callable[[], int]) -> None:
    play()
    before = state()
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        for statement in attack.sql:
            cursor.execute(statement)
        connection.check_constraints()
    assert state() == before
    if connection.vendor == SQLITE:
        # The copies that the mutations below are made of refuse as well while nothing is left out.
        with pytest.raises(sqlite3.Error):
            Copy(unreferenced=attack.unreferenced).run(attack.sql)


@pytest.mark.parametrize(
    ("attack", "play", "guard"), MUTATIONS, ids=[f"{attack.name} without {guard}" for attack, _, guard in MUTATIONS]
)
def test_every_guard_is_needed(attack: Attack, play: Callable[[], int], guard: str) -> None:
    play()
    if connection.vendor == SQLITE:
        copy = Copy(without=guard, unreferenced=attack.unreferenced or guard == "references")
        copy.run(attack.sql)
        return
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for statement in drops(guard, unreferenced=attack.unreferenced):
            cursor.execute(statement)
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        for statement in attack.sql:
            cursor.execute(statement)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def test_each_trigger_and_constraint_has_an_attack() -> None:
    tried = {guard for attack, _ in HERE for guard in attack.guards}
    guards = {name for group in GROUPS for name, _ in triggers.names(connection, group=group)}
    models = (Account, Journal, Leg, Seal, MoneyRequest, Adjustment)
    constraints = {constraint.name for model in models for constraint in model._meta.constraints}
    if connection.vendor == SQLITE:
        # Guarded twice there: by the constraint and by the trigger against REPLACE.
        constraints -= {"cashier_account_named_once", "cashier_leg_one_an_account", "cashier_journal_one_a_hand"}
    assert guards | constraints <= tried


def test_a_missing_or_altered_trigger_is_noticed() -> None:
    assert triggers.faults(connection) == []
    with connection.cursor() as cursor:
        cursor.execute(
            "DROP TRIGGER cashier_seal_closes" + (" ON cashier_seal" if connection.vendor == POSTGRESQL else "")
        )
        assert triggers.faults(connection) == ["cashier_seal_closes: missing"]
        if connection.vendor == SQLITE:
            cursor.execute("CREATE TRIGGER cashier_seal_closes BEFORE INSERT ON cashier_seal BEGIN SELECT 1; END")
            assert triggers.faults(connection) == ["cashier_seal_closes: altered"]
        else:
            cursor.execute("ALTER TABLE cashier_leg DISABLE TRIGGER cashier_leg_undeletable")
            cursor.execute(
                "CREATE OR REPLACE FUNCTION cashier_account_opens() RETURNS trigger LANGUAGE plpgsql"
                " AS 'BEGIN RETURN NEW; END'"
            )
            assert set(triggers.faults(connection)) == {
                "cashier_seal_closes: missing",
                "cashier_leg_undeletable: switched off",
                "cashier_account_opens: altered",
            }


def test_guards_come_off_and_go_on_again() -> None:
    for group in GROUPS:
        triggers.remove(connection, group=group)
        assert len(triggers.faults(connection)) == len(triggers.names(connection, group=group))
        triggers.install(connection, group=group)
        assert triggers.faults(connection) == []


def drops(guard: str, *, unreferenced: bool) -> Iterable[str]:
    """PostgreSQL statements that take one guard away, and the foreign keys between the books."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conrelid::regclass::text, conname, contype::text FROM pg_constraint"
            " WHERE conrelid::regclass::text LIKE 'cashier_%'"
        )
        constraints = cursor.fetchall()
        cursor.execute("SELECT indexname FROM pg_indexes WHERE indexname = %s", [guard])
        indexes = [name for (name,) in cursor.fetchall()]
    for table, name, kind in constraints:
        if kind == "f" and (unreferenced or guard == "references"):
            yield f"ALTER TABLE {table} DROP CONSTRAINT {name}"
        if kind in "cu" and (name == guard or (guard == "cashier_journal_key" and name.startswith(f"{guard}_"))):
            yield f"ALTER TABLE {table} DROP CONSTRAINT {name}"
            indexes = []
    yield from (f"DROP INDEX {name}" for name in indexes)
    for name, table in (pair for group in GROUPS for pair in triggers.names(connection, group=group)):
        if name == guard:
            yield f"DROP TRIGGER {name} ON {table}"


class Copy:
    """The books of the test's SQLite database in memory, with one guard left out of the schema."""

    def __init__(self, *, without: str = "", unreferenced: bool = False) -> None:
        self.database = sqlite3.connect(":memory:", isolation_level=None)
        with connection.cursor() as cursor:
            cursor.execute("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
            schema = [row for row in cursor.fetchall() if row[2].startswith(("cashier_", "accounts_player"))]
            for kind, name, _, sql in schema:
                if kind == "table":
                    self.database.execute(_unconstrained(sql, without))
                    cursor.execute(f'SELECT * FROM "{name}"')
                    for row in cursor.fetchall():
                        marks = ", ".join("?" * len(row))
                        self.database.execute(f'INSERT INTO "{name}" VALUES ({marks})', row)
        left_out = [name for _, name, _, _ in schema if name == without]
        for kind, name, _, sql in schema:
            if kind != "table" and name != without:
                self.database.execute(sql)
        constraints = [sql for kind, _, _, sql in schema if kind == "table" and f'"{without}"' in sql]
        assert left_out or constraints or without in ("", "references")
        self.database.execute(f"PRAGMA foreign_keys = {'OFF' if unreferenced else 'ON'}")

    def run(self, statements: Iterable[str]) -> None:
        self.database.execute("BEGIN IMMEDIATE")
        for statement in statements:
            self.database.execute(statement)
        self.database.execute("COMMIT")


def _unconstrained(sql: str, name: str) -> str:
    """A CREATE TABLE without its constraint of that name, whose condition may nest brackets."""
    found = re.search(rf', CONSTRAINT "{name}" (CHECK|UNIQUE) \(', sql) if name else None
    if found is None:
        return sql
    depth, end = 1, found.end()
    while depth:
        depth += {"(": 1, ")": -1}.get(sql[end], 0)
        end += 1
    return sql[: found.start()] + sql[end:]
