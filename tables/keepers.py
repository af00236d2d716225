"""Guests that must not be deleted: whoever ever sat at a table is part of its record."""

from collections.abc import Collection, Sequence

from accounts.guests import keeper
from tables.models import SeatSession


@keeper
def sat_somewhere(players: Sequence[int]) -> Collection[int]:
    """Those of these accounts that ever had a seat."""
    return set(SeatSession.objects.filter(player_id__in=players).values_list("player_id", flat=True))
