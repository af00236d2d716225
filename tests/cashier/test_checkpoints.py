"""A signed chain outside the database shows what was done to the books behind everybody's back."""

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction

from cashier import audit, checkpoints, ledger, places, services, triggers
from cashier.errors import CashierCode, CashierError
from cashier.models import PLAY, Checkpoint, Journal, JournalKind
from cashier.places import MINT
from tests.cashier.scenes import scene

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def file(tmp_path: Path, settings: Any) -> Path:
    settings.LEDGER_CHECKPOINTS = str(tmp_path / "kept" / "checkpoints.jsonl")
    settings.LEDGER_SIGNING_KEYS = ["the first key"]
    return Path(settings.LEDGER_CHECKPOINTS)


def more(key: str) -> None:
    ledger.post(key=key, kind=JournalKind.GRANT, currency=PLAY, moves={MINT: -5, places.HOUSE: 5})


def found() -> list[str]:
    return [finding.message for finding in audit.run().findings["checkpoints"]]


@pytest.fixture
def written(file: Path) -> Path:
    """Two checkpoints over five journals."""
    scene()
    checkpoints.write()
    more("a")
    more("b")
    checkpoints.write()
    return file


def as_owner(*statements: str) -> None:
    """What the database's owner could do: drop the guards, edit, put them back."""
    for group in ("books", "adjustments"):
        triggers.remove(connection, group=group)
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
    for group in ("books", "adjustments"):
        triggers.install(connection, group=group)


def test_checkpoints_cover_new_journals_once(written: Path) -> None:
    assert checkpoints.write() is None
    lines = [json.loads(line) for line in written.read_text().splitlines()]
    assert [(line["number"], line["journals"]) for line in lines] == [(1, 3), (2, 5)]
    assert lines[1]["last"] == Journal.objects.order_by("-pk").values_list("pk", flat=True)[0]
    assert found() == []


def test_without_checkpoints_there_is_nothing_to_contradict(file: Path) -> None:
    scene()
    assert found() == []
    assert not file.exists()


@pytest.mark.parametrize(
    "edit",
    [
        "UPDATE cashier_journal SET reason = 'another' WHERE key = 'a'",
        "UPDATE cashier_journal SET created = '2027-01-01 00:00:00' WHERE key = 'a'",
        "UPDATE cashier_journal SET key = 'c' WHERE key = 'a'",
    ],
)
def test_an_edit_that_balances_is_still_seen(written: Path, edit: str) -> None:
    as_owner(edit)
    assert [name for name, findings in audit.run().findings.items() if findings] == ["checkpoints"]
    assert "are not those of checkpoint 2" in found()[0]


def test_a_consistent_theft_is_still_seen(written: Path) -> None:
    """Legs and balances edited so that every other check is content."""
    as_owner(
        "UPDATE cashier_leg SET amount = amount + (CASE WHEN amount > 0 THEN 1000 ELSE -1000 END) WHERE journal_id ="
        " (SELECT id FROM cashier_journal WHERE kind = 'grant' AND key LIKE 'grant:%')",
        "UPDATE cashier_account SET balance = balance - 1000 WHERE kind = 'mint'",
        "UPDATE cashier_account SET balance = balance + 1000 WHERE kind = 'wallet' AND currency = 'PLAY'",
    )
    assert [name for name, findings in audit.run().findings.items() if findings] == ["checkpoints"]
    assert "are not those of checkpoint 1" in found()[0]


def test_a_removed_journal_is_seen(written: Path) -> None:
    journal = Journal.objects.get(key="a").pk
    as_owner(
        f"DELETE FROM cashier_leg WHERE journal_id = {journal}",
        f"DELETE FROM cashier_journal WHERE id = {journal}",
        f"DELETE FROM cashier_seal WHERE id = {journal}",
    )
    assert "are not those of checkpoint 2" in found()[0]


def change(path: Path, number: int, edit: Callable[[str], str]) -> None:
    lines = path.read_text().splitlines()
    lines[number] = edit(lines[number])
    path.write_text("".join(f"{line}\n" for line in lines if line))


def test_an_edited_line_is_seen(written: Path) -> None:
    change(written, 0, lambda line: line.replace('"journals":3', '"journals":4'))
    assert found() == ["line 1 is not what was signed"]
    more("c")
    with pytest.raises(CashierError) as refusal:
        checkpoints.write()
    assert refusal.value.code is CashierCode.CHECKPOINTS_BROKEN


def test_rubbish_in_the_file_is_seen(written: Path) -> None:
    for rubbish in ("{}", "[]", "x", '{"number":1}', "null"):
        change(written, 0, lambda line, rubbish=rubbish: rubbish)
        assert found() == ["line 1 is not what was signed"]


def test_a_removed_line_is_seen(written: Path) -> None:
    text = written.read_text()
    change(written, 0, lambda line: "")
    assert found() == ["line 1 does not follow the line before it"]
    written.write_text(text.splitlines()[0] + "\n")
    assert "checkpoint 2 of the database is not in" in found()[0]
    written.unlink()
    assert "checkpoint 1 of the database is not in" in found()[0]
    with pytest.raises(CashierError):
        checkpoints.write()


def test_a_line_signed_by_another_is_seen(written: Path, settings: Any) -> None:
    settings.LEDGER_SIGNING_KEYS = ["a thief's key"]
    assert found() == ["line 1 is signed with a key that is not the room's"]


def test_a_new_key_signs_and_the_old_one_still_verifies(written: Path, settings: Any) -> None:
    settings.LEDGER_SIGNING_KEYS = ["the second key", "the first key"]
    more("c")
    assert checkpoints.write() is not None
    assert found() == []


def test_a_crash_between_file_and_database_heals(written: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    more("c")
    with monkeypatch.context() as patch:
        patch.setattr(checkpoints, "_remember", lambda lines: None)
        checkpoints.write()
    assert Checkpoint.objects.count() == 2
    more("d")
    assert checkpoints.write() is not None
    assert Checkpoint.objects.count() == 4
    assert found() == []


def test_a_checkpoint_waits_for_journals_that_are_being_written(player: int) -> None:
    """A lower number may commit later: it must not fall between two checkpoints."""
    begun, go_on = threading.Event(), threading.Event()

    def slow() -> None:
        try:
            with transaction.atomic():
                services.buy_in(player, session="1", currency=PLAY, amount=1, key="slow")
                begun.set()
                go_on.wait(5)
        finally:
            connection.close()

    thread = threading.Thread(target=slow)
    thread.start()
    assert begun.wait(10)
    threading.Timer(0.3, go_on.set).start()
    line = checkpoints.write()
    thread.join(10)
    assert line is not None and line.last == Journal.objects.get(key="buy-in:slow").pk
    assert found() == []


def test_a_checkpoint_is_not_written_in_a_transaction() -> None:
    with transaction.atomic(), pytest.raises(RuntimeError):
        checkpoints.write()
