"""Tells the cashier's statements where a seat session and a hand can be looked at."""

from collections.abc import Iterable, Mapping

from django.urls import reverse

from cashier import links
from cashier.links import Link
from tables.models import Hand, SeatSession


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
