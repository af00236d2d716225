"""The next hand: when, with whom, who is asked for a blind first, and the deal itself (R-2, R-3).

`arrange` is called whenever somebody came, went or changed his mind between hands; it only sets times. At `deal_at`
the clock calls `next_deal`: the table's terms are read anew, the disconnected sit out (R-6.9), the engine finds the
positions, those who must post and have not set auto-post are asked (R-2.10), and then the deck is drawn. Stacks come
from the escrow accounts, never from memory.
"""

from __future__ import annotations

import logging

from cashier import services
from tables.engine.actions import RuleViolation
from tables.engine.blinds import Ask, NextHand, next_hand
from tables.engine.hand import Hand
from tables.engine.setup import SeatSetup, Setup
from tables.live import attendance, deck, real_money, settling, turns, waiting
from tables.live.facts import bank_left, candidate, is_running, last_hand, rake_of, rules_of, stakes_of, turn_ms
from tables.live.numbers import next_hand_number
from tables.live.presence import Presence
from tables.live.record import Locked
from tables.live.state import Asking, Deal, Dealt, Debts, Moves, Prompt, Status
from tables.live.terms import terms_of
from tables.models import Table, new_hand_id

log = logging.getLogger(__name__)
START_MS = 1_500
CHECK_MS = 60_000


def arrange(locked: Locked) -> None:
    """See to it that the next hand comes when it can: sets the time of the deal, or plans again while asking."""
    live = locked.live
    if is_running(live) or live.status in (Status.PAUSED, Status.CLOSED):
        return
    if live.seating.asking is not None:
        plan_and_deal(locked)
        return
    if live.seating.deal_at is None and _ready(locked) >= 2:
        locked.seating(deal_at=locked.now + START_MS)
    _watch(locked)


def next_deal(locked: Locked) -> None:
    """The time of the deal has come: clear the table and deal the next hand, if there is one to deal."""
    enforce(locked)
    if locked.live.terms.state != Table.State.OPEN or locked.live.seating.hold:
        return
    locked.seating(deal_at=None)
    for number, known in attendance.look_at_seats(locked).items():
        if known is Presence.GONE:
            attendance.mark_connected(locked, number, connected=False)
            if not locked.live.seating.seats[number].out:
                stand_aside(locked, number, cause="disconnected")
    _plan_and_deal(locked)


def enforce(locked: Locked) -> None:
    """Between hands: the table is what its `Table` says now. Closed, every stack is cashed out; open, it goes on.

    While its money does not move it is held: nothing is dealt, and it looks again in a moment.
    """
    refresh_terms(locked)
    clear(locked)
    settling.catch_up(locked)
    hold = real_money.hold_of(locked.live.terms)
    if hold != locked.live.seating.hold:
        locked.seating(hold=hold)
    if locked.live.terms.state != Table.State.OPEN:
        locked.seating(deal_at=None, asking=None, check_at=None)
    if locked.live.terms.state == Table.State.CLOSED:
        locked.seating(reserved={}, waiting=())
        if locked.live.seating.seats and real_money.moves(locked.live.terms):
            settling.remove_all(locked)
    if hold:
        _hold(locked)
    arrange(locked)


def _hold(locked: Locked) -> None:
    """Deal nothing; an open table looks like a paused one. `enforce` comes again while anybody is here."""
    again = locked.now + real_money.LOOK_MS if locked.live.seating.seats else None
    if locked.live.terms.state == Table.State.OPEN:
        locked.seating(deal_at=again, asking=None, check_at=None)
        locked.set(status=Status.PAUSED)
    else:
        locked.seating(check_at=again)


def clear(locked: Locked) -> None:
    """Take the finished hand off the table; the status is what the table's state says."""
    live = locked.live
    status = {Table.State.PAUSED: Status.PAUSED, Table.State.CLOSED: Status.CLOSED}.get(
        Table.State(live.terms.state), Status.WAITING
    )
    if live.deal is not None:
        locked.told.update(dealt.who.public for dealt in live.deal.seats.values())
    locked.set(deal=None, moves=None, hand=None, deck=b"", status=status)


def refresh_terms(locked: Locked) -> None:
    """Copy what the table is now; between hands only (a change counts from the next hand)."""
    try:
        terms = terms_of(Table.objects.select_related("schedule").get(pk=locked.live.table))
    except RuleViolation:
        log.exception("table %s is set up wrongly; it goes on as it was", locked.live.terms.slug)
        return
    if terms != locked.live.terms:
        locked.set(terms=terms)
        waiting.offer_seats(locked)


def plan_and_deal(locked: Locked) -> None:
    """While blinds are asked: something changed; find the next hand anew, unless its money stopped moving meanwhile."""
    if hold := real_money.hold_of(locked.live.terms):
        locked.seating(hold=hold)
        _hold(locked)
    else:
        _plan_and_deal(locked)


def _plan_and_deal(locked: Locked) -> None:
    """Find the next hand's seats; deal, ask for the missing posts first, or wait when fewer than two are ready."""
    plan = _plan(locked)
    if plan is None:
        locked.seating(asking=None)
        locked.set(status=Status.WAITING)
        _watch(locked)
        return
    missing = _unasked(locked, plan)
    if missing:
        _ask(locked, missing)
    else:
        _start(locked, plan)


