"""The guards of the books for SQLite.

Each trigger is (name, table, event, body). `INSERT OR REPLACE` deletes without firing DELETE
triggers, so every guarded table also refuses an insert over a row that is there.
"""

# Statements are put together from constants; every value is a parameter.
# ruff: noqa: S608

from typing import Any

from cashier.triggers import conditions
from cashier.triggers.conditions import Refusals

Trigger = tuple[str, str, str, str]


def _refuse(message: str, *, when: str = "") -> str:
    return f"SELECT RAISE(ABORT, '{message}'){' WHERE ' + when if when else ''};"


def _kept(table: str, *, update: bool = True) -> list[Trigger]:
    name = table.removeprefix("cashier_")
    triggers = [(f"cashier_{name}_undeletable", table, "BEFORE DELETE", _refuse(f"{name}: rows are never deleted"))]
    if update:
        triggers.append((f"cashier_{name}_unchangeable", table, "BEFORE UPDATE", _refuse(f"{name}: rows never change")))
    return triggers


ACCOUNT: list[Trigger] = [
    (
        "cashier_account_opens",
        "cashier_account",
        "BEFORE INSERT",
        _refuse("account: opens empty", when="NEW.balance IS NOT 0 OR NEW.last_leg IS NOT 0")
        + _refuse(
            "account: exists",
            when="EXISTS (SELECT 1 FROM cashier_account WHERE id = NEW.id"
            " OR (kind = NEW.kind AND ref = NEW.ref AND currency = NEW.currency))",
        ),
    ),
    (
        "cashier_account_moves",
        "cashier_account",
        "BEFORE UPDATE",
        _refuse(
            "account: only its balance moves",
            when="NEW.id IS NOT OLD.id OR NEW.kind IS NOT OLD.kind OR NEW.ref IS NOT OLD.ref"
            " OR NEW.currency IS NOT OLD.currency OR NEW.owner_id IS NOT OLD.owner_id"
            " OR NEW.allow_negative IS NOT OLD.allow_negative",
        )
        + _refuse(
            "account: a balance moves by a new leg only",
            when="NEW.last_leg <= OLD.last_leg OR NOT EXISTS (SELECT 1 FROM cashier_leg WHERE id = NEW.last_leg"
            " AND account_id = NEW.id AND amount = NEW.balance - OLD.balance)",
        ),
    ),
    *_kept("cashier_account", update=False),
]

JOURNAL: list[Trigger] = [
    (
        "cashier_journal_opens",
        "cashier_journal",
        "BEFORE INSERT",
        _refuse(
            "journal: the currency is frozen",
            when="EXISTS (SELECT 1 FROM cashier_currencyfreeze WHERE currency = NEW.currency AND lifted IS NULL)",
        )
        + _refuse(
            "journal: exists",
            when="EXISTS (SELECT 1 FROM cashier_journal WHERE id = NEW.id OR key = NEW.key"
            " OR reverses_id = NEW.reverses_id OR (NEW.kind = 'hand' AND kind = 'hand' AND hand = NEW.hand))",
        ),
    ),
    *_kept("cashier_journal"),
]

LEG: list[Trigger] = [
    (
        "cashier_leg_joins",
        "cashier_leg",
        "BEFORE INSERT",
        _refuse(
            "leg: its journal is sealed",
            when="EXISTS (SELECT 1 FROM cashier_seal WHERE id = NEW.journal_id)",
        )
        + _refuse(
            "leg: journal and account differ in currency",
            when="NOT EXISTS (SELECT 1 FROM cashier_journal j, cashier_account a"
            " WHERE j.id = NEW.journal_id AND a.id = NEW.account_id AND j.currency = a.currency)",
        )
        + _refuse(
            "leg: exists",
            when="EXISTS (SELECT 1 FROM cashier_leg WHERE id = NEW.id"
            " OR (journal_id = NEW.journal_id AND account_id = NEW.account_id))",
        ),
    ),
    (
        "cashier_leg_books",
        "cashier_leg",
        "AFTER INSERT",
        _refuse("leg: amounts are whole", when="typeof(NEW.amount) <> 'integer'")
        + "UPDATE cashier_account SET balance = balance + NEW.amount, last_leg = NEW.id WHERE id = NEW.account_id;",
    ),
    *_kept("cashier_leg"),
]

