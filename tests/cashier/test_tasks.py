"""What beat starts for the cashier."""

from datetime import UTC, datetime

import pytest
from celery.signals import worker_ready
from django.core.cache import cache
from django.db import connection
from django.test import override_settings
from django.utils import timezone

from accounts.guests import create_guest, keepers
from cashier import restarts, services, tasks, triggers
from cashier.freezing import frozen
from cashier.models import PLAY, Account
from pokerroom import celery
from tests.cashier.scenes import scene

pytestmark = pytest.mark.django_db


def test_the_nightly_sweep_moves_rake_to_the_house(player: int, other: int) -> None:
    for session, who in (("1", player), ("2", other)):
        services.buy_in(who, session=session, currency=PLAY, amount=1_000, key=session)
    services.settle_hand(number=1, table="amber", currency=PLAY, nets={"1": 95, "2": -100}, rake=5, payload="")
    assert tasks.sweep_rake() == 1
    assert tasks.sweep_rake() == 0
    assert Account.objects.get(kind="house").balance == 5


@override_settings(LEDGER_FREEZES=["PLAY", "EUR"])
def test_the_nightly_proof_freezes_a_currency_at_fault() -> None:
    scene()
    assert tasks.check_books() is True
    connection.check_constraints()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    triggers.remove(connection)
    Account.objects.filter(kind="wallet", currency=PLAY).update(balance=1)
    triggers.install(connection)
    assert tasks.check_books() is False
    assert frozen(PLAY) and not frozen("EUR")


def test_a_worker_that_starts_asks_for_the_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(celery.app, "send_task", lambda name, **options: asked.append(name))
    worker_ready.send(sender=None)
    assert asked == ["cashier.check_books"]


def test_the_books_are_proven_once_after_each_restart_of_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.delete(restarts.KEY)
    starts = [datetime(2026, 5, 4, 12, 0, tzinfo=UTC), datetime(2026, 5, 4, 13, 0, tzinfo=UTC)]
    proofs: list[bool] = []
    monkeypatch.setattr(tasks, "check_books", lambda: proofs.append(True))
    for started in starts:
        monkeypatch.setattr(restarts, "database_started", lambda started=started: started)
        assert [tasks.check_after_restart() for _ in range(3)] == [True, False, False]
    assert len(proofs) == 2
    cache.delete(restarts.KEY)


def test_postgresql_knows_when_it_was_started() -> None:
    started = restarts.database_started()
    assert (started is None) is (connection.vendor == "sqlite")
    assert started is None or started < timezone.now()


def test_a_guest_with_money_is_kept() -> None:
    with_money, without = create_guest(), create_guest()
    services.grant_play_money(with_money.pk, key=str(with_money.pk))
    kept = {pk for keep in keepers() for pk in keep([with_money.pk, without.pk])}
    assert with_money.pk in kept and without.pk not in kept
