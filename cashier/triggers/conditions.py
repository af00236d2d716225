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
