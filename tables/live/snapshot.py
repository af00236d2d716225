"""What one viewer gets when he arrives: the public view, what is private to him, and the version both are of.

Everything comes from the committed row, without a lock; what is not of the table (the allowance, the balance, the
stack he left with) is asked from its own app and travels in the private part alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from accounts import allowance, reset_requests
from cashier import real_money, services
from tables.live import row
from tables.live.facts import rules_of, seat_of
from tables.live.record import Live
from tables.live.state import Player
from tables.live.stays import previous_stack
from tables.live.times import moment, now_ms
from tables.live.view import View, private_view
from tables.models import PLAY


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """One viewer's picture at one version."""

    now: int
    version: int
    view: View
    private: View
    seat: int | None


def snapshot(table: int, who: Player | None) -> Snapshot:
    """The picture for this viewer. Raises NoSuchTable."""
    live, view = row.read(table)
    private = {} if who is None else private_view(live, who.public) | purse(live, who)
    seat = None if who is None else seat_of(live, who.public)
    return Snapshot(now=now_ms(), version=live.version, view=view, private=private, seat=seat)


def privates(table: int, stamp: int, players: dict[str, Player], *, purses: set[str]) -> dict[str, View]:
    """The private parts of these players, by public id, at this write of the row or a later one.

    `purses` names those whose money or allowance changed too; for the others these parts are left out.
    """
    kept = row.recall(table, stamp)
    live = kept[0] if kept is not None else row.read(table)[0]
    return {
        public: private_view(live, public) | (purse(live, who) if public in purses else {})
        for public, who in players.items()
    }


def known_privates(table: int, stamp: int, players: Iterable[str]) -> dict[str, View] | None:
    """The same from what this process keeps, without a database and so in any thread; None when it must be asked."""
    kept = row.recall(table, stamp)
    return None if kept is None else {public: private_view(kept[0], public) for public in players}


PURSE = ("allowance", "balance", "previous_stack", "barred")


def purse(live: Live, who: Player) -> View:
    """The player's allowance (R-6.7), balances, and the stack he must bring back (R-1.3)."""
    now = now_ms()
    rules = rules_of(live.terms)
    found: dict[str, Any] = {"balance": {"play": services.balance(who.id, PLAY)}}
    if not live.terms.play_money:
        found["balance"]["real"] = services.balance(who.id, live.terms.currency)
        barred = real_money.barred(who.id, now=moment(now))
        if barred is not None:
            found["barred"] = barred.code.value
    if rules.allowance:
        state = allowance.state(who.id, moment(now))
        found["allowance"] = {"left": state.left, "of": state.of, "revoked": state.revoked}
        if state.restores_at is not None:
            found["allowance"]["restores_at"] = int(state.restores_at.timestamp() * 1000)
        if changed := allowance.last_change(who.id):
            found["allowance"]["changed"] = changed
        if reset_requests.is_open(who.id):
            found["allowance"]["asked"] = True
    if seat_of(live, who.public) is None:
        before = previous_stack(live.table, who.id, minutes=rules.return_minutes, now=now)
        if before is not None:
            found["previous_stack"] = before
    return found
