"""Support and Floor have exactly their rights over every address of the administration, whatever is registered there;
what is new is refused. The cashier's groups: tests/cashier/test_admin.py.
"""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts import allowance, clock, reset_requests
from accounts.models import AllowanceEntry
from accounts.models import Player as Account
from tables.live import row
from tables.models import Hand, LiveTable, SeatSession, Table
from tests.abuse.addresses import addresses
from tests.tables import room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]
BACKEND = "django.contrib.auth.backends.ModelBackend"
SEE = ("changelist", "change", "history")
TABLES = {f"tables_{model}_{page}" for model in ("table", "hand", "seatsession") for page in SEE}
PEOPLE = {f"accounts_{model}_{page}" for model in ("player", "resetrequest", "allowanceentry") for page in SEE}
LOOK = {
    "Support": TABLES | PEOPLE,
    "Floor": TABLES | {"tables_table_add", "tables_table_void"},
    None: set(),
}
DO = {
    "Support": {"accounts_player_act", "accounts_resetrequest_answer"},
    "Floor": {"tables_table_add", "tables_table_change", "tables_table_state", "tables_table_void"},
    None: set(),
}
RIGHTS = {
    "Support": {
        "view_player", "block_player", "view_allinallowance", "view_allowanceentry", "reset_allowance",
        "revoke_allowance", "view_resetrequest", "answer_resetrequest", "view_accountentry", "view_table", "view_hand",
        "view_handseat", "view_seatsession",
    },
    "Floor": {"view_table", "add_table", "change_table", "view_hand", "view_handseat", "view_seatsession"},
}  # fmt: skip


@pytest.fixture
def rows() -> dict[str, int]:
    """One row of each kind that Support or Floor may see, and a hand on the table."""
    table, players = room.make_table(), [room.make_player(name) for name in ("ann", "bob")]
    room.start(table, *players)
    room.act(table, room.actor(table, *players), "fold")
    room.wake(table)
    player = players[0].who.id
    allowance.use(player, hand="812", table="amber", now=clock.now())
    return {
        "table": table.pk,
        "hand": Hand.objects.get().pk,
        "seatsession": SeatSession.objects.earliest("pk").pk,
        "player": player,
        "resetrequest": reset_requests.request_reset(player, "my line broke"),
        "allowanceentry": AllowanceEntry.objects.get().pk,
    }


def desk(group: str | None, name: str = "helper") -> Client:
    account = Account.objects.create_user(name, is_staff=True)
    account.groups.set(Group.objects.filter(name=group))
    client = Client()
    client.force_login(account, BACKEND)
    return client


def admin_addresses(rows: dict[str, int]) -> dict[str, str]:
    """The administration's addresses of all models by name, leading to the rows where there are any."""
    found = {}
    for model, key in [*rows.items(), ("", 1)]:
        known = {"object_id": key, "pk": key, "player_id": key, "request_id": key}
        verbs = {"player": "revoke", "resetrequest": "accept", "table": "pause"}
        for address in addresses(known | {"verb": verbs.get(model, "x")}):
            name = address.name.removeprefix("admin:")
            of = name.split("_")[1] if name.count("_") > 1 else ""
            if address.name.startswith("admin:") and of not in {"", "change"} and (of == model or of not in rows):
                found[name] = address.path
    return found


@pytest.mark.parametrize("group", ["Support", "Floor", None])
def test_each_group_sees_what_it_may_and_nothing_else(rows: dict[str, int], group: str | None) -> None:
    client = desk(group)
    found = admin_addresses(rows)
    assert {model._meta.model_name for model in admin.site._registry} <= {name.split("_")[1] for name in found}
    seen = set()
    for name, path in found.items():
        answer = client.get(path)
        assert answer.status_code in {200, 302, 403, 404, 405}, (name, answer.status_code)
        seen |= {name} if answer.status_code == 200 else set()
    assert seen == LOOK[group]


