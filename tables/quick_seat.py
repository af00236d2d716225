"""What a new player gets without asking: play money, and by "Play now" a seat."""

from __future__ import annotations

from allauth.account.signals import user_signed_up
from django.dispatch import receiver

from accounts.models import Player as Account
from cashier import services
from tables import selectors
from tables.live import commands, row
from tables.live.commands import Caller
from tables.live.state import Player
from tables.models import PLAY, Table
from tables.protocol import ErrorCode, Refusal, Sit

# Why another table may still do: he must bring more to this one, or it filled or closed just now.
ELSEWHERE = {ErrorCode.BELOW_PREVIOUS_STACK, ErrorCode.TABLE_FULL, ErrorCode.TABLE_CLOSED}


@receiver(user_signed_up, dispatch_uid="tables.welcome")
def welcome(sender: object, *, user: Account, **kwargs: object) -> None:
    """Whoever signs up has play money at once; a guest got it with his first seat, and not again."""
    services.grant_play_money(user.pk, key=user.public_id)


def take(player: int, *, at: str | None = None) -> str | None:
    """Seat the account at a play-money table (`at`: this one) and return its slug; None when all are full.

    Who sits somewhere already is sent there. Raises Refusal, as `insufficient_funds`.
    """
    account = Account.objects.get(pk=player)
    services.grant_play_money(player, key=account.public_id)
    own = selectors.open_seats(player)
    for session in own:
        if at is None or session.table.slug == at:
            return session.table.slug
    who = Player(id=account.pk, public=account.public_id, name=account.username, bot=account.is_bot)
    for table in _candidates(at):
        if _sit(table, Caller(who=who)):
            return table.slug
    return None


def _candidates(at: str | None) -> list[Table]:
    """Open play-money tables with a free seat: where a game is on first, then the lowest stakes."""
    rows = {one.slug: one for one in selectors.lobby_rows() if one.money == "play" and not one.full}
    tables = Table.objects.filter(slug__in=rows, state=Table.State.OPEN, currency=PLAY)
    if at is not None:
        tables = tables.filter(slug=at)
    return sorted(tables, key=lambda table: (rows[table.slug].taken == 0, table.big_blind, table.position))


def _sit(table: Table, caller: Caller) -> bool:
    seating = row.read(table.pk)[0].seating
    taken = seating.seats.keys() | seating.reserved.keys()
    balance = services.balance(caller.who.id, PLAY)
    wanted = min((table.min_buy_in + table.max_buy_in) // 2, balance) // table.chip * table.chip
    for seat in range(1, table.seats + 1):
        if seat not in taken:
            try:
                buy_in = max(wanted, table.min_buy_in)
                commands.run(table.pk, caller, Sit(seat=seat, buy_in=buy_in, entry="post"))
            except Refusal as refusal:
                if refusal.code is ErrorCode.SEAT_TAKEN:
                    continue
                if refusal.code in ELSEWHERE:
                    return False
                raise
            return True
    return False
