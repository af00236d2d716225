"""A walk over the whole URLconf: looking changes nothing, and nothing is done without a token."""

from __future__ import annotations

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import Resolver404, resolve

from tables.models import Table
from tests.abuse.addresses import Address, addresses
from tests.abuse.attack import print_of_everything
from tests.tables import room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]
BACKEND = "django.contrib.auth.backends.ModelBackend"
WHO = ["stranger", "player", "staff"]
# Proven by a signature instead: providers have no cookies.
WITHOUT_TOKEN = {"cashier:callback"}


@pytest.fixture
def scene() -> tuple[dict[str, object], dict[str, int]]:
    """A hand being played and one that is finished; the arguments that lead to them, and who looks."""
    table, players = room.make_table(), [room.make_player(name) for name in ("ann", "bob")]
    room.start(table, *players)
    room.act(table, room.actor(table, *players), "fold")
    room.wake(table)
    boss = get_user_model().objects.create_superuser("boss")
    hand = table.hands.get()
    known = {"public_id": hand.public_id, "pk": table.pk, "object_id": table.pk, "player_id": players[0].who.id}
    return known, {"player": players[0].who.id, "staff": boss.pk}


def browser(who: int | None, *, checks: bool = False) -> Client:
    client = Client(enforce_csrf_checks=checks)
    if who is not None:
        client.force_login(get_user_model().objects.get(pk=who), BACKEND)
    return client


@pytest.mark.parametrize("who", WHO)
def test_looking_at_any_address_changes_nothing(scene, who: str) -> None:
    known, people = scene
    client = browser(people.get(who))
    # Signing in notes the time.
    before = print_of_everything()
    broken, changed = [], []
    for address in addresses(known):
        for method in ("get", "head", "options"):
            answer = getattr(client, method)(address.path)
            if answer.status_code >= 500:
                broken.append((method, address.path))
            if print_of_everything() != before:
                changed.append((method, address.path))
                before = print_of_everything()
            if "_auth_user_id" not in client.session and people.get(who):
                client = browser(people[who])
                before = print_of_everything()
    assert broken == []
    assert changed == []


@pytest.mark.parametrize("who", WHO)
def test_nothing_is_done_without_a_token(scene, who: str) -> None:
    """Each address refuses each way of writing with 403 when a page of another site sends it."""
    known, people = scene
    client = browser(people.get(who), checks=True)
    before = print_of_everything()
    open_doors: set[str] = set()
    for address in addresses(known):
        for method in ("post", "put", "patch", "delete"):
            fields = {"seat": 1, "amount": 100, "reason": "x", "text": "x", "post": "yes", "action": "x"}
            answer = getattr(client, method)(address.path, fields, headers={"origin": "http://evil.example"})
            if answer.status_code != 403:
                open_doors.add(f"{address.name} {method} {answer.status_code}")
    assert open_doors == set()
    assert print_of_everything() == before
    assert Table.objects.get().state == "open"


def test_only_those_views_are_without_a_token_that_have_another_proof(scene) -> None:
    exempt = {address.name for address in addresses(scene[0]) if _exempt(address)}
    assert exempt == WITHOUT_TOKEN
    assert resolve("/cashier/callback/demo/").func.csrf_exempt


def _exempt(address: Address) -> bool:
    try:
        return bool(getattr(resolve(address.path).func, "csrf_exempt", False))
    except Resolver404:
        return False
