"""What the room does with money, one verb a function, each booked as one journal.

All of them join the caller's transaction (without one they run in their own). Amounts are minor
units; `session` is the reference of a seat session, whose stack is an account of its own, so
every chip on a table is money that left a balance and can only go back to one. A refusal raises
CashierError before anything is written; the caller's transaction stays usable.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

from django.conf import settings

from accounts import clock
from cashier import ledger, limits, places, real_money, rows, selectors
from cashier.checking import check_amount, check_currency
from cashier.errors import CashierCode, CashierError
from cashier.models.books import PLAY, Account, AccountKind, JournalKind
from cashier.places import MINT, Place
from cashier.retry import transactional
from cashier.selectors import balance, balances, pending_top_up, stacks

__all__ = [
    "arrive_top_ups",
    "balance",
    "balances",
    "buy_in",
    "cash_out",
    "cash_out_all",
    "grant_play_money",
    "pending_top_up",
    "refill",
    "settle_hand",
    "stacks",
    "sweep_rake",
    "top_up",
]


@transactional
def grant_play_money(player_id: int, *, key: str) -> int:
    """Give a new account its play money, once a `key` (name the account in it); the new balance."""
    wallet = places.wallet(player_id)
    posting = ledger.post(
        key=f"grant:{key}",
        kind=JournalKind.GRANT,
        currency=PLAY,
        moves={MINT: -settings.PLAY_MONEY_GRANT, wallet: settings.PLAY_MONEY_GRANT},
    )
    return posting.balances[wallet]


@transactional
def refill(player_id: int, *, now: datetime) -> int:
    """Fill the player's play money up to the set amount, once a UTC day (R-9.1); the new balance.

    Chips on tables count as had. Raises refill_used (that day's is taken) or refill_not_needed.
    """
    wallet = places.wallet(player_id)
    ledger.lock([MINT, wallet], currency=PLAY)
    key = selectors.refill_key(player_id, now.astimezone(UTC).date())
    if ledger.booked(key) is not None:
        raise CashierError(CashierCode.REFILL_USED, "one refill a day")
    missing = settings.PLAY_MONEY_REFILL_TO - selectors.owned(player_id, PLAY)
    if missing <= 0:
        raise CashierError(CashierCode.REFILL_NOT_NEEDED, "holds enough")
    posting = ledger.post(
        key=key, kind=JournalKind.REFILL, currency=PLAY, moves={MINT: -missing, wallet: missing}, actor=player_id
    )
    return posting.balances[wallet]


@transactional
def buy_in(player_id: int, *, session: str, currency: str, amount: int, key: str) -> int:
    """Move `amount` from the player's balance to the seat's stack; the new stack.

    `key` is the client's id for the click. Raises insufficient_funds, bad_amount, not_yours,
    seat_closed (the session has been cashed out), key_reused; for real money also limit_reached
    and what `real_money.admit_to_table` raises.
    """
    stack = places.seat(session, owner=player_id)
    posting = _to_table(player_id, into=stack, currency=currency, amount=amount, key=f"buy-in:{key}")
    return posting.balances[stack]


@transactional
def top_up(player_id: int, *, session: str, currency: str, amount: int, key: str) -> int:
    """Take `amount` from the player's balance for the seat; it waits for the hand's end (R-1.2).

    Returns what now waits. Refuses what `buy_in` refuses.
    """
    waiting = places.topup(session, owner=player_id)
    posting = _to_table(player_id, into=waiting, currency=currency, amount=amount, key=f"top-up:{key}")
    return posting.balances[waiting]


def topped_up(*, key: str) -> bool:
    """Whether the top-up of this click is booked already."""
    return ledger.booked(f"top-up:{key}") is not None


@transactional
def arrive_top_ups(sessions: Iterable[str]) -> dict[str, int]:
    """Put waiting top-ups on the table, between hands; the new stacks of those that had one."""
    waiting = _waiting(sessions)
    arrived: dict[str, int] = {}
    for currency in sorted({currency for _, currency in waiting}):
        ours = [session for session, of in waiting if of == currency]
        entries = ledger.lock(
            [place for session in ours for place in (places.topup(session), places.seat(session))], currency=currency
        )
        for session in ours:
            entry = entries[places.topup(session)]
            if entry.balance:
                arrived[session] = _arrive(session, currency=currency, entry=entry)
    return arrived


@transactional
def settle_hand(
    *, number: int, table: str, currency: str, nets: Mapping[str, int], rake: int, payload: str
) -> dict[str, int]:
    """Book a finished hand: each session's net and the rake, one journal (R-9.3); the new stacks.

    `nets` plus `rake` must sum to zero; `payload` is more content that a repeat must share. A hand
    that moved nothing has no journal. Raises unbalanced, bad_amount, unknown_account,
    insufficient_funds (a net below the stack), key_reused.
    """
    if type(rake) is not int or rake < 0 or not all(type(net) is int for net in nets.values()):
        raise CashierError(CashierCode.BAD_AMOUNT, "nets are whole, rake is not negative")
    if sum(nets.values()) + rake != 0:
        raise CashierError(CashierCode.UNBALANCED, f"hand {number}: nets and rake do not sum to zero")
    moves = {places.seat(session): net for session, net in nets.items() if net}
    if rake:
        moves[places.rake(table)] = rake
    settled = {}
    if moves:
        posting = ledger.post(
            key=f"hand:{number}",
            kind=JournalKind.HAND,
            currency=currency,
            moves=moves,
            payload=f"{table}\n{payload}",
            hand=number,
        )
        settled = {place.ref: left for place, left in posting.balances.items() if place.kind == AccountKind.SEAT}
    unmoved = [session for session in nets if session not in settled]
    return {**settled, **stacks(unmoved)} if unmoved else settled


@transactional
def cash_out(player_id: int, *, session: str, currency: str) -> int:
    """Move the seat's stack and waiting top-ups back to the player's balance; the amount moved.

    The event is `leave:seat-session <session>`: a repeat moves nothing and returns the same
    amount. An empty seat closes without a journal. Raises not_yours.
    """
    wallet, stack, waiting = places.wallet(player_id), places.seat(session), places.topup(session)
    key = f"leave:seat-session {session}"
    entries = ledger.lock([wallet, stack, waiting], currency=currency)
    held = {place: entries[place].balance for place in (stack, waiting) if place in entries}
    _refuse_others(player_id, entries)
    total = sum(held.values())
    if total == 0:
        return rows.moved(key, wallet) or 0
    moves = {wallet: total} | {place: -amount for place, amount in held.items() if amount}
    ledger.post(key=key, kind=JournalKind.LEAVE, currency=currency, moves=moves, actor=player_id)
    return total


@transactional
def cash_out_all(seats: Mapping[str, int], *, currency: str) -> dict[str, int]:
    """Cash out several sessions {session: player_id} at once, as when a table closes; the amounts.

    Locks every account first, so two closing tables with the same players do not deadlock.
    """
    wanted: list[Place] = []
    for session, player_id in seats.items():
        wanted += [places.wallet(player_id), places.seat(session), places.topup(session)]
    if wanted:
        ledger.lock(wanted, currency=currency)
    return {session: cash_out(player_id, session=session, currency=currency) for session, player_id in seats.items()}


@transactional
def sweep_rake(*, now: datetime) -> dict[tuple[str, str], int]:
    """Move every table's rake to the house, once a table, currency and UTC day.

    Returns {(table, currency): amount}. Rake taken after a day's sweep waits for the next.
    """
    day = now.astimezone(UTC).date()
    full = list(
        Account.objects.filter(kind=AccountKind.RAKE, balance__gt=0).order_by("id").values_list("ref", "currency")
    )
    swept: dict[tuple[str, str], int] = {}
    for table, currency in full:
        key = f"sweep:{table}:{currency}:{day}"
        source = places.rake(table)
        amount = ledger.lock([source, places.HOUSE], currency=currency)[source].balance
        if ledger.booked(key) is None and amount:
            ledger.post(
                key=key, kind=JournalKind.SWEEP, currency=currency, moves={source: -amount, places.HOUSE: amount}
            )
            swept[table, currency] = amount
    return swept


def _to_table(player_id: int, *, into: Place, currency: str, amount: int, key: str) -> ledger.Posting:
    check_amount(amount)
    check_currency(currency)
    real = currency != PLAY
    if real:
        real_money.admit_to_table(player_id, now=clock.now())
    wallet, stack = places.wallet(player_id), places.seat(into.ref)
    booked = ledger.booked(key) is not None
    entries = ledger.lock([wallet, stack, into], currency=currency)
    _refuse_others(player_id, entries)
    if not booked and ledger.booked(f"leave:seat-session {into.ref}") is not None:
        raise CashierError(CashierCode.SEAT_CLOSED, f"seat session {into.ref} has been cashed out")
    if real and not booked:
        limits.check_buy_in(player_id, amount=amount, now=clock.now())
    if into != stack and stack not in entries:
        raise CashierError(CashierCode.UNKNOWN_ACCOUNT, f"seat session {into.ref} has not been bought in to")
    kind = JournalKind.BUY_IN if into.kind == AccountKind.SEAT else JournalKind.TOP_UP
    return ledger.post(key=key, kind=kind, currency=currency, moves={wallet: -amount, into: amount}, actor=player_id)


def _arrive(session: str, *, currency: str, entry: rows.Entry) -> int:
    stack = places.seat(session, owner=entry.owner)
    posting = ledger.post(
        # The newest leg that made it wait names the arrival.
        key=f"top-up-arrival:{session}:{entry.last_leg}",
        kind=JournalKind.TOP_UP_ARRIVAL,
        currency=currency,
        moves={places.topup(session): -entry.balance, stack: entry.balance},
    )
    return posting.balances[stack]


def _waiting(sessions: Iterable[str]) -> list[tuple[str, str]]:
    found = Account.objects.filter(kind=AccountKind.TOPUP, ref__in=list(sessions), balance__gt=0)
    return list(found.order_by("id").values_list("ref", "currency"))


def _refuse_others(player_id: int, entries: Mapping[Place, rows.Entry]) -> None:
    for place, entry in entries.items():
        if entry.owner != player_id:
            raise CashierError(CashierCode.NOT_YOURS, f"{place.kind}:{place.ref} is not player {player_id}'s")
