"""A player's decisions in a hand, and what becomes of a decision whose time ran out.

`act` is accepted once: `hand` and `turn` name the decision, and the row lock decides. The same act again, also after
the hand is over, is answered like the first time and does nothing. Who may act comes from the account that asks.
"""

from __future__ import annotations

import logging

from django.db import transaction

from tables.engine import views
from tables.engine.actions import Action, Cause, Code, Move, RuleViolation
from tables.engine.expiry import on_expiry
from tables.engine.rules import Rules
from tables.live import attendance, presence, turns
from tables.live.allowances import left_for, use_for
from tables.live.facts import is_in_hand, is_running, seat_of_player
from tables.live.presence import Line, Presence
from tables.live.record import Locked
from tables.live.state import Moves, change
from tables.models import Hand, HandShow
from tables.protocol import ErrorCode, Refusal

log = logging.getLogger(__name__)
HOLD_MS = 500


def act(locked: Locked, *, player: int, hand: int, turn: int, move: Move, to: int | None) -> None:
    """One decision of one hand. Raises Refusal: not_seated, stale_turn, not_your_turn, illegal_move, bad_amount."""
    locked.refuse_while_due()
    live = locked.live
    if live.deal is None or live.deal.number != hand or not is_running(live):
        _repeated_later(locked, player=player, hand=hand, turn=turn, action=(move, to))
        return
    number = seat_of_player(live, player)
    if number is None or not is_in_hand(live, number):
        raise Refusal(ErrorCode.NOT_SEATED if number is None else ErrorCode.NOT_YOUR_TURN)
    if live.hand is None:
        raise Refusal(ErrorCode.UNAVAILABLE)
    legal = live.hand.legal()
    assert legal is not None
    if turn != legal.no:
        _repeated(live.moves, number, turn=turn, action=(move, to))
        return
    if legal.seat != number:
        raise Refusal(ErrorCode.NOT_YOUR_TURN)
    try:
        turns.take(locked, Action(number, move, to))
    except RuleViolation as violation:
        raise Refusal(_CODES.get(violation.code, ErrorCode.ILLEGAL_MOVE)) from violation


def show(locked: Locked, *, player: int) -> None:
    """Show the own cards of the finished hand while it is on the table (R-7.5). Shown already: nothing happens."""
    live = locked.live
    number = seat_of_player(live, player)
    if number is None:
        raise Refusal(ErrorCode.NOT_SEATED)
    if live.deal is None or not live.deal.settled or live.hand is None or not is_in_hand(live, number):
        raise Refusal(ErrorCode.ILLEGAL_MOVE)
    assert live.moves is not None
    action = Action(number, Move.SHOW)
    try:
        hand = live.hand.apply(action)
    except RuleViolation as violation:
        raise Refusal(ErrorCode.ILLEGAL_MOVE) from violation
    record = Hand.objects.only("pk").get(number=live.deal.number)
    HandShow.objects.get_or_create(hand=record, seat=number)
    locked.set(hand=hand, moves=Moves(actions=[*live.moves.actions, action.dump()]))
    locked.events += views.public_events(hand)


def expire(locked: Locked) -> None:
    """The awaited decision's time is over: R-6.1 to R-6.5, then R-6.9. Exactly one thing happens, under the lock."""
    live = locked.live
    assert live.hand is not None
    assert live.deal is not None
    legal = live.hand.legal()
    assert legal is not None
    assert live.moves is not None
    if turns.follow_leaver(locked):
        return
    who = live.deal.seats[legal.seat].who
    known = presence.look(live.table, [who.id])[who.id]
    line = presence.line(live.table, who.id) if known is not Presence.UNKNOWN else Line.BROKEN
    if line is Line.BROKEN:
        log.warning("table %s: the turn of %s starts anew, the room had lost him", live.terms.slug, who.public)
        transaction.on_commit(lambda: presence.excused(live.table, who.id))
        turns.start_clock(locked)
    elif known is Presence.SILENT or (known is Presence.CONNECTED and line is Line.DOUBTFUL):
        locked.set(moves=change(live.moves, hold_until=locked.now + HOLD_MS))
    elif not turns.draw_on_bank(locked, legal.seat):
        _expire(locked, legal.seat, connected=known is Presence.CONNECTED)


def _expire(locked: Locked, number: int, *, connected: bool) -> None:
    hand, deal = locked.live.hand, locked.live.deal
    assert hand is not None
    assert deal is not None
    who, rules = deal.seats[number].who, hand.setup.rules
    left, revoked = (0, False) if connected else left_for(locked, who.id, rules=rules)
    move = _move(rules, locked, connected=connected, left=left, revoked=revoked)
    if move is Move.PROTECT and not use_for(locked, who.id, hand=deal.number):
        move = _move(rules, locked, connected=connected, left=0, revoked=revoked)
    locked.say("timed_out", seat=number, text=move.value, cause="connected" if connected else "disconnected")
    if is_in_hand(locked.live, number):
        locked.seat(number, out_next=True)
        attendance.mark_connected(locked, number, connected=connected)
    if move is Move.PROTECT:
        locked.purses.add(who.public)
    lost = not connected and move is not Move.PROTECT
    turns.take(locked, Action(number, move, cause=Cause.DISCONNECTED if lost else Cause.CLOCK))


def _move(rules: Rules, locked: Locked, *, connected: bool, left: int, revoked: bool) -> Move:
    hand = locked.live.hand
    assert hand is not None
    legal = hand.legal()
    assert legal is not None
    return on_expiry(
        rules,
        legal=legal,
        connected=connected,
        allowance_left=left,
        revoked=revoked,
        has_paid=hand.put_in(legal.seat) > 0,
    )


def _repeated(moves: Moves | None, number: int, *, turn: int, action: tuple[Move, int | None]) -> None:
    """Nothing, when this decision was made exactly so by this player; else stale_turn."""
    made = [Action.load(plain) for plain in moves.actions] if moves is not None else []
    _same_or_stale([one for one in made if one.move is not Move.SHOW], number, turn=turn, action=action)


def _repeated_later(locked: Locked, *, player: int, hand: int, turn: int, action: tuple[Move, int | None]) -> None:
    """A repeat of a decision in a hand that is over."""
    row = (
        Hand.objects.filter(table_id=locked.live.table, number=hand, seats__player=player)
        .values_list("actions", "seats__seat")
        .first()
    )
    if row is None:
        raise Refusal(ErrorCode.STALE_TURN if seat_of_player(locked.live, player) is not None else ErrorCode.NOT_SEATED)
    made = [Action.load(plain) for plain in row[0]]
    _same_or_stale(made, row[1], turn=turn, action=action)


def _same_or_stale(made: list[Action], number: int, *, turn: int, action: tuple[Move, int | None]) -> None:
    if not 0 <= turn < len(made) or made[turn] != Action(number, *action):
        raise Refusal(ErrorCode.STALE_TURN)


_CODES = {
    Code.BAD_AMOUNT: ErrorCode.BAD_AMOUNT,
    Code.NOT_YOUR_TURN: ErrorCode.NOT_YOUR_TURN,
    Code.STALE_TURN: ErrorCode.STALE_TURN,
}
