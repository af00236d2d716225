"""A served room from outside: pages over HTTP with somebody's cookie, and everything its Redis is told."""

from __future__ import annotations

import codecs
import http.client
import json
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import msgpack
from redis import Redis
from redis.exceptions import RedisError

from pokerroom.layer import TAG_BYTES
from tests.secrecy.cards import found


def people_of(
    served: Any,
    tables: dict[str, dict[str, Any]],
    *,
    players: list[str],
    staff: Sequence[str] = (),
    groups: dict[str, str] | None = None,
    password: str | None = None,
) -> dict[str, dict[str, str]]:
    """Tables and people made in a launched room or stack (`people.populate`)."""
    call = f"populate({tables!r}, players={players!r}, staff={list(staff)!r}, groups={groups!r}, password={password!r})"
    printed = served.manage("shell", "-v0", "-c", f"from tests.secrecy.people import populate; {call}")
    found: dict[str, dict[str, str]] = json.loads(printed.splitlines()[-1])
    return found


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP answer."""

    status_code: int
    content: bytes
    streaming: bool = False


class RemoteBrowser:
    """Asks a served room for pages, with a cookie or without."""

    def __init__(self, url: str, cookie: str = "") -> None:
        self.url, self.cookie = url, cookie

    def get(self, path: str, *, follow: bool = False) -> Answer:
        """The answer; redirects are followed when asked for."""
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=20)
        try:
            connection.request("GET", path, headers={"Cookie": self.cookie} if self.cookie else {})
            answer = connection.getresponse()
            content, onward = answer.read(), answer.getheader("Location")
            if follow and onward:
                return self.get(onward, follow=True)
            return Answer(answer.status, content)
        finally:
            connection.close()


class Tap:
    """Everything a Redis is told (MONITOR), from a thread; a context manager."""

    def __init__(self, url: str) -> None:
        self.client = Redis.from_url(url, retry=None)
        self.lines: list[str] = []

    def __enter__(self) -> Self:
        self._monitor = self.client.monitor().__enter__()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        return self

    def _listen(self) -> None:
        try:
            for command in self._monitor.listen():
                self.lines.append(command["command"])
        except (RedisError, ValueError, OSError):
            return

    def hears(self, word: str) -> bool:
        """Wait until this word was said."""
        end = time.monotonic() + 10
        while not any(word in line for line in self.lines[-1000:]):
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._monitor.connection.disconnect()
        self._thread.join(5)

    def announcements(self) -> tuple[dict[str, list[str]], list[str]]:
        """The public updates by channel, and the cards in anything else that was said."""
        updates: dict[str, list[str]] = defaultdict(list)
        faults = []
        for line in self.lines:
            plain = codecs.decode(line.encode("latin-1", "replace"), "unicode_escape")
            if (announced := announcement(plain)) is not None:
                updates[line.split(" ")[1]].append(announced.pop("text"))
                plain = repr(announced)
            faults += [f"Redis is told {''.join(run)}: {plain[:120]}" for run in found(plain)]
        return updates, faults


def announcement(plain: str) -> dict[str, Any] | None:
    """A table's announcement in what a Redis was told, unpacked: its numbers are bytes that may look like a card."""
    if not plain.startswith("PUBLISH ") or '{"type":"update"' not in plain:
        return None
    packed = plain.encode("latin-1").split(b" ", 2)[2]
    unpacked: dict[str, Any] = msgpack.unpackb(packed[TAG_BYTES:])
    return unpacked
