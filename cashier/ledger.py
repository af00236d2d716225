"""The only writer of the books: one function, `post`, books one event as one sealed journal.

It locks the accounts in the order of their ids before anything is written, so that parallel
postings queue instead of deadlocking and an account's legs rise in number. Refusals are decided
before the first write, so the caller's transaction stays usable. SQL through Django's cursor,
because a hand is settled while ten people wait: four statements whatever the number of seats.
"""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cashier import rows
from cashier.checking import check_key
from cashier.errors import CashierCode, CashierError
from cashier.fingerprints import fingerprint
from cashier.models.books import MAX_AMOUNT
from cashier.places import Place
from cashier.retry import in_transaction
from cashier.rows import Entry

alarm = logging.getLogger("cashier.alarm")


@dataclass(frozen=True, slots=True, kw_only=True)
class Posting:
    """What `post` leaves behind.

    `balances` are those of the moved accounts after it: for a repeat, as they are now.
    """

    journal: int
    balances: dict[Place, int]


def post(
    *,
    key: str,
    kind: str,
    currency: str,
    moves: Mapping[Place, int],
    payload: str = "",
    hand: int | None = None,
    actor: int | None = None,
    reason: str = "",
    reverses: int | None = None,
) -> Posting:
    """Book one event: add each amount of `moves` (minor units, summing to zero) to its place.

    `key` names the event: the same key with the same content books nothing and returns the first
    posting, with other content it raises key_reused and an alarm. `payload` is more content to
    tell apart by. Joins the caller's transaction, else runs in its own and repeats lost races.
    Raises CashierError: bad_amount, unbalanced, unknown_account, insufficient_funds,
    currency_frozen, key_reused, bad_key, busy.
    """
    check_key(key)
    _check(moves)
    legs = sorted((place.kind, place.ref, amount) for place, amount in moves.items())
    fields = (
        key,
        fingerprint([kind, currency, legs, payload, reverses]),
        kind,
        currency,
        hand,
        actor,
        reason,
        reverses,
    )
    return in_transaction(lambda: _post(fields, moves))


def lock(places: Iterable[Place], *, currency: str) -> dict[Place, Entry]:
    """Lock the accounts in id order until the transaction ends; places without one are left out.

    Must run inside a transaction. Who moves money of several events in one transaction locks all
    their places here first.
    """
    return rows.select(dict.fromkeys(places), currency=currency)


def booked(key: str) -> int | None:
    """The id of the journal that books the event `key`, if it has been booked."""
    check_key(key)
    row = rows.journal(key)
    return row[0] if row else None


def _check(moves: Mapping[Place, int]) -> None:
    for amount in moves.values():
        if type(amount) is not int or amount == 0 or abs(amount) > MAX_AMOUNT:
            raise CashierError(CashierCode.BAD_AMOUNT, f"not an amount to move: {amount!r}")
    if len(moves) < 2 or sum(moves.values()) != 0:
        raise CashierError(CashierCode.UNBALANCED, "a journal needs two legs or more that sum to zero")


def _post(fields: tuple[Any, ...], moves: Mapping[Place, int]) -> Posting:
    key, content, _, currency, *_ = fields
    entries = lock(moves, currency=currency)
    try:
        balances = check_moves(entries, moves)
    except CashierError:
        # A repeat of an event must be answered as the event was, not by what has changed since.
        if (journal := _repeated(key, content)) is None:
            raise
        return _posting(journal, entries, moves)
    if missing := [place for place in moves if place not in entries]:
        rows.open_accounts(missing, currency=currency)
        entries = lock(moves, currency=currency)
        balances = check_moves(entries, moves)
    fresh = rows.insert_journal(fields)
    if fresh is None:
        journal = _repeated(key, content)
        if journal is None:
            raise CashierError(CashierCode.BUSY, f"{key} is being booked elsewhere")
        return _posting(journal, entries, moves)
    rows.insert_legs(fresh, [(entries[place].id, amount) for place, amount in moves.items()])
    return Posting(journal=fresh, balances=balances)


def _posting(journal: int, entries: Mapping[Place, Entry], moves: Mapping[Place, int]) -> Posting:
    balances = {place: entries[place].balance if place in entries else 0 for place in moves}
    return Posting(journal=journal, balances=balances)


def check_moves(entries: Mapping[Place, Entry], moves: Mapping[Place, int]) -> dict[Place, int]:
    """The balances the moves lead to from the locked entries; raises what `post` would refuse them with."""
    balances = {}
    for place, amount in moves.items():
        entry = entries.get(place) or (rows.unopened(place) if place.opens else None)
        if entry is None:
            raise CashierError(CashierCode.UNKNOWN_ACCOUNT, f"no account {place.kind}:{place.ref}")
        if entry.frozen:
            raise CashierError(CashierCode.CURRENCY_FROZEN, "its currency is frozen")
        balance = entry.balance + amount
        if balance < 0 and not entry.allow_negative:
            raise CashierError(CashierCode.INSUFFICIENT_FUNDS, f"{place.kind}:{place.ref} has {entry.balance}")
        if abs(balance) > MAX_AMOUNT:
            raise CashierError(CashierCode.BAD_AMOUNT, f"{place.kind}:{place.ref} would hold {balance}")
        balances[place] = balance
    return balances


def _repeated(key: str, content: str) -> int | None:
    """The journal of an event that is booked already; raises key_reused when its content differs."""
    row = rows.journal(key)
    if row is None:
        return None
    journal, first = row
    if first != content:
        alarm.error("key %s was used again for other content", key)
        raise CashierError(CashierCode.KEY_REUSED, f"{key} books something else")
    return journal
