"""Rights of the PostgreSQL role the room runs under, where migrations run under another.

The role may add to the books and never change them; a balance moves through the trigger function of
the tables' owner. Locking an account asks for the right to update some column of it, so it has
that for one which the guards keep anyway.
"""

APPEND_ONLY = (
    "cashier_journal",
    "cashier_leg",
    "cashier_seal",
    "cashier_requeststep",
    "cashier_checkpoint",
    "cashier_limitentry",
    "cashier_exclusion",
)


def statements(role: str) -> list[str]:
    """SQL that leaves `role` what it needs on the books and takes the rest; run it as the tables' owner.

    Give the role its rights on all other tables first, as a Django project needs them.
    """
    quoted = '"' + role.replace('"', '""') + '"'
    append = ", ".join(APPEND_ONLY)
    return [
        f"REVOKE ALL ON {append}, cashier_account FROM {quoted}",
        f"GRANT SELECT, INSERT ON {append}, cashier_account TO {quoted}",
        f"GRANT UPDATE (allow_negative) ON cashier_account TO {quoted}",
        f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {quoted}",
    ]
