"""The statements of the ledger, for both engines. Only `cashier.ledger` writes through them."""

# Statements are put together from constants; every value is a parameter.
# ruff: noqa: S608

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.utils import timezone

from cashier.places import OUTSIDE, Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An account's row while it is locked. Amounts are minor units."""

    id: int
    owner: int | None
    balance: int
    last_leg: int
    allow_negative: bool
    frozen: bool


def unopened(place: Place) -> Entry:
    """The account that money would open by arriving at the place."""
    return Entry(id=0, owner=place.owner, balance=0, last_leg=0, allow_negative=place.kind in OUTSIDE, frozen=False)


_COLUMNS = "key, fingerprint, kind, currency, hand, actor_id, reason, reverses_id, created"

# The journal and its seal share a number. SQLite has one writer, so the next number is safe to
# read; it also has no conflict to skip, and its guard would refuse an insert over a present key.
_JOURNAL = {
    "postgresql": f"INSERT INTO cashier_journal (id, seal_id, {_COLUMNS})"
    " VALUES (nextval('cashier_journal_id_seq'), currval('cashier_journal_id_seq'),"
    " %s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (key) DO NOTHING RETURNING id",
    "sqlite": f"INSERT INTO cashier_journal (id, seal_id, {_COLUMNS})"
    " SELECT following, following, %s, %s, %s, %s, %s, %s, %s, %s, %s FROM"
    " (SELECT COALESCE(MAX(id), 0) + 1 AS following FROM cashier_journal)"
    " WHERE NOT EXISTS (SELECT 1 FROM cashier_journal WHERE key = %s) RETURNING id",
}


def select(places: Iterable[Place], *, currency: str) -> dict[Place, Entry]:
    """The accounts of the places that have one, locked in id order (SQLite has locked everything)."""
    by_kind: dict[str, list[str]] = {}
    for place in places:
        by_kind.setdefault(place.kind, []).append(place.ref)
    terms: list[str] = []
    values: list[str] = [currency]
    for kind, refs in by_kind.items():
        terms.append(f"(kind = %s AND currency = %s AND ref IN ({', '.join(['%s'] * len(refs))}))")
        values += [kind, currency, *refs]
    sql = (
        "SELECT kind, ref, id, owner_id, balance, last_leg, allow_negative, EXISTS (SELECT 1 FROM"
        " cashier_currencyfreeze f WHERE f.currency = %s AND f.lifted IS NULL) FROM cashier_account"
        f" WHERE {' OR '.join(terms)} ORDER BY id"
    )
    if connection.features.has_select_for_update:
        sql += " FOR UPDATE"
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        found = cursor.fetchall()
    return {
        Place(kind, ref): Entry(
            id=pk,
            owner=owner,
            balance=balance,
            last_leg=last_leg,
            allow_negative=bool(allow_negative),
            frozen=bool(frozen),
        )
        for kind, ref, pk, owner, balance, last_leg, allow_negative, frozen in found
    }


def open_accounts(places: Iterable[Place], *, currency: str) -> None:
    """Make empty accounts where there are none; somebody else may be making the same."""
    with connection.cursor() as cursor:
        for place in places:
            cursor.execute(
                "INSERT INTO cashier_account (kind, ref, currency, owner_id, allow_negative, balance, last_leg)"
                " SELECT %s, %s, %s, CAST(%s AS BIGINT), CAST(%s AS BOOLEAN), 0, 0 WHERE NOT EXISTS"
                " (SELECT 1 FROM cashier_account WHERE kind = %s AND ref = %s AND currency = %s)"
                " ON CONFLICT (kind, ref, currency) DO NOTHING",
                [place.kind, place.ref, currency, place.owner, place.kind in OUTSIDE, place.kind, place.ref, currency],
            )


def journal(key: str) -> tuple[int, str] | None:
    """(id, fingerprint) of the journal with that key."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, fingerprint FROM cashier_journal WHERE key = %s", [key])
        row: tuple[int, str] | None = cursor.fetchone()
    return row


def insert_journal(fields: Sequence[Any]) -> int | None:
    """Write the journal's row; None when its key is taken. `fields` are all but the time."""
    values = [*fields, connection.ops.adapt_datetimefield_value(timezone.now())]
    if connection.vendor == "sqlite":
        values.append(fields[0])
    with connection.cursor() as cursor:
        cursor.execute(_JOURNAL[connection.vendor], values)
        written = cursor.fetchall()
    return int(written[0][0]) if written else None


def insert_legs(number: int, legs: Sequence[tuple[int, int]]) -> None:
    """Write the (account id, amount) legs of journal `number` and its seal."""
    values = [value for account, amount in legs for value in (number, account, amount)]
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO cashier_leg (journal_id, account_id, amount) VALUES "
            + ", ".join(["(%s, %s, %s)"] * len(legs)),
            values,
        )
        cursor.execute("INSERT INTO cashier_seal (id, legs) VALUES (%s, %s)", [number, len(legs)])


def moved(key: str, place: Place) -> int | None:
    """What the event `key` moved into the place (negative: out of it); None if it is not booked."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT COALESCE(SUM(CASE WHEN a.kind = %s AND a.ref = %s THEN l.amount END), 0) FROM cashier_journal j"
            " JOIN cashier_leg l ON l.journal_id = j.id JOIN cashier_account a ON a.id = l.account_id"
            " WHERE j.key = %s GROUP BY j.id",
            [place.kind, place.ref, key],
        )
        row = cursor.fetchone()
    return int(row[0]) if row else None
