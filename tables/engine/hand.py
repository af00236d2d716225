"""A hand as a value: made from a setup, moved on by actions, asked for what is legal and what came of it.

`Hand` never changes; `apply` gives a new one with the events of that step. It knows no clock, no randomness and no
players, only seats. Hidden cards leave it through `views` alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tables.engine.actions import Action, Code, RuleViolation
from tables.engine.answers import Legal, Result
from tables.engine.betting import options
from tables.engine.course import begin, step
from tables.engine.events import Event
from tables.engine.invariants import broken
from tables.engine.setup import Setup
from tables.engine.state import STREETS, State


@dataclass(frozen=True, slots=True)
class Hand:
    """One moment of a hand; `events` are those since the step before, `actions` all so far.

    Its repr holds no card, so that a log or a traceback cannot show one.
    """

    setup: Setup
    actions: tuple[Action, ...]
    events: tuple[Event, ...] = field(repr=False)
    state: State = field(repr=False)

    @classmethod
    def start(cls, setup: Setup) -> Hand:
        """Posts, deals and finds the first decision; where there is none the hand is already over."""
        events: list[Event] = []
        state = begin(setup, events)
        return cls(setup, (), tuple(events), state)

    def apply(self, action: Action, *, turn: int | None = None) -> Hand:
        """The hand after one decision, run-outs and payout included; this hand stays as it is.

        `turn` may name the decision meant (`Legal.no`). Raises RuleViolation: `stale_turn`, `not_your_turn`,
        `illegal_move`, `bad_amount`.
        """
        if turn is not None and turn != self.state.no:
            raise RuleViolation(Code.STALE_TURN, "this decision has been made")
        events: list[Event] = []
        state = self.state.copy()
        step(state, action, events)
        return Hand(self.setup, (*self.actions, action), tuple(events), state)

    def legal(self) -> Legal | None:
        """What the player to act may do, the one answer for server, browser and bots; None when nobody is to act."""
        state = self.state
        return state.legal or (options(state) if state.turn >= 0 else None)

    @property
    def done(self) -> bool:
        """Whether the hand is over; only `show` is possible then."""
        return self.state.result is not None

    @property
    def result(self) -> Result | None:
        """What to book, once the hand is over."""
        return self.state.result

    @property
    def street(self) -> str:
        """preflop, flop, turn, river, or showdown when hands were compared."""
        result = self.state.result
        return "showdown" if result is not None and result.showdown else STREETS[self.state.street]

    @property
    def board(self) -> str:
        """The board cards dealt so far."""
        return self.state.board()

    def put_in(self, seat: int) -> int:
        """What a seat has in this hand's pots and bets so far, antes and posts included; 0 when not dealt in."""
        place = self.state.frame.places.get(seat)
        if place is None:
            return 0
        if self.state.result is not None:
            return self.state.result.paid[seat]
        return self.state.frame.starts[place] - self.state.stacks[place]

    def problems(self) -> list[str]:
        """The invariants this hand breaks; empty for a sound one. A hand with problems is voided, never settled."""
        return broken(self.state)


def replay(setup: Setup, actions: Iterable[Action]) -> Hand:
    """The hand after these actions. Raises RuleViolation at the first that is not legal."""
    events: list[Event] = []
    state, made = begin(setup, events), tuple(actions)
    for action in made:
        events = []
        step(state, action, events)
    return Hand(setup, made, tuple(events), state)


def record(setup: Setup, actions: Iterable[Action]) -> tuple[Event, ...]:
    """All events from the first post to the end, for histories. Still holds hole cards: see `views`."""
    events: list[Event] = []
    state = begin(setup, events)
    for action in actions:
        step(state, action, events)
    return tuple(events)
