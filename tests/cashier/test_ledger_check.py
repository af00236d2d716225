"""`manage.py ledger_check` finds what somebody with the keys to the database has done."""

import json
from collections.abc import Iterator

import pytest
from django.core.management import call_command
from django.db import connection

from cashier import audit, services, triggers
from cashier.errors import CashierCode, CashierError
from cashier.freezing import freeze, frozen, lift
from cashier.models import PLAY, Account
from tests.cashier.scenes import scene

pytestmark = pytest.mark.django_db

WALLET = "kind = 'wallet' AND currency = 'PLAY'"


@pytest.fixture
def unguarded() -> Iterator[None]:
    """The books without their triggers, as somebody who owns the database could have them."""
    scene()
    connection.check_constraints()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    triggers.remove(connection)
    yield


def tamper(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def found() -> dict[str, list[audit.Finding]]:
    triggers.install(connection)
    return {name: findings for name, findings in audit.run().findings.items() if findings}


def test_whole_books_are_found_whole(capsys: pytest.CaptureFixture[str]) -> None:
    scene()
    call_command("ledger_check", "--json")
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] is True
    assert {"journals", "balances", "negatives", "totals", "suspense", "left seats", "guards"} <= {
        check["name"] for check in report["checks"]
    }


def test_a_balance_without_legs_names_the_account(unguarded: None) -> None:
    tamper(f"UPDATE cashier_account SET balance = balance + 7 WHERE {WALLET}")
    findings = found()
    assert set(findings) == {"balances", "totals"}
    account = Account.objects.get(kind="wallet", currency=PLAY)
    assert f"account {account.pk} (wallet:{account.ref} PLAY)" in findings["balances"][0].message
    assert findings["balances"][0].currency == PLAY


def test_an_edited_leg_is_found(unguarded: None) -> None:
    tamper("UPDATE cashier_leg SET amount = amount + 1 WHERE amount = 4000")
    assert set(found()) == {"journals", "balances"}


def test_a_leg_and_its_balance_edited_together_are_found(unguarded: None) -> None:
    tamper(
        "UPDATE cashier_leg SET amount = amount + 1 WHERE amount = 4000",
        "UPDATE cashier_account SET balance = balance + 1 WHERE kind = 'seat'",
    )
    assert set(found()) == {"journals", "totals"}


def test_a_deleted_leg_is_found(unguarded: None) -> None:
    tamper("DELETE FROM cashier_leg WHERE amount = 4000")
    assert set(found()) == {"journals", "balances"}


def test_a_leg_moved_to_another_currency_is_found(unguarded: None) -> None:
    tamper(
        "UPDATE cashier_leg SET account_id = (SELECT id FROM cashier_account WHERE kind = 'wallet' AND"
        " currency = 'EUR') WHERE amount = 4000"
    )
    assert {"journals", "balances"} <= set(found())


def test_a_version_that_is_not_the_newest_leg_is_found(unguarded: None) -> None:
    tamper(f"UPDATE cashier_account SET last_leg = last_leg - 1 WHERE {WALLET}")
    assert set(found()) == {"balances"}


def test_money_in_suspense_is_found(unguarded: None) -> None:
    tamper("UPDATE cashier_account SET kind = 'suspense' WHERE kind = 'seat'")
    assert set(found()) == {"suspense"}


def test_a_left_seat_with_money_is_found(unguarded: None) -> None:
    tamper("UPDATE cashier_journal SET kind = 'leave' WHERE kind = 'buy_in'")
    assert set(found()) == {"left seats"}


def test_a_missing_guard_is_found(unguarded: None) -> None:
    report = audit.run()
    assert len(report.findings["guards"]) == len(triggers.names(connection))


def test_a_fault_exits_with_an_alarm_and_freezes_what_it_concerns(
    unguarded: None, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    tamper(f"UPDATE cashier_account SET balance = balance + 7 WHERE {WALLET}")
    triggers.install(connection)
    with pytest.raises(SystemExit) as ending:
        call_command("ledger_check", "--freeze", "PLAY", "EUR")
    assert ending.value.code == 1
    assert "its legs sum to" in capsys.readouterr().out
    assert "its legs sum to" in caplog.text
    assert frozen(PLAY) and not frozen("EUR")
    with pytest.raises(CashierError) as refusal:
        services.grant_play_money(int(Account.objects.get(kind="wallet", currency=PLAY).ref), key="more")
    assert refusal.value.code is CashierCode.CURRENCY_FROZEN


def test_a_freeze_is_lifted_once() -> None:
    assert freeze(PLAY, reason="test") and not freeze(PLAY, reason="test")
    assert lift(PLAY) and not lift(PLAY)
    assert not frozen(PLAY)


def test_two_checks_do_not_share_a_name() -> None:
    with pytest.raises(ValueError, match="balances"):
        audit.check("balances")(list)
