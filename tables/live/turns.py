"""From one decision to the next: what a hand's step means for the row.

Every way a hand moves on (a player, the clock, the deal itself) ends here: the events are told, leavers' turns are
taken at once (R-1.7), the next decision gets its clock (R-6.2), and a finished hand is settled.
"""

from __future__ import annotations

from tables.engine import views
from tables.engine.actions import Action, Cause
from tables.engine.expiry import leaving
from tables.live import settling
from tables.live.facts import bank_left, is_in_hand
from tables.live.record import Locked
from tables.live.state import Moves, change


def take(locked: Locked, action: Action) -> None:
    """Apply one action to the hand on the table. Raises RuleViolation; then nothing has changed."""
    before, moves = locked.live.hand, locked.live.moves
    assert before is not None
    assert moves is not None
    hand = before.apply(action)
    _pay_for_time(locked, action.seat)
    locked.set(hand=hand, moves=Moves(actions=[*moves.actions, action.dump()]))
    if hand.board != before.board:
        tell_dealt(locked)
    follow(locked)


def follow(locked: Locked) -> None:
    """What the hand's last step leads to; called after each step and after the deal."""
    hand = locked.live.hand
    assert hand is not None
    locked.events += views.public_events(hand)
    if hand.done:
        settling.settle(locked)
        return
    if not follow_leaver(locked):
        start_clock(locked)


def mark_leaving(locked: Locked, number: int) -> bool:
    """His seat is freed when the hand is over (R-1.7); False when that was known."""
    if locked.live.seating.seats[number].leaving:
        return False
    locked.seat(number, leaving=True)
    locked.say("leaving", seat=number)
    return True


def follow_leaver(locked: Locked) -> bool:
    """Where the awaited decision is a leaver's, take it at once: check when it is free, else fold (R-1.7)."""
    hand = locked.live.hand
    assert hand is not None
    legal = hand.legal()
    assert legal is not None
    seat = locked.live.seating.seats.get(legal.seat)
    gone = seat is None or seat.leaving or not is_in_hand(locked.live, legal.seat)
    if gone:
        take(locked, Action(legal.seat, leaving(legal), cause=Cause.LEFT))
    return gone


def start_clock(locked: Locked) -> None:
    """Give the awaited decision its full time from now: quiet, then the visible countdown."""
    hand, moves = locked.live.hand, locked.live.moves
    assert hand is not None
    assert moves is not None
    rules = hand.setup.rules
    warn_at = locked.now + rules.quiet_ms
    deadline = warn_at + rules.countdown_ms
    locked.set(moves=change(moves, warn_at=warn_at, deadline=deadline, hold_until=None, bank_since=None))


def draw_on_bank(locked: Locked, number: int) -> bool:
    """The seat's turn is over: let it draw on its time bank, once a turn; False when it has none or sits out."""
    live = locked.live
    assert live.moves is not None
    if live.moves.bank_since is not None or not is_in_hand(live, number) or live.seating.seats[number].out_next:
        return False
    left = bank_left(live, number)
    if left:
        moves = change(live.moves, warn_at=locked.now, deadline=locked.now + left, hold_until=None)
        locked.set(moves=change(moves, bank_since=locked.now))
        locked.say("time_bank", seat=number)
    return left > 0


def _pay_for_time(locked: Locked, number: int) -> None:
    """The decision is made: what it took of the time bank is gone."""
    moves = locked.live.moves
    if moves is not None and moves.bank_since is not None and is_in_hand(locked.live, number):
        spent = locked.now - moves.bank_since
        locked.seat(number, bank=max(0, bank_left(locked.live, number) - spent))


def tell_dealt(locked: Locked) -> None:
    """Everybody dealt in has something private to learn: cards, or what they make now."""
    deal = locked.live.deal
    assert deal is not None
    locked.told.update(dealt.who.public for dealt in deal.seats.values())
