"""The administration: every address for every group, default deny; and what support does there."""

from datetime import timedelta

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.urls import reverse
from django.utils import timezone

from accounts import allowance, reset_requests
from accounts.models import AccountEntry, AllowanceEntry, Player, ResetRequest
from tests.accounts.conftest import make_player

pytestmark = pytest.mark.django_db

EVERYBODY = {"index", "login", "logout", "password_change", "password_change_done", "jsi18n", "view_on_site"}
"""Addresses of the site itself, open to all staff: none of them shows or changes a row."""
LOOK = {
    "accounts_player_changelist",
    "accounts_player_change",
    "accounts_player_history",
    "accounts_resetrequest_changelist",
    "accounts_resetrequest_change",
    "accounts_resetrequest_history",
    "accounts_allowanceentry_changelist",
    "accounts_allowanceentry_change",
    "accounts_allowanceentry_history",
}
DO = {"accounts_player_act", "accounts_resetrequest_answer"}
ALLOWED = {"Support": LOOK | DO, "Manager": LOOK | DO, "Floor": set(), None: set()}


def addresses():
    """(name, its reversed address) of everything the administration serves for accounts and Django's own apps."""
    for pattern in admin.site.get_urls():
        if pattern_name := getattr(pattern, "name", None):
            yield pattern_name
    for model, model_admin in admin.site._registry.items():
        if model._meta.app_label in OWN:
            yield from (pattern.name for pattern in model_admin.urls if pattern.name)


OWN = {"accounts", "account", "auth", "admin", "sessions", "contenttypes"}


@pytest.fixture
def rows(player):
    allowance.use(player.pk, hand="812", table="amber", now=timezone.now())
    request = reset_requests.request_reset(player.pk, "my line broke")
    return {"player": player.pk, "resetrequest": request, "allowanceentry": AllowanceEntry.objects.get().pk}


def locate(name, rows):
    model = name.split("_")[1] if "_" in name else ""
    pk = rows.get(model, 1)
    tries = [
        {},
        {"args": [pk]},
        {"args": [pk, "reset" if name.endswith("act") else "accept"]},
        {"kwargs": {"app_label": "accounts"}},
        {"kwargs": {"content_type_id": 1, "object_id": 1}},
    ]
    for arguments in tries:
        try:
            return reverse(f"admin:{name}", **arguments)
        except Exception:
            continue
    raise AssertionError(f"no way to {name}")


@pytest.mark.parametrize("group", ["Support", "Manager", "Floor", None])
def test_each_group_reaches_what_it_may_and_nothing_else(client, staff, rows, group):
    """T-14"""
    person = staff(group) if group else make_player("helper", is_staff=True)
    reached = set()
    for name in sorted(set(addresses()) - EVERYBODY - {"app_list"}):
        client.force_login(person)
        address = locate(name, rows)
        answers = {client.get(address).status_code, client.post(address, {"reason": "r", "answer": "a"}).status_code}
        assert answers <= {200, 302, 403, 404, 405}, (name, answers)
        if answers & {200, 302} and not _sent_to_index(client, address):
            reached.add(name)
    assert reached == ALLOWED[group]


def _sent_to_index(client, address):
    """Django answers an unknown row, to those without any right, by a way back to the index."""
    response = client.get(address)
    return response.status_code == 302 and response["Location"] == reverse("admin:index")


@pytest.mark.parametrize("group", ["Support", "Manager"])
def test_support_only_looks_and_never_types_into_a_row(client, staff, rows, group):
    """T-14: no adding, changing, deleting and no bulk actions."""
    client.force_login(staff(group))
    for model in ("player", "resetrequest", "allowanceentry"):
        pk = rows[model]
        assert client.get(reverse(f"admin:accounts_{model}_add")).status_code == 403
        for way in ("change", "delete"):
            assert (
                client.post(reverse(f"admin:accounts_{model}_{way}", args=[pk]), {"is_staff": "on"}).status_code == 403
            )
        page = client.get(reverse(f"admin:accounts_{model}_changelist"))
        assert page.status_code == 200
        assert 'name="action"' not in page.content.decode()
        bulk = {"action": "delete_selected", "_selected_action": [pk], "post": "yes"}
        client.post(reverse(f"admin:accounts_{model}_changelist"), bulk)
    assert Player.objects.get(pk=rows["player"]).is_staff is False
    assert ResetRequest.objects.count() == AllowanceEntry.objects.count() == 1


def test_visitors_and_players_are_not_let_in(client, player, rows):
    for name in LOOK | DO:
        assert client.get(locate(name, rows)).status_code == 302
    client.force_login(player)
    for name in LOOK | DO:
        response = client.post(locate(name, rows), {"reason": "r", "answer": "a"})
        assert response.status_code in {302, 403}
    assert not AllowanceEntry.objects.exclude(kind="use").exists()


