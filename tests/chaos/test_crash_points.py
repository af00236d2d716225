"""A process is killed at one exact point of an action or a hand, and the hand goes on as if it had not been.

Each case: arm the point, play until a process has died there, look at the room without it, start it again. The player
whose answer was lost asks again, word for word, at another process.
"""

import asyncio

import pytest

from tables.engine.cards import DECK
from tables.engine.hand import replay
from tables.engine.setup import Setup
from tables.live import deck
from tests.chaos import sabotage
from tests.chaos.audit import stored
from tests.chaos.room import Chaos

pytestmark = pytest.mark.chaos
ACT_POINTS = [sabotage.BEFORE_COMMIT, sabotage.SETTLING, sabotage.AFTER_COMMIT, sabotage.BROADCAST]


@pytest.mark.parametrize("point", ACT_POINTS)
async def test_a_web_is_killed_in_the_middle_of_an_action(chaos: Chaos, point: str) -> None:
    """The hand is where it was before the action or after it, never between; the action is stored once."""
    async with await chaos.game("ann", "bob", "cat") as game:
        await game.fire(f"web.{point}")
        await game.until(chaos.dead)
        print(point, await game.audit())
        if point != sabotage.BROADCAST:
            assert sum(player.record.repeats for player in game.players) == 1
        await chaos.restart(*chaos.dead())
        await game.audit()


@pytest.mark.parametrize("point", [sabotage.DEALING, sabotage.DEALT])
async def test_the_worker_is_killed_while_it_deals(chaos: Chaos, point: str) -> None:
    """Before the commit there was no hand, after it there is one; nobody gets a second one."""
    async with await chaos.game("ann", "bob", "cat") as game:
        await game.fire(f"worker.{point}")
        print(point, await game.audit())


async def test_every_web_is_killed_after_the_deal_and_the_same_deck_and_decision_go_on(chaos: Chaos) -> None:
    """The deck laid out before the crash is the one whose cards are shown after it; the clock starts anew."""
    laid = "".join(reversed(DECK))
    async with await chaos.game("ann", "bob", "cat") as game:
        chaos.arm("deck", laid)
        await game.until(lambda: chaos.fired("deck"))
        await game.turn()
        game.hold()
        await game.until(lambda: not any(player.pending for player in game.players), what="for the last answers")
        before = await game.turn()
        for name in ("web-1", "web-2"):
            chaos.stack.kill(name)
        await chaos.restart("web-1", "web-2")
        after = chaos.books.live(game.table)
        assert after["deal"] == before["deal"]
        assert after["deck"] == before["deck"]
        assert after["moves"]["actions"] == before["moves"]["actions"]
        assert after["moves"]["deadline"] >= before["moves"]["deadline"]
        game.go_on()
        print("deal", await game.audit())
        number = before["deal"]["number"]
        hand = next(hand for hand in chaos.books.hands(game.table) if hand["number"] == number)
        assert opened(chaos, hand["deck"], number) == laid
        played = replay(Setup.load(hand["setup"], laid), actions(chaos, game.table, number))
        assert {str(seat): net for seat, net in played.result.nets.items()} == nets(hand)


def opened(chaos: Chaos, box: bytes, number: int) -> str:
    """The finished hand's deck, opened with the stack's key."""
    from django.test import override_settings

    with override_settings(DECK_KEYS=chaos.stack.environment["DECK_KEYS"].split(",")):
        return deck.open_box(bytes(box), hand=number)


def actions(chaos: Chaos, table: int, number: int):
    """The hand's stored decisions as the engine takes them."""
    from tables.engine.actions import Action

    return [Action.load(plain) for plain in stored(chaos.books, table)[number]]


def nets(hand: dict) -> dict[str, int]:
    """What the hand did to each seat."""
    return {str(seat["seat"]): seat["net"] for seat in hand["seats"]}


async def test_a_rolling_restart_during_hands(chaos: Chaos) -> None:
    """Every part but PostgreSQL is stopped and started in turn, as for a new version; play goes on."""
    async with await chaos.game("ann", "bob", "cat", "dan") as game:
        for name in ("web-1", "web-2", "worker", "beat"):
            await game.turn()
            await asyncio.to_thread(chaos.stack.restart, name)
        print("rolling", await game.audit())
