"""What ends a signed-in session, and with it the sockets it opened (T-3)."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import blocking, sessions
from accounts.models import Player
from tests.accounts.conftest import PASSWORD, make_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone(player):
    return signed_in()


def signed_in():
    client = Client()
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    return client


def ticket(client):
    return sessions.ticket(client.session, int(client.session["_auth_user_id"]))


def test_a_ticket_holds_while_its_holder_is_signed_in(phone, django_assert_num_queries):
    tickets = [ticket(phone), ticket(signed_in())]
    with django_assert_num_queries(2):
        assert sessions.ended(tickets) == set()
    assert sessions.ended([]) == set()


def test_signing_out_ends_that_session_alone(phone):
    desk = signed_in()
    tickets = {ticket(phone), ticket(desk)}
    gone = ticket(phone)
    phone.post(reverse("account_logout"))
    assert sessions.ended(tickets) == {gone}


def test_a_new_password_ends_every_socket(phone):
    tickets = {ticket(phone), ticket(signed_in())}
    player = Player.objects.get()
    player.set_password("another horse 18 battery")
    player.save()
    assert sessions.ended(tickets) == tickets


def test_ending_sessions_signs_out_everywhere_and_leaves_others(phone):
    make_player("eve")
    other = Client()
    other.post(reverse("account_login"), {"login": "eve", "password": PASSWORD})
    mine, others = ticket(phone), ticket(other)
    sessions.end_sessions(mine.player_id)
    assert sessions.ended([mine, others]) == {mine}
    assert phone.get(reverse("accounts:account")).status_code == 302
    assert other.get(reverse("accounts:account")).status_code == 200


def test_blocking_ends_sockets_and_sessions(phone, staff):
    mine = ticket(phone)
    assert blocking.block(mine.player_id, actor=staff("Support"), reason="chip dumping")
    assert sessions.ended([mine]) == {mine}
    assert phone.get(reverse("accounts:account")).status_code == 302


def test_being_unblocked_does_not_bring_old_sessions_back(phone, staff):
    mine, support = ticket(phone), staff("Support")
    blocking.block(mine.player_id, actor=support, reason="r")
    blocking.unblock(mine.player_id, actor=support, reason="r")
    assert sessions.ended([mine]) == {mine}
    assert phone.get(reverse("accounts:account")).status_code == 302


def test_a_session_that_expires_does_not_end_an_open_socket(phone):
    mine = ticket(phone)
    Session.objects.update(expire_date=timezone.now() - timedelta(hours=1))
    assert sessions.purge(timezone.now()) == 0
    assert sessions.ended([mine]) == set()
    assert sessions.purge(timezone.now() + timedelta(days=3)) == 1
    assert sessions.ended([mine]) == {mine}


def test_a_forged_ticket_is_worth_nothing(phone):
    real = ticket(phone)
    eve = make_player("eve")
    for forged in (
        sessions.Ticket(player_id=eve.pk, session_key=real.session_key, auth_hash=real.auth_hash),
        sessions.Ticket(player_id=real.player_id, session_key=real.session_key, auth_hash=""),
        sessions.Ticket(player_id=real.player_id, session_key="", auth_hash=real.auth_hash),
    ):
        assert sessions.ended([forged]) == {forged}
