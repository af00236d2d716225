"""A PostgreSQL role that can add to the books, and cannot even try to change them."""

from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from cashier import grants, services
from cashier.models import PLAY
from tests.cashier.scenes import scene

pytestmark = pytest.mark.django_db
ROLE = 'demo "app"'


@pytest.fixture
def limited() -> Iterator[int]:
    """The scene's player, seen by a role with the granted rights."""
    player = scene()
    quoted = '"demo ""app"""'
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"CREATE ROLE {quoted} NOLOGIN")
        cursor.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {quoted}")
        for statement in grants.statements(ROLE):
            cursor.execute(statement)
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        cursor.execute(f"SET LOCAL ROLE {quoted}")
        yield player
        cursor.execute("RESET ROLE")


if connection.vendor == "postgresql":  # SQLite has no roles.

    def test_the_role_books_and_changes_nothing(limited: int) -> None:
        assert services.buy_in(limited, session="2", currency=PLAY, amount=500, key="as the role") == 500
        assert services.cash_out(limited, session="2", currency=PLAY) == 500
        for sql in (
            "UPDATE cashier_account SET balance = balance + 1",
            "UPDATE cashier_account SET last_leg = 0",
            "UPDATE cashier_leg SET amount = 1",
            "DELETE FROM cashier_leg",
            "TRUNCATE cashier_seal",
            "DELETE FROM cashier_account",
            "UPDATE cashier_journal SET reason = 'x'",
            "ALTER TABLE cashier_leg DISABLE TRIGGER ALL",
            "DROP TRIGGER cashier_leg_books ON cashier_leg",
        ):
            refusal = pytest.raises(DatabaseError, match=r"permission denied|must be owner")
            with refusal, transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(sql)


def test_the_statements_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("ledger_grants", "room_app")
    printed = capsys.readouterr().out
    assert 'GRANT UPDATE (allow_negative) ON cashier_account TO "room_app";' in printed
    assert printed.count(";") == len(grants.statements("room_app"))
