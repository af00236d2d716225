"""Writes a finished hand in PHH so that other programs replay it to the same stacks (`phh` reads it back).

What PHH cannot say: pot limit (written as no limit with `_betting = "PL"`), and a protected player (R-6.4), who
stopped with chips behind. He is written with the chips he put in as his whole stack, which replays right; the real
stacks and his player number are in `_real_starting_stacks` and `_disconnect_all_in`. Cards the reader may not see are
question marks: the caller passes what `views` lets him see, nothing else gets in here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from tables.engine.actions import Action
from tables.engine.events import Event, EventKind
from tables.engine.hand import record, replay
from tables.engine.pots import Result
from tables.engine.rules import Game
from tables.engine.setup import PostKind, SeatSetup, Setup

Field = str | int | Sequence[str] | Sequence[int]
UNSEEN = "????"
BEFORE_PLAY = (PostKind.ANTE, PostKind.DEAD)


def write(
    setup: Setup, actions: Iterable[Action], *, seen: Mapping[int, str], fields: Mapping[str, Field] | None = None
) -> str:
    """One finished hand as a .phh text.

    `seen`: hole cards by seat that the reader may see. `fields`: more PHH fields, written as they are (`hand`,
    `table`, `players` in seat order from the button's left …). Raises ValueError for a hand that is not over,
    RuleViolation for actions that are not a hand.
    """
    made = tuple(actions)
    result = replay(setup, made).result
    if result is None:
        raise ValueError("the hand is not over")
    events = record(setup, made)
    lines = _hand_fields(setup, events, result, seen) | dict(fields or {})
    return "".join(f"{key} = {_toml(value)}\n" for key, value in lines.items())


def write_many(hands: Iterable[str]) -> str:
    """A .phhs text of several hands that `write` made."""
    return "\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands, start=1))


def players_in_order(setup: Setup) -> tuple[int, ...]:
    """The seats as PHH counts players: p1 is left of the button, the button is last."""
    return tuple(seat.seat for seat in setup.order())


def _hand_fields(setup: Setup, events: Sequence[Event], result: Result, seen: Mapping[int, str]) -> dict[str, Field]:
    stakes, order = setup.stakes, setup.order()
    fixed = stakes.game is Game.FIXED
    limits: dict[str, Field] = (
        {"small_bet": stakes.small_bet, "big_bet": stakes.big_bet} if fixed else {"min_bet": stakes.big_blind}
    )
    behind = _behind(order, events, result)
    won = {seat.seat: 0 for seat in order}
    for pot in result.pots:
        for seat, share in pot.shares.items():
            won[seat] += share
    lines: dict[str, Field] = {
        "variant": "FT" if fixed else "NT",
        "antes": _forced([sum(post.amount for post in seat.posts if post.kind in BEFORE_PLAY) for seat in order]),
        "blinds_or_straddles": _forced([_blind(seat) for seat in order]),
        **limits,
        "starting_stacks": [seat.stack - behind.get(seat.seat, 0) for seat in order],
        "actions": list(_actions(events, players_in_order(setup), seen)),
        "seats": list(players_in_order(setup)),
        "finishing_stacks": [result.stacks[seat.seat] - behind.get(seat.seat, 0) for seat in order],
        "winnings": [won[seat.seat] for seat in order],
        "_rake": result.rake,
    }
    if stakes.game is Game.POT:
        lines["_betting"] = "PL"
    if behind:
        lines["_real_starting_stacks"] = [seat.stack for seat in order]
        lines["_disconnect_all_in"] = [i for i, seat in enumerate(order, start=1) if seat.seat in behind]
    return lines


def _behind(order: Sequence[SeatSetup], events: Sequence[Event], result: Result) -> dict[int, int]:
    """What each protected player kept out of the hand."""
    protected = {event.seat for event in events if event.kind is EventKind.PROTECTED}
    return {seat.seat: seat.stack - result.paid[seat.seat] for seat in order if seat.seat in protected}


def _blind(seat: SeatSetup) -> int:
    """A blind, or a live post as a negative one; 0 for neither."""
    for post in seat.posts:
        if post.kind not in BEFORE_PLAY:
            return -post.amount if post.kind is PostKind.LIVE else post.amount
    return 0


def _forced(amounts: list[int]) -> list[int]:
    """Heads-up PHH begins its forced bets with the small blind, who is the second player."""
    return amounts[::-1] if len(amounts) == 2 else amounts


def _actions(events: Iterable[Event], order: Sequence[int], seen: Mapping[int, str]) -> Iterable[str]:
    over = False
    for event in events:
        player = "" if event.seat is None else f"p{order.index(event.seat) + 1}"
        over |= event.kind is EventKind.HAND_OVER
        match event.kind:
            case EventKind.DEALT:
                yield f"d dh {player} {seen.get(event.seat or 0, UNSEEN)}"
            case EventKind.STREET:
                yield f"d db {event.cards}"
            case EventKind.FOLD:
                yield f"{player} f"
            case EventKind.CHECK | EventKind.CALL:
                yield f"{player} cc"
            case EventKind.BET | EventKind.RAISE:
                yield f"{player} cbr {event.to}"
            case EventKind.SHOWN if not over:
                yield f"{player} sm {event.cards}"
            case EventKind.MUCKED:
                yield f"{player} sm -"


def _toml(value: Field) -> str:
    """A TOML value; its basic strings are JSON's."""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return "[" + ", ".join(_toml(item) for item in value) + "]"
