"""Taking, holding, topping up and leaving a seat (R-1). Each verb works on the locked row inside its transaction.

A seat is one row of `SeatSession` whose constraints decide every race; its chips are an escrow account moved by the
cashier in the same transaction. Who is in a running hand stays in it: what he asks for happens at the hand's end.
"""

from __future__ import annotations

from cashier import services
from cashier.errors import CashierCode, CashierError
from tables.live import dealing, settling, turns, waiting
from tables.live.facts import is_in_hand, is_running, rules_of, seat_of_player
from tables.live.record import Locked
from tables.live.state import Player, Reservation, Seat, Status
from tables.live.stays import previous_stack
from tables.live.times import moment
from tables.models import SeatSession
from tables.protocol import ErrorCode, Refusal

_CODES = {
    CashierCode.INSUFFICIENT_FUNDS: ErrorCode.INSUFFICIENT_FUNDS,
    CashierCode.BAD_AMOUNT: ErrorCode.BAD_AMOUNT,
    CashierCode.LIMIT_REACHED: ErrorCode.LIMIT_REACHED,
    CashierCode.EXCLUDED: ErrorCode.SELF_EXCLUDED,
    CashierCode.REAL_MONEY_OFF: ErrorCode.FORBIDDEN,
    CashierCode.GUEST: ErrorCode.FORBIDDEN,
    CashierCode.BOT: ErrorCode.FORBIDDEN,
    CashierCode.STAFF: ErrorCode.FORBIDDEN,
    CashierCode.NOT_CONFIRMED: ErrorCode.FORBIDDEN,
    CashierCode.EMAIL_NOT_VERIFIED: ErrorCode.FORBIDDEN,
    CashierCode.CURRENCY_FROZEN: ErrorCode.FORBIDDEN,
}


def refused(error: CashierError) -> Refusal:
    """What the wire says when the cashier says no; the cashier's own word goes with it."""
    return Refusal(_CODES.get(error.code, ErrorCode.UNAVAILABLE), reason=error.code.value)


def reserve(locked: Locked, *, who: Player, seat: int) -> None:
    """Hold a free seat while its player chooses a buy-in (R-1.5); a held one moves, its end stays. Codes as `sit`."""
    _check_may_sit(locked, who)
    if any(held.offered and held.who.id == who.id for n, held in locked.live.seating.reserved.items() if n == seat):
        return
    _check_free(locked, who, seat)
    # Who asks again keeps the time he had: nobody holds a seat for ever without chips.
    mine = [one.until for one in locked.live.seating.reserved.values() if one.who.id == who.id and not one.offered]
    held = {n: one for n, one in locked.live.seating.reserved.items() if one.who.id != who.id}
    until = min([locked.now + rules_of(locked.live.terms).reserve_ms, *mine])
    locked.seating(reserved={**held, seat: Reservation(who=who, until=until)})
    locked.told.add(who.public)
    waiting.offer_seats(locked)


def sit(locked: Locked, *, who: Player, seat: int, buy_in: int, entry: str) -> None:
    """Take a seat with chips. Refusal: table_closed, forbidden, already_seated, seat_taken, table_full, bad_amount,
    below_previous_stack, insufficient_funds; the loser of a race keeps his money (R-1.4)."""
    _check_may_sit(locked, who)
    _check_free(locked, who, seat)
    terms = locked.live.terms
    minutes = rules_of(terms).return_minutes
    before = previous_stack(locked.live.table, who.id, minutes=minutes, now=locked.now)
    if buy_in % terms.chip or not terms.min_buy_in <= buy_in <= terms.max_buy_in:
        raise Refusal(ErrorCode.BAD_AMOUNT)
    if before is not None and buy_in < min(before, terms.max_buy_in):
        raise Refusal(ErrorCode.BELOW_PREVIOUS_STACK)
    session = SeatSession.objects.create(
        table_id=locked.live.table, seat=seat, player_id=who.id, started=moment(locked.now)
    )
    try:
        stack = services.buy_in(
            who.id, session=str(session.pk), currency=terms.currency, amount=buy_in, key=f"seat-session {session.pk}"
        )
    except CashierError as error:
        raise refused(error) from error
    taken = Seat(session=session.pk, who=who, stack=stack, since=_since(locked), played=before, entry=entry)
    seating = locked.live.seating
    locked.seating(
        seats=dict(sorted({**seating.seats, seat: taken}.items())),
        reserved={n: held for n, held in seating.reserved.items() if held.who.id != who.id},
        waiting=tuple(one for one in seating.waiting if one.id != who.id),
    )
    locked.say("sat", seat=seat, player=who.public, name=who.name, amount=stack)
    locked.purses.add(who.public)
    dealing.arrange(locked)


