"""Players with play money, and seats, for the tests of the books."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission

from accounts import clock
from cashier import ledger, places, providers, real_money, services
from cashier.models import JournalKind
from tests.cashier.courier import Courier

_numbers = itertools.count(1)


@pytest.fixture
def new_player(db: None) -> Callable[[], int]:
    """Makes a demo player who holds the play-money grant of 200,000; returns the id."""

    def make() -> int:
        player = get_user_model().objects.create_user(f"demo_{next(_numbers)}")
        services.grant_play_money(player.pk, key=str(player.pk))
        return int(player.pk)

    return make


@pytest.fixture
def player(new_player: Callable[[], int]) -> int:
    return new_player()


@pytest.fixture
def other(new_player: Callable[[], int]) -> int:
    return new_player()


@pytest.fixture
def real(settings: Any) -> None:
    """Real money is on, with the test's providers."""
    settings.REAL_MONEY_ENABLED = True
    settings.CASHIER_PROVIDERS = [
        "cashier.providers.manual.Manual",
        "tests.cashier.courier.Courier",
        "tests.cashier.courier.Strict",
    ]


@pytest.fixture
def courier(real: None) -> Courier:
    courier = providers.named("courier")
    assert isinstance(courier, Courier)
    courier.reset()
    return courier


@pytest.fixture
def rich(real: None, player: int) -> int:
    """A player who has confirmed age and terms and holds 1,000.00 euros."""
    real_money.confirm(player, of_age=True, terms="1", now=clock.now())
    ledger.post(
        key=f"deposit:test {player}",
        kind=JournalKind.DEPOSIT,
        currency="EUR",
        moves={places.WORLD: -100_000, places.wallet(player): 100_000},
    )
    return player


@pytest.fixture
def new_staff(db: None) -> Callable[..., int]:
    """Makes a member of staff with the permissions named, "app.codename"; returns the id."""

    def make(*permissions: str) -> int:
        staff = get_user_model().objects.create_user(f"demo_staff_{next(_numbers)}", is_staff=True)
        for permission in permissions:
            app, codename = permission.split(".")
            staff.user_permissions.add(Permission.objects.get(content_type__app_label=app, codename=codename))
        return int(staff.pk)

    return make


@pytest.fixture
def cashiers(new_staff: Callable[..., int]) -> tuple[int, int, int]:
    """Three people who may decide about requests."""
    one, two, three = (new_staff("cashier.decide_moneyrequest") for _ in range(3))
    return one, two, three
