"""Doing a piece of work in one transaction, again when the database says it lost a race.

Only who owns the transaction may repeat it: inside a caller's transaction the work simply runs
and the error travels up. Repeating is safe because every journal has a key.
"""

import secrets
import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection, transaction

from cashier.errors import CashierCode, CashierError

TRIES = 5
_LOST_RACES = {"40001", "40P01", "55P03"}
_SQLITE_BUSY, _SQLITE_LOCKED = 5, 6

P = ParamSpec("P")
T = TypeVar("T")


def lost_race(error: OperationalError) -> bool:
    """Whether the same work may succeed when repeated: serialization, deadlock or lock timeout."""
    cause = error.__cause__
    if connection.vendor == "postgresql":
        return getattr(cause, "sqlstate", None) in _LOST_RACES
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF in (_SQLITE_BUSY, _SQLITE_LOCKED)


def in_transaction(work: Callable[[], T]) -> T:
    """Run `work` atomically; where no transaction is open, retry lost races up to five times.

    Raises CashierError(busy) when it lost every time.
    """
    if connection.in_atomic_block:
        return work()
    for attempt in range(1, TRIES + 1):
        try:
            with transaction.atomic():
                return work()
        except OperationalError as error:
            if not lost_race(error):
                raise
            if attempt == TRIES:
                raise CashierError(CashierCode.BUSY, f"gave up after {TRIES} tries") from error
        time.sleep(0.005 * 2**attempt * (1 + secrets.randbelow(100) / 100))
    raise AssertionError("unreachable")


def transactional(function: Callable[P, T]) -> Callable[P, T]:
    """Decorate a service: one transaction of its own, or the caller's."""

    @wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        return in_transaction(lambda: function(*args, **kwargs))

    return wrapped
