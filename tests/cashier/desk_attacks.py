"""The same for requests and adjustments: what raw SQL might try, and the guard each attempt meets.

Played in `desk_scene()`: a withdrawal that one member of staff entered, an adjustment that the same
person proposed, and another who has decided nothing yet.
"""

from tests.cashier.attacks import MINT, POSTGRESQL, WALLET, Attack, journal, leg, seal

MAKER = "(SELECT id FROM accounts_player WHERE username = 'demo_maker')"
CHECKER = "(SELECT id FROM accounts_player WHERE username = 'demo_checker')"
REQUEST = (
    "INSERT INTO cashier_moneyrequest (kind, player_id, currency, amount, provider, reference, key, fingerprint,"
    " entered_by_id, created, approvals_needed, state, changed, note) SELECT kind, player_id, {currency}, {amount},"
    " provider, reference, 'raw', fingerprint, entered_by_id, created, {needed}, {state}, changed, note"
    " FROM cashier_moneyrequest"
)
ADJUSTMENT = (
    "INSERT INTO cashier_adjustment (currency, amount, source_kind, source_ref, target_kind, target_ref, reason, key,"
    " fingerprint, maker_id, created, approvals_needed, state, answer, changed, checker_id) SELECT currency, {amount},"
    " source_kind, source_ref, target_kind, target_ref, {reason}, 'raw', fingerprint, maker_id, created,"
    " approvals_needed, {state}, answer, changed, {checker} FROM cashier_adjustment"
)


def request(
    *, currency: str = "currency", amount: str = "amount", needed: str = "1", state: str = "'requested'"
) -> str:
    return REQUEST.format(currency=currency, amount=amount, needed=needed, state=state)


def adjustment(
    *, amount: str = "amount", reason: str = "reason", state: str = "'proposed'", checker: str = "NULL"
) -> str:
    return ADJUSTMENT.format(amount=amount, reason=reason, state=state, checker=checker)


def on_request(change: str) -> tuple[str, ...]:
    return (f"UPDATE cashier_moneyrequest SET {change}",)


def on_adjustment(change: str) -> tuple[str, ...]:
    return (f"UPDATE cashier_adjustment SET {change}",)


DESK_ATTACKS = [
    Attack(
        name="a request that starts decided",
        sql=(request(needed="0", state="'approved'"),),
        guards=("cashier_moneyrequest_starts",),
    ),
    Attack(
        name="another amount than was asked for",
        sql=on_request("amount = amount + 1"),
        guards=("cashier_moneyrequest_proceeds",),
    ),
    Attack(
        name="a state that does not follow",
        sql=on_request(f"state = 'sending', approved_by_id = {CHECKER}"),
        guards=("cashier_moneyrequest_proceeds",),
    ),
    Attack(
        name="rejected without returning the money",
        sql=on_request("state = 'rejected'"),
        guards=("cashier_moneyrequest_proceeds",),
    ),
    Attack(
        name="an approval taken back",
        sql=(*on_request(f"approved_by_id = {CHECKER}"), *on_request("approved_by_id = NULL")),
        guards=("cashier_moneyrequest_proceeds",),
    ),
    Attack(
        name="a request that never was",
        sql=("DELETE FROM cashier_moneyrequest",),
        guards=("cashier_moneyrequest_undeletable",),
        unreferenced=True,
    ),
    Attack(
        name="no requests at all",
        sql=("TRUNCATE cashier_moneyrequest",),
        guards=("cashier_moneyrequest_untruncatable",),
        engines=(POSTGRESQL,),
        unreferenced=True,
    ),
    Attack(name="a request for nothing", sql=(request(amount="0"),), guards=("cashier_request_amount",)),
    Attack(name="a request for play money", sql=(request(currency="'PLAY'"),), guards=("cashier_request_real_money",)),
    Attack(
        name="approved by who entered it",
        sql=on_request(f"approved_by_id = {MAKER}"),
        guards=("cashier_request_other_eyes",),
    ),
    Attack(
        name="approved twice by one",
        sql=on_request(f"approved_by_id = {CHECKER}, also_approved_by_id = {CHECKER}"),
        guards=("cashier_request_other_eyes",),
    ),
    Attack(
        name="approved by nobody", sql=on_request("state = 'approved'"), guards=("cashier_request_approved_enough",)
    ),
    Attack(
        name="an adjustment that starts decided",
        sql=(adjustment(state="'approved'", checker=CHECKER),),
        guards=("cashier_adjustment_starts",),
    ),
    Attack(
        name="another amount than was proposed",
        sql=on_adjustment("amount = amount + 1"),
        guards=("cashier_adjustment_proceeds",),
    ),
    Attack(
        name="decided twice",
        sql=(*on_adjustment("state = 'rejected'"), *on_adjustment(f"state = 'approved', checker_id = {CHECKER}")),
        guards=("cashier_adjustment_proceeds",),
    ),
    Attack(
        name="an adjustment that never was",
        sql=("DELETE FROM cashier_adjustment",),
        guards=("cashier_adjustment_undeletable",),
    ),
    Attack(
        name="no adjustments at all",
        sql=("TRUNCATE cashier_adjustment",),
        guards=("cashier_adjustment_untruncatable",),
        engines=(POSTGRESQL,),
    ),
    Attack(name="an adjustment of nothing", sql=(adjustment(amount="0"),), guards=("cashier_adjustment_amount",)),
    Attack(
        name="an adjustment without a reason", sql=(adjustment(reason="''"),), guards=("cashier_adjustment_says_why",)
    ),
    Attack(
        name="checked by its maker",
        sql=on_adjustment(f"checker_id = {MAKER}"),
        guards=("cashier_adjustment_other_eyes",),
    ),
    Attack(
        name="checked by nobody",
        sql=on_adjustment("state = 'approved'"),
        guards=("cashier_adjustment_approved_enough",),
    ),
    Attack(
        name="booked without approval",
        sql=(
            journal(kind="adjustment", key="(SELECT 'adjustment:' || id FROM cashier_adjustment)"),
            leg(MINT, -700),
            leg(WALLET, 700),
            seal(),
        ),
        guards=("cashier_seal_corrects",),
    ),
]
