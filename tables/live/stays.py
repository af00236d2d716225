"""What is remembered of stays that ended: the stack a player must bring back (R-1.3)."""

from datetime import timedelta

from tables.live.times import moment
from tables.models import SeatSession


def previous_stack(table: int, player: int, *, minutes: int, now: int) -> int | None:
    """The stack this player really last played with here, if he left within the time that counts."""
    since = moment(now) - timedelta(minutes=minutes)
    stays = SeatSession.objects.filter(table_id=table, player_id=player, ended__gt=since)
    return stays.order_by("-ended", "-pk").values_list("played_stack", flat=True).first()
