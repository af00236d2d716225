"""What somebody with raw SQL might try on the books, and which guard stands in the way of each.

Every attack is refused by each of its `guards` alone: with any one of them dropped it goes
through, so each guard is needed. The scene they are played in is `scene()` in scenes.py: one
player with play money in the balance and at seat session 1, and euros deposited from outside.
"""

from dataclasses import dataclass

SQLITE, POSTGRESQL = "sqlite", "postgresql"
NEW = 900_001

WALLET = "(SELECT id FROM cashier_account WHERE kind = 'wallet' AND currency = 'PLAY')"
EUROS = "(SELECT id FROM cashier_account WHERE kind = 'wallet' AND currency = 'EUR')"
SEAT = "(SELECT id FROM cashier_account WHERE kind = 'seat' AND ref = '1')"
MINT = "(SELECT id FROM cashier_account WHERE kind = 'mint')"
OLD = "(SELECT id FROM cashier_journal WHERE kind = 'buy_in')"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """Statements to run in one transaction. `unreferenced` plays it without foreign keys."""

    name: str
    sql: tuple[str, ...]
    guards: tuple[str, ...] = ()
    engines: tuple[str, ...] = (SQLITE, POSTGRESQL)
    unreferenced: bool = False


def journal(
    number: int = NEW,
    *,
    currency: str = "PLAY",
    kind: str = "buy_in",
    key: str | None = None,
    hand: str = "NULL",
    reverses: str = "NULL",
    seal: str | None = None,
    verb: str = "INSERT",
) -> str:
    return (
        f"{verb} INTO cashier_journal (id, seal_id, key, fingerprint, kind, currency, hand, actor_id, reason,"
        f" reverses_id, created) VALUES ({number}, {seal or number}, {key or repr(f'raw {number}')}, '', '{kind}',"
        f" '{currency}', {hand}, NULL, '', {reverses}, '2027-01-05 12:00:00')"
    )


def leg(account: str, amount: object, *, of: object = NEW) -> str:
    return f"INSERT INTO cashier_leg (journal_id, account_id, amount) VALUES ({of}, {account}, {amount})"


def seal(number: int = NEW, *, legs: int = 2) -> str:
    return f"INSERT INTO cashier_seal (id, legs) VALUES ({number}, {legs})"


def account(
    kind: str, *, ref: str = "raw", currency: str = "PLAY", negative: str = "FALSE", balance: int = 0, last_leg: int = 0
) -> str:
    return (
        "INSERT INTO cashier_account (kind, ref, currency, owner_id, allow_negative, balance, last_leg)"
        f" VALUES ('{kind}', '{ref}', '{currency}', NULL, {negative}, {balance}, {last_leg})"
    )


MOVE = (leg(SEAT, -100), leg(WALLET, 100), seal())

