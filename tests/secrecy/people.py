"""People and tables for a served room, made by a command run in it; what others need of them is printed as JSON.

room.manage("shell", "-v0", "-c", "from tests.secrecy.people import populate; populate(...)")
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import Player as Account
from tests.tables import room
from tests.tables.sockets import cookie_of


def populate(
    tables: dict[str, dict[str, Any]],
    *,
    players: Sequence[str],
    staff: Sequence[str],
    groups: dict[str, str] | None,
    password: str | None,
) -> None:
    """Open these tables, make these players with play money and these staff, and print who they are.

    Staff belong to the group of their own name or the one named for them; "superuser" is one.
    """
    for slug, terms in tables.items():
        room.make_table(slug, **terms)
    people = {}
    for name in players:
        caller = room.make_player(name, email=f"{name}@example.test")
        if password is not None:
            account = Account.objects.get(pk=caller.who.id)
            account.set_password(password)
            account.save()
        people[name] = {"public": caller.who.public, "cookie": cookie_of(caller)}
    for name in staff:
        account = Account.objects.create_user(name, is_staff=True, is_superuser=name == "superuser")
        account.groups.set(Group.objects.filter(name=(groups or {}).get(name, name)))
        client = Client()
        client.force_login(account, "django.contrib.auth.backends.ModelBackend")
        value = client.cookies[settings.SESSION_COOKIE_NAME].value
        people[name] = {"public": account.public_id, "cookie": f"{settings.SESSION_COOKIE_NAME}={value}"}
    print(json.dumps(people))
