"""The house bots' accounts: marked as bots, named as bots, without a password, with play money only.

`manage.py bots` runs with the room's own settings, so it may make the players and sign them in
through the database; from then on a bot is an ordinary client with a session cookie.
"""

import uuid
from importlib import import_module

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction

from accounts.models import Player
from cashier import services

NAME = "bot-{number}"
BACKEND = "django.contrib.auth.backends.ModelBackend"


def bot_players(count: int) -> list[Player]:
    """The first `count` house bots, made on first use with the play money of a new account."""
    return [_bot_player(NAME.format(number=number)) for number in range(1, count + 1)]


def _bot_player(name: str) -> Player:
    with transaction.atomic():
        player, created = Player.objects.get_or_create(username=name, is_bot=True)
        if created:
            player.set_unusable_password()
            player.save(update_fields=["password"])
            services.grant_play_money(player.pk, key=f"house-bot:{player.pk}")
    return player


def sign_in(player_id: int) -> str:
    """Open a session for a house bot; the `Cookie` header that carries it. Refuses anyone who is not a bot."""
    player = Player.objects.get(pk=player_id, is_bot=True, is_active=True)
    store: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore()
    store[SESSION_KEY] = str(player.pk)
    store[BACKEND_SESSION_KEY] = BACKEND
    store[HASH_SESSION_KEY] = player.get_session_auth_hash()
    store.save()
    return f"{settings.SESSION_COOKIE_NAME}={store.session_key}"


def fund(player_id: int) -> None:
    """Mint a house bot another grant of play money: it must not stop playing because it lost."""
    bot = Player.objects.get(pk=player_id, is_bot=True)
    services.grant_play_money(bot.pk, key=f"house-bot:{bot.pk}:{uuid.uuid4().hex}")


class BotIdentity:
    """A house bot's account, for `tables.bots.player`."""

    def __init__(self, player_id: int) -> None:
        self._player_id = player_id

    async def cookie(self) -> str:
        """A fresh session, as a `Cookie` header."""
        cookie: str = await database_sync_to_async(sign_in)(self._player_id)
        return cookie

    async def fund(self) -> None:
        """More play money."""
        await database_sync_to_async(fund)(self._player_id)
