"""The oracle's tests: nothing remembered between them, and everything that is logged is kept from DEBUG on."""

import logging
from collections.abc import Iterator

import pytest
from django.db.backends.base.base import BaseDatabaseWrapper

from tables import consumers
from tests.secrecy.stores import Diary
from tests.tables.conftest import nothing_remembered  # noqa: F401 - an autouse fixture

OURS = ("pokerroom", "tables", "cashier", "accounts", "django", "asyncio", "channels", "daphne", "allauth", "redis")


@pytest.fixture
def diary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Diary]:
    """Every log record of the test from DEBUG on; pytest, which would print all of them, gets none."""
    kept = Diary()
    for name in OURS:
        logger = logging.getLogger(name)
        monkeypatch.setattr(logger, "handlers", [kept])
        monkeypatch.setattr(logger, "propagate", False)
    levels = {name: logging.getLogger(name).level for name in OURS}
    for name in OURS:
        logging.getLogger(name).setLevel(logging.DEBUG)
    yield kept
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.fixture
def sql_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every SQL statement is logged with its values."""
    monkeypatch.setattr(BaseDatabaseWrapper, "queries_logged", True)


@pytest.fixture(autouse=True)
def quick_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """The players of a campaign act faster than people may."""
    monkeypatch.setattr(consumers, "PER_SECOND", 10_000)
    monkeypatch.setattr(consumers, "BURST", 10_000)
