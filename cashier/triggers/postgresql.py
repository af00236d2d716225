"""The guards of the books for PostgreSQL.

Refusals carry the SQLSTATE of a check violation, so Django raises IntegrityError as it does on
SQLite. The one function that moves a balance runs with its owner's rights: the role the room
runs under needs no right to update a balance itself.
"""

# Statements are put together from constants; every value is a parameter.
# ruff: noqa: S608

from typing import Any

from cashier.triggers import conditions
from cashier.triggers.conditions import Refusals

Function = tuple[str, str]
Trigger = tuple[str, str, str, str]

_RAISE = "RAISE EXCEPTION '{}' USING ERRCODE = 'check_violation';"


def _refuse(message: str, *, when: str) -> str:
    return f"IF {when} THEN {_RAISE.format(message)} END IF;"


def _all(refusals: Refusals) -> str:
    checks = (_refuse(message, when=when.format(differs="IS DISTINCT FROM")) for message, when in refusals)
    return " ".join([*checks, "RETURN NEW;"])


_KEEP = "RAISE EXCEPTION '%: rows are kept as they are, no %', TG_TABLE_NAME, TG_OP USING ERRCODE = 'check_violation';"

FUNCTIONS: dict[str, list[Function]] = {
    "books": [
        ("cashier_keep", _KEEP),
        (
            "cashier_account_opens",
            _refuse("account: opens empty", when="NEW.balance <> 0 OR NEW.last_leg <> 0") + " RETURN NEW;",
        ),
        (
            "cashier_account_moves",
            _refuse(
                "account: only its balance moves",
                when="(NEW.id, NEW.kind, NEW.ref, NEW.currency, NEW.owner_id, NEW.allow_negative) IS DISTINCT FROM"
                " (OLD.id, OLD.kind, OLD.ref, OLD.currency, OLD.owner_id, OLD.allow_negative)",
            )
            + _refuse(
                "account: a balance moves by a new leg only",
                when="NEW.last_leg <= OLD.last_leg OR NOT EXISTS (SELECT 1 FROM cashier_leg WHERE id = NEW.last_leg"
                " AND account_id = NEW.id AND amount = NEW.balance - OLD.balance)",
            )
            + " RETURN NEW;",
        ),
        (
            "cashier_journal_opens",
            _refuse(
                "journal: the currency is frozen",
                when="EXISTS (SELECT 1 FROM cashier_currencyfreeze WHERE currency = NEW.currency AND lifted IS NULL)",
            )
            + " RETURN NEW;",
        ),
        (
            "cashier_leg_joins",
            _refuse(
                "leg: its journal is sealed",
                when="EXISTS (SELECT 1 FROM cashier_seal WHERE id = NEW.journal_id)",
            )
            + _refuse(
                "leg: journal and account differ in currency",
                when="NOT EXISTS (SELECT 1 FROM cashier_journal j, cashier_account a"
                " WHERE j.id = NEW.journal_id AND a.id = NEW.account_id AND j.currency = a.currency)",
            )
            + " RETURN NEW;",
        ),
        (
            "cashier_leg_books",
            "UPDATE cashier_account SET balance = balance + NEW.amount, last_leg = NEW.id WHERE id = NEW.account_id;"
            " RETURN NULL;",
        ),
        (
            "cashier_seal_closes",
            _refuse(
                "seal: its journal needs that many legs, two or more, that sum to zero",
                when="(SELECT COUNT(*) = NEW.legs AND COUNT(*) >= 2 AND SUM(amount) = 0 FROM cashier_leg"
                " WHERE journal_id = NEW.id) IS NOT TRUE",
            )
            + " RETURN NEW;",
        ),
    ],
    "requests": [
        ("cashier_keep_requests", _KEEP),
        ("cashier_moneyrequest_starts", _all(conditions.REQUEST_STARTS)),
        ("cashier_moneyrequest_proceeds", _all(conditions.REQUEST_PROCEEDS)),
    ],
    "adjustments": [
        ("cashier_keep_adjustments", _KEEP),
        ("cashier_adjustment_starts", _all(conditions.ADJUSTMENT_STARTS)),
        ("cashier_adjustment_proceeds", _all(conditions.ADJUSTMENT_PROCEEDS)),
        ("cashier_seal_corrects", _all(conditions.SEAL_CORRECTS)),
    ],
}


