"""What beat starts for the cashier."""

import pytest
from django.db import connection
from django.test import override_settings

from accounts.guests import create_guest, keepers
from cashier import services, tasks, triggers
from cashier.freezing import frozen
from cashier.models import PLAY, Account
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


def test_a_guest_with_money_is_kept() -> None:
    with_money, without = create_guest(), create_guest()
    services.grant_play_money(with_money.pk, key=str(with_money.pk))
    kept = {pk for keep in keepers() for pk in keep([with_money.pk, without.pk])}
    assert with_money.pk in kept and without.pk not in kept
