"""A room with small quick tables and people who are signed in already."""

import json
import sys
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from pokerroom.launch.processes import Program
from pokerroom.launch.room import PROJECT, Room
from tests.e2e.browsers import new_page, watched
from tests.e2e.life.person import Person

Come = Callable[..., Person]
SHORT = {"quiet_ms": 2_500, "countdown_ms": 2_500}
TABLES = {
    "held": {},
    "brief": {"changes": {"reserve_ms": 5_000}},
    "keep": {"seats": 2},
    "full": {"seats": 2},
    "posts": {"seats": 6},
    "missed": {"seats": 6, "pause_ms": 300, "preset": "24poker"},
    "lost": {"seats": 2, "preset": "24poker", "pause_ms": 3_000, "changes": SHORT},
    "silent": {"seats": 2, "preset": "24poker", "changes": {"quiet_ms": 1_500, "countdown_ms": 1_500}},
    "gone": {"seats": 3, "preset": "24poker"},
    "kept": {"seats": 3},
}
PEOPLE = [f"{bird}{n}" for bird, most in {"Wren": 8, "Ibis": 8, "Rook": 4, "Tern": 4}.items() for n in range(most)]
STAFF = ["support", "floor"]


@pytest.fixture(scope="session")
def lively() -> Iterator[tuple[Room, dict[str, str]]]:
    """The room, and the cookie of everybody in it."""
    with Room(env={"ROOM_NAME": "Cardroom"}) as room:
        words = json.dumps({"tables": TABLES, "people": [*PEOPLE, *STAFF]})
        program = Program(
            argv=(sys.executable, "-m", "tests.e2e.life.inside", words), env=room.environment, folder=PROJECT
        )
        room.processes.run("life-inside", program)
        yield room, json.loads(room.processes.log("life-inside").read_text().splitlines()[-1])


@pytest.fixture
def come(browser: Browser, lively: tuple[Room, dict[str, str]], request: pytest.FixtureRequest) -> Iterator[Come]:
    """Lets people come, each with a browser of his own; at the end none may have had a complaint."""
    room, cookies = lively
    here: list[Person] = []

    def new(name: str = "", **options: int) -> Person:
        page = new_page(browser, room.url, **options)
        if name:
            page.context.add_cookies([{"name": "sessionid", "value": cookies[name], "url": room.url}])
        here.append(Person(page, name))
        return here[-1]

    with watched(here, request):
        yield new