SEAL: list[Trigger] = [
    (
        "cashier_seal_closes",
        "cashier_seal",
        "BEFORE INSERT",
        _refuse(
            "seal: its journal needs that many legs, two or more, that sum to zero",
            when="(SELECT COUNT(*) = NEW.legs AND COUNT(*) >= 2 AND SUM(amount) = 0 FROM cashier_leg"
            " WHERE journal_id = NEW.id) IS NOT 1",
        )
        + _refuse("seal: exists", when="EXISTS (SELECT 1 FROM cashier_seal WHERE id = NEW.id)"),
    ),
    *_kept("cashier_seal"),
]


def _all(refusals: Refusals) -> str:
    return "".join(_refuse(message, when=when.format(differs="IS NOT")) for message, when in refusals)


REQUESTS: list[Trigger] = [
    (
        "cashier_moneyrequest_starts",
        "cashier_moneyrequest",
        "BEFORE INSERT",
        _all(conditions.REQUEST_STARTS)
        + _refuse(
            "request: exists",
            when="EXISTS (SELECT 1 FROM cashier_moneyrequest WHERE id = NEW.id OR key = NEW.key)",
        ),
    ),
    (
        "cashier_moneyrequest_proceeds",
        "cashier_moneyrequest",
        "BEFORE UPDATE",
        _all(conditions.REQUEST_PROCEEDS),
    ),
    *_kept("cashier_moneyrequest", update=False),
]

ADJUSTMENTS: list[Trigger] = [
    (
        "cashier_adjustment_starts",
        "cashier_adjustment",
        "BEFORE INSERT",
        _all(conditions.ADJUSTMENT_STARTS)
        + _refuse(
            "adjustment: exists",
            when="EXISTS (SELECT 1 FROM cashier_adjustment WHERE id = NEW.id OR key = NEW.key)",
        ),
    ),
    ("cashier_adjustment_proceeds", "cashier_adjustment", "BEFORE UPDATE", _all(conditions.ADJUSTMENT_PROCEEDS)),
    *_kept("cashier_adjustment", update=False),
    ("cashier_seal_corrects", "cashier_seal", "BEFORE INSERT", _all(conditions.SEAL_CORRECTS)),
]

GROUPS: dict[str, list[Trigger]] = {
    "books": [*ACCOUNT, *JOURNAL, *LEG, *SEAL],
    "requests": REQUESTS,
    "adjustments": ADJUSTMENTS,
}


def _statement(trigger: Trigger) -> str:
    name, table, event, body = trigger
    return f"CREATE TRIGGER {name} {event} ON {table} BEGIN {body} END"


def names(group: str) -> list[tuple[str, str]]:
    """(trigger, table) for each guard of the group."""
    return [(name, table) for name, table, _, _ in GROUPS[group]]


def creations(group: str) -> list[str]:
    """The statements that create the group."""
    return [_statement(trigger) for trigger in GROUPS[group]]


def removals(group: str) -> list[str]:
    """The statements that drop the group, whether it is there or not."""
    return [f"DROP TRIGGER IF EXISTS {name}" for name, _ in names(group)]


def faults(cursor: Any) -> list[str]:
    """Guards that are missing or read differently in this database."""
    cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
    there = dict(cursor.fetchall())
    return [
        f"{trigger[0]}: {'missing' if trigger[0] not in there else 'altered'}"
        for group in GROUPS.values()
        for trigger in group
        if there.get(trigger[0]) != _statement(trigger)
    ]
