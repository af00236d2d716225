"""A finished hand with what the engine does not know, told to one viewer.

`tell` is where secrecy is decided for every export: it keeps only what `views` lets the viewer hear
and see. The writers after it never touch the hand or the deck again.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from tables.engine import views
from tables.engine.actions import Action
from tables.engine.answers import Result
from tables.engine.cards import split
from tables.engine.events import EventKind
from tables.engine.hand import record, replay
from tables.engine.setup import Setup

Fact = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """A settled hand: its setup and actions, who sat where, where and when (aware), and who reads it.

    `viewer` is the reader's seat in this hand, None for anybody who was not dealt in. Void hands have no history.
    """

    number: int
    table: str
    table_id: str
    size: int
    currency: str
    play_money: bool
    started: datetime
    setup: Setup
    actions: tuple[Action, ...]
    names: dict[int, str]
    viewer: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Street:
    """A betting round: its name, the board cards that opened it, and what happened in order."""

    name: str
    cards: str
    facts: list[Fact] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """What the viewer may know: forced posts, rounds, the end, the hole cards he may see, and the sums."""

    posts: list[Fact]
    streets: list[Street]
    end: list[Fact]
    seen: dict[int, str]
    result: Result
    board: str


_END = frozenset(
    {EventKind.SHOWDOWN, EventKind.SHOWN, EventKind.MUCKED, EventKind.POT_WON, EventKind.RAKE, EventKind.HAND_OVER}
)


def tell(finished: Finished) -> Telling:
    """The hand as its viewer may know it. Raises ValueError when the hand is not over."""
    hand = replay(finished.setup, finished.actions)
    if hand.result is None:
        raise ValueError("the hand is not over")
    posts: list[Fact] = []
    end: list[Fact] = []
    streets = [Street(name="preflop", cards="")]
    for fact in views.told(record(finished.setup, finished.actions), seat=finished.viewer):
        match fact["kind"]:
            case EventKind.DEALT:
                continue
            case EventKind.POSTED:
                posts.append(fact)
            case EventKind.STREET:
                streets.append(Street(name=str(fact["text"]), cards=str(fact["cards"])))
            case kind if kind in _END:
                end.append(fact)
            case _:
                streets[-1].facts.append(fact)
    return Telling(
        posts=posts,
        streets=streets,
        end=end,
        seen=views.seen_by(hand, finished.viewer),
        result=hand.result,
        board=hand.board,
    )


def spaced(run: str) -> str:
    """A run of cards with spaces between them."""
    return " ".join(split(run))
