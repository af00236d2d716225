"""Every page of accounts looks like the room, and every unsafe request needs the token (T-2)."""

import re

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from accounts.models import Player
from tests.accounts.conftest import PASSWORD, make_player

pytestmark = pytest.mark.django_db

STRANGERS = ["account_login", "account_signup", "account_reset_password", "account_reset_password_done"]
STRANGERS += ["account_reset_password_from_key_done", "account_inactive", "account_email_verification_sent"]
MEMBERS = ["account_logout", "account_change_password", "account_reset_password", "account_reauthenticate"]
MEMBERS += ["accounts:account", "account_reset_password_done", "account_inactive"]
GUESTS = ["account_login", "account_logout", "accounts:account", "accounts:keep"]


def assert_ours(response):
    text = response.content.decode()
    assert response.status_code in {200, 429}
    assert "css/page" in text
    assert 'class="form-page"' in text or 'class="column account"' in text
    assert "allauth" not in text
    assert not re.search(r"<script(?![^>]* src=)|\sstyle=|\son\w+=", text), "the policy forbids inline script and style"
    for field in re.findall(r'<input(?=[^>]*type="(?:text|email|password)")[^>]*id="([^"]+)"', text):
        assert f'<label for="{field}"' in text, f"{field} has no label"


@pytest.mark.parametrize("name", STRANGERS)
def test_pages_of_strangers(client, name):
    assert_ours(client.get(reverse(name)))


@pytest.mark.parametrize("name", MEMBERS)
def test_pages_of_members(client, player, name):
    client.force_login(player)
    assert_ours(client.get(reverse(name)))


@pytest.mark.parametrize("name", GUESTS)
def test_pages_of_guests(client, name):
    client.force_login(make_player("guest-1x", is_guest=True, email=""))
    assert_ours(client.get(reverse(name)))


def test_pages_behind_a_link_or_a_password(client, player):
    assert_ours(client.get("/accounts/password/reset/key/1-bad-key/"))
    assert_ours(client.get("/accounts/confirm-email/bad-key/"))
    client.post(reverse("account_login"), {"login": "ada", "password": PASSWORD})
    assert_ours(client.get(reverse("account_email")))
    asked = client.post(reverse("account_email"), {"action_add": "", "email": "new@example.test"})
    assert_ours(client.get(asked["Location"]))
    client.post(asked["Location"], {"password": PASSWORD})
    changing = client.get(reverse("account_email"))
    assert "new@example.test" in changing.content.decode()
    assert_ours(changing)


def test_a_session_alone_never_sets_a_first_password(client, player):
    """An account without one gets it through the mail, so a stolen session can't take it over."""
    player.set_unusable_password()
    player.save()
    client.force_login(player)
    assert client.get(reverse("account_set_password")).status_code == 403


def test_the_page_for_too_many_tries(client, settings):
    settings.ACCOUNT_RATE_LIMITS = {"signup": "1/h/ip"}
    client.post(reverse("account_signup"), {})
    response = client.post(reverse("account_signup"), {})
    assert response.status_code == 429
    assert_ours(response)


def test_the_page_when_sign_up_is_closed(client, settings):
    settings.ACCOUNT_SIGNUP_ENABLED = False
    assert_ours(client.get(reverse("account_signup")))


def test_errors_are_tied_to_their_fields(client):
    text = client.post(reverse("account_signup"), {"username": "x"}).content.decode()
    assert 'aria-invalid="true"' in text
    described = re.search(r'name="username"[^>]*aria-describedby="([^"]+)"|aria-describedby="([^"]+)"', text)
    for identifier in next(filter(None, described.groups())).split():
        assert f'id="{identifier}"' in text


def routes(resolver, prefix=""):
    for pattern in resolver.url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, route)
        else:
            yield route


def path_of(route):
    route = re.sub(r"\(\?P<\w+>[^()]*(?:\([^()]*\))*[^()]*\)", "1-a", route)
    return "/" + re.sub(r"<[^>]+>", "1", route).replace("^", "").replace("$", "").replace("\\", "").replace("?", "")


def test_no_address_takes_a_post_without_the_token():
    """T-2: walk the URLconf."""
    boss = make_player("boss", is_staff=True, is_superuser=True)
    client = Client(enforce_csrf_checks=True)
    client.force_login(boss)
    before = Player.objects.values().get()
    paths = {path_of(route) for route in routes(get_resolver())}
    assert len(paths) > 60
    for path in sorted(paths):
        for method in (client.post, client.put, client.delete):
            status = method(path).status_code
            assert status == 403, (path, status)
    assert Player.objects.values().get() == before


def test_looking_changes_nothing(client, player):
    """T-2"""
    client.force_login(player)
    before = Player.objects.values().get()
    for name in {*MEMBERS, *STRANGERS}:
        client.get(reverse(name))
    assert Player.objects.values().get() == before
