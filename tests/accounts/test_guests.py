"""Guests play at once and keep everything when they become full accounts."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.http import HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import include, path, reverse
from django.utils import timezone

from accounts import allowance, guests, names
from accounts.errors import AccountsError, Refusal
from accounts.models import Player
from accounts.tasks import purge
from tests.accounts.conftest import PASSWORD, make_player

pytestmark = pytest.mark.django_db
KEEP = {"name": "Grace", "email": "grace@example.test", "password1": PASSWORD, "password2": PASSWORD}


def play(request):
    """What a page that seats a stranger does."""
    try:
        return HttpResponse(guests.sign_in_guest(request).username)
    except AccountsError as error:
        return HttpResponse(error.code, status=429)


urlpatterns = [path("play/", play), path("", include("pokerroom.urls"))]


@pytest.fixture
def visitor():
    with override_settings(ROOT_URLCONF=__name__):
        yield Client()


@pytest.fixture
def guest(visitor):
    visitor.post("/play/")
    return Player.objects.get(is_guest=True)


def test_a_guest_has_a_name_of_his_own_and_no_way_in_but_the_session(guest):
    assert re.fullmatch(r"guest-\d{4}[a-z]", guest.username)
    assert names.is_reserved(guest.username)
    assert not guest.has_usable_password()
    assert guest.email == ""


def test_names_that_are_taken_are_tried_again(db, monkeypatch):
    numbers = iter([7, 7, 7, 8])
    monkeypatch.setattr(guests.secrets, "randbelow", lambda top: next(numbers))
    monkeypatch.setattr(guests.secrets, "choice", lambda letters: "x")
    assert [guests.create_guest().username for _ in range(2)] == ["guest-0007x", "guest-0008x"]


def test_the_browser_stays_signed_in_for_the_guests_days(visitor, guest, settings):
    assert visitor.get(reverse("accounts:account")).status_code == 200
    assert visitor.session.get_expiry_age() > (settings.GUEST_DAYS - 1) * 86400


def test_one_address_makes_only_so_many_guests(visitor):
    answers = [Client().post("/play/").status_code for _ in range(12)]
    assert answers == [200] * 10 + [429] * 2
    assert Player.objects.count() == 10


def test_keeping_the_account_keeps_the_row_and_signs_in_by_password(visitor, guest):
    allowance.use(guest.pk, hand="1", table="amber", now=timezone.now())
    before = visitor.session.session_key
    response = visitor.post(reverse("accounts:keep"), KEEP)
    assert response["Location"] == reverse("accounts:account")
    player = Player.objects.get()
    assert (player.pk, player.public_id) == (guest.pk, guest.public_id)
    assert (player.username, player.email, player.is_guest) == ("Grace", "grace@example.test", False)
    assert allowance.state(player.pk, timezone.now()).left == 1
    assert visitor.session.session_key != before
    assert visitor.get(reverse("accounts:account")).status_code == 200
    assert mail.outbox[0].to == ["grace@example.test"]
    other = Client()
    other.post(reverse("account_login"), {"login": "grace@example.test", "password": PASSWORD})
    assert other.get(reverse("accounts:account")).status_code == 200


def test_the_name_may_stay(visitor, guest):
    visitor.post(reverse("accounts:keep"), KEEP | {"name": ""})
    player = Player.objects.get()
    assert (player.username, player.is_guest) == (guest.username, False)


@pytest.mark.parametrize(
    "change",
    [
        {"name": "admin"},
        {"name": "guest-1"},
        {"name": "ADA"},
        {"name": "x y z"},
        {"email": ""},
        {"email": "no"},
        {"password1": "", "password2": ""},
        {"password2": "other 12 words"},
        {"password1": "1234", "password2": "1234"},
        {"password1": "grace@example", "password2": "grace@example"},
    ],
)
def test_what_is_not_good_enough_changes_nothing(visitor, guest, change):
    make_player("ada")
    response = visitor.post(reverse("accounts:keep"), KEEP | change)
    assert response.status_code == 200
    assert response.context["form"].errors
    assert Player.objects.get(pk=guest.pk).is_guest
    assert not mail.outbox


def test_a_name_taken_at_the_last_moment_is_said(visitor, guest, monkeypatch):
    make_player("Grace2")
    monkeypatch.setattr("accounts.forms.KeepForm.clean_name", lambda form: "Grace2")
    response = visitor.post(reverse("accounts:keep"), KEEP)
    assert response.context["form"].errors["name"] == ["This name is taken."]
    assert Player.objects.get(pk=guest.pk).is_guest


def test_an_address_somebody_has_is_taken_without_a_word(visitor, guest):
    """T-19: nothing tells whether an address has an account."""
    make_player("ada")
    assert visitor.post(reverse("accounts:keep"), KEEP | {"email": "ada@example.test"}).status_code == 302


def test_only_guests_are_converted_and_only_once(visitor, guest, player):
    visitor.post(reverse("accounts:keep"), KEEP)
    visitor.post(reverse("accounts:keep"), KEEP | {"name": "Other", "password1": "x" * 20, "password2": "x" * 20})
    assert Player.objects.get(pk=guest.pk).username == "Grace"
    request = RequestFactory().post("/")
    request.user = player
    with pytest.raises(AccountsError) as refused:
        guests.keep(request, name="Eve", email="e@example.test", password=PASSWORD)
    assert refused.value.code == Refusal.NOT_A_GUEST


@pytest.mark.parametrize("page", ["account_signup", "account_email", "account_change_password", "account_set_password"])
def test_guests_are_led_to_keep_what_they_have(visitor, guest, page):
    for response in (visitor.get(reverse(page)), visitor.post(reverse(page), {"password1": PASSWORD})):
        assert response["Location"] == reverse("accounts:keep")
    assert not Player.objects.get().has_usable_password()


def test_a_guest_may_sign_in_to_another_account(visitor, guest, player):
    assert "leaves this guest" in visitor.get(reverse("account_login")).content.decode()
    visitor.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    assert visitor.get(reverse("accounts:account")).context["user"] == player


def old_guest():
    guest = guests.create_guest()
    Player.objects.filter(pk=guest.pk).update(date_joined=timezone.now() - timedelta(days=40))
    return guest


def test_idle_guests_go_and_everybody_with_a_trace_stays(db):
    idle, rich, used, kept = (old_guest() for _ in range(4))
    fresh, full = guests.create_guest(), make_player("ada")
    Player.objects.filter(pk=kept.pk).update(is_guest=False)
    allowance.use(used.pk, hand="1", table="amber", now=timezone.now())
    assert guests.purge_idle_guests(timezone.now(), keep=[lambda ids: [pk for pk in ids if pk == rich.pk]]) == 1
    assert set(Player.objects.all()) == {rich, used, kept, fresh, full}
    assert not Player.objects.filter(pk=idle.pk).exists()


def test_the_job_leaves_guests_alone_until_somebody_knows_about_money(db, monkeypatch):
    old_guest()
    monkeypatch.setattr(guests, "_keepers", [])
    assert purge() == 0
    guests.keeper(lambda ids: [])
    assert purge() == 1
    assert not Player.objects.exists()
