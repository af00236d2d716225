"""What the staff groups may do with money; accounts.groups makes it so after each migration.

Cashiers handle requests, propose and check corrections, keep the rake schedules and can freeze a
currency. Managers check and freeze. Auditors look. Support sees no money.
"""

from accounts import groups

LOOK = tuple(
    f"cashier.view_{model}"
    for model in (
        "account",
        "adjustment",
        "checkpoint",
        "currencyfreeze",
        "exclusion",
        "journal",
        "leg",
        "limitentry",
        "moneyrequest",
        "playerlimit",
        "rakebracket",
        "rakeschedule",
        "realmoneyplayer",
        "requeststep",
    )
)
DECIDE = ("cashier.decide_moneyrequest", "cashier.decide_adjustment", "cashier.freeze_currency")
SCHEDULES = (
    "cashier.add_rakeschedule",
    "cashier.change_rakeschedule",
    "cashier.add_rakebracket",
    "cashier.change_rakebracket",
    "cashier.delete_rakebracket",
)

groups.give(groups.Role.CASHIER, *LOOK, *DECIDE, *SCHEDULES, "cashier.enter_moneyrequest", "cashier.propose_adjustment")
groups.give(groups.Role.MANAGER, *LOOK, *DECIDE)
groups.give(groups.Role.AUDITOR, *LOOK)
