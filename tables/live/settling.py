"""The end of a hand: booked in the transaction of its last action, or void; then the boundary between two hands.

Settling is one atomic booking (R-9.3): the hand's record, one journal, the new stacks, the row. A hand that accuses
itself (`problems()`), cannot be replayed or does not agree with the ledger is void: no journal, every player has the
stack he began with, and an alarm is logged. At the boundary top-ups arrive, leavers are paid out, and who asked to sit
out sits out.
"""

from __future__ import annotations

import logging
from collections.abc import Container
from dataclasses import asdict
from typing import Any

import msgspec
from django.db import transaction

from accounts import allowance
from cashier import services
from cashier.errors import CashierCode, CashierError
from tables.engine.events import EventKind
from tables.engine.hand import Hand as Played
from tables.engine.hand import record
from tables.live import real_money, waiting
from tables.live.facts import is_in_hand, is_running
from tables.live.record import Locked
from tables.live.state import Deal, Debts, Seat, Status, change
from tables.live.times import moment
from tables.models import Hand, HandSeat, SeatSession

log = logging.getLogger(__name__)
NOT_THE_BOOKS = {
    CashierCode.UNBALANCED,
    CashierCode.KEY_REUSED,
    CashierCode.INSUFFICIENT_FUNDS,
    CashierCode.UNKNOWN_ACCOUNT,
}


class Disagreement(Exception):
    """The ledger's stacks after a hand are not the engine's."""


def settle(locked: Locked) -> None:
    """Book the finished hand on the table, or void it when it is not sound. `live.hand` is done."""
    hand, deal = _finished(locked)
    problems = hand.problems()
    if problems:
        void(locked, reason="; ".join(problems))
        return
    try:
        with transaction.atomic():
            stacks = _book(locked, hand, deal)
    except Disagreement as error:
        void(locked, reason=str(error))
        return
    except CashierError as error:
        if error.code not in NOT_THE_BOOKS:
            raise
        void(locked, reason=f"the ledger refused: {error}")
        return
    for number in deal.seats:
        if is_in_hand(locked.live, number):
            stack = stacks[number]
            locked.seat(number, stack=stack, played=stack)
    locked.set(deal=change(deal, settled=True), status=Status.SHOWDOWN)
    boundary(locked)


def void(locked: Locked, *, reason: str) -> None:
    """Drop the hand on the table (R-9.3): no money has moved, and positions and debts are as before the deal."""
    live, deal = locked.live, locked.live.deal
    assert deal is not None
    log.critical("hand %s at %s is void: %s", deal.number, live.terms.slug, reason)
    actions = live.moves.actions if live.moves is not None else []
    hand = _insert(locked, deal, actions=actions, result={}, void_reason=reason[:200])
    starts = {row[0]: row[1] for row in deal.setup["seats"]}
    HandSeat.objects.bulk_create(
        HandSeat(hand=hand, seat=number, player_id=dealt.who.id, session_id=dealt.session, stack=starts[number])
        for number, dealt in deal.seats.items()
    )
    for dealt in deal.seats.values():
        allowance.give_back(dealt.who.id, hand=str(deal.number), reason="hand void", now=moment(locked.now))
    seats = live.seating.seats
    here = {n: one for n, one in deal.debts_before.items() if n in seats and seats[n].session == one.session}
    for number, before in here.items():
        _restore(locked, number, before, dealt=number in deal.seats)
    locked.seating(last=_last_of(deal.last_before, here))
    locked.set(deal=change(deal, void=reason), moves=None, hand=None, status=Status.WAITING, deck=b"", broken="")
    locked.say("voided", hand=deal.number, text="The hand is void; every stack is as before it.")
    boundary(locked)


def boundary(locked: Locked) -> None:
    """Between two hands: chips come and go, who asked to sit out does, and the next deal gets its time."""
    catch_up(locked)
    for number, seat in list(locked.live.seating.seats.items()):
        if seat.out_next:
            locked.seat(number, out=True, out_next=False, out_since=locked.now)
            locked.say("sat_out", seat=number)
        elif seat.stack == 0 and seat.out_since is None:
            locked.seat(number, out_since=locked.now)
    real_money.remind(locked)
    locked.seating(deal_at=locked.now + locked.live.terms.pause_ms, asking=None)
    waiting.offer_seats(locked)


def catch_up(locked: Locked) -> None:
    """Top-ups arrive, and leavers go with their chips: who asked to, and who has excluded himself from this money.

    Whoever is in a running hand waits for its end: his chips are part of it. While the currency is frozen nothing
    happens, and whoever is to go stays marked as leaving.
    """
    excluded = real_money.excluded(locked)
    for number, seat in _beside_the_hand(locked).items():
        if seat.who.id in excluded and not seat.leaving:
            locked.seat(number, leaving=True)
    for account in excluded:
        waiting.forget(locked, player=account)
    seats = _beside_the_hand(locked)
    if not any(seat.leaving or seat.pending for seat in seats.values()) or not real_money.moves(locked.live.terms):
        return
    pending = {str(seat.session): number for number, seat in seats.items() if seat.pending}
    for session, stack in (services.arrive_top_ups(list(pending)) if pending else {}).items():
        arrive(locked, pending[session], stack=stack)
    for number, seat in seats.items():
        if seat.leaving:
            remove(locked, number)
    waiting.offer_seats(locked)


def _beside_the_hand(locked: Locked) -> dict[int, Seat]:
    live = locked.live
    return {n: seat for n, seat in live.seating.seats.items() if not (is_running(live) and is_in_hand(live, n))}


