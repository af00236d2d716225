"""The only door from a hand to a viewer: what each may see, and nothing else (docs/architecture.md "Secrets").

Public views hold the shapes of docs/protocol.md; the room adds what the engine does not know (hand number, deadlines,
names). There is no viewer who sees everything: a hidden hand is known to its own seat alone until it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tables.engine.events import Event, EventKind
from tables.engine.hand import Hand
from tables.engine.pots import gathered_pots
from tables.engine.ranking import name
from tables.engine.state import Cards, State, Status

HIDDEN = "????"
STATUS = {
    Status.IN: "playing",
    Status.FOLDED: "folded",
    Status.ALL_IN: "all_in",
    Status.PROTECTED: "protected",
}


def public(hand: Hand) -> dict[str, Any]:
    """What everybody may see: {"hand": {...}, "seats": {"1": {...}}}, no nulls, no arrays.

    `pot` is everything in the middle, this round's bets included; `pots` are the chips of earlier rounds by pot.
    Once the hand is over both say what was paid out, and the chips are already in the stacks.
    """
    state = hand.state
    return {
        "hand": _middle(hand, state),
        "seats": {str(seat): _seat(hand, place) for place, seat in enumerate(state.frame.numbers)},
    }


def _middle(hand: Hand, state: State) -> dict[str, Any]:
    view: dict[str, Any] = {"street": hand.street, "board": hand.board}
    result, numbers = hand.result, state.frame.numbers
    if result is None:
        pots = [(pot.amount, tuple(numbers[place] for place in pot.places)) for pot in gathered_pots(state)]
        view |= {"bet": state.level, "pot": state.middle}
    else:
        pots = [(pot.amount, pot.seats) for pot in result.pots]
        view |= {"bet": 0, "pot": sum(amount for amount, _ in pots)}
    view["pots"] = {
        str(number): {"amount": amount, "seats": ",".join(map(str, sorted(seats)))}
        for number, (amount, seats) in enumerate(pots)
    }
    legal = hand.legal()
    if legal is not None:
        view["turn"] = {"no": legal.no, "seat": legal.seat, "call": legal.call, "check": legal.check}
        if legal.min is not None:
            view["turn"] |= {"min": legal.min, "max": legal.max}
    return view


def _seat(hand: Hand, place: int) -> dict[str, Any]:
    state = hand.state
    view: dict[str, Any] = {
        "stack": state.stacks[place],
        "bet": state.bets[place],
        "status": STATUS[state.status[place]],
    }
    if state.cards[place] is Cards.SHOWN:
        view["cards"] = state.frame.holes[place]
    elif state.cards[place] is Cards.HIDDEN and state.status[place] is not Status.FOLDED:
        view["cards"] = HIDDEN
    if state.last[place]:
        view["last"] = str(state.last[place])
    if hand.result is not None:
        won = sum(pot.shares.get(state.frame.numbers[place], 0) for pot in hand.result.pots)
        if won:
            view["won"] = won
    return view


def own(hand: Hand, seat: int) -> dict[str, str]:
    """A seat's own cards and what they make so far; empty for a seat not dealt in."""
    place = hand.state.frame.places.get(seat)
    if place is None:
        return {}
    cards = hand.state.frame.holes[place]
    return {"cards": cards, "strength": name(cards + hand.board)}


def told(events: Iterable[Event], *, seat: int | None = None) -> list[dict[str, int | str | bool]]:
    """These events as a viewer may hear them: of dealt cards only his own seat's; None is an observer."""
    return [
        event._replace(cards=HIDDEN).wire() if event.kind is EventKind.DEALT and event.seat != seat else event.wire()
        for event in events
    ]


def public_events(hand: Hand) -> list[dict[str, int | str | bool]]:
    """What happened in the last step, as everybody may hear it."""
    return told(hand.events)


def own_events(hand: Hand, seat: int) -> list[dict[str, int | str | bool]]:
    """What happened in the last step that this seat alone may know: its own cards dealt."""
    return [event.wire() for event in hand.events if event.kind is EventKind.DEALT and event.seat == seat]


def seen_by(hand: Hand, seat: int | None) -> dict[int, str]:
    """The hole cards a viewer of this hand's history may see, by seat (R-7.6); None was not dealt in.

    Shown hands for everybody, one's own always, and hands that were called down and mucked for those dealt in.
    """
    state = hand.state
    return {
        number: state.frame.holes[place]
        for place, number in enumerate(state.frame.numbers)
        if state.cards[place] is Cards.SHOWN
        or number == seat
        or (state.cards[place] is Cards.MUCKED and seat in state.frame.places)
    }
