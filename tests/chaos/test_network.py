"""One player's network fails while the others play on (R-6.1, R-6.4, R-6.8, R-6.9)."""

import asyncio
import time

import pytest

from tests.chaos.audit import stored
from tests.chaos.player import Player
from tests.chaos.proxy import Proxy
from tests.chaos.room import Chaos, Game

pytestmark = pytest.mark.chaos
# Three heartbeats, and what the room's once-a-second look adds to them twice.
GONE_SECONDS = 7.5 + 3.0


def connected(game: Game, name: str) -> bool:
    """As everybody at the table sees it."""
    seats = game.chaos.books.live(game.table)["seating"]["seats"]
    return bool(seats[str(game[name].seat)].get("connected", True))


async def cut_off(game: Game, proxy: Proxy, *, how: str, name: str = "cat") -> Player:
    """Cut the player's line while his decision is awaited and he has money in the pot."""
    player = game[name]
    player.dozes_off = lambda view: view["seats"][str(player.seat)].get("bet", 0) > 0
    await game.until(lambda: player.asleep, what="for his turn")
    getattr(proxy, how)()
    player.stays_away = True
    return player


@pytest.mark.parametrize("how", ["cut", "half_open"])
async def test_a_pulled_network_is_noticed_protected_and_forgiven(chaos: Chaos, how: str) -> None:
    """Gone for everybody within three heartbeats, protected at the deadline with one use, back with his exact view."""
    async with Proxy(chaos.stack.ports[0]) as proxy:
        urls = {"cat": [f"ws://127.0.0.1:{proxy.port}"]}
        async with await chaos.game("ann", "bob", "cat", urls=urls, preset="24poker", game="fixed", small_bet=200,
                                    big_bet=400) as game:  # fmt: skip
            cat = await cut_off(game, proxy, how=how)
            number = cat.view["hand"]["number"]
            took = await game.until(lambda: not connected(game, "cat"), seconds=GONE_SECONDS, what="for gone")
            print(how, "noticed after", round(took, 1))
            await game.until(
                lambda: any(a[1] == "protect" for a in stored(chaos.books, game.table)[number]), seconds=15
            )
            assert chaos.books.allowance_uses(game.ids["cat"]) == 1
            assert await others_play_on(game, without=cat)
            proxy.mend()
            cat.dozes_off = lambda view: False
            cat.stays_away = cat.asleep = False
            began = time.monotonic()
            await game.until(lambda: cat.version > 0, seconds=5)
            print("back after", round(time.monotonic() - began, 2))
            assert (await cat.command("sit_in", entry="post")).ok
            await game.audit(punished=True)
            assert chaos.books.allowance_uses(game.ids["cat"]) == 1


async def others_play_on(game: Game, *, without: Player) -> bool:
    """Two more hands without him; he sits out (R-6.9)."""
    await game.hands(2)
    seat = game.chaos.books.live(game.table)["seating"]["seats"][str(without.seat)]
    return bool(seat["out"])


async def test_two_tabs_of_one_player_are_one_seat_and_either_may_act(chaos: Chaos) -> None:
    """The second tab is at another process; a closed tab does not disconnect the other."""
    async with await chaos.game("ann", "bob", "cat") as game:
        cat = game["cat"]
        cookie_line = [chaos.sockets[0]]
        tab = Player("cat", cookie=cat.cookie, urls=cookie_line, origin=cat.origin, slug=game.slug, seat=cat.seat)
        task = asyncio.create_task(tab.run())
        await game.until(lambda: tab.version > 0)
        game.players.append(tab)
        await game.hands(3)
        assert tab.view["seats"].keys() == cat.view["seats"].keys()
        await game.until(lambda: cat.record.answered and tab.record.answered, what="for both tabs to act")
        game.players.remove(tab)
        tab.stays_away = True
        await game.hands(1)
        for _ in range(50):
            assert connected(game, "cat")
            await asyncio.sleep(0.1)
        task.cancel()
        merged = cat.record.answered | tab.record.answered
        assert len(merged) >= max(len(cat.record.answered), len(tab.record.answered))
        cat.record.answered = merged
        cat.record.refused.clear()
        await game.audit()
