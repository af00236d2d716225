"""The planted room and the people who come to it."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, StorageState

from pokerroom.launch.room import Room
from tests.e2e.browsers import new_page, watched
from tests.e2e.rooms import planted_room
from tests.e2e.visitor import Visitor

NewVisitor = Callable[..., Visitor]
NewMember = Callable[..., Visitor]
DUEL = {"seats": 2, "pause_ms": 500}
SLOW = {"seats": 6, "pause_ms": 600, "changes": {"quiet_ms": 20_000, "countdown_ms": 60_000}}
DUELS = ("clean", "clicks", "tabs", "reload", "offline", "garbage", "killed", "keys")
TABLES = {
    "swift": {"raked": True, "pause_ms": 300},
    "pot": {"game": "pot", "seats": 2, "min_buy_in": 4_000},
    "no": {"game": "no", "seats": 2, "min_buy_in": 4_000},
    # One for each test: who leaves a table has to bring back what he won there.
    **dict.fromkeys(("axe", "mouseless", "phone", "still", "options", "kept"), SLOW),
    **dict.fromkeys(DUELS, DUEL),
}


@pytest.fixture(scope="session")
def planted() -> Iterator[Room]:
    """The room for whole games: planted decks, short pauses, no bots unless a test brings them."""
    room = planted_room(TABLES)
    yield room
    room.stop()


@pytest.fixture(scope="session")
def people(browser: Browser, planted: Room) -> list[StorageState]:
    """Two accounts, Ibis and Heron, as what their browsers keep."""
    states = []
    for name in ("Ibis", "Heron"):
        context = browser.new_context(base_url=planted.url)
        Visitor(context.new_page()).sign_up(name)
        states.append(context.storage_state())
        context.close()
    return states


@pytest.fixture
def member(visit: NewVisitor, people: list[StorageState]) -> NewMember:
    """Brings one of the two who have accounts already; he must have left every table at the end."""

    def come(number: int, **options: object) -> Visitor:
        return visit(storage_state=people[number], **options)

    return come


@pytest.fixture
def visit(browser: Browser, planted: Room, request: pytest.FixtureRequest) -> Iterator[NewVisitor]:
    """Makes visitors, each with a browser of his own; at the end none may have had a complaint."""
    came: list[Visitor] = []

    def new(**options: object) -> Visitor:
        came.append(Visitor(new_page(browser, planted.url, **options)))
        return came[-1]

    with watched(came, request):
        yield new
