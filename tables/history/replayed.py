"""A finished hand replayed for one viewer: the only way from a stored hand to a page or a file.

Cards come out of it only through the engine's `views`: shown hands for everybody, one's own always, and hands that were
called down and mucked for those who were dealt in (R-7.6). A void hand shows nobody's cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tables.engine import views
from tables.engine.actions import Action, Move
from tables.engine.events import EventKind
from tables.engine.hand import Hand as Played
from tables.engine.hand import record, replay
from tables.engine.setup import Setup
from tables.live.deck import open_box
from tables.models import Hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What a viewer may know of a finished hand. `cards` by seat; `events` from the first post to the end."""

    hand: Hand
    played: Played
    seat: int | None
    names: dict[int, str]
    cards: dict[int, str]
    events: list[dict[str, Any]]


def told(hand: Hand, *, player: int | None) -> Told:
    """The hand as this player (None: anybody) may see it. Raises DeckLost when its deck cannot be opened."""
    played, actions = played_hand(hand)
    seats = {seat.seat: seat.player_id for seat in hand.seats.all()}
    own = next((number for number, owner in seats.items() if player is not None and owner == player), None)
    cards = views.seen_by(played, own) if not hand.void_reason else {}
    events = views.told(record(played.setup, actions))
    for event in events:
        if event["kind"] == EventKind.DEALT.value and event["seat"] in cards:
            event["cards"] = cards[int(event["seat"])]
    names = {int(number): name for number, name in hand.result.get("names", {}).items()}
    return Told(hand=hand, played=played, seat=own, names=names, cards=cards, events=list(events))


def played_hand(hand: Hand) -> tuple[Played, list[Action]]:
    """The engine's hand, with what was shown after it was settled, and all its actions."""
    shown = [show.seat for show in hand.shows.order_by("pk")]
    return played_from(number=hand.number, setup=hand.setup, actions=hand.actions, deck=hand.deck, shown=shown)


def played_from(
    *, number: int, setup: dict[str, Any], actions: Iterable[Any], deck: bytes | memoryview, shown: Iterable[int] = ()
) -> tuple[Played, list[Action]]:
    """The same from the columns of a hand and the seats that showed later, in their order."""
    began = Setup.load(setup, open_box(bytes(deck), hand=number))
    made = [Action.load(plain) for plain in actions]
    made += [Action(seat, Move.SHOW) for seat in shown]
    return replay(began, made), made
