"""The clock's own parts fail: timers that are late, frozen, doubled or gone still run out once (R-6.2, R-6.3)."""

import asyncio
import signal

import pytest

from pokerroom.launch.processes import Program
from pokerroom.launch.room import PROJECT
from tests.chaos.audit import stored
from tests.chaos.room import Chaos, Game
from tests.chaos.sabotage import FREEZE
from tests.chaos.test_services import fall_asleep, sleep_until, wake_up

pytestmark = pytest.mark.chaos
# How late a turn may run out when the worker is gone: a web looks after two seconds, once a second.
NET_SECONDS = 4.0


async def runs_out_once(game: Game, live: dict, *, late_s: float) -> None:
    """The awaited decision is made by the clock within the time, and only once; the hand goes on."""
    number, turn = live["deal"]["number"], len(live["moves"]["actions"])
    await sleep_until(live["moves"]["deadline"])
    await game.until(
        lambda: len(stored(game.chaos.books, game.table)[number]) > turn, seconds=late_s, what="for the clock"
    )
    made = stored(game.chaos.books, game.table)[number]
    assert [action[3:] for action in made[turn:]] == [["clock"]] * (len(made) - turn)
    assert made[turn][0] != (made[turn + 1][0] if len(made) > turn + 1 else None)


async def test_without_the_worker_a_web_lets_turns_run_out(chaos: Chaos) -> None:
    async with await chaos.game("ann", "bob", "cat") as game:
        live = await fall_asleep(game)
        chaos.stack.kill("worker")
        await runs_out_once(game, live, late_s=NET_SECONDS)
        wake_up(game)
        await chaos.restart("worker")
        await game.audit(punished=True)


async def test_without_beat_a_web_lets_turns_run_out(chaos: Chaos) -> None:
    async with await chaos.game("ann", "bob", "cat") as game:
        live = await fall_asleep(game)
        chaos.stack.kill("beat")
        await runs_out_once(game, live, late_s=NET_SECONDS)
        wake_up(game)
        await chaos.restart("beat")
        await game.audit(punished=True)


async def test_a_frozen_worker_loses_to_a_web_and_does_nothing_when_it_thaws(chaos: Chaos) -> None:
    async with await chaos.game("ann", "bob", "cat") as game:
        live = await fall_asleep(game)
        chaos.stack.kill("worker", signal.SIGSTOP)
        try:
            await runs_out_once(game, live, late_s=NET_SECONDS)
        finally:
            chaos.stack.kill("worker", signal.SIGCONT)
        wake_up(game)
        await game.audit(punished=True)


@pytest.mark.parametrize(
    ("point", "parts"), [("web.before-commit", ("web-1", "web-2")), ("worker.dealing", ("worker",))]
)
async def test_who_freezes_with_the_row_in_his_hands_loses_it(chaos: Chaos, point: str, parts: tuple[str, ...]) -> None:
    """PostgreSQL ends the frozen transaction after three idle seconds; what thaws later changes nothing."""
    async with await chaos.game("ann", "bob", "cat") as game:
        await game.fire(point, how=FREEZE)
        try:
            print("row held: next hand after", round(await game.hands(1, seconds=25), 1))
        finally:
            for part in parts:
                chaos.stack.kill(part, signal.SIGCONT)
        await game.audit()


async def test_two_beats_and_two_workers_do_nothing_twice(chaos: Chaos) -> None:
    beat, worker = chaos.stack.processes._programs["beat"], chaos.stack.processes._programs["worker"]
    argv = tuple(word.replace("worker@room", "worker@second") for word in worker.argv)
    schedule = (*beat.argv, f"--schedule={chaos.stack.folder / 'second-schedule'}")
    for name, words in (("worker-2", argv), ("beat-2", schedule)):
        program = Program(argv=words, env=chaos.stack.environment, folder=PROJECT)
        chaos.stack.processes.start(name, program)
    try:
        await asyncio.sleep(5)
        async with await chaos.game("ann", "bob", "cat") as game:
            live = await fall_asleep(game)
            await runs_out_once(game, live, late_s=2.0)
            wake_up(game)
            print("two beats", await game.audit(punished=True))
    finally:
        for name in ("beat-2", "worker-2"):
            chaos.stack.processes.stop(name)
            del chaos.stack.processes._programs[name]
