"""Which thread talks to the database: one on SQLite, which has one writer; a few of our own on PostgreSQL."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from channels.db import database_sync_to_async
from django.db import connection

P = ParamSpec("P")
R = TypeVar("R")
WRITERS = 4
_executor = ThreadPoolExecutor(WRITERS, thread_name_prefix="tables")


async def in_database(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run the function where database work is done, and wait for it."""
    options: dict[str, Any] = {}
    if connection.vendor == "postgresql":
        options = {"thread_sensitive": False, "executor": _executor}
    result: R = await database_sync_to_async(function, **options)(*args, **kwargs)
    return result