def stand_aside(locked: Locked, number: int, *, cause: str | None = None) -> None:
    """Sit out from now on; the seat is not in a running hand."""
    seat = locked.live.seating.seats[number]
    since = locked.now if seat.stack or seat.pending or seat.out_since is None else seat.out_since
    locked.seat(number, out=True, out_next=False, out_big=False, out_since=since)
    locked.say("sat_out", seat=number, cause=cause)


def _plan(locked: Locked) -> NextHand | None:
    """The engine's answer, without those who asked to sit out before their next big blind."""
    while True:
        live = locked.live
        plan = next_hand(
            rules=rules_of(live.terms),
            stakes=stakes_of(live.terms),
            last=last_hand(live),
            candidates=[candidate(number, seat) for number, seat in live.seating.seats.items()],
        )
        if plan is None or not live.seating.seats[plan.big_blind].out_big:
            return plan
        stand_aside(locked, plan.big_blind)


def _unasked(locked: Locked, plan: NextHand) -> dict[int, Prompt]:
    """Who must post and has neither agreed nor set auto-post; who chose to post to come in has agreed."""
    live = locked.live
    agreed = live.seating.asking.agreed if live.seating.asking is not None else ()
    return {
        prompt.seat: Prompt(kind=prompt.kind.value, amount=prompt.amount)
        for prompt in plan.prompts
        if prompt.kind is not Ask.MISSED
        and not live.seating.seats[prompt.seat].auto_post
        and (prompt.seat, prompt.kind.value) not in agreed
    }


def _ask(locked: Locked, missing: dict[int, Prompt]) -> None:
    before, rules = locked.live.seating.asking, rules_of(locked.live.terms)
    deadline = locked.now + turn_ms(rules)
    if before is not None and missing.keys() <= before.prompts.keys():
        deadline = before.deadline
    asked = before.prompts if before is not None else {}
    agreed = before.agreed if before is not None else ()
    locked.seating(asking=Asking(deadline=deadline, prompts=missing, agreed=agreed), check_at=None)
    locked.set(status=Status.POSTING)
    locked.told.update(
        locked.live.seating.seats[n].who.public for n in {*missing, *asked} & locked.live.seating.seats.keys()
    )


def _start(locked: Locked, plan: NextHand) -> None:
    live = locked.live
    seats = live.seating.seats
    stacks = services.stacks([str(seats[number].session) for number in plan.dealt])
    number = next_hand_number()
    cards = deck.draw()
    setup = Setup(
        rules=rules_of(live.terms),
        stakes=stakes_of(live.terms),
        rake=rake_of(live.terms),
        real_money=not live.terms.play_money,
        button=plan.button,
        small_blind=plan.small_blind,
        big_blind=plan.big_blind,
        seats=tuple(
            SeatSetup(n, stacks[str(seats[n].session)], plan.posts[n], auto_muck=seats[n].auto_muck)
            for n in sorted(plan.dealt)
        ),
        deck=cards,
    )
    deal = Deal(
        number=number,
        public_id=new_hand_id(),
        started=locked.now,
        setup=setup.dump(),
        seats={n: Dealt(session=seats[n].session, who=seats[n].who) for n in sorted(plan.dealt)},
        last_before=live.seating.last,
        debts_before={
            n: Debts(
                session=seat.session,
                newcomer=seat.newcomer,
                entry=seat.entry,
                owes_small=seat.owes_small,
                owes_big=seat.owes_big,
            )
            for n, seat in seats.items()
        },
    )
    _seat_after_deal(locked, plan)
    locked.set(
        deal=deal,
        hand=Hand.start(setup),
        moves=Moves(),
        deck=deck.close(cards, hand=number),
        status=Status.PLAYING,
    )
    locked.say("hand_started", hand=number, seat=plan.button)
    turns.tell_dealt(locked)
    turns.follow(locked)


def _seat_after_deal(locked: Locked, plan: NextHand) -> None:
    for number, seat in list(locked.live.seating.seats.items()):
        owes = plan.debts[number]
        dealt = number in plan.posts
        after = (False, "wait", owes.small, owes.big) if dealt else (seat.newcomer, seat.entry, owes.small, owes.big)
        if after != (seat.newcomer, seat.entry, seat.owes_small, seat.owes_big):
            newcomer, entry, small, big = after
            locked.seat(number, newcomer=newcomer, entry=entry, owes_small=small, owes_big=big)
        if dealt and seat.bank is not None:
            rules, left = rules_of(locked.live.terms), bank_left(locked.live, number)
            left += rules.time_bank_back_ms
            locked.seat(number, bank=left if left < rules.time_bank_ms else None)
    locked.seating(last=plan.remember().dump(), asking=None, deal_at=None, check_at=None)


def _ready(locked: Locked) -> int:
    return sum(candidate(number, seat).ready for number, seat in locked.live.seating.seats.items())


def _watch(locked: Locked) -> None:
    """While a table only waits, nobody's turn would find out that a player is gone: look once in a while."""
    seating = locked.live.seating
    alone = seating.deal_at is None and any(not seat.out for seat in seating.seats.values())
    if alone and seating.check_at is None:
        locked.seating(check_at=locked.now + CHECK_MS)
    elif not alone and seating.check_at is not None:
        locked.seating(check_at=None)
