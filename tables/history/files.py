"""The files a finished hand is offered in, by their endings, for the viewer who asks."""

from collections.abc import Callable

from tables.history.finished import Finished
from tables.history.ohh import ohh
from tables.history.phh import phh
from tables.history.replayed import Told
from tables.history.text import text

WRITERS: dict[str, Callable[[Finished], str]] = {"txt": text, "ohh": ohh, "phh": phh}


def write(told: Told, ending: str) -> str:
    """The hand in the format called `ending`, as its viewer may know it.

    Raises KeyError for another ending, ValueError for a void hand, which has no history.
    """
    writer = WRITERS[ending]
    if told.hand.void_reason:
        raise ValueError("a void hand was not played")
    table = told.hand.table
    return writer(
        Finished(
            number=told.hand.number,
            table=table.name,
            table_id=table.slug,
            size=table.seats,
            currency=told.hand.currency,
            play_money=table.play_money,
            started=told.hand.started,
            setup=told.played.setup,
            actions=told.played.actions,
            names=told.names,
            viewer=told.seat,
        )
    )
