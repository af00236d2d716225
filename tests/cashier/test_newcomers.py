"""What a new account starts with, and what Play now does for one that has lost it (R-9.1)."""

import pytest
from django.urls import reverse

from accounts.models import Player
from cashier import services
from cashier.models.books import PLAY
from tables.models import SeatSession
from tests.accounts.conftest import PASSWORD
from tests.tables import room

pytestmark = pytest.mark.django_db
SIGNUP = {"username": "Grace", "email": "grace@example.test", "password1": PASSWORD, "password2": PASSWORD}


def test_who_signs_up_has_play_money_at_once(client, settings):
    client.post(reverse("account_signup"), SIGNUP)
    assert services.balance(Player.objects.get().pk, PLAY) == settings.PLAY_MONEY_GRANT


def test_the_grant_comes_once_however_one_comes_to_a_table(client, settings):
    room.make_table()
    client.post(reverse("account_signup"), SIGNUP)
    for _ in range(2):
        client.post(reverse("tables:play_now"))
    session = SeatSession.objects.get()
    player = session.player_id
    assert services.balance(player, PLAY) + services.stacks([str(session.pk)])[str(session.pk)] == (
        settings.PLAY_MONEY_GRANT
    )


def test_play_now_refills_who_has_too_little(client, settings):
    settings.PLAY_MONEY_GRANT = 1_000
    room.make_table()
    client.post(reverse("account_signup"), SIGNUP)
    assert client.post(reverse("tables:play_now"))["Location"] == "/tables/amber/"
    session = SeatSession.objects.get()
    chips = services.stacks([str(session.pk)])[str(session.pk)]
    assert services.balance(session.player_id, PLAY) == settings.PLAY_MONEY_REFILL_TO - chips


def test_a_refill_that_is_not_enough_comes_once_and_says_so(client, settings):
    settings.PLAY_MONEY_GRANT, settings.PLAY_MONEY_REFILL_TO = 1_000, 1_500
    room.make_table()
    client.post(reverse("account_signup"), SIGNUP)
    for _ in range(2):
        answer = client.post(reverse("tables:play_now"), follow=True)
        assert "Your balance does not hold that much." in answer.content.decode()
        assert services.balance(Player.objects.get().pk, PLAY) == 1_500
    assert not SeatSession.objects.exists()
