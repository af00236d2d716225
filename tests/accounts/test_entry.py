"""Signing up, in and out, forgotten passwords, and what a stranger can't find out."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from tests.accounts.conftest import PASSWORD, make_player

pytestmark = pytest.mark.django_db
NEW_PASSWORD = "another horse 18 battery"
SIGNUP = {"username": "Grace", "email": "Grace@example.test", "password1": PASSWORD, "password2": PASSWORD}


def sign_in(client, login, password=PASSWORD):
    return client.post(reverse("account_login"), {"login": login, "password": password})


def signed_in(client):
    return client.get(reverse("accounts:account")).status_code == 200


def reset_link(message):
    return re.search(r"/accounts/password/reset/key/\S+", message.body).group()


def test_signing_up_signs_in_and_sends_a_mail_to_confirm(client):
    response = client.post(reverse("account_signup"), SIGNUP)
    assert response.status_code == 302
    player = Player.objects.get()
    assert (player.username, player.email, player.is_guest, player.is_staff) == (
        "Grace",
        "grace@example.test",
        False,
        False,
    )
    assert signed_in(client)
    assert mail.outbox[0].to == ["grace@example.test"]
    assert "Hello from Cardroom!" in mail.outbox[0].body
    assert "testserver!" not in mail.outbox[0].body
    link = re.search(r"/accounts/confirm-email/\S+", mail.outbox[0].body).group()
    assert client.post(link).status_code == 302
    assert player.emailaddress_set.get().verified


def test_where_it_is_mandatory_nobody_is_in_before_confirming(client, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    response = client.post(reverse("account_signup"), SIGNUP)
    assert response["Location"] == reverse("account_email_verification_sent")
    assert not signed_in(client)
    assert sign_in(client, "Grace")["Location"] == reverse("account_email_verification_sent")
    assert not signed_in(client)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("username", "admin"),
        ("username", "bot-9"),
        ("username", "Ada"),
        ("username", "a b c"),
        ("username", "x" * 17),
        ("email", "nobody"),
        ("password1", "12345678901"),
        ("password2", "different 12 words"),
        ("email", ""),
        ("username", "gr\x00ce"),
        ("username", "Grаce"),
    ],
)
def test_bad_sign_ups_make_no_account(client, field, value):
    make_player("ada")
    response = client.post(reverse("account_signup"), SIGNUP | {field: value})
    assert response.status_code == 200
    assert response.context["form"].errors
    assert Player.objects.count() == 1


@pytest.mark.parametrize("login", ["ada", "ADA", "ada@example.test", "Ada@Example.Test"])
def test_signing_in_by_name_or_e_mail_in_any_case(client, player, login):
    assert sign_in(client, login).status_code == 302
    assert signed_in(client)


def test_signing_in_gives_the_session_a_new_key(client, player):
    """T-3: a session planted before signing in is worth nothing after it."""
    session = client.session
    session["planted"] = True
    session.save()
    before = session.session_key
    client.cookies["sessionid"] = before
    sign_in(client, "ada")
    assert client.cookies["sessionid"].value != before


def test_signing_out_takes_a_post(client, player):
    client.force_login(player)
    assert client.get(reverse("account_logout")).status_code == 200
    assert signed_in(client)
    assert client.post(reverse("account_logout")).status_code == 302
    assert not signed_in(client)


def test_a_forgotten_password_is_replaced_once_through_the_mail(client, player):
    """T-19: the link works once."""
    other = Client()
    other.force_login(player)
    client.post(reverse("account_reset_password"), {"email": "ADA@example.test"})
    link = reset_link(mail.outbox[0])
    form = client.get(link, follow=True)
    new = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    assert client.post(form.redirect_chain[-1][0], new).status_code == 302
    player.refresh_from_db()
    assert player.check_password(NEW_PASSWORD)
    assert not signed_in(other), "other sessions end"
    again = Client().get(link, follow=True)
    assert again.context["token_fail"]


def test_a_reset_link_is_dead_after_an_hour_and_after_signing_in(client, player, settings):
    """T-19"""
    client.post(reverse("account_reset_password"), {"email": "ada@example.test"})
    link = reset_link(mail.outbox[0])
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert Client().get(link, follow=True).context["token_fail"]
    settings.PASSWORD_RESET_TIMEOUT = 3600
    Player.objects.filter(pk=player.pk).update(last_login=timezone.now() + timedelta(seconds=1))
    assert Client().get(link, follow=True).context["token_fail"]


def without_tokens(response):
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", response.content.decode())
    return response.status_code, response.get("Location"), text


def test_asking_for_a_reset_tells_nobody_who_has_an_account(client, player):
    """T-19: the same answer, and one mail, for known and unknown."""
    answers = []
    for address in ("ada@example.test", "nobody@example.test"):
        visitor = Client()
        first = visitor.post(reverse("account_reset_password"), {"email": address})
        then = visitor.get(first["Location"])
        answers.append((without_tokens(first), without_tokens(then)))
    assert answers[0] == answers[1]
    assert [message.to for message in mail.outbox] == [["ada@example.test"], ["nobody@example.test"]]


def test_signing_in_fails_alike_for_unknown_names_and_wrong_passwords(client, player):
    known = sign_in(Client(), "ada", "wrong password")
    unknown = sign_in(Client(), "eve", "wrong password")
    assert known.context["form"].errors == unknown.context["form"].errors
    assert known.status_code == unknown.status_code == 200


def test_signing_up_tells_nobody_whose_address_is_known(player):
    taken = Client().post(reverse("account_signup"), SIGNUP | {"email": "ada@example.test"})
    free = Client().post(reverse("account_signup"), SIGNUP | {"username": "Grace2", "email": "free@example.test"})
    assert (taken.status_code, taken["Location"]) == (free.status_code, free["Location"])
    assert Player.objects.get(username="Grace").pk != player.pk


def test_an_address_somebody_confirmed_can_not_be_confirmed_by_another(client, player):
    player.emailaddress_set.create(email=player.email, verified=True, primary=True)
    client.post(reverse("account_signup"), SIGNUP | {"email": player.email})
    link = re.search(r"/accounts/confirm-email/\S+", mail.outbox[0].body).group()
    page = client.get(link)
    assert "This address is taken" in page.content.decode()
    client.post(link)
    assert not Player.objects.get(username="Grace").emailaddress_set.get().verified


@pytest.mark.parametrize("door", ["account_login", "admin:login"])
def test_guessing_is_stopped_at_both_doors(client, player, door):
    """T-20: three failures in half an hour, also for the right password after them."""
    address = client.get(reverse(door), follow=True).request["PATH_INFO"]
    assert address == reverse("account_login"), "the administration has no door of its own"
    for _ in range(3):
        sign_in(client, "ada", "wrong password")
    response = sign_in(client, "ada")
    assert "Too many failed attempts" in response.content.decode()
    assert not signed_in(client)


def test_posting_to_the_administrations_own_sign_in_does_nothing(client):
    make_player("boss", is_staff=True, is_superuser=True)
    client.post("/admin/login/", {"username": "boss", "password": PASSWORD})
    assert client.get("/admin/").status_code == 302


def test_a_blocked_account_can_not_sign_in(client, player):
    Player.objects.update(is_active=False)
    assert sign_in(client, "ada")["Location"] == reverse("account_inactive")
    assert not signed_in(client)


def test_changing_the_password_keeps_this_session_and_ends_the_others(client, player):
    """T-3"""
    other = Client()
    for one in (client, other):
        sign_in(one, "ada")
    response = client.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD},
    )
    assert response["Location"] == reverse("accounts:account")
    assert signed_in(client)
    assert not signed_in(other)


def test_changing_the_e_mail_asks_for_the_password_and_counts_when_confirmed(client, player):
    player.emailaddress_set.create(email=player.email, verified=True, primary=True)
    sign_in(client, "ada")
    response = client.post(reverse("account_email"), {"action_add": "", "email": "new@example.test"})
    assert response["Location"].startswith(reverse("account_reauthenticate"))
    assert not mail.outbox
    assert client.post(response["Location"], {"password": "wrong password"}).status_code == 200
    client.post(response["Location"], {"password": PASSWORD})
    player.refresh_from_db()
    assert player.email == "ada@example.test"
    link = re.search(r"/accounts/confirm-email/\S+", mail.outbox[-1].body).group()
    client.post(link)
    player.refresh_from_db()
    assert player.email == "new@example.test"


def test_next_leads_nowhere_else(client, player):
    """T-26"""
    for onward in ("https://evil.test/", "//evil.test/", "javascript:alert(1)"):
        response = client.post(reverse("account_login") + f"?next={onward}", {"login": "ada", "password": PASSWORD})
        assert "evil" not in response["Location"]
        assert "javascript" not in response["Location"]
        response = client.get(reverse("account_login") + f"?next={onward}")
        assert response["Location"] == "/"
        client.post(reverse("account_logout"))
