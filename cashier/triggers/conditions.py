"""When the guards outside the books refuse: (message, SQL condition) pairs that both engines read.

`{differs}` stands for the engine's comparison that treats NULL as a value.
"""

# Conditions are put together from constants.
# ruff: noqa: S608

from cashier.models.requests import FOLLOWS

Refusals = list[tuple[str, str]]


def _changed(columns: str) -> str:
    names = columns.split()
    new, old = (", ".join(f"{row}.{name}" for name in names) for row in ("NEW", "OLD"))
    return f"({new}) {{differs}} ({old})"


def _booked(prefix: str) -> str:
    return f"EXISTS (SELECT 1 FROM cashier_journal WHERE key = '{prefix}:' || CAST(NEW.id AS TEXT))"


_MAY_FOLLOW = " OR ".join(
    f"(NEW.kind = '{kind}' AND OLD.state = '{before}' AND NEW.state = '{after}')"
    for kind, before, after in sorted(FOLLOWS)
)

REQUEST_STARTS: Refusals = [
    (
        "request: starts unapproved",
        "NEW.state <> 'requested' OR NEW.approved_by_id IS NOT NULL OR NEW.also_approved_by_id IS NOT NULL",
    ),
]
REQUEST_PROCEEDS: Refusals = [
    (
        "request: what was asked for stays",
        _changed(
            "id kind player_id currency amount provider reference key fingerprint entered_by_id created"
            " approvals_needed"
        ),
    ),
    (
        "request: an approval stays",
        "(OLD.approved_by_id IS NOT NULL AND NEW.approved_by_id {differs} OLD.approved_by_id)"
        " OR (OLD.also_approved_by_id IS NOT NULL AND NEW.also_approved_by_id {differs} OLD.also_approved_by_id)",
    ),
    ("request: that state does not follow", f"NEW.state <> OLD.state AND NOT ({_MAY_FOLLOW})"),
    (
        "request: its money has not moved",
        f"(NEW.kind = 'deposit' AND NEW.state = 'done' AND NOT {_booked('deposit')})"
        f" OR (NEW.kind = 'withdrawal' AND NOT {_booked('withdrawal')})"
        f" OR (NEW.kind = 'withdrawal' AND NEW.state = 'done' AND NOT {_booked('payout')})"
        " OR (NEW.kind = 'withdrawal' AND NEW.state IN ('rejected', 'cancelled', 'failed')"
        f" AND NOT {_booked('withdrawal-return')})",
    ),
]

_APPROVED = "FROM cashier_adjustment p JOIN cashier_journal j ON j.id = NEW.id WHERE p.state = 'approved'"
_LEG = (
    "EXISTS (SELECT 1 FROM cashier_leg l JOIN cashier_account a ON a.id = l.account_id"
    " WHERE l.journal_id = NEW.id AND a.kind = p.{side}_kind AND a.ref = p.{side}_ref AND l.amount = {amount})"
)

ADJUSTMENT_STARTS: Refusals = [
    (
        "adjustment: starts unapproved",
        "NEW.state <> 'proposed' OR NEW.checker_id IS NOT NULL OR NEW.also_checker_id IS NOT NULL",
    ),
]
ADJUSTMENT_PROCEEDS: Refusals = [
    (
        "adjustment: what was proposed stays",
        _changed(
            "id currency amount source_kind source_ref target_kind target_ref reverses_id reason key fingerprint"
            " maker_id created approvals_needed"
        ),
    ),
    (
        "adjustment: an approval stays",
        "(OLD.checker_id IS NOT NULL AND NEW.checker_id {differs} OLD.checker_id)"
        " OR (OLD.also_checker_id IS NOT NULL AND NEW.also_checker_id {differs} OLD.also_checker_id)",
    ),
    ("adjustment: decided once", "OLD.state <> 'proposed'"),
]
# A seal is what makes a journal count, so this is where an unapproved correction stops.
SEAL_CORRECTS: Refusals = [
    (
        "seal: no approved adjustment says this",
        "EXISTS (SELECT 1 FROM cashier_journal WHERE id = NEW.id AND kind = 'adjustment') AND NOT EXISTS (SELECT 1 "
        f"{_APPROVED} AND j.key = 'adjustment:' || CAST(p.id AS TEXT) AND j.currency = p.currency AND NEW.legs = 2"
        f" AND {_LEG.format(side='source', amount='-p.amount')} AND {_LEG.format(side='target', amount='p.amount')})",
    ),
    (
        "seal: no approved reversal says this",
        "EXISTS (SELECT 1 FROM cashier_journal WHERE id = NEW.id AND kind = 'reversal') AND NOT EXISTS (SELECT 1 "
        f"{_APPROVED} AND p.reverses_id = j.reverses_id"
        " AND NEW.legs = (SELECT COUNT(*) FROM cashier_leg WHERE journal_id = j.reverses_id)"
        " AND NOT EXISTS (SELECT 1 FROM cashier_leg o WHERE o.journal_id = j.reverses_id AND NOT EXISTS"
        " (SELECT 1 FROM cashier_leg l WHERE l.journal_id = NEW.id AND l.account_id = o.account_id"
        " AND l.amount = -o.amount)))",
    ),
]