def leave(locked: Locked, *, player: int) -> None:
    """R-1.7: at once when not in a running hand, else at its end, and until then checked or folded.

    Without a seat a reservation is given back. Refusal: not_seated.
    """
    locked.refuse_while_due()
    number = seat_of_player(locked.live, player)
    if number is None:
        _release(locked, player)
    elif is_running(locked.live) and is_in_hand(locked.live, number):
        if turns.mark_leaving(locked, number):
            _act_for_leaver(locked, number)
    else:
        locked.seat(number, leaving=True)
        settling.catch_up(locked)
        if number in locked.live.seating.seats and locked.live.deal is None:
            # Frozen: he goes, with his chips, as soon as they move.
            dealing.enforce(locked)
        dealing.arrange(locked)


def top_up(locked: Locked, *, player: int, amount: int, key: str) -> None:
    """More chips up to the table's maximum; they arrive between hands (R-1.2). The same key again does nothing.

    Refusal: not_seated, bad_amount, insufficient_funds.
    """
    number = _seat(locked, player)
    seat, terms = locked.live.seating.seats[number], locked.live.terms
    session = str(seat.session)
    # While he is in a hand his stack counts as it was when the hand began: what he wins is not known yet.
    wrong = amount <= 0 or amount % terms.chip or seat.stack + seat.pending + amount > terms.max_buy_in or seat.leaving
    if wrong and not services.topped_up(key=f"{session}:{key}"):
        raise Refusal(ErrorCode.BAD_AMOUNT)
    try:
        pending = services.top_up(
            player, session=session, currency=terms.currency, amount=amount, key=f"{session}:{key}"
        )
    except CashierError as error:
        raise refused(error) from error
    locked.seat(number, pending=pending)
    locked.purses.add(seat.who.public)
    if not (is_running(locked.live) and is_in_hand(locked.live, number)):
        arrived = services.arrive_top_ups([session])
        if session in arrived:
            settling.arrive(locked, number, stack=arrived[session])
        dealing.arrange(locked)


def sit_out(locked: Locked, *, player: int, when: str) -> None:
    """Not be dealt in, from the next hand or from before the next big blind on. Refusal: not_seated."""
    number = _seat(locked, player)
    seat = locked.live.seating.seats[number]
    if seat.out:
        return
    if when == "big_blind":
        locked.seat(number, out_big=True)
    elif is_running(locked.live) and is_in_hand(locked.live, number):
        locked.seat(number, out_next=True)
    else:
        dealing.stand_aside(locked, number)
        dealing.arrange(locked)


def sit_in(locked: Locked, *, player: int, entry: str) -> None:
    """Be dealt in again, by posting what is owed or waiting for the big blind (R-2.9). Refusal: not_seated."""
    number = _seat(locked, player)
    seat = locked.live.seating.seats[number]
    back = seat.out
    keeps = None if seat.stack or seat.pending else seat.out_since
    locked.seat(number, out=False, out_next=False, out_big=False, out_since=keeps, entry=entry)
    if back:
        locked.say("sat_in", seat=number)
    dealing.arrange(locked)


