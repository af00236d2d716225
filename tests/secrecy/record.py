"""What the public saw of each hand at a table, and by that and the truth the judgement of everybody's frames."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tests.secrecy.cards import CARD
from tests.secrecy.eye import Eye
from tests.secrecy.frames import Witness
from tests.secrecy.truth import Truth

Known = dict[tuple[str, int], Truth]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What the public saw of a hand when it was over: how many board cards, which seats face up."""

    board: int
    shown: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One table's hands as they were and as they were seen."""

    table: str
    known: Known
    outcomes: dict[int, Outcome]
    hello: str
    requested: set[tuple[str, int, int]]

    @classmethod
    def of(cls, table: str, known: Known, *, public: list[str], requested: set[tuple[str, int, int]]) -> Record:
        """From the truth and from the frames of a socket that nobody is signed in on."""
        boards: dict[int, int] = {}
        shown: dict[int, set[int]] = {}
        witness = Witness("anybody", table=table, player=None, truths=known, requested=requested)
        for text in public:
            witness.take(text)
            if witness.hand is not None:
                number = witness.hand.number
                boards[number] = max(boards.get(number, 0), len(CARD.findall(witness.view["hand"]["board"])))
                shown.setdefault(number, set()).update(witness.shown)
        outcomes = {number: Outcome(board=boards[number], shown=frozenset(shown[number])) for number in boards}
        seen = {
            key: replace(hand, dealt=outcomes[key[1]].board)
            for key, hand in known.items()
            if key[0] == table and key[1] in outcomes
        }
        return cls(table=table, known=known | seen, outcomes=outcomes, hello=public[0], requested=requested)

    @property
    def finished(self) -> list[Truth]:
        """The hands at this table that are over, in order; the last one seen may still lie on it."""
        return [self.known[self.table, number] for number in sorted(self.outcomes)[:-1]]

    def heard_by(self, eye: Eye) -> list[str]:
        """The faults in what a socket was sent."""
        return self._witness(eye.name, eye.player).judge(eye.texts)

    def carried(self, what: str, updates: Iterable[str]) -> list[str]:
        """The faults in announcements on their way to the sockets: they are for anybody, so they are judged so."""
        witness = self._witness(what, None)
        witness.take(self.hello)
        first = json.loads(self.hello)["version"]
        by_version = {json.loads(text)["version"]: text for text in updates}
        return witness.judge([by_version[version] for version in sorted(by_version) if version > first])

    def _witness(self, viewer: str, player: str | None) -> Witness:
        return Witness(viewer, table=self.table, player=player, truths=self.known, requested=self.requested)
