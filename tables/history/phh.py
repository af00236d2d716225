"""PHH, the poker hand history format: a TOML text that other programs replay to the same stacks."""

from datetime import UTC
from typing import TYPE_CHECKING

from tables.engine import phh_writing
from tables.history.finished import Finished, tell

if TYPE_CHECKING:
    from tables.engine.phh_writing import Field

VENUE = "Pokerroom"


def phh(finished: Finished) -> str:
    """The hand as its viewer may know it, as a .phh text. Raises ValueError when it is not over."""
    started = finished.started.astimezone(UTC)
    fields: dict[str, Field] = {
        "venue": VENUE,
        "time_zone": "UTC",
        "day": started.day,
        "month": started.month,
        "year": started.year,
        "hand": finished.number,
        "seat_count": finished.size,
        "table": finished.table,
        "players": [finished.names[seat] for seat in phh_writing.players_in_order(finished.setup)],
        "currency": "XPM" if finished.play_money else finished.currency,
        "_amounts": "minor units",
    }
    seen = tell(finished).seen
    # A TOML time is not a string, so it is no field of the writer's.
    return (
        phh_writing.write(finished.setup, finished.actions, seen=seen, fields=fields) + f"time = {started:%H:%M:%S}\n"
    )
