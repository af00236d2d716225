"""What of a live table who may see: the public view, a player's private view, and the difference between two views.

Pure functions of what the row says; hidden cards are taken out by the engine's `views` alone. Views are JSON without
nulls: what is not known is absent, so that a merge patch can say "gone".
"""

from __future__ import annotations

from typing import Any

from tables.engine import views
from tables.engine.blinds import entry_price
from tables.engine.candidates import running
from tables.live.facts import (
    away_until,
    bank_left,
    candidate,
    is_in_hand,
    last_hand,
    rules_of,
    seat_of,
    stakes_of,
)
from tables.live.record import Live
from tables.live.state import Deal, Seat, Status

View = dict[str, Any]


def public_view(live: Live) -> View:
    """The view everybody has (docs/protocol.md "The public view")."""
    view: View = {"table": _table(live), "status": live.status.value, "seats": {}}
    shown: View = {}
    if live.deal is not None and live.hand is not None and not live.deal.void:
        shown = views.public(live.hand)
        view["hand"] = _hand(live, shown["hand"], live.deal)
        view["button"] = live.hand.setup.button
    elif live.seating.last is not None:
        view["button"] = live.seating.last["button"]
    for number, seat in live.seating.seats.items():
        view["seats"][str(number)] = _seat(live, number, seat, shown.get("seats", {}))
    for number, held in live.seating.reserved.items():
        view["seats"][str(number)] = {
            "player": held.who.public,
            "name": held.who.name,
            "bot": held.who.bot,
            "status": "reserved",
        }
    if live.deal is not None:
        _leavers(live, live.deal, view, shown.get("seats", {}))
    if price := _price_to_enter(live):
        view["post_to_enter"] = price
    if live.seating.hold:
        view["paused"] = live.seating.hold
    if live.seating.waiting:
        view["waiting"] = len(live.seating.waiting)
    return view


def private_view(live: Live, public: str) -> View:
    """What only this player may know, from the row alone: cards, prompt, options, reservation, place in the queue."""
    private: View = {}
    number = seat_of(live, public)
    if number is not None:
        private |= _own_cards(live, number, public) | _own_seat(live, number)
    for held_seat, held in live.seating.reserved.items():
        if held.who.public == public:
            private["reserved"] = {"seat": held_seat, "until": held.until, "offered": held.offered}
    for place, who in enumerate(live.seating.waiting, start=1):
        if who.public == public:
            private["wait_list"] = place
    return private


def difference(old: View, new: View) -> View:
    """The JSON merge patch (RFC 7396) that makes `new` of `old`."""
    patch: View = {}
    for key, value in new.items():
        before = old.get(key)
        if before is value or (before == value and key in old):
            continue
        if isinstance(value, dict) and isinstance(before, dict):
            patch[key] = difference(before, value)
        else:
            patch[key] = value
    for key in old:
        if key not in new:
            patch[key] = None
    return patch


def _price_to_enter(live: Live) -> int:
    """What a newcomer posts to be dealt in at once (R-2.8); 0 where nobody posts to enter."""
    last = last_hand(live)
    if not rules_of(live.terms).newcomer_may_post or not running(last):
        return 0
    return live.terms.big_blind


def _table(live: Live) -> View:
    terms = live.terms
    table: View = {
        "id": terms.slug,
        "name": terms.name,
        "game": terms.game,
        "small_blind": terms.small_blind,
        "big_blind": terms.big_blind,
        "ante": terms.ante,
        "chip": terms.chip,
        "currency": terms.currency,
        "money": "play" if terms.play_money else "real",
        "seats": terms.seats,
        "min_buy_in": terms.min_buy_in,
        "max_buy_in": terms.max_buy_in,
        "rules": terms.rules["name"],
        "rake": terms.rake_text,
        "quiet_ms": terms.rules["quiet_ms"],
        "countdown_ms": terms.rules["countdown_ms"],
    }
    bank = rules_of(terms).time_bank_ms
    if bank:
        table["time_bank_ms"] = bank
    if terms.small_bet:
        table |= {"small_bet": terms.small_bet, "big_bet": terms.big_bet}
    return table


def _hand(live: Live, shown: View, deal: Deal) -> View:
    hand = {"number": deal.number, "id": deal.public_id, **shown}
    moves = live.moves
    if "turn" in hand and moves is not None and moves.deadline is not None:
        hand["turn"] = {**hand["turn"], "warn_at": moves.warn_at, "deadline": moves.deadline}
        if moves.bank_since is not None:
            hand["turn"]["bank"] = True
    return hand


def _seat(live: Live, number: int, seat: Seat, in_hand: View) -> View:
    shown: View = {**_who(seat), "stack": seat.stack, "connected": seat.connected}
    if is_in_hand(live, number):
        shown |= in_hand.get(str(number), {})
        if live.deal is not None and live.deal.settled:
            shown["stack"] = seat.stack
    elif seat.out or seat.stack == 0:
        shown["status"] = "sitting_out"
    else:
        shown["status"] = "waiting"
    if seat.out or seat.out_next:
        shown["away"] = True
    return shown


def _who(seat: Seat) -> View:
    return {"player": seat.who.public, "name": seat.who.name, "bot": seat.who.bot}


def _leavers(live: Live, deal: Deal, view: View, in_hand: View) -> None:
    """Who left as the hand ended stays in the picture of it until the next deal, unless somebody took his seat."""
    for number, dealt in deal.seats.items():
        if str(number) not in view["seats"] and str(number) in in_hand:
            view["seats"][str(number)] = {
                **in_hand[str(number)],
                "player": dealt.who.public,
                "name": dealt.who.name,
                "bot": dealt.who.bot,
                "connected": False,
                "left": True,
            }


def _own_cards(live: Live, number: int, public: str) -> View:
    if live.hand is None or live.deal is None or live.deal.void or not is_in_hand(live, number):
        return {}
    assert live.deal.seats[number].who.public == public  # the seat's cards belong to who was dealt in
    return views.own(live.hand, number)


def _own_seat(live: Live, number: int) -> View:
    seat = live.seating.seats[number]
    own: View = {
        "options": {
            "auto_post": seat.auto_post,
            "auto_muck": seat.auto_muck,
            "sit_out": seat.out_next or seat.out,
            "sit_out_big_blind": seat.out_big,
            "leaving": seat.leaving,
            "entry": seat.entry,
        },
    }
    if rules_of(live.terms).time_bank_ms:
        own["time_bank"] = bank_left(live, number)
    if seat.pending:
        own["top_up"] = seat.pending
    until = away_until(live, number)
    if until is not None:
        own["seat_until"] = until
    if seat.reminder is not None:
        own["reminder"] = {"minutes": seat.reminder.minutes, "net": seat.reminder.net}
    asking = live.seating.asking
    if asking is not None and number in asking.prompts and live.status is Status.POSTING:
        prompt = asking.prompts[number]
        if (number, prompt.kind) not in asking.agreed:
            own["prompt"] = {"kind": f"post_{prompt.kind}", "amount": prompt.amount, "deadline": asking.deadline}
    last = last_hand(live)
    price = entry_price(stakes=stakes_of(live.terms), last=last, candidate=candidate(number, seat))
    if price.total and not is_in_hand(live, number) and rules_of(live.terms).newcomer_may_post:
        own["price"] = {"live": price.live, "dead": price.dead}
    return own
