"""The four faults that every `make test` must survive; the others are in `make chaos` (issue: nothing is lost)."""

import asyncio

import pytest

from pokerroom.launch import postgres
from tests.chaos import sabotage
from tests.chaos.room import Chaos

pytestmark = pytest.mark.stack


async def test_a_web_killed_after_the_commit_a_worker_killed_redis_flushed_postgres_restarted(chaos: Chaos) -> None:
    """One after the other in the middle of hands; chips, answers, hands and decks are whole after each."""
    async with await chaos.game("ann", "bob", "cat") as game:
        await game.fire(f"web.{sabotage.AFTER_COMMIT}")
        await game.until(chaos.dead)
        print("web", await game.audit(proof=False))
        await chaos.restart(*chaos.dead())

        await game.turn()
        chaos.stack.kill("worker")
        print("worker", await game.audit(proof=False))
        await chaos.restart("worker")

        await game.turn()
        flush(chaos)
        print("redis", await game.audit(proof=False))

        await game.turn()
        await asyncio.to_thread(chaos.stack.kill, "postgres", postgres.IMMEDIATE_SHUTDOWN)
        await chaos.restart("postgres")
        print("postgres", await game.audit())


def flush(chaos: Chaos) -> None:
    """Redis forgets everything."""
    import redis

    client = redis.Redis.from_url(chaos.stack.environment["REDIS_URL"])
    client.flushall()
    client.close()
