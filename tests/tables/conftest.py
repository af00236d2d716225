"""Every table test starts with nothing remembered: no kept rows, an empty presence store, the database's own time."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tables import pulse
from tables.live import broadcast, row
from tables.live.times import Timeline


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    row.forget()
    cache.clear()
    Timeline.shift_ms = 0
    yield
    row.forget()
    cache.clear()
    Timeline.shift_ms = 0
    left, pulse.Pulse.sockets = pulse.Pulse.sockets, set()
    assert not left, "a test closes its sockets, or the next one counts them too"


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[dict]:
    """What was announced through the channel layer, in order, instead of sending it."""
    sent: list[dict] = []
    monkeypatch.setattr(broadcast, "publish", lambda group, message: sent.append({"group": group, **message}))
    return sent
