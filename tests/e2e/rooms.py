"""A room for whole games in the browser: planted decks, short pauses, and programs beside it."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pokerroom.launch.processes import Program
from pokerroom.launch.room import MANAGE, PROJECT, Room

Json = dict[str, Any]
PLANTED = (sys.executable, "-m", "tests.e2e.planted")


def planted_room(tables: dict[str, Json]) -> Room:
    """A served room with planted decks and these tables beside the demo's (see `inside.TABLE`); close it by `stop`."""
    room = Room(program=PLANTED, env={"ROOM_NAME": "Cardroom"})
    try:
        room.start()
        inside(room, "open", json.dumps(tables))
    except BaseException:
        room.stop()
        raise
    return room


def inside(room: Room, what: str, word: str) -> str:
    """Run `tests.e2e.inside` in the room's surroundings; what it printed."""
    name = f"inside-{what}-{len(room.processes.names)}"
    argv = (sys.executable, "-m", "tests.e2e.inside", what, word)
    room.processes.run(name, Program(argv=argv, env=room.environment, folder=PROJECT))
    return room.processes.log(name).read_text()


def told(room: Room, slug: str) -> Json:
    """What the room's records and books say of a table."""
    answer: Json = json.loads(inside(room, "tell", slug).splitlines()[-1])
    return answer


@contextmanager
def bots(room: Room, slug: str, *, players: int, pace_ms: int) -> Iterator[None]:
    """House bots at one table while the block lasts."""
    words = ("bots", f"--url={room.url}", f"--tables={slug}", f"--players={players}", f"--pace={pace_ms}", "--free=1")
    room.processes.start("bots", Program(argv=(*MANAGE, *words), env=room.environment, folder=PROJECT))
    try:
        yield
    finally:
        room.processes.stop("bots")


def assert_sound(room: Room, slug: str) -> Json:
    """No chip came or went but by the door or as rake, every hand replays to what was booked, the books prove."""
    facts = told(room, slug)
    assert facts["brought"] == facts["taken"] + facts["on_table"] + facts["rake"]
    for hand in facts["hands"]:
        assert hand["void"] == ""
        assert hand["replayed"] == hand["recorded"], hand
    assert facts["proven"], room.manage("ledger_check")
    return facts
