"""What the tests share: the served rooms, the browser, and which tests need a database."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from django.db import connection
from django.test import TransactionTestCase
from playwright.sync_api import Browser, Page, sync_playwright
from pytest_django import DjangoDbBlocker

from pokerroom.launch import chromium
from pokerroom.launch.problems import LaunchError, Problem
from pokerroom.launch.room import Room
from pokerroom.launch.stack import Stack
from tables.live import threads
from tests import triggers

triggers.install()

RESULTS = Path(__file__).resolve().parent.parent / "test-results"
DATABASE_FIXTURES = {"db", "transactional_db", "django_db_reset_sequences", "django_db_serialized_rollback"}
BROWSER_MILLISECONDS = 15_000


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--only-database", action="store_true", help="run only tests that use a database or the stack")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--only-database"):
        return
    wanted = [item for item in items if uses_database(item)]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(wanted)])
    items[:] = wanted


def uses_database(item: pytest.Item) -> bool:
    """True for tests whose outcome may depend on which database and broker they run on."""
    if item.get_closest_marker("once"):
        return False
    fixtures = DATABASE_FIXTURES.intersection(getattr(item, "fixturenames", ()))
    case = getattr(item, "cls", None)
    django_case = case is not None and issubclass(case, TransactionTestCase)
    marked = item.get_closest_marker("django_db") or item.get_closest_marker("stack")
    return bool(fixtures or django_case or marked)


def missing(error: LaunchError) -> NoReturn:
    """What this machine can't have is skipped with its reason, but fails where CI says so, as all else does."""
    if error.code is not Problem.MISSING:
        raise error
    if os.environ.get("CI", "") == "true":
        pytest.fail(str(error), pytrace=False)
    pytest.skip(str(error))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The test database, which PostgreSQL drops at the end only when nobody holds a connection to it.

    Our own threads give theirs back; those that served single tests are idle and don't know that it is over.
    """
    yield
    threads.give_back()
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture(scope="session")
def serve() -> Iterator[Room]:
    """A real embedded room on a free port, with its own SQLite file and no bots."""
    with Room() as room:
        yield room


@pytest.fixture(scope="session")
def stack() -> Iterator[Stack]:
    """The production shape: private PostgreSQL and Redis, two webs, Celery worker and beat."""
    try:
        running = Stack()
        with running:
            yield running
    except LaunchError as error:
        missing(error)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium for the whole session."""
    try:
        program = chromium.program()
    except LaunchError as error:
        missing(error)
    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=str(program), args=list(chromium.ARGUMENTS))
        yield running
        running.close()


@pytest.fixture
def page(browser: Browser, serve: Room, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A fresh visitor's page in the served room; any script error or refused resource fails the test."""
    context = browser.new_context(base_url=serve.url, viewport={"width": 1440, "height": 900})
    context.set_default_timeout(BROWSER_MILLISECONDS)
    opened = context.new_page()
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda line: errors.append(f"{line.text} {line.location}") if line.type == "error" else None)
    failures = request.session.testsfailed
    yield opened
    if errors or request.session.testsfailed > failures:
        RESULTS.mkdir(exist_ok=True)
        opened.screenshot(path=RESULTS / f"{re.sub(r'[^a-z0-9_]+', '-', request.node.name.lower())}.png")
    context.close()
    assert errors == []
