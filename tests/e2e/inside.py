"""What tests do inside a room, by programs of its own beside the served one: `python -m tests.e2e.inside WHAT …`.

open JSON    opens tables; the object has slugs and, for each, what differs from a $2/$4 fixed-limit table
staff JSON   makes members of staff: names and their groups
tell SLUG    prints what the records and the books say of a table, with every hand replayed, as JSON
"""

import json
import os
import sys
from typing import Any

import django

TABLE: dict[str, Any] = {
    "game": "fixed", "small_bet": 200, "big_bet": 400, "small_blind": 100, "big_blind": 200, "chip": 100,
    "min_buy_in": 2_000, "max_buy_in": 20_000, "seats": 6, "pause_ms": 400,
}  # fmt: skip


def open_tables(tables: dict[str, dict[str, Any]]) -> None:
    """Open these tables, at the end of the lobby; `raked` ones take five percent, at most three dollars."""
    from cashier.models import RakeSchedule
    from tables.live.terms import open_table
    from tables.models import Table

    schedule, made = RakeSchedule.objects.get_or_create(name="five percent")
    if made:
        schedule.brackets.create(basis_points=500, step=100, caps=[[2, 300]])
    for slug, changes in tables.items():
        fields = TABLE | {"slug": slug, "name": slug.title(), "position": 90} | changes
        fields["schedule"] = schedule if fields.pop("raked", False) else None
        if fields["game"] != "fixed":
            del fields["small_bet"], fields["big_bet"]
        open_table(Table(**fields))


def make_staff(groups: dict[str, str]) -> None:
    """Accounts of staff with the visitors' password, each in one group."""
    from django.contrib.auth.models import Group

    from accounts.models import Player
    from tests.e2e.visitor import PASSWORD

    for name, group in groups.items():
        Player.objects.create_user(name, password=PASSWORD, is_staff=True).groups.add(Group.objects.get(name=group))


def tell(slug: str) -> dict[str, Any]:
    """The table's hands as recorded and as replayed, and where its chips came from and went."""
    from cashier import proof
    from tables.models import Hand, SeatSession, Table

    table = Table.objects.get(slug=slug)
    hands = Hand.objects.filter(table=table).order_by("number").prefetch_related("seats__player")
    sessions = [str(pk) for pk in SeatSession.objects.filter(table=table).values_list("pk", flat=True)]
    return {
        "hands": [_hand(hand) for hand in hands],
        "rake": sum(hand.rake for hand in hands),
        "proven": proof.prove(freeze=[])[0].ok,
        **_chips(sessions),
    }


def _hand(hand: Any) -> dict[str, Any]:
    from tables.history.replayed import played_hand

    played, actions = played_hand(hand)
    result = played.result
    assert result is not None
    players = {seat.seat: seat.player.username for seat in hand.seats.all()}
    return {
        "number": hand.number,
        "id": hand.public_id,
        "rake": hand.rake,
        "void": hand.void_reason,
        "street": played.street,
        "board": played.board,
        "actions": [action.dump() for action in actions],
        "recorded": {seat.player.username: seat.stack + seat.net for seat in hand.seats.all()},
        "replayed": {players[number]: stack for number, stack in result.stacks.items()},
    }


def _chips(sessions: list[str]) -> dict[str, int]:
    from django.db.models import Sum

    from cashier.models import Account, AccountKind, JournalKind, Leg

    accounts = Account.objects.filter(kind__in=[AccountKind.SEAT, AccountKind.TOPUP], ref__in=sessions)
    legs = Leg.objects.filter(account__in=accounts)

    def moved(*kinds: JournalKind) -> int:
        return legs.filter(journal__kind__in=kinds).aggregate(sum=Sum("amount"))["sum"] or 0

    return {
        "brought": moved(JournalKind.BUY_IN, JournalKind.TOP_UP),
        "taken": -moved(JournalKind.LEAVE),
        "on_table": accounts.aggregate(sum=Sum("balance"))["sum"] or 0,
    }


def main(what: str, word: str) -> None:
    """Do one thing in the room that the environment names."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerroom.settings")
    django.setup()
    match what:
        case "open":
            open_tables(json.loads(word))
        case "staff":
            make_staff(json.loads(word))
        case "tell":
            print(json.dumps(tell(word)))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
