"""What the tables add to `manage.py ledger_check`: the hands as played and the books say the same."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from django.db.models import QuerySet, Sum

from cashier.audit import Finding, check
from cashier.models.books import Account, AccountKind, Journal, JournalKind, Leg
from tables.engine.actions import RuleViolation
from tables.history.replayed import played_from
from tables.live.deck import DeckLost
from tables.live.state import Seating
from tables.models import Hand, HandSeat, HandShow, LiveTable, SeatSession

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
    settled = Hand.objects.filter(void_reason="").order_by("number")
    rows = settled.values_list(*Settled._fields).iterator(chunk_size=BATCH)
    strange = _rakes_of_others()
    while batch := [Settled(*row) for row in islice(rows, BATCH)]:
        yield from _replayed(batch, strange=strange)


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


class Settled(NamedTuple):
    """What a hand is replayed from, and the rake it says."""

    pk: int
    number: int
    currency: str
    setup: dict[str, Any]
    actions: list[Any]
    deck: bytes | memoryview
    rake: int


def _replayed(hands: list[Settled], *, strange: Mapping[int, int]) -> Iterator[Finding]:
    """The findings of a batch; what belongs to its hands is read for all at once."""
    booked, shown, raked = _nets(hands), _shown(hands), _rakes(hands)
    for hand in hands:
        try:
            played, _ = played_from(
                number=hand.number, setup=hand.setup, actions=hand.actions, deck=hand.deck, shown=shown[hand.pk]
            )
        except (DeckLost, RuleViolation) as error:
            yield Finding(f"hand {hand.number} cannot be replayed: {error}", hand.currency)
            continue
        result, nets = played.result, booked[hand.pk]
        if result is None or result.nets != nets:
            yield Finding(f"hand {hand.number} replays to other nets than {nets}", hand.currency)
        elif result.rake != hand.rake or result.rake != raked.get(hand.number, 0) + strange.get(hand.number, 0):
            yield Finding(f"hand {hand.number} replays to a rake of {result.rake}", hand.currency)


def _nets(hands: list[Settled]) -> dict[int, dict[int, int]]:
    nets: dict[int, dict[int, int]] = {hand.pk: {} for hand in hands}
    rows = HandSeat.objects.filter(hand__in=list(nets)).order_by().values_list("hand_id", "seat", "net")
    for hand, seat, net in rows:
        nets[hand][seat] = net
    return nets


def _shown(hands: list[Settled]) -> dict[int, list[int]]:
    shown: dict[int, list[int]] = {hand.pk: [] for hand in hands}
    for hand, seat in HandShow.objects.filter(hand__in=list(shown)).order_by("pk").values_list("hand_id", "seat"):
        shown[hand].append(seat)
    return shown


def _rakes(hands: list[Settled]) -> dict[int, int]:
    """The rake booked by the hands' own journals, by hand number."""
    numbers = [hand.number for hand in hands]
    # The kind is what the index of hands' journals asks for.
    legs = Leg.objects.filter(journal__hand__in=numbers, journal__kind=JournalKind.HAND)
    return _rake_by_hand(legs)


def _rakes_of_others() -> dict[int, int]:
    """Rake that a journal which settles no hand books in a hand's name: there should be none."""
    return _rake_by_hand(Leg.objects.filter(journal__hand__isnull=False).exclude(journal__kind=JournalKind.HAND))


def _rake_by_hand(legs: QuerySet[Leg]) -> dict[int, int]:
    found = legs.filter(account__kind=AccountKind.RAKE).order_by().values_list("journal__hand")
    return dict(found.annotate(Sum("amount")))