def act(client, player, verb, reason="because"):
    return client.post(reverse("admin:accounts_player_act", args=[player.pk, verb]), {"reason": reason}, follow=True)


def test_support_finds_a_player_and_sees_his_allowance(client, staff, rows, player):
    client.force_login(staff("Support"))
    found = client.get(reverse("admin:accounts_player_changelist"), {"q": "ADA@exam"})
    assert "ada" in found.content.decode()
    page = client.get(reverse("admin:accounts_player_change", args=[player.pk])).content.decode()
    for words in ("1 of 2 left", "812", "amber", "my line broke", "Give back the used all-ins"):
        assert words in page
    assert player.password not in page
    assert "argon2" not in page


def test_support_acts_with_a_reason_that_is_kept(client, staff, player):
    """R-6.6"""
    allowance.use(player.pk, hand="1", table="t", now=timezone.now())
    client.force_login(staff("Support"))
    assert "Nothing done" in act(client, player, "reset", reason=" ").content.decode()
    assert not AllowanceEntry.objects.filter(kind="reset").exists()
    act(client, player, "reset")
    assert "nothing is used" in act(client, player, "reset").content.decode()
    act(client, player, "revoke", "pulls the plug")
    act(client, player, "reinstate", "apologised")
    done = AllowanceEntry.objects.exclude(kind="use").order_by("id").values_list("kind", "actor__username", "reason")
    assert list(done) == [
        ("reset", "support-one", "because"),
        ("revoke", "support-one", "pulls the plug"),
        ("reinstate", "support-one", "apologised"),
    ]
    assert LogEntry.objects.count() == 3


def test_support_blocks_and_unblocks_players_but_not_staff(client, staff, player):
    support = staff("Support")
    client.force_login(support)
    act(client, player, "block", "chip dumping")
    assert not Player.objects.get(pk=player.pk).is_active
    act(client, player, "unblock", "was his brother")
    assert Player.objects.get(pk=player.pk).is_active
    entries = AccountEntry.objects.order_by("id").values_list("kind", "actor__username", "reason")
    assert list(entries) == [
        ("blocked", "support-one", "chip dumping"),
        ("unblocked", "support-one", "was his brother"),
    ]
    boss = make_player("boss", is_staff=True, is_superuser=True)
    assert "only a superuser" in act(client, boss, "block").content.decode()
    assert "not for your own account" in act(client, support, "block").content.decode()
    assert Player.objects.filter(is_active=True).count() == 3


def test_support_answers_requests(client, staff, rows, player):
    client.force_login(staff("Support"))
    address = reverse("admin:accounts_resetrequest_answer", args=[rows["resetrequest"], "accept"])
    assert "Nothing done" in client.post(address, {"answer": ""}, follow=True).content.decode()
    client.post(address, {"answer": "Here you are."})
    assert allowance.state(player.pk, timezone.now()).left == 2
    assert "somebody has answered" in client.post(address, {"answer": "again"}, follow=True).content.decode()
    request = ResetRequest.objects.get()
    assert (request.status, request.answer, request.answered_by.username) == (
        "accepted",
        "Here you are.",
        "support-one",
    )


def test_unknown_verbs_and_rows_are_not_found_and_get_does_nothing(client, staff, rows, player):
    client.force_login(staff("Support"))
    assert act(client, player, "promote").status_code == 404
    assert client.post(reverse("admin:accounts_player_act", args=[999999, "reset"]), {"reason": "r"}).status_code == 404
    assert client.get(reverse("admin:accounts_player_act", args=[player.pk, "reset"])).status_code == 405
    assert client.get(reverse("admin:accounts_resetrequest_answer", args=[1, "accept"])).status_code == 405


def test_a_superuser_decides_who_is_staff_and_nothing_else(client, player):
    client.force_login(make_player("boss", is_staff=True, is_superuser=True))
    address = reverse("admin:accounts_player_change", args=[player.pk])
    client.post(address, {"is_staff": "on", "username": "other", "is_superuser": "on", "is_active": ""})
    player.refresh_from_db()
    assert (player.is_staff, player.username, player.is_superuser, player.is_active) == (True, "ada", False, True)
    assert client.post(reverse("admin:accounts_player_delete", args=[player.pk]), {"post": "yes"}).status_code == 403


def test_a_manager_gives_the_reset_that_support_may_not(client, staff, player, settings):
    settings.ALL_IN_RESETS_PER_30_DAYS = 0
    allowance.use(player.pk, hand="1", table="t", now=timezone.now() - timedelta(hours=1))
    client.force_login(staff("Support"))
    assert "ask a manager" in act(client, player, "reset").content.decode()
    client.force_login(staff("Manager"))
    act(client, player, "reset")
    assert AllowanceEntry.objects.get(kind="reset").actor.username == "manager-one"
