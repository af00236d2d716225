"""What the tables add to `manage.py ledger_check`: the hands as played and the books say the same."""

from collections import Counter
from collections.abc import Iterator

import msgspec
from django.db.models import Sum

from cashier.audit import Finding, check
from cashier.models.books import Account, AccountKind, Journal, JournalKind, Leg
from tables.engine.actions import RuleViolation
from tables.history.replayed import played_hand
from tables.live.deck import DeckLost
from tables.live.state import Seating
from tables.models import Hand, HandSeat, LiveTable, SeatSession

BATCH = 500


@check("hands")
def hands() -> Iterator[Finding]:
    """Each settled hand in which money moved has one journal, each void hand none, and no journal lacks its hand."""
    booked = Counter(Journal.objects.filter(kind=JournalKind.HAND).values_list("hand", flat=True))
    moved = set(HandSeat.objects.exclude(net=0).values_list("hand__number", flat=True))
    for number, void, currency in Hand.objects.values_list("number", "void_reason", "currency").iterator():
        expected = 1 if number in moved and not void else 0
        found = booked.pop(number, 0)
        if found != expected:
            yield Finding(f"hand {number} has {found} journals, expected {expected}", currency)
    for stray in booked:
        yield Finding(f"a journal names hand {stray}, which is not recorded")


@check("replayed hands")
def replayed_hands() -> Iterator[Finding]:
    """Replaying a hand gives the nets and the rake that were booked."""
    settled = Hand.objects.filter(void_reason="").prefetch_related("seats", "shows")
    for hand in settled.iterator(chunk_size=BATCH):
        yield from _replayed(hand)


@check("live stacks")
def live_stacks() -> Iterator[Finding]:
    """Between hands the stack shown at a table is the seat's escrow account, and nobody sits without a stay."""
    open_stays = {(stay.table_id, stay.seat): stay.pk for stay in SeatSession.objects.filter(ended=None)}
    escrow = dict(Account.objects.filter(kind=AccountKind.SEAT).values_list("ref", "balance"))
    for live in LiveTable.objects.select_related("table"):
        seating = msgspec.json.decode(live.seating, type=Seating)
        for number, seat in seating.seats.items():
            if open_stays.pop((live.pk, number), None) != seat.session:
                yield Finding(f"seat {number} at {live.table.slug} has no open stay", live.table.currency)
            held = escrow.get(str(seat.session), 0)
            if held != seat.stack:
                yield Finding(
                    f"seat {number} at {live.table.slug} shows {seat.stack}, escrow has {held}", live.table.currency
                )
    for (table, number), session in open_stays.items():
        yield Finding(f"stay {session} at table {table} seat {number} is open, but nobody sits there")


@check("ended stays")
def ended_stays() -> Iterator[Finding]:
    """A stay that ended left nothing in escrow."""
    refs = {str(pk) for pk in SeatSession.objects.exclude(ended=None).values_list("pk", flat=True)}
    accounts = Account.objects.filter(kind__in=[AccountKind.SEAT, AccountKind.TOPUP]).exclude(balance=0)
    for account in accounts:
        if account.ref in refs:
            yield Finding(f"stay {account.ref} ended with {account.balance} in {account.kind}", account.currency)


def _replayed(hand: Hand) -> Iterator[Finding]:
    try:
        result = played_hand(hand)[0].result
    except (DeckLost, RuleViolation) as error:
        yield Finding(f"hand {hand.number} cannot be replayed: {error}", hand.currency)
        return
    booked = {seat.seat: seat.net for seat in hand.seats.all()}
    if result is None or result.nets != booked:
        yield Finding(f"hand {hand.number} replays to other nets than {booked}", hand.currency)
    elif result.rake != hand.rake or result.rake != _rake_leg(hand.number):
        yield Finding(f"hand {hand.number} replays to a rake of {result.rake}", hand.currency)


def _rake_leg(number: int) -> int:
    legs = Leg.objects.filter(journal__hand=number, account__kind=AccountKind.RAKE)
    return int(legs.aggregate(total=Sum("amount"))["total"] or 0)
