"""The account page: what is left, what happened, asking support, panels of other apps."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import allowance, panels, reset_requests
from accounts.errors import AccountsError, Refusal
from accounts.models import AllowanceEntry, ResetRequest
from tests.accounts.conftest import make_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def mine(client, player):
    client.force_login(player)

    def page():
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", client.get(reverse("accounts:account")).content.decode()))

    return page


def use(player, hand, ago):
    assert allowance.use(player.pk, hand=str(hand), table="amber", now=timezone.now() - ago)


def test_strangers_are_asked_to_sign_in(client):
    for name in ("account", "keep", "request_reset"):
        assert client.get(reverse(f"accounts:{name}"))["Location"].startswith(reverse("account_login"))


def test_the_player_sees_what_is_left_and_when_it_returns(mine, player):
    """R-6.7"""
    assert "2 of 2 left" in mine()
    used = timezone.now() - timedelta(hours=3)
    allowance.use(player.pk, hand="812", table="amber", now=used)
    back = used + timedelta(hours=24)
    text = mine()
    assert "1 of 2 left, next back" in text
    assert f"{back:%H:%M} UTC" in text
    assert "Used at amber, hand 812" in text


def test_he_is_warned_when_both_are_used_and_told_when_it_is_off(mine, player, staff):
    """R-6.7"""
    use(player, 1, timedelta(hours=2))
    assert "None left" not in mine()
    use(player, 2, timedelta(hours=1))
    assert "None left: if you lose the connection now, your hand is folded" in mine()
    allowance.revoke(player.pk, actor=staff("Support"), reason="pulls the plug")
    assert "Switched off by support. When" in mine()
    assert "Switched off by support: pulls the plug" in mine()


def test_asking_for_a_reset_and_reading_the_answer(mine, client, player, staff):
    """R-6.7"""
    assert "Ask support" not in mine()
    use(player, 1, timedelta(hours=2))
    assert "Ask support for a reset" in mine()
    client.post(reverse("accounts:request_reset"), {"text": "My <b>line</b> broke"})
    text = mine()
    assert "Support has your request" in text
    assert "My &lt;b&gt;line&lt;/b&gt; broke" in text
    assert "Ask support for a reset" not in text
    client.post(reverse("accounts:request_reset"), {"text": "again"})
    assert ResetRequest.objects.count() == 1
    reset_requests.accept(ResetRequest.objects.get().pk, actor=staff("Support"), answer="Sorry for that.")
    text = mine()
    assert "Support has accepted your request" in text
    assert "Sorry for that." in text
    assert "2 of 2 left" in text
    assert "support-one" not in text, "staff are not named"


@pytest.mark.parametrize("text", ["", "  ", "x" * 1001])
def test_an_empty_or_endless_request_is_refused(client, player, text):
    use(player, 1, timedelta(hours=2))
    client.force_login(player)
    response = client.post(reverse("accounts:request_reset"), {"text": text})
    assert response.status_code == 422
    assert response.context["form"].errors
    with pytest.raises(AccountsError) as refused:
        reset_requests.request_reset(player.pk, text)
    assert refused.value.code == Refusal.BAD_TEXT
    assert not ResetRequest.objects.exists()


def test_there_is_nothing_to_ask_for_when_all_are_there(client, player, staff):
    with pytest.raises(AccountsError) as refused:
        reset_requests.request_reset(player.pk, "please")
    assert refused.value.code == Refusal.NOTHING_USED
    allowance.revoke(player.pk, actor=staff("Support"), reason="r")
    assert reset_requests.request_reset(player.pk, "please switch it on again")


def test_nobody_answers_his_own_request_twice_or_without_the_right(player, staff):
    support = staff("Support")
    use(support, 1, timedelta(hours=1))
    own = reset_requests.request_reset(support.pk, "please")
    use(player, 1, timedelta(hours=1))
    asked = reset_requests.request_reset(player.pk, "please")
    for answer in (reset_requests.accept, reset_requests.decline):
        for request, actor, words, code in [
            (own, support, "yes", Refusal.OWN_ACCOUNT),
            (asked, staff("Floor", "floor-two"), "yes", Refusal.FORBIDDEN)
            if answer is reset_requests.accept
            else (asked, player, "yes", Refusal.FORBIDDEN),
            (asked, support, " ", Refusal.NO_REASON),
        ]:
            with pytest.raises(AccountsError) as refused:
                answer(request, actor=actor, answer=words)
            assert refused.value.code == code
    reset_requests.decline(asked, actor=support, answer="no")
    with pytest.raises(AccountsError) as refused:
        reset_requests.accept(asked, actor=support, answer="yes")
    assert refused.value.code == Refusal.ALREADY_ANSWERED
    assert not AllowanceEntry.objects.filter(kind="reset").exists()


def test_a_guest_is_called_to_keep_the_account(client):
    guest = make_player("guest-1x", is_guest=True, email="")
    client.force_login(guest)
    text = client.get(reverse("accounts:account")).content.decode()
    assert reverse("accounts:keep") in text
    assert reverse("account_change_password") not in text


@pytest.fixture
def panel(tmp_path, settings):
    (tmp_path / "seats.html").write_text("<section>{{ player }} sits at {{ table }}</section>")
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path, *settings.TEMPLATES[0]["DIRS"]]}]
    added = panels.Panel(
        name="test-seats",
        place=panels.Place.ACCOUNT,
        template="seats.html",
        order=5,
        context=lambda player_id: {"table": f"<amber {player_id}>"},
    )
    panels.add(added)
    yield added
    panels.remove(panels.Place.ACCOUNT, "test-seats")


def test_other_apps_add_panels(client, player, panel):
    client.force_login(player)
    text = client.get(reverse("accounts:account")).content.decode()
    assert f"<section>ada sits at &lt;amber {player.pk}&gt;</section>" in text


def test_a_panel_with_a_right_is_shown_to_those_who_have_it(player, staff, panel):
    secret = panels.Panel(
        name="test-secret",
        place=panels.Place.STAFF,
        template="seats.html",
        order=1,
        context=lambda player_id: {"table": "amber"},
        permission="accounts.view_player",
    )
    panels.add(secret)
    try:
        for group, seen in (("Support", True), ("Floor", False)):
            shown = panels.render(panels.Place.STAFF, player=player, viewer=staff(group))
            assert any("sits at amber" in panel for panel in shown) is seen
    finally:
        panels.remove(panels.Place.STAFF, "test-secret")
