"""The house bots' accounts: bots by name and mark, without a password, signed in through the database."""

import pytest
from django.core.management import CommandError, call_command

from accounts.models import Player
from cashier import services
from tables.bots.roster import BotIdentity, bot_players, fund, sign_in
from tests.tables import room

pytestmark = pytest.mark.django_db(transaction=True)


def test_bots_are_made_once_and_marked() -> None:
    first, again = bot_players(3), bot_players(3)
    assert [bot.pk for bot in first] == [bot.pk for bot in again]
    assert [bot.username for bot in first] == ["bot-1", "bot-2", "bot-3"]
    assert all(bot.is_bot and not bot.is_staff and not bot.has_usable_password() for bot in first)
    for bot in first:
        bot.full_clean(exclude=["password"])


def test_a_bot_starts_with_play_money_once_and_is_funded_again_when_it_lost_it() -> None:
    (bot,) = bot_players(1)
    bot_players(1)
    assert services.balance(bot.pk, "PLAY") == 200_000
    fund(bot.pk)
    fund(bot.pk)
    assert services.balance(bot.pk, "PLAY") == 600_000


def test_only_bots_are_signed_in_or_funded_by_the_house() -> None:
    ann = Player.objects.create_user(username="ann", password=None)
    for deed in (sign_in, fund):
        with pytest.raises(Player.DoesNotExist):
            deed(ann.pk)


async def test_the_cookie_opens_the_room_as_the_bot() -> None:
    from channels.db import database_sync_to_async
    from django.test import AsyncClient

    (bot,) = await database_sync_to_async(bot_players)(1)
    name, _, value = (await BotIdentity(bot.pk).cookie()).partition("=")
    client = AsyncClient()
    client.cookies[name] = value
    response = await client.get("/account/", secure=True)
    assert response.status_code == 200


def test_bots_are_refused_at_real_money_and_unknown_tables() -> None:
    room.make_table("amber")
    room.make_table("garnet", currency="EUR")
    for words, answer in (("garnet", "real-money"), ("nowhere", "no open table"), ("amber,garnet", "real-money")):
        with pytest.raises(CommandError, match=answer):
            call_command("bots", tables=words, seconds=0.1)
    assert not Player.objects.filter(is_bot=True).exists()


@pytest.mark.parametrize(("option", "value"), [("pace", "slow"), ("pace", "-1"), ("url", "room.example")])
def test_senseless_options_are_refused(option: str, value: str) -> None:
    room.make_table("amber")
    with pytest.raises(CommandError):
        call_command("bots", **{"seconds": 0.1, option: value})
