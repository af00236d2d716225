"""A real-money table in euros and players who are admitted to it, for tests of tables."""

from __future__ import annotations

from typing import Any

from accounts import clock
from cashier import ledger, places, real_money, services
from cashier.models.books import JournalKind
from tables.live.commands import Caller
from tables.models import Table
from tests.tables import room

BALANCE = 50_000


def make_gold(slug: str = "gold", **changes: Any) -> Table:
    """A €1/€2 fixed-limit table."""
    return room.make_table(slug, currency="EUR", **changes)


def make_rich(name: str, *, euros: int = BALANCE) -> Caller:
    """A player who has confirmed his age and the terms and holds `euros` (minor units)."""
    caller = room.make_player(name)
    real_money.confirm(caller.who.id, of_age=True, terms="1", now=clock.now())
    if euros:
        ledger.post(
            key=f"deposit:test {name}",
            kind=JournalKind.DEPOSIT,
            currency="EUR",
            moves={places.WORLD: -euros, places.wallet(caller.who.id): euros},
        )
    return caller


def euros(*callers: Caller) -> list[int]:
    """Their real-money balances."""
    return [services.balance(caller.who.id, "EUR") for caller in callers]
