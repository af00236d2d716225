"""What replaying many hands came to, for people (`lines`) and for programs (`dump`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tables.engine.conventions import Convention
from tables.engine.record import Record
from tables.engine.referee import Status, Verdict, judge


@dataclass(slots=True)
class Report:
    """The verdicts of one file, counted; those that did not match are kept."""

    name: str
    decisions: int = 0
    counts: Counter[Status] = field(default_factory=Counter)
    excused: Counter[Convention] = field(default_factory=Counter)
    notable: list[Verdict] = field(default_factory=list)

    def judge(self, records: Iterable[Record]) -> None:
        """Replays these hands and counts them in."""
        for record in records:
            verdict = judge(record)
            self.decisions += verdict.decisions
            self.counts[verdict.status] += 1
            self.excused.update(verdict.excused)
            if verdict.status is not Status.MATCHED:
                self.notable.append(verdict)

    @property
    def hands(self) -> int:
        """How many hands were judged."""
        return self.counts.total()

    def skipped(self) -> dict[str, int]:
        """The skipped hands by the convention that explains them."""
        return dict(Counter(verdict.convention.value for verdict in self.notable if verdict.convention))

    def lines(self) -> Iterable[str]:
        """The report in words, every difference with hand, decision, expected and got."""
        counts = ", ".join(f"{self.counts[status]} {status.value}" for status in Status)
        yield f"{self.name}: {self.hands} hands, {self.decisions} decisions: {counts}"
        for convention, times in sorted(self.skipped().items()):
            yield f"  skipped by {convention}: {times}"
        for convention, times in sorted(self.excused.items()):
            yield f"  other convention without consequence, {convention.value}: {times}"
        for verdict in self.notable:
            if verdict.status is Status.DIFFER and (found := verdict.difference):
                where = "at the end" if found.decision is None else f"decision {found.decision}"
                yield f"  DIFFER {verdict.name}, {where}, {found.what}: expected {found.expected}, got {found.got}"

    def dump(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "file": self.name,
            "hands": self.hands,
            "decisions": self.decisions,
            **{status.value: self.counts[status] for status in Status},
            "skipped_by": self.skipped(),
            "excused": {convention.value: times for convention, times in sorted(self.excused.items())},
            "notable": [verdict.dump() for verdict in self.notable],
        }
