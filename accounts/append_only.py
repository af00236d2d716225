"""Tables whose rows are written once: the database itself refuses to change or remove them.

A migration applies `AppendOnly("EntryModel")` after the table is made; from then on UPDATE, DELETE,
TRUNCATE (PostgreSQL) and INSERT OR REPLACE (SQLite, which removes rows without firing delete
triggers) fail with IntegrityError, whoever sends them. There is no switch that lets a change pass.
SQLite loses a table's triggers when a later migration rebuilds the table (AlterField, AddConstraint
and so on): such a migration must apply AppendOnly again as its last operation.
"""

from collections.abc import Sequence

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

Keys = Sequence[tuple[str, ...]]


def protect_sql(table: str, *, vendor: str, keys: Keys = (("id",),)) -> list[str]:
    """The statements that make `table` append-only on `vendor` ("sqlite" or "postgresql").

    `keys` are the table's unique column sets, the primary key included; SQLite needs them to refuse
    INSERT OR REPLACE. Applying the statements twice is harmless.
    """
    if vendor == "sqlite":
        return [*unprotect_sql(table, vendor=vendor), *_sqlite(table, keys)]
    if vendor == "postgresql":
        return [*unprotect_sql(table, vendor=vendor), *_postgresql(table)]
    raise ValueError(f"no append-only tables on {vendor}")


def unprotect_sql(table: str, *, vendor: str) -> list[str]:
    """The statements that take `protect_sql` back, for a migration run backwards."""
    if vendor == "sqlite":
        return [f"DROP TRIGGER IF EXISTS {table}_no_{verb}" for verb in ("update", "delete", "replace")]
    return [
        *(f"DROP TRIGGER IF EXISTS {table}_no_{verb} ON {table}" for verb in ("change", "truncate")),
        f"DROP FUNCTION IF EXISTS {table}_refuse()",
    ]


def _sqlite(table: str, keys: Keys) -> list[str]:
    refuse = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    same = [" AND ".join(f"{column} = NEW.{column}" for column in key) for key in keys]
    # The names come from the migration, never from a request.
    taken = " OR ".join(f"EXISTS (SELECT 1 FROM {table} WHERE {columns})" for columns in same)  # noqa: S608
    return [
        f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} {refuse}",
        f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {refuse}",
        f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN {taken} {refuse}",
    ]


def _postgresql(table: str) -> list[str]:
    return [
        f"CREATE FUNCTION {table}_refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"RAISE EXCEPTION '{table} is append-only' USING ERRCODE = 'check_violation'; END $$",
        f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} "
        f"FOR EACH ROW EXECUTE FUNCTION {table}_refuse()",
        f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_refuse()",
    ]


class AppendOnly(Operation):
    """Migration operation: make the table of `model_name` (of the migration's app) append-only."""

    reversible = True
    reduces_to_sql = True

    def __init__(self, model_name: str, keys: Keys = (("id",),)) -> None:
        self.model_name = model_name
        self.keys = tuple(tuple(key) for key in keys)

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Triggers are no part of Django's state."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        vendor = schema_editor.connection.vendor
        self._run(schema_editor, protect_sql(self._table(app_label, to_state.apps), vendor=vendor, keys=self.keys))

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        vendor = schema_editor.connection.vendor
        self._run(schema_editor, unprotect_sql(self._table(app_label, from_state.apps), vendor=vendor))

    def describe(self) -> str:
        return f"Make {self.model_name} append-only"

    def _table(self, app_label: str, apps: Apps) -> str:
        table: str = apps.get_model(app_label, self.model_name)._meta.db_table
        return table

    def _run(self, schema_editor: BaseDatabaseSchemaEditor, statements: list[str]) -> None:
        for statement in statements:
            schema_editor.execute(statement, params=None)
