"""What the cashier and the tables tell each other.

The tables say where a seat session and a hand can be looked at, and who paid into raked hands; the cashier says when
a currency was frozen or thawed and when somebody has excluded himself.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from django.urls import reverse

from cashier import exclusion, freezing, links, rake, reports
from cashier.links import Link
from cashier.rake import Terms
from cashier.reports import RakedHand
from tables.engine.rake import total_rake
from tables.live import floor
from tables.live.terms import engine_terms
from tables.models import Hand, SeatSession

freezing.on_change(floor.money_changed)
exclusion.on_exclusion(floor.give_up)


@links.seats_are_found_by
def seats(sessions: Iterable[str]) -> Mapping[str, Link]:
    """The table of each session."""
    numbers = [int(session) for session in sessions if session.isascii() and session.isdecimal()]
    found = SeatSession.objects.filter(pk__in=numbers).select_related("table")
    return {
        str(session.pk): Link(label=session.table.name, url=reverse("tables:table", args=[session.table.slug]))
        for session in found
    }


@links.hands_are_found_by
def hands(numbers: Iterable[int]) -> Mapping[int, Link]:
    """The page of each hand."""
    found = Hand.objects.filter(number__in=list(numbers)).values_list("number", "public_id")
    return {
        number: Link(label=f"Hand {number}", url=reverse("tables:hand", args=[address])) for number, address in found
    }


@rake.computed_by
def rake_of(terms: Terms, pots: int, players: int) -> int:
    """What the engine takes from a hand that saw the flop."""
    return total_rake(engine_terms(terms), pots=pots, players=players, flop_dealt=True)


@reports.hands_come_from
def raked_hands(since: datetime, until: datetime) -> Iterator[RakedHand]:
    """The settled hands of that time that were raked, with what each player paid into the pots."""
    settled = Hand.objects.filter(ended__gte=since, ended__lt=until, void_reason="", rake__gt=0)
    for hand in settled.prefetch_related("seats").iterator(chunk_size=500):
        paid = {seat.player_id: seat.paid for seat in hand.seats.all()}
        yield RakedHand(currency=hand.currency, rake=hand.rake, paid=paid)
