"""Small questions about a live table that several verbs ask: who sits where, who is in the hand, what is played."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from tables.engine.candidates import Candidate, Debt, Entry, LastHand
from tables.engine.rake import NO_RAKE, RakeTerms
from tables.engine.rules import Game, Rules
from tables.engine.setup import Stakes
from tables.live.record import Live
from tables.live.state import Seat, Seating, Terms

# An answer that was sent in time may be this late on the way.
GRACE_MS = 300
NO_CHIPS_MS = 120_000


def seat_of(live: Live, public: str) -> int | None:
    """The seat of the player with this public id."""
    return next((number for number, seat in live.seating.seats.items() if seat.who.public == public), None)


def seat_of_player(live: Live, player: int) -> int | None:
    """The seat of the account."""
    return next((number for number, seat in live.seating.seats.items() if seat.who.id == player), None)


def people(seating: Seating) -> set[str]:
    """The public ids of everybody who sits, holds a seat or waits for one."""
    held = {one.who.public for one in seating.reserved.values()}
    return held | {seat.who.public for seat in seating.seats.values()} | {who.public for who in seating.waiting}


def is_in_hand(live: Live, number: int) -> bool:
    """Whether who sits in the seat now was dealt into the hand that is on the table."""
    seat = live.seating.seats.get(number)
    dealt = live.deal.seats.get(number) if live.deal is not None else None
    return seat is not None and dealt is not None and dealt.session == seat.session


def bank_left(live: Live, number: int) -> int:
    """What the seat has left of its time bank, in ms; 0 at a table without."""
    bank, whole = live.seating.seats[number].bank, rules_of(live.terms).time_bank_ms
    return whole if bank is None else min(bank, whole)


def is_running(live: Live) -> bool:
    """Whether a hand is being played, that is, dealt and not yet booked or void."""
    return live.deal is not None and not live.deal.settled and not live.deal.void


def candidate(number: int, seat: Seat) -> Candidate:
    """The seated player as the engine's seating sees him."""
    return Candidate(
        seat=number,
        order=seat.since,
        ready=seat.stack > 0 and not seat.out and not seat.leaving,
        newcomer=seat.newcomer,
        entry=Entry(seat.entry),
        owes=Debt(small=seat.owes_small, big=seat.owes_big),
    )


def last_hand(live: Live) -> LastHand | None:
    """Where the positions continue from."""
    return None if live.seating.last is None else LastHand.load(live.seating.last)


def stakes_of(terms: Terms) -> Stakes:
    """The amounts the table plays for."""
    return Stakes(
        game=Game(terms.game),
        chip=terms.chip,
        small_bet=terms.small_bet,
        big_bet=terms.big_bet,
        small_blind=terms.small_blind,
        big_blind=terms.big_blind,
        ante=terms.ante,
    )


def turn_ms(rules: Rules) -> int:
    """A whole turn or prompt: quiet and countdown (R-6.2)."""
    return rules.quiet_ms + rules.countdown_ms


def rules_of(terms: Terms) -> Rules:
    """The rules the table plays by."""
    return _rules(msgspec.json.encode(terms.rules))


def rake_of(terms: Terms) -> RakeTerms:
    """The commission of the next hand."""
    return RakeTerms.load(terms.rake) if terms.rake else NO_RAKE


@lru_cache(maxsize=256)
def _rules(plain: bytes) -> Rules:
    return Rules.load(msgspec.json.decode(plain))


def next_wake(live: Live) -> int | None:
    """When the table next needs attention without anybody acting: the soonest of everything that has a time."""
    seating = live.seating
    times = [held.until for held in seating.reserved.values()]
    if is_running(live) and live.moves is not None and live.moves.deadline is not None:
        times.append(live.moves.hold_until or live.moves.deadline + GRACE_MS)
    if seating.asking is not None:
        times.append(seating.asking.deadline + GRACE_MS)
    times += [time for time in (seating.deal_at, seating.check_at) if time is not None]
    times += [time for number in seating.seats if (time := away_until(live, number)) is not None]
    return min(times, default=None)


def away_until(live: Live, number: int) -> int | None:
    """When the seat of somebody who sits out too long, or has no chips, is freed; None while it is not."""
    seat = live.seating.seats[number]
    if seat.out_since is None or (is_running(live) and is_in_hand(live, number)):
        return None
    if seat.stack == 0 and not seat.pending:
        return seat.out_since + NO_CHIPS_MS
    return seat.out_since + live.terms.away_ms if live.terms.away_ms else None