ATTACKS = [
    # Journals that are not whole.
    Attack(
        name="unbalanced", sql=(journal(), leg(SEAT, -100), leg(WALLET, 101), seal()), guards=("cashier_seal_closes",)
    ),
    Attack(name="one leg", sql=(journal(), leg(WALLET, 100), seal(legs=1)), guards=("cashier_seal_closes",)),
    Attack(name="no legs", sql=(journal(), seal(legs=0)), guards=("cashier_seal_closes",)),
    Attack(name="legs miscounted", sql=(journal(), *MOVE[:2], seal(legs=3)), guards=("cashier_seal_closes",)),
    Attack(name="unsealed", sql=(journal(), *MOVE[:2]), guards=("references",)),
    Attack(name="seal of nothing", sql=(seal(),), guards=("cashier_seal_closes",)),
    Attack(
        name="sealed by each other",
        sql=(
            journal(NEW, seal=str(NEW + 1)),
            journal(NEW + 1, seal=str(NEW)),
            *MOVE,
            leg(SEAT, -5, of=NEW + 1),
            leg(WALLET, 5, of=NEW + 1),
            seal(NEW + 1),
        ),
        guards=("cashier_journal_sealed_by_its_own",),
    ),
    # Legs that do not belong.
    Attack(
        name="late legs",
        sql=(
            account("house"),
            leg(MINT, -100, of=OLD),
            leg("(SELECT id FROM cashier_account WHERE ref = 'raw')", 100, of=OLD),
        ),
        guards=("cashier_leg_joins",),
    ),
    Attack(
        name="leg in another currency",
        sql=(journal(), leg(SEAT, -100), leg(EUROS, 100), seal()),
        guards=("cashier_leg_joins",),
    ),
    Attack(name="journal in another currency", sql=(journal(currency="EUR"), *MOVE), guards=("cashier_leg_joins",)),
    Attack(
        name="one account twice",
        sql=(journal(), leg(WALLET, -5), leg(WALLET, 5), seal()),
        guards=("cashier_leg_one_an_account",),
        engines=(POSTGRESQL,),
    ),
    Attack(name="zero legs", sql=(journal(), leg(SEAT, 0), leg(WALLET, 0), seal()), guards=("cashier_leg_in_bounds",)),
    Attack(
        name="half a cent",
        sql=(journal(), leg(SEAT, -0.5), leg(WALLET, 0.5), seal()),
        guards=("cashier_leg_books",),
        engines=(SQLITE,),
    ),
    Attack(
        name="overdraw",
        sql=(journal(), leg(SEAT, -1_000_000), leg(WALLET, 1_000_000), seal()),
        guards=("cashier_leg_books", "cashier_account_not_overdrawn"),
    ),
    Attack(
        name="more than the books hold",
        sql=(journal(), leg(MINT, -(10**15)), leg(SEAT, 10**15 - 4_000), leg(WALLET, 4_000), seal(legs=3)),
        guards=("cashier_leg_books", "cashier_account_in_bounds"),
    ),
    Attack(name="overflow", sql=(journal(), leg(MINT, -(2**63)), leg(SEAT, 2**63 - 1), leg(WALLET, 1), seal(legs=3))),
    # Editing what is written.
    Attack(
        name="edit a leg", sql=("UPDATE cashier_leg SET amount = amount * 2",), guards=("cashier_leg_unchangeable",)
    ),
    Attack(name="delete a leg", sql=("DELETE FROM cashier_leg",), guards=("cashier_leg_undeletable",)),
    Attack(
        name="truncate legs",
        sql=("TRUNCATE cashier_leg",),
        guards=("cashier_leg_untruncatable",),
        engines=(POSTGRESQL,),
    ),
    Attack(
        name="edit a journal",
        sql=("UPDATE cashier_journal SET reason = 'other'",),
        guards=("cashier_journal_unchangeable",),
    ),
    Attack(
        name="delete a journal",
        sql=("DELETE FROM cashier_journal",),
        guards=("cashier_journal_undeletable",),
        unreferenced=True,
    ),
    Attack(
        name="truncate journals",
        sql=("TRUNCATE cashier_journal",),
        guards=("cashier_journal_untruncatable",),
        engines=(POSTGRESQL,),
        unreferenced=True,
    ),
    Attack(name="edit a seal", sql=("UPDATE cashier_seal SET legs = 3",), guards=("cashier_seal_unchangeable",)),
    Attack(
        name="delete a seal",
        sql=("DELETE FROM cashier_seal",),
        guards=("cashier_seal_undeletable",),
        unreferenced=True,
    ),
    Attack(
        name="truncate seals",
        sql=("TRUNCATE cashier_seal",),
        guards=("cashier_seal_untruncatable",),
        engines=(POSTGRESQL,),
        unreferenced=True,
    ),
    # Accounts.
    Attack(
        name="write a balance",
        sql=(f"UPDATE cashier_account SET balance = balance + 100 WHERE id = {WALLET}",),
        guards=("cashier_account_moves",),
    ),
    Attack(
        name="book a leg again",
        sql=(
            "UPDATE cashier_account SET balance = balance + (SELECT amount FROM cashier_leg WHERE id ="
            f" cashier_account.last_leg) WHERE id = {WALLET} OR id = {SEAT}",
        ),
        guards=("cashier_account_moves",),
    ),
    Attack(
        name="book another account's leg",
        sql=(
            "UPDATE cashier_account SET balance = balance + 4000, last_leg = (SELECT l.id FROM cashier_leg l"
            f" WHERE l.account_id = {SEAT}) WHERE kind = 'wallet' AND currency = 'EUR'",
        ),
        guards=("cashier_account_moves",),
    ),
    Attack(
        name="move the version",
        sql=(f"UPDATE cashier_account SET last_leg = last_leg + 1000 WHERE id = {WALLET}",),
        guards=("cashier_account_moves",),
    ),
    Attack(
        name="flip allow_negative",
        sql=(account("world", currency="EUR"), "UPDATE cashier_account SET allow_negative = TRUE WHERE ref = 'raw'"),
        guards=("cashier_account_moves",),
    ),
    Attack(
        name="allow a player to go negative",
        sql=(account("wallet", negative="TRUE"),),
        guards=("cashier_account_negative_only_outside",),
    ),
    Attack(
        name="rename an account",
        sql=("UPDATE cashier_account SET ref = 'mine' WHERE kind = 'seat'",),
        guards=("cashier_account_moves",),
    ),
    Attack(
        name="give an account to another",
        sql=("UPDATE cashier_account SET owner_id = NULL WHERE kind = 'seat'",),
        guards=("cashier_account_moves",),
    ),
    Attack(
        name="open an account with money",
        sql=(account("wallet", balance=100),),
        guards=("cashier_account_opens",),
    ),
    Attack(
        name="open an account that no leg can reach",
        sql=(account("wallet", last_leg=10**12),),
        guards=("cashier_account_opens",),
    ),
    Attack(
        name="open an account twice",
        sql=(account("raw"), account("raw")),
        guards=("cashier_account_named_once",),
        engines=(POSTGRESQL,),
    ),
    Attack(
        name="delete an account",
        sql=(account("house"), "DELETE FROM cashier_account WHERE ref = 'raw'"),
        guards=("cashier_account_undeletable",),
    ),
    Attack(
        name="truncate accounts",
        sql=("TRUNCATE cashier_account",),
        guards=("cashier_account_untruncatable",),
        engines=(POSTGRESQL,),
        unreferenced=True,
    ),
    Attack(
        name="mint euros",
        sql=(account("mint", currency="EUR", negative="TRUE"),),
        guards=("cashier_account_mint_makes_play_money",),
    ),
    Attack(
        name="play money from outside",
        sql=(account("world", negative="TRUE"),),
        guards=("cashier_account_play_money_stays_inside",),
    ),
    # Events.
    Attack(
        name="an event twice",
        sql=(journal(key="(SELECT key FROM cashier_journal WHERE kind = 'buy_in')"), *MOVE),
        guards=("cashier_journal_key",),
        engines=(POSTGRESQL,),
    ),
    Attack(
        name="a hand settled twice",
        sql=(
            journal(kind="hand", hand="7"),
            *MOVE,
            journal(NEW + 1, kind="hand", hand="7"),
            leg(SEAT, -5, of=NEW + 1),
            leg(WALLET, 5, of=NEW + 1),
            seal(NEW + 1),
        ),
        guards=("cashier_journal_one_a_hand",),
        engines=(POSTGRESQL,),
    ),
    Attack(
        name="a hand without a number",
        sql=(journal(kind="hand"), *MOVE),
        guards=("cashier_journal_hand_is_named",),
    ),
    Attack(
        name="a buy-in that reverses",
        sql=(journal(reverses=OLD), *MOVE),
        guards=("cashier_journal_only_reversals_reverse",),
    ),
    Attack(
        name="a journal in a frozen currency",
        sql=(
            "INSERT INTO cashier_currencyfreeze (currency, reason, since) VALUES ('PLAY', '', '2027-01-05 12:00:00')",
            journal(),
            *MOVE,
        ),
        guards=("cashier_journal_opens",),
    ),
    # SQLite's REPLACE deletes what it meets without asking a DELETE trigger.
    Attack(
        name="replace a journal",
        sql=(journal(OLD, seal=OLD, key="'raw'", verb="INSERT OR REPLACE"),),  # type: ignore[arg-type]
        guards=("cashier_journal_opens",),
        engines=(SQLITE,),
    ),
    Attack(
        name="replace an account",
        sql=(
            account("house"),
            "INSERT OR REPLACE INTO cashier_account (id, kind, ref, currency, allow_negative, balance, last_leg)"
            " SELECT id, 'house', 'other', 'PLAY', FALSE, 0, 0 FROM cashier_account WHERE ref = 'raw'",
        ),
        guards=("cashier_account_opens",),
        engines=(SQLITE,),
    ),
    Attack(
        name="replace an account by its name",
        sql=(account("wallet", ref="1").replace("INSERT", "INSERT OR REPLACE"),),
        engines=(SQLITE,),
    ),
    Attack(
        name="replace a leg",
        sql=(
            journal(),
            "INSERT OR REPLACE INTO cashier_leg (id, journal_id, account_id, amount)"
            f" SELECT id, {NEW}, account_id, amount FROM cashier_leg WHERE account_id = {SEAT}",
        ),
        engines=(SQLITE,),
    ),
    Attack(
        name="replace a seal",
        sql=("INSERT OR REPLACE INTO cashier_seal (id, legs) SELECT id, legs FROM cashier_seal",),
        guards=("cashier_seal_closes",),
        engines=(SQLITE,),
    ),
]