def _kept(table: str, *, update: bool = True, by: str = "cashier_keep") -> list[Trigger]:
    name = table.removeprefix("cashier_")
    row, whole = f"FOR EACH ROW EXECUTE FUNCTION {by}()", f"EXECUTE FUNCTION {by}()"
    triggers = [
        (f"cashier_{name}_undeletable", table, "BEFORE DELETE", row),
        (f"cashier_{name}_untruncatable", table, "BEFORE TRUNCATE", whole),
    ]
    if update:
        triggers.append((f"cashier_{name}_unchangeable", table, "BEFORE UPDATE", row))
    return triggers


def _row(name: str, table: str, event: str) -> Trigger:
    return (name, table, event, f"FOR EACH ROW EXECUTE FUNCTION {name}()")


GROUPS: dict[str, list[Trigger]] = {
    "books": [
        _row("cashier_account_opens", "cashier_account", "BEFORE INSERT"),
        _row("cashier_account_moves", "cashier_account", "BEFORE UPDATE"),
        *_kept("cashier_account", update=False),
        _row("cashier_journal_opens", "cashier_journal", "BEFORE INSERT"),
        *_kept("cashier_journal"),
        _row("cashier_leg_joins", "cashier_leg", "BEFORE INSERT"),
        _row("cashier_leg_books", "cashier_leg", "AFTER INSERT"),
        *_kept("cashier_leg"),
        _row("cashier_seal_closes", "cashier_seal", "BEFORE INSERT"),
        *_kept("cashier_seal"),
    ],
    "requests": [
        _row("cashier_moneyrequest_starts", "cashier_moneyrequest", "BEFORE INSERT"),
        _row("cashier_moneyrequest_proceeds", "cashier_moneyrequest", "BEFORE UPDATE"),
        *_kept("cashier_moneyrequest", update=False, by="cashier_keep_requests"),
    ],
    "adjustments": [
        _row("cashier_adjustment_starts", "cashier_adjustment", "BEFORE INSERT"),
        _row("cashier_adjustment_proceeds", "cashier_adjustment", "BEFORE UPDATE"),
        *_kept("cashier_adjustment", update=False, by="cashier_keep_adjustments"),
        _row("cashier_seal_corrects", "cashier_seal", "BEFORE INSERT"),
    ],
}


def _body(function: Function) -> str:
    return f"BEGIN {function[1]} END"


def names(group: str) -> list[tuple[str, str]]:
    """(trigger, table) for each guard of the group."""
    return [(name, table) for name, table, _, _ in GROUPS[group]]


def creations(group: str) -> list[str]:
    """The statements that create the group in the current schema, functions pinned to it."""
    functions = [
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER"
        f" SET search_path FROM CURRENT AS $guard${_body((name, body))}$guard$"
        for name, body in FUNCTIONS[group]
    ]
    triggers = [f"CREATE TRIGGER {name} {event} ON {table} {call}" for name, table, event, call in GROUPS[group]]
    return [
        "SELECT set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true)",
        *functions,
        *triggers,
    ]


def removals(group: str) -> list[str]:
    """The statements that drop the group, whether it is there or not."""
    return [
        *(f"DROP TRIGGER IF EXISTS {name} ON {table}" for name, table in names(group)),
        *(f"DROP FUNCTION IF EXISTS {name}()" for name, _ in FUNCTIONS[group]),
    ]


def faults(cursor: Any) -> list[str]:
    """Guards that are missing, switched off or read differently in this database."""
    cursor.execute(
        "SELECT t.tgname, c.relname, t.tgenabled, p.proname, p.prosrc FROM pg_trigger t"
        " JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid"
        " WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace"
    )
    there = {(name, table): (enabled, function, source) for name, table, enabled, function, source in cursor.fetchall()}
    bodies = {function[0]: _body(function) for group in FUNCTIONS.values() for function in group}
    found = []
    for group in GROUPS.values():
        for name, table, _, call in group:
            function = call.removesuffix("()").rsplit(" ", 1)[1]
            match there.get((name, table)):
                case None:
                    found.append(f"{name}: missing")
                case ("D" | "R", _, _):
                    found.append(f"{name}: switched off")
                case (_, bound, source) if bound != function or source != bodies[function]:
                    found.append(f"{name}: altered")
    return found
