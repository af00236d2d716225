"""Tables and signed-in players for a sabotaged stack, made in its own environment: `python -m tests.chaos.cast`.

Reads one JSON argument {"tables": [{…}], "players": ["ann", …]} and prints {"tables": {slug: id}, "players":
{name: {"id": …, "cookie": …}}} as its last line.
"""

import json
import os
import sys
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerroom.settings")
GRANT = 200_000
TABLE: dict[str, Any] = {
    "game": "no", "small_blind": 100, "big_blind": 200, "chip": 100, "min_buy_in": 4_000, "max_buy_in": 100_000,
    "seats": 9, "pause_ms": 200, "away_minutes": 0,
}  # fmt: skip


def make_table(fields: dict[str, Any]) -> int:
    """One open table; the slug is its name."""
    from tables.live.terms import open_table
    from tables.models import Table

    slug = fields["slug"]
    return open_table(Table(**{**TABLE, "name": slug.title(), **fields})).pk


def make_player(name: str) -> dict[str, Any]:
    """An account with play money and the cookie of a browser that is signed in."""
    from django.conf import settings
    from django.test import Client

    from accounts.models import Player
    from cashier import services

    player = Player.objects.create_user(username=name, password=None)
    services.grant_play_money(player.pk, key=player.public_id)
    client = Client()
    client.force_login(player, "django.contrib.auth.backends.ModelBackend")
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    return {"id": player.pk, "public": player.public_id, "cookie": f"{settings.SESSION_COOKIE_NAME}={cookie}"}


def main() -> None:
    """Make what is asked for and print it."""
    django.setup()
    wanted = json.loads(sys.argv[1])
    made = {
        "tables": {fields["slug"]: make_table(fields) for fields in wanted["tables"]},
        "players": {name: make_player(name) for name in wanted["players"]},
    }
    print(json.dumps(made))


if __name__ == "__main__":
    main()
