"""Several threads, each with its own database connection, started at the same moment."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connection

PATIENCE = 60


def at_once(works: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run each work in a thread of its own, all released together; answers, or the exceptions."""
    barrier = threading.Barrier(len(works))
    answers: list[Any] = [None] * len(works)

    def run(number: int) -> None:
        barrier.wait(PATIENCE)
        try:
            answers[number] = works[number]()
        except Exception as error:
            answers[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in threads), "a thread is stuck"
    return answers
