"""Which thread talks to the database: one on SQLite, which has one writer; a few of our own on PostgreSQL.

Our own threads live as long as the process and keep the connection they took from the pool: taking one, setting it up
and giving it back costs as much as an action's statements. A connection that died meanwhile is seen before it is used,
and one that had an error is given back.
"""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Any, ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.db import connection

P = ParamSpec("P")
R = TypeVar("R")
WRITERS = 4
_executor = ThreadPoolExecutor(WRITERS, thread_name_prefix="tables")


def in_database(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Awaitable[R]:
    """Have the function run where database work is done; await the answer."""
    if _has_own_threads():
        work = partial(_with_kept_connection, function, *args, **kwargs)
        return asyncio.get_running_loop().run_in_executor(_executor, work)
    answer: Awaitable[R] = database_sync_to_async(function)(*args, **kwargs)
    return answer


def give_back() -> None:
    """Have each of our own threads give its connection back, as a process does that is done with its database."""
    together = threading.Barrier(WRITERS)

    def close() -> None:
        together.wait(timeout=10)
        connection.close()

    for done in [_executor.submit(close) for _ in range(WRITERS)]:
        done.result()


@cache
def _has_own_threads() -> bool:
    return connection.vendor == "postgresql"


def _with_kept_connection(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    held: Any = connection
    if held.connection is not None and held.is_dead():
        held.close()
    try:
        return function(*args, **kwargs)
    finally:
        held.close_at = None
        held.close_if_unusable_or_obsolete()
