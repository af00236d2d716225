"""People and tables for a served room, made by a command run in it; what others need of them is printed as JSON.

room.manage("shell", "-v0", "-c", "from tests.secrecy.people import populate; populate(...)")
"""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import Player as Account
from tables.live.stays import previous_stack  # noqa: F401 - loads the live package before the test's own room
from tests.tables import room
from tests.tables.sockets import cookie_of


def populate(tables: dict[str, dict[str, Any]], *, players: list[str], staff: list[str] = ()) -> None:
    """Open these tables, make these players with play money and these staff (a group each), and print who they are."""
    for slug, terms in tables.items():
        room.make_table(slug, **terms)
    people = {}
    for name in players:
        caller = room.make_player(name, email=f"{name}@example.test")
        people[name] = {"public": caller.who.public, "cookie": cookie_of(caller)}
    for name in staff:
        account = Account.objects.create_user(name, is_staff=True, is_superuser=name == "superuser")
        account.groups.set(Group.objects.filter(name=name))
        client = Client()
        client.force_login(account, "django.contrib.auth.backends.ModelBackend")
        value = client.cookies[settings.SESSION_COOKIE_NAME].value
        people[name] = {"public": account.public_id, "cookie": f"{settings.SESSION_COOKIE_NAME}={value}"}
    print(json.dumps(people))