def answer(locked: Locked, *, player: int, post: bool) -> None:
    """Yes or no to a blind prompt (R-2.10). Refusal: not_seated, nothing_to_post."""
    locked.refuse_while_due()
    number = _seat(locked, player)
    asking = locked.live.seating.asking
    if asking is None or number not in asking.prompts:
        raise Refusal(ErrorCode.NOTHING_TO_POST)
    if post:
        kind = asking.prompts[number].kind
        agreed = (*asking.agreed, (number, kind))
        locked.seating(asking=type(asking)(deadline=asking.deadline, prompts=asking.prompts, agreed=agreed))
        locked.told.add(locked.live.seating.seats[number].who.public)
    else:
        dealing.stand_aside(locked, number, cause="declined")
    dealing.plan_and_deal(locked)


def set_options(locked: Locked, *, player: int, auto_post: bool | None, auto_muck: bool | None) -> None:
    """Change own options; auto-post also answers an open prompt with yes. Refusal: not_seated."""
    number = _seat(locked, player)
    changes = {"auto_post": auto_post, "auto_muck": auto_muck}
    locked.seat(number, **{name: value for name, value in changes.items() if value is not None})
    if auto_post and locked.live.status is Status.POSTING:
        dealing.plan_and_deal(locked)


def answer_reminder(locked: Locked, *, player: int, go_on: bool) -> None:
    """The player has read the reminder of the time; he goes on, or sits out from the next hand. Refusal: not_seated."""
    number = _seat(locked, player)
    if locked.live.seating.seats[number].reminder is not None:
        locked.seat(number, reminder=None)
        if not go_on:
            sit_out(locked, player=player, when="now")


def _act_for_leaver(locked: Locked, number: int) -> None:
    hand = locked.live.hand
    legal = hand.legal() if hand is not None else None
    if legal is not None and legal.seat == number:
        turns.follow_leaver(locked)


def _release(locked: Locked, player: int) -> None:
    held = locked.live.seating.reserved
    kept = {n: one for n, one in held.items() if one.who.id != player}
    if len(kept) == len(held):
        raise Refusal(ErrorCode.NOT_SEATED)
    locked.told.update(one.who.public for one in held.values() if one.who.id == player)
    offered = {one.who.id for one in held.values() if one.who.id == player and one.offered}
    locked.seating(reserved=kept, waiting=tuple(one for one in locked.live.seating.waiting if one.id not in offered))
    waiting.offer_seats(locked)


def _seat(locked: Locked, player: int) -> int:
    number = seat_of_player(locked.live, player)
    if number is None:
        raise Refusal(ErrorCode.NOT_SEATED)
    return number


def _since(locked: Locked) -> int:
    """When he sat down; two in the same millisecond still have an order (R-2.1)."""
    return max([locked.now, *(seat.since + 1 for seat in locked.live.seating.seats.values())])


def _check_may_sit(locked: Locked, who: Player) -> None:
    live = locked.live
    if live.terms.state == "closed" or live.status is Status.CLOSED:
        raise Refusal(ErrorCode.TABLE_CLOSED)
    if who.bot and not live.terms.play_money:
        raise Refusal(ErrorCode.FORBIDDEN)
    if seat_of_player(live, who.id) is not None:
        raise Refusal(ErrorCode.ALREADY_SEATED)


def _check_free(locked: Locked, who: Player, seat: int) -> None:
    live = locked.live
    if seat > live.terms.seats:
        raise Refusal(ErrorCode.BAD_MESSAGE)
    held = live.seating.reserved.get(seat)
    if seat not in live.seating.seats and (held is None or held.who.id == who.id):
        return
    taken = live.seating.seats.keys() | {n for n, one in live.seating.reserved.items() if one.who.id != who.id}
    raise Refusal(ErrorCode.TABLE_FULL if len(taken) >= live.terms.seats else ErrorCode.SEAT_TAKEN)
