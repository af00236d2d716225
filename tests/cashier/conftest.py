"""Players with play money, and seats, for the tests of the books."""

import itertools
from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model

from cashier import services

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
