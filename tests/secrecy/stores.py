"""What lies in the room's stores and what it writes down: the database, the cache, logs, mails. No card is in any.

Decks are encrypted, and everything else about cards is derived when somebody asks who may know.
"""

from __future__ import annotations

import logging
import pickle
import re
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from redis import Redis

from tests.secrecy.cards import found, found_in_bytes

HEX = re.compile(r"(?:X'|\\x)([0-9A-Fa-f]{24,})")


def query(sql: str) -> list[tuple[Any, ...]]:
    """Rows of this process's database."""
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return list(cursor.fetchall())


def in_rows(table: str, rows: Iterable[tuple[Any, ...]]) -> list[str]:
    """The cards in the rows of a database table."""
    return [f"table {table} holds {''.join(run)}" for row in rows for cell in row for run in in_value(cell)]


def in_value(value: Any) -> list[tuple[str, ...]]:
    """The cards in one stored value."""
    if isinstance(value, bytes | memoryview):
        return found_in_bytes(bytes(value))
    return found(str(value)) if value is not None else []


def in_database() -> list[str]:
    """The cards in this process's database."""
    faults = []
    for table in connection.introspection.table_names():
        faults += in_rows(table, query(f'SELECT * FROM "{table}"'))
    return faults


def in_cache() -> list[str]:
    """The cards in the keys and values of this process's cache."""
    if settings.EMBEDDED:
        return [fault for key, kept in cache._cache.items() for fault in _kept("the cache", key, kept)]
    return in_redis(Redis.from_url(settings.REDIS_URL))


def in_redis(client: Redis) -> list[str]:
    """The cards in the keys and values of a Redis."""
    faults = []
    for key in client.scan_iter(count=1000):
        values = [client.get(key)] if client.type(key) == b"string" else [client.dump(key)]
        faults += [fault for value in values for fault in _kept("Redis", key.decode(errors="replace"), value or b"")]
    return faults


def _kept(where: str, key: str, kept: bytes) -> list[str]:
    try:
        words = repr(pickle.loads(kept))
    except Exception:
        words = kept.decode("utf-8", "ignore") if kept.isascii() else ""
    return [f"{where} holds {''.join(run)} as {key}" for run in found(key) + found(words) + found_in_bytes(kept)]


def in_log(text: str) -> list[str]:
    """The cards in what was logged, also where SQL writes bytes in hexadecimal."""
    runs = found(text)
    for match in HEX.finditer(text):
        runs += found_in_bytes(bytes.fromhex(match[1][: len(match[1]) // 2 * 2]))
    return [f"the log says {''.join(run)}" for run in runs]


class Diary(logging.Handler):
    """Keeps every record of every logger, from DEBUG on, as a log file would have it."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("%(name)s %(message)s"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one record, traceback included."""
        self.lines.append(self.format(record))
