"""Money under parallel requests, with real threads and commits, on whichever engine runs."""

import itertools
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Sum

from cashier import audit, ledger, places, services
from cashier.errors import CashierCode, CashierError
from cashier.models import PLAY, Account, Journal, JournalKind
from cashier.retry import in_transaction
from tests.cashier.scenes import sound
from tests.cashier.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)
THREADS = 20


def code(answer: Any) -> Any:
    return answer.code if isinstance(answer, CashierError) else answer


def buy(player: int, *, session: str, amount: int, key: str) -> Callable[[], int]:
    return partial(services.buy_in, player, session=session, currency=PLAY, amount=amount, key=key)


def test_the_same_chips_are_not_bought_in_at_two_tables(player: int) -> None:
    """One of twenty wins; the others get insufficient_funds."""
    answers = at_once([buy(player, session=str(n), amount=150_000, key=str(n)) for n in range(THREADS)])
    codes = [code(answer) for answer in answers]
    assert sorted(map(str, codes)) == sorted(["150000", *[CashierCode.INSUFFICIENT_FUNDS] * (THREADS - 1)])
    assert services.balance(player, PLAY) == 50_000
    assert sound()


def test_twenty_clicks_with_one_key_buy_in_once(player: int) -> None:
    answers = at_once([buy(player, session="1", amount=150_000, key="click") for _ in range(THREADS)])
    assert [code(answer) for answer in answers] == [150_000] * THREADS
    assert services.balance(player, PLAY) == 50_000
    assert Journal.objects.filter(kind=JournalKind.BUY_IN).count() == 1


def test_a_balance_is_spent_to_the_last_chip_and_no_further(player: int) -> None:
    answers = at_once([buy(player, session="1", amount=30_000, key=str(n)) for n in range(THREADS)])
    bought = [answer for answer in answers if isinstance(answer, int)]
    assert sorted(bought) == [30_000 * count for count in range(1, 7)]
    assert services.balance(player, PLAY) == 20_000
    assert services.stacks(["1"]) == {"1": 180_000}


def test_leaving_twice_at_once_pays_once(player: int) -> None:
    buy(player, session="1", amount=4_000, key="click")()
    leave = partial(services.cash_out, player, session="1", currency=PLAY)
    assert at_once([leave] * 8) == [4_000] * 8
    assert services.balance(player, PLAY) == 200_000


def test_one_refill_a_day_however_often_it_is_asked_for_at_once(player: int) -> None:
    """R-9.1: once a day."""
    from django.utils import timezone

    ledger.post(
        key="lost",
        kind=JournalKind.HAND,
        currency=PLAY,
        hand=1,
        moves={places.wallet(player): -150_000, places.HOUSE: 150_000},
    )
    answers = at_once([partial(services.refill, player, now=timezone.now())] * 8)
    assert sorted(str(code(answer)) for answer in answers) == ["100000", *[CashierCode.REFILL_USED] * 7]


def test_opposed_orders_do_not_deadlock(player: int, other: int) -> None:
    """post() locks by id, whatever order the moves are named in."""
    a, b = places.wallet(player), places.wallet(other)

    def move(source: places.Place, target: places.Place, name: str) -> None:
        for n in range(25):
            moves = {source: -1, target: 1} if n % 2 else {target: 1, source: -1}
            with transaction.atomic():  # so that a deadlock would surface instead of being retried
                ledger.post(key=f"{name}-{n}", kind=JournalKind.BUY_IN, currency=PLAY, moves=moves)

    assert at_once([partial(move, a, b, "there"), partial(move, b, a, "back")] * 1) == [None, None]
    assert services.balance(player, PLAY) == services.balance(other, PLAY) == 200_000


def test_a_deadlock_between_whole_transactions_is_retried(player: int, other: int) -> None:
    """Two events each, in opposed order: one loses the deadlock, tries again and gets there."""
    meet = threading.Barrier(2)
    tries = itertools.count()

    def both(first: int, second: int, name: str) -> int:
        next(tries)
        for step, player_id in enumerate((first, second)):
            ledger.post(
                key=f"{name}-{step}",
                kind=JournalKind.BUY_IN,
                currency=PLAY,
                moves={places.wallet(player_id): -10, places.seat(f"{name}-{step}", owner=player_id): 10},
            )
            if step == 0 and connection.vendor == "postgresql" and not meet.broken:
                try:
                    meet.wait(5)
                except threading.BrokenBarrierError:
                    pass
                else:
                    meet.abort()
        return 10

    works = [
        partial(in_transaction, partial(both, player, other, "one")),
        partial(in_transaction, partial(both, other, player, "two")),
    ]
    assert at_once(works) == [10, 10]
    assert services.balance(player, PLAY) == services.balance(other, PLAY) == 200_000 - 20
    if connection.vendor == "postgresql":
        assert next(tries) > 2, "the opposed orders never met"


def test_every_read_sees_all_the_money(new_player: Callable[[], int]) -> None:
    """Writers settle hands, buy in and leave while a reader sums everything: always zero."""
    players = [new_player() for _ in range(6)]
    for n, player in enumerate(players):
        buy(player, session=str(n), amount=50_000, key=str(n))()
    done = threading.Event()
    numbers = itertools.count(1)

    def write(writer: int) -> int:
        for n in range(15):
            a, b = (writer + n) % 6, (writer * 2 + n + 1) % 6
            if a != b:
                services.settle_hand(
                    number=next(numbers),
                    table=f"table {writer % 2}",
                    currency=PLAY,
                    nets={str(a): 95, str(b): -100},
                    rake=5,
                    payload="",
                )
            buy(players[a], session=str(a), amount=10, key=f"{writer}-{n}")()
        return 1

    def read() -> int:
        reads = 0
        while not done.is_set() or reads < 3:
            with audit.snapshot():
                total = Account.objects.aggregate(total=Sum("balance"))["total"]
                owned = Account.objects.exclude(kind="mint").aggregate(total=Sum("balance"))["total"]
            assert (total, owned) == (0, 6 * 200_000)
            reads += 1
        return reads

    def write_all() -> list[Any]:
        try:
            return at_once([partial(write, writer) for writer in range(6)])
        finally:
            done.set()

    written, reads = at_once([write_all, read])
    assert written == [1] * 6
    assert isinstance(reads, int) and reads >= 3
    assert sound()
