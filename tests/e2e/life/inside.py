"""Sets a served room up from inside, beside it: `python -m tests.e2e.life.inside JSON`.

The object has `tables` (slug to what differs from a small fixed-limit table) and `people` (names; `support` and
`floor` are staff). Prints the session cookie of each person as JSON.
"""

import json
import os
import sys
from typing import Any

import django

TABLE: dict[str, Any] = {
    "game": "fixed", "small_bet": 200, "big_bet": 400, "small_blind": 100, "big_blind": 200, "chip": 100,
    "min_buy_in": 2_000, "max_buy_in": 20_000, "seats": 6, "pause_ms": 700,
}  # fmt: skip
STAFF = {"support": "Support", "floor": "Floor"}


def open_tables(tables: dict[str, dict[str, Any]]) -> None:
    """Open these tables, at the end of the lobby."""
    from tables.live.terms import open_table
    from tables.models import Table

    for slug, changes in tables.items():
        open_table(Table(**(TABLE | {"slug": slug, "name": slug.title(), "position": 90} | changes)))


def cookies(people: list[str]) -> dict[str, str]:
    """An account with play money and a signed-in session for each."""
    from django.conf import settings
    from django.contrib.auth.models import Group
    from django.test import Client

    from accounts.models import Player
    from cashier import services

    found = {}
    for name in people:
        player = Player.objects.create_user(username=name, email=f"{name}@example.test", password=None)
        services.grant_play_money(player.pk, key=player.public_id)
        if name in STAFF:
            player.is_staff = True
            player.save()
            player.groups.add(Group.objects.get(name=STAFF[name]))
        client = Client()
        client.force_login(player, "django.contrib.auth.backends.ModelBackend")
        found[name] = client.cookies[settings.SESSION_COOKIE_NAME].value
    return found


def main(word: str) -> None:
    """Do what the object says."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerroom.settings")
    django.setup()
    wanted = json.loads(word)
    open_tables(wanted["tables"])
    print(json.dumps(cookies(wanted["people"])))


if __name__ == "__main__":
    main(sys.argv[1])