@pytest.mark.parametrize("group", ["Support", "Floor", None])
def test_each_group_does_what_it_may_and_nothing_else(rows: dict[str, int], group: str | None) -> None:
    """A refused form is 403, whatever it holds; the rest is let in, and judged by what it holds."""
    client = desk(group)
    done = set()
    for name, path in admin_addresses(rows).items():
        if name in {"tables_table_void", "tables_table_state"}:
            client.get(path)
        answer = client.post(path, {"reason": "because", "answer": "yes"})
        assert answer.status_code in {200, 302, 403, 404, 405}, (name, answer.status_code)
        looked = name in LOOK[group or None] and name.endswith(("changelist", "history"))
        if answer.status_code in {200, 302} and not looked and answer.headers.get("Location") != reverse("admin:index"):
            done.add(name)
    assert done == DO[group]


@pytest.mark.parametrize("group", ["Support", "Floor"])
def test_groups_have_no_right_that_is_not_written_down_here(group: str) -> None:
    held = Group.objects.get(name=group).permissions.values_list("codename", flat=True)
    assert set(held) == RIGHTS[group]


@pytest.mark.parametrize("group", ["Support", "Floor", None])
def test_a_model_that_is_registered_later_is_closed_to_all_groups(
    rows: dict[str, int], group: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even one with everything in it: who is given no right has none."""
    late = admin.ModelAdmin(LiveTable, admin.site)
    monkeypatch.setitem(admin.site._registry, LiveTable, late)
    client = desk(group)
    account = Account.objects.get(username="helper")
    request = RequestFactory().get("/")
    request.user = account
    assert not any(late.get_model_perms(request).values())
    assert "livetable" not in client.get(reverse("admin:index")).content.decode()


def test_nobody_of_the_staff_is_shown_the_row_with_the_deck(rows: dict[str, int]) -> None:
    """There is no page for the live row, for anybody, and none of the hand's page has the box."""
    assert LiveTable not in admin.site._registry
    boss = Account.objects.create_superuser("boss")
    client = Client()
    client.force_login(boss, BACKEND)
    for path in admin_addresses(rows).values():
        answer = client.get(path)
        if answer.status_code == 200 and not answer.streaming:
            text = answer.content.decode()
            assert "deck" not in text.lower().replace("deckchair", ""), path


def test_what_the_floor_changes_counts_from_the_next_hand_and_finished_ones_keep_theirs(rows: dict[str, int]) -> None:
    """Preset, stakes and single settings: neither the running hand nor the record of an old one becomes another."""
    table = Table.objects.get()
    running, old = room.live(table).hand.setup, Hand.objects.get()
    page = Client().get(f"/hands/{old.public_id}.txt").content
    form = {
        "slug": "amber", "name": "Amber", "game": "fixed", "small_bet": "4", "big_bet": "8", "small_blind": "2",
        "big_blind": "4", "ante": "1", "chip": "1", "currency": "PLAY", "seats": 9, "min_buy_in": "40",
        "max_buy_in": "200", "preset": "24poker", "rule_quiet_ms": "9", "pause_ms": 4000,
        "away_minutes": 15, "position": 1,
    }  # fmt: skip
    answer = desk("Floor").post(reverse("admin:tables_table_change", args=[table.pk]), form)
    assert answer.status_code == 302, answer.context["errors"]
    assert room.live(table).hand.setup == running
    old.refresh_from_db()
    assert (old.setup["rules"]["name"], old.setup["stakes"]["small_bet"]) == ("house", 200)
    assert Client().get(f"/hands/{old.public_id}.txt").content == page
    row.forget()
    assert room.live(table).hand.setup == running, "also for a process that reads it anew"
    players = [room.Caller(who=seat.who) for seat in room.live(table).seating.seats.values()]
    room.play_out(table, *players)
    room.wake(table)
    assert room.live(table).hand.setup.rules.name == "24poker"
    assert room.live(table).hand.setup.rules.quiet_ms == 9_000
    assert Hand.objects.latest("number").setup["rules"]["name"] == "house"
