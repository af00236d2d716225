"""Writes a finished hand in PHH so that other programs replay it to the same stacks (`phh` reads it back).

What PHH cannot say: pot limit (written as no limit with `_betting = "PL"`), and a protected player (R-6.4), who
stopped with chips behind. He is written with the chips he put in as his whole stack, and the turns he and others then
would not have had are left out, which replays right; the real stacks and his player number are in
`_real_starting_stacks` and `_disconnect_all_in`. Cards the reader may not see are
question marks: the caller passes what `views` lets him see, nothing else gets in here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tables.engine.actions import Action, Move
from tables.engine.answers import Legal, Result
from tables.engine.events import Event, EventKind
from tables.engine.hand import Hand, record, replay
from tables.engine.rules import Game
from tables.engine.setup import PostKind, SeatSetup, Setup

Field = str | int | bool | Sequence[str] | Sequence[int]
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
    hand = replay(setup, actions)
    if hand.result is None:
        raise ValueError("the hand is not over")
    behind = _behind(hand, hand.result)
    lines = _hand_fields(_all_in_instead(hand, behind) if behind else hand, seen)
    if behind:
        order = setup.order()
        lines["_real_starting_stacks"] = [seat.stack for seat in order]
        lines["_disconnect_all_in"] = [i for i, seat in enumerate(order, start=1) if seat.seat in behind]
    lines |= fields or {}
    return "".join(f"{key} = {_toml(value)}\n" for key, value in lines.items())


def write_many(hands: Iterable[str]) -> str:
    """A .phhs text of several hands that `write` made."""
    return "\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands, start=1))


def players_in_order(setup: Setup) -> tuple[int, ...]:
    """The seats as PHH counts players: p1 is left of the button, the button is last."""
    return tuple(seat.seat for seat in setup.order())


def _hand_fields(hand: Hand, seen: Mapping[int, str]) -> dict[str, Field]:
    setup, result = hand.setup, hand.result
    assert result is not None
    stakes, order = setup.stakes, setup.order()
    fixed = stakes.game is Game.FIXED
    limits: dict[str, Field] = (
        {"small_bet": stakes.small_bet, "big_bet": stakes.big_bet} if fixed else {"min_bet": stakes.big_blind}
    )
    won = {seat.seat: sum(pot.shares.get(seat.seat, 0) for pot in result.pots) for seat in order}
    lines: dict[str, Field] = {
        "variant": "FT" if fixed else "NT",
        "ante_trimming_status": _trimmed(order),
        "antes": _forced([sum(post.amount for post in seat.posts if post.kind in BEFORE_PLAY) for seat in order]),
        "blinds_or_straddles": _forced([_blind(seat) for seat in order]),
        **limits,
        "starting_stacks": [seat.stack for seat in order],
        "actions": list(_actions(record(setup, hand.actions), players_in_order(setup), seen)),
        "seats": list(players_in_order(setup)),
        "finishing_stacks": [result.stacks[seat.seat] for seat in order],
        "winnings": list(won.values()),
        "_rake": result.rake,
    }
    if stakes.game is Game.POT:
        lines["_betting"] = "PL"
    return lines


def _behind(hand: Hand, result: Result) -> dict[int, int]:
    """What each protected player kept out of the hand."""
    protected = {action.seat for action in hand.actions if action.move is Move.PROTECT}
    return {seat.seat: seat.stack - result.paid[seat.seat] for seat in hand.setup.seats if seat.seat in protected}


def _all_in_instead(hand: Hand, behind: Mapping[int, int]) -> Hand:
    """The same hand as if the protected had only had what they put in; the hand itself where that is not the same."""
    seats = tuple(replace(seat, stack=seat.stack - behind.get(seat.seat, 0)) for seat in hand.setup.seats)
    other = Hand.start(replace(hand.setup, seats=seats))
    for action in hand.actions:
        legal = other.legal()
        if legal is not None and legal.seat == action.seat:
            other = other.apply(_instead(action, legal))
    same = (
        hand.result is not None
        and other.result is not None
        and hand.result.stacks == {seat: stack + behind.get(seat, 0) for seat, stack in other.result.stacks.items()}
    )
    return other if same else hand


def _instead(action: Action, legal: Legal) -> Action:
    """His decision; a bet or raise nobody could call any more is none (it all came back), so a check or call."""
    if action.move is Move.FOLD:
        return action
    if action.to is not None and legal.word and (legal.min or 0) <= action.to <= (legal.max or 0):
        return Action(action.seat, Move(legal.word), action.to)
    return Action(action.seat, Move.CHECK if legal.check else Move.CALL)


def _trimmed(order: Sequence[SeatSetup]) -> bool:
    """PHH's word for R-5.2 with antes: who posts a short one wins only as much from each; not so with dead posts."""
    return all(post.kind is not PostKind.DEAD for seat in order for post in seat.posts)


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
                # Where a protected player is written as all-in, hands lie face up that were really mucked.
                yield f"{player} sm {seen.get(event.seat or 0, '-')}"
            case EventKind.MUCKED:
                yield f"{player} sm -"


def _toml(value: Field) -> str:
    """A TOML value; its basic strings are JSON's."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return "[" + ", ".join(_toml(item) for item in value) + "]"
