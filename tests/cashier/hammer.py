"""Writers that never stop, to be killed: `python -m tests.cashier.hammer prepare | write ACKS | check ACKS…`.

Each event is retried under its key until the database has answered, and only then its key is
written to the file of acknowledgements. So whatever is in the file must be in the books.
"""

import json
import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path

import django

SEATS = 6


def main(words: list[str]) -> int:
    """Do one of the three."""
    django.setup()
    match words:
        case ["prepare"]:
            prepare()
        case ["write", acks]:
            write(Path(acks))
        case ["check", *acks]:
            print(json.dumps(check([Path(file) for file in acks])))
        case _:
            return 2
    return 0


def prepare() -> None:
    """Make the tables, and six players who sit with half of their play money."""
    from django.core.management import call_command

    from accounts.models import Player
    from cashier import services

    call_command("migrate", verbosity=0)
    for seat in range(SEATS):
        player = Player.objects.create_user(f"demo_{seat}").pk
        services.grant_play_money(player, key=str(player))
        services.buy_in(player, session=str(seat), currency="PLAY", amount=100_000, key=str(seat))


def write(acks: Path) -> None:
    """Settle hands and buy in, for ever."""
    from accounts.models import Player
    from cashier import services

    players = list(Player.objects.order_by("pk").values_list("pk", flat=True))
    with acks.open("a") as file:
        while True:
            name = secrets.token_hex(8)
            winner, loser = secrets.SystemRandom().sample(range(SEATS), 2)
            if secrets.randbelow(3):
                number = int(name, 16) >> 2
                key = f"hand:{number}"
                answered(
                    lambda number=number, winner=winner, loser=loser: services.settle_hand(
                        number=number,
                        table=f"table {winner % 2}",
                        currency="PLAY",
                        nets={str(winner): 19, str(loser): -20},
                        rake=1,
                        payload="",
                    )
                )
            else:
                key = f"buy-in:{name}"
                answered(
                    lambda name=name, winner=winner: services.buy_in(
                        players[winner], session=str(winner), currency="PLAY", amount=1, key=name
                    )
                )
            file.write(f"{key}\n")
            file.flush()


def answered(work: Callable[[], object]) -> None:
    """Do the work again under the same key until the database answers."""
    from django.db import DatabaseError, InterfaceError, connection
    from psycopg_pool import PoolTimeout

    from cashier.errors import CashierCode, CashierError

    while True:
        try:
            work()
        except (DatabaseError, InterfaceError, PoolTimeout):
            connection.close()
        except CashierError as error:
            if error.code is not CashierCode.BUSY:
                raise
        else:
            return
        time.sleep(0.05)


def check(files: list[Path]) -> dict[str, object]:
    """How many were acknowledged and stored, which were lost, and whether the books are sound."""
    from django.db.models import Sum

    from cashier.models import Account, Journal
    from tests.cashier.scenes import sound

    # A writer that was killed may have left half a line, whose event was stored all the same.
    acknowledged = {line for file in files for line in file.read_text().split("\n")[:-1]}
    stored = set(Journal.objects.values_list("key", flat=True))
    return {
        "acknowledged": len(acknowledged),
        "stored": len(stored),
        "lost": sorted(acknowledged - stored),
        "sound": sound(),
        "total": Account.objects.aggregate(total=Sum("balance"))["total"],
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
