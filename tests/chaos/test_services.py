"""Redis and PostgreSQL go and come back in the middle of hands; nobody loses a chip, a bet or his time."""

import asyncio
import signal
import time

import pytest
import redis

from pokerroom.launch import postgres
from tests.chaos.room import Chaos, Game

pytestmark = pytest.mark.chaos


async def test_redis_is_flushed_again_and_again(chaos: Chaos) -> None:
    async with await chaos.game("ann", "bob", "cat") as game:
        client = redis.Redis.from_url(chaos.stack.environment["REDIS_URL"])
        for _ in range(6):
            await game.turn()
            client.flushall()
            await game.hands(1)
        client.close()
        print("flushed", await game.audit())


async def test_redis_is_killed_and_restarted(chaos: Chaos) -> None:
    """While it is away the room plays on by the comparison with the database; then announcements come back."""
    async with await chaos.game("ann", "bob", "cat") as game:
        await game.turn()
        chaos.stack.kill("redis")
        await game.hands(1)
        print("without", await game.converge())
        await chaos.restart("redis")
        print("restarted", await game.audit())
        await announcements_come_at_once(game)


async def test_who_comes_while_redis_is_away_is_told_at_once_when_it_is_back(chaos: Chaos) -> None:
    """A hub that could not subscribe does so later, by itself."""
    chaos.stack.kill("redis")
    async with await chaos.game("ann", "bob", "cat") as game:
        await chaos.restart("redis")
        print("late", await game.audit())
        await announcements_come_at_once(game)


async def test_redis_hangs(chaos: Chaos) -> None:
    """It accepts and never answers, which is worse than being dead: nobody waits for it with a table in his hands."""
    async with await chaos.game("ann", "bob", "cat") as game:
        await game.turn()
        chaos.stack.kill("redis", signal.SIGSTOP)
        try:
            print("hanging", await game.hands(1, seconds=45), await game.converge())
        finally:
            chaos.stack.kill("redis", signal.SIGCONT)
        print("thawed", await game.audit())


async def announcements_come_at_once(game: Game) -> None:
    """Soon everybody hears what is said by announcement again, not by the comparison once a second."""
    game.hold()
    took = [await one_line_of_chat(game) for _ in range(8)]
    print("announced after", [round(seconds, 2) for seconds in took])
    assert sorted(took[-5:])[2] < 0.35
    game.go_on()


async def one_line_of_chat(game: Game) -> float:
    """How long it takes until everybody has a line that was answered."""
    await asyncio.sleep(2.1)
    assert (await game.players[0].command("chat", text="hello")).ok
    version = chaos_version(game)
    return await game.until(lambda: all(player.version >= version for player in game.players), seconds=5)


def chaos_version(game: Game) -> int:
    return int(game.chaos.books.live(game.table)["version"])


async def test_postgres_crashes_and_comes_back(chaos: Chaos) -> None:
    """`-m immediate`: what was answered is there, what was not is asked again."""
    async with await chaos.game("ann", "bob", "cat") as game:
        for _ in range(3):
            await game.turn()
            await asyncio.to_thread(chaos.stack.kill, "postgres", postgres.IMMEDIATE_SHUTDOWN)
            await chaos.restart("postgres")
            print("postgres", await game.audit())


async def test_postgres_is_away_for_long(chaos: Chaos) -> None:
    """Everybody comes back by himself, and soon: nobody waits for a pool that has lost courage."""
    async with await chaos.game("ann", "bob", "cat") as game:
        await game.turn()
        chaos.stack.kill("postgres")
        await asyncio.sleep(25)
        await chaos.restart("postgres")
        took = await game.hands(1, seconds=20)
        print("long", took, await game.audit())


async def test_a_short_outage_over_a_deadline_times_nobody_out(chaos: Chaos) -> None:
    """R-6.1's spirit: the player whose last seconds fell into the outage has his time anew."""
    async with await chaos.game("ann", "bob", "cat") as game:
        live = await fall_asleep(game)
        await sleep_until(live["moves"]["deadline"] - 1_000)
        await asyncio.to_thread(chaos.stack.kill, "postgres", postgres.IMMEDIATE_SHUTDOWN)
        await chaos.restart("postgres")
        await sleep_until(live["moves"]["deadline"] + 1_500)
        after = chaos.books.live(game.table)
        assert after["moves"]["actions"] == live["moves"]["actions"]
        await game.until(lambda: chaos.books.live(game.table)["moves"]["deadline"] > live["moves"]["deadline"])
        wake_up(game)
        await game.audit()


async def test_all_webs_away_over_a_deadline_times_nobody_out(chaos: Chaos) -> None:
    async with await chaos.game("ann", "bob", "cat") as game:
        live = await fall_asleep(game)
        await sleep_until(live["moves"]["deadline"] - 4_000)
        for name in ("web-1", "web-2"):
            chaos.stack.kill(name)
        await sleep_until(live["moves"]["deadline"] + 2_000)
        await chaos.restart("web-1", "web-2")
        await game.until(lambda: all(player.version > 0 for player in game.players))
        wake_up(game)
        await game.audit()


async def test_one_web_killed_before_a_deadline_times_none_of_its_players_out(chaos: Chaos) -> None:
    """Their process died, not their connection: each of them gets his time anew, once."""
    async with await chaos.game(
        "ann", "bob", "cat", urls={name: [chaos.sockets[0]] for name in ("ann", "bob", "cat")}
    ) as game:
        live = await fall_asleep(game)
        await sleep_until(live["moves"]["deadline"] - 3_000)
        chaos.stack.kill("web-1")
        await sleep_until(live["moves"]["deadline"] + 6_000)
        assert chaos.books.live(game.table)["moves"]["actions"] == live["moves"]["actions"]
        await chaos.restart("web-1")
        await game.until(lambda: all(player.version > 0 for player in game.players))
        wake_up(game)
        await game.audit()


async def test_a_frozen_web_is_left_and_thaws_without_harm(chaos: Chaos) -> None:
    async with await chaos.game("ann", "bob", "cat") as game:
        await game.turn()
        chaos.stack.kill("web-1", signal.SIGSTOP)
        try:
            await game.until(lambda: all(player.version > 0 for player in game.players))
            await game.hands(2)
        finally:
            chaos.stack.kill("web-1", signal.SIGCONT)
        print("frozen", await game.audit())


async def fall_asleep(game: Game) -> dict:
    """Everybody stays connected and nobody acts; the running hand."""
    for player in game.players:
        player.asleep = True
    await game.until(lambda: not any(player.pending for player in game.players))
    await asyncio.sleep(0.3)
    return await game.turn()


def wake_up(game: Game) -> None:
    """They act again."""
    for player in game.players:
        player.asleep = False


async def sleep_until(moment_ms: int) -> None:
    """To a moment of this machine's clock, which is the database's too."""
    await asyncio.sleep(max(0.0, moment_ms / 1000 - time.time()))
