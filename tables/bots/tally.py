"""What the bots did, counted for the JSON summary of `manage.py bots` and for load measurements."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


@dataclass(slots=True, kw_only=True)
class Tally:
    """Counts of one run. A hand is counted once, however many bots saw it end."""

    actions: int = 0
    reconnects: int = 0
    syncs: int = 0
    refusals: Counter[str] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)
    _hands: set[tuple[str, int]] = field(default_factory=set)
    _showdowns: set[tuple[str, int]] = field(default_factory=set)

    @property
    def hands(self) -> int:
        """Hands that ended while a bot was at the table."""
        return len(self._hands)

    def saw(self, table: str, hand: int, events: list[Json]) -> None:
        """Count what an update's events say about hand number `hand` at `table`."""
        for event in events:
            match event.get("kind"):
                case "hand_over":
                    self._hands.add((table, hand))
                case "showdown":
                    self._showdowns.add((table, hand))

    def acted(self, milliseconds: float) -> None:
        """Count an accepted action and the time from sending it to seeing its update."""
        self.actions += 1
        self.latencies.append(milliseconds)

    def refused(self, code: str) -> None:
        """Count a command the server refused."""
        self.refusals[code] += 1

    def summary(self, *, seconds: float) -> Json:
        """Everything as plain JSON; times in milliseconds."""
        return {
            "hands": self.hands,
            "showdowns": len(self._showdowns),
            "actions": self.actions,
            "refusals": dict(sorted(self.refusals.items())),
            "p50_ms": percentile(self.latencies, 50),
            "p99_ms": percentile(self.latencies, 99),
            "reconnects": self.reconnects,
            "syncs": self.syncs,
            "seconds": round(seconds, 1),
        }


def percentile(values: list[float], percent: int) -> float | None:
    """The smallest value that at least `percent` of the values do not exceed; None without values."""
    if not values:
        return None
    ordered = sorted(values)
    rank = -(-percent * len(ordered) // 100)
    return round(ordered[max(rank, 1) - 1], 2)