def arrive(locked: Locked, number: int, *, stack: int) -> None:
    """The seat's top-up is on the table."""
    seat = locked.live.seating.seats[number]
    locked.seat(number, stack=stack, pending=0, out_since=seat.out_since if seat.out else None)
    locked.say("topped_up", seat=number, amount=stack - seat.stack)


def remove(locked: Locked, number: int, *, cause: str | None = None) -> int:
    """Free a seat: its chips go back to the balance, the stay ends; the amount. The seat is not in a running hand.

    `cause` says why the room did it: `away`, `no_chips`, `closed`; None for his own wish.
    """
    seat = locked.live.seating.seats[number]
    paid = services.cash_out(seat.who.id, session=str(seat.session), currency=locked.live.terms.currency)
    _end_stay(locked, number, paid=paid, cause=cause)
    return paid


def remove_all(locked: Locked) -> None:
    """The table closes: free every seat, its player present or not, in one booking order; none is in a running hand."""
    seats = locked.live.seating.seats
    owners = {str(seat.session): seat.who.id for seat in seats.values()}
    paid = services.cash_out_all(owners, currency=locked.live.terms.currency)
    for number, seat in list(seats.items()):
        _end_stay(locked, number, paid=paid[str(seat.session)], cause="closed")


def _end_stay(locked: Locked, number: int, *, paid: int, cause: str | None) -> None:
    seat = locked.live.seating.seats[number]
    SeatSession.objects.filter(pk=seat.session, ended=None).update(
        ended=moment(locked.now), played_stack=seat.played, cashed_out=paid
    )
    seats = {n: other for n, other in locked.live.seating.seats.items() if n != number}
    asking = locked.live.seating.asking
    if asking is not None:
        asking = change(asking, agreed=tuple(one for one in asking.agreed if one[0] != number))
    locked.seating(seats=seats, last=_last_of(locked.live.seating.last, seats), asking=asking)
    locked.say("left", seat=number, player=seat.who.public, name=seat.who.name, cause=cause)
    locked.purses.add(seat.who.public)


def _last_of(last: dict[str, Any] | None, seats: Container[int]) -> dict[str, Any] | None:
    """The last hand as the positions remember it, without the players of seats that are not among these."""
    return last and {**last, "players": [number for number in last["players"] if number in seats]}


def _finished(locked: Locked) -> tuple[Played, Deal]:
    hand, deal = locked.live.hand, locked.live.deal
    assert hand is not None
    assert deal is not None
    return hand, deal


def _book(locked: Locked, hand: Played, deal: Deal) -> dict[int, int]:
    """The record, the journal and the new stacks by seat. Raises Disagreement when the ledger has others."""
    live, result = locked.live, hand.result
    assert result is not None
    assert live.moves is not None
    sessions = {number: str(dealt.session) for number, dealt in deal.seats.items()}
    actions = live.moves.actions
    stacks = services.settle_hand(
        number=deal.number,
        table=live.terms.slug,
        currency=live.terms.currency,
        nets={sessions[number]: net for number, net in result.nets.items()},
        rake=result.rake,
        payload=msgspec.json.encode([deal.setup, actions], order="sorted").decode(),
    )
    booked = {number: stacks[session] for number, session in sessions.items()}
    if booked != result.stacks:
        raise Disagreement(f"the ledger has {booked}, the hand {result.stacks}")
    row = _insert(locked, deal, actions=actions, result=_plain(hand), flop=_saw_flop(hand))
    starts = {seat.seat: seat.stack for seat in hand.setup.seats}
    HandSeat.objects.bulk_create(
        HandSeat(
            hand=row,
            seat=number,
            player_id=dealt.who.id,
            session_id=dealt.session,
            stack=starts[number],
            net=result.nets[number],
            paid=result.paid[number],
        )
        for number, dealt in deal.seats.items()
    )
    return booked


def _insert(
    locked: Locked, deal: Deal, *, actions: list[Any], result: dict[str, Any], flop: int = 0, void_reason: str = ""
) -> Hand:
    pots = result.get("pots", [])
    return Hand.objects.create(
        number=deal.number,
        public_id=deal.public_id,
        table_id=locked.live.table,
        currency=locked.live.terms.currency,
        setup=deal.setup,
        actions=actions,
        deck=locked.live.deck,
        result=result | {"names": {str(number): dealt.who.name for number, dealt in deal.seats.items()}},
        pot=sum(pot["amount"] for pot in pots),
        rake=result.get("rake", 0),
        dealt_in=len(deal.seats),
        saw_flop=flop,
        started=moment(deal.started),
        ended=moment(locked.now),
        void_reason=void_reason,
    )


def _plain(hand: Played) -> dict[str, Any]:
    """The result as JSON; what a viewer may see of it is derived again by replaying."""
    plain: dict[str, Any] = asdict(hand.result) if hand.result is not None else {}
    plain.pop("shown")
    return msgspec.to_builtins(plain, str_keys=True)  # type: ignore[no-any-return]


def _saw_flop(hand: Played) -> int:
    """How many were still in when the flop was dealt; 0 when it was not."""
    folded = 0
    for event in record(hand.setup, hand.actions):
        if event.kind is EventKind.FOLD:
            folded += 1
        elif event.kind is EventKind.STREET:
            return len(hand.setup.seats) - folded
    return 0


def _restore(locked: Locked, number: int, before: Debts, *, dealt: bool) -> None:
    locked.seat(number, owes_small=before.owes_small, owes_big=before.owes_big)
    if dealt:  # the others' choices are their own, also those made during the hand
        locked.seat(number, newcomer=before.newcomer, entry=before.entry)
