"""One balance, many wishes at the same moment, through real sockets: one wins, the others hear `insufficient_funds`."""

import asyncio

import pytest
from asgiref.sync import sync_to_async

from accounts import clock
from cashier import audit, exclusion, limits, requests, services
from cashier.errors import CashierError
from cashier.models.protection import LimitKind, Period
from tables.live import floor
from tables.models import SeatSession, Table
from tests.cashier.threads import at_once
from tests.tables import room
from tests.tables.gold import BALANCE, euros, make_gold, make_rich
from tests.tables.sockets import lines

pytestmark = pytest.mark.django_db(transaction=True)
ALL = {"min_buy_in": 10_000, "max_buy_in": BALANCE}


@pytest.fixture(autouse=True)
def real(settings) -> None:
    settings.REAL_MONEY_ENABLED = True


def kinds(answers: list) -> list[str]:
    return sorted(getattr(answer, "code", answer) or "done" for answer in answers)


async def test_parallel_buy_ins_at_two_tables_by_socket() -> None:
    """R-1.4: the same euros do not sit at two tables."""
    tables = [await sync_to_async(make_gold)(slug, **ALL) for slug in ("gold", "ruby", "opal")]
    ann = await sync_to_async(make_rich)("ann")
    opened = [(await lines(table.slug, ann))[0] for table in tables]
    codes = await asyncio.gather(*[line.say("sit", seat=1, buy_in=BALANCE) for line in opened])
    assert sorted(map(str, codes)) == ["None", "insufficient_funds", "insufficient_funds"]
    assert await sync_to_async(euros)(ann) == [0]
    assert await SeatSession.objects.acount() == 1
    assert (await sync_to_async(audit.run)()).ok
    for line in opened:
        await line.close()


async def test_a_double_click_in_two_tabs_takes_one_seat_once() -> None:
    table = await sync_to_async(make_gold)(**ALL)
    ann = await sync_to_async(make_rich)("ann")
    opened = [line for _ in range(3) for line in await lines(table.slug, ann)]
    codes = await asyncio.gather(*[line.say("sit", seat=1, buy_in=20_000) for line in opened])
    assert sorted(map(str, codes)) == ["None", "already_seated", "already_seated"]
    assert await sync_to_async(euros)(ann) == [BALANCE - 20_000]
    assert (await sync_to_async(audit.run)()).ok
    for line in opened:
        await line.close()


async def test_a_top_up_clicked_in_two_tabs_is_bounded_by_the_balance() -> None:
    table = await sync_to_async(make_gold)(min_buy_in=10_000, max_buy_in=4 * BALANCE)
    ann = await sync_to_async(make_rich)("ann")
    opened = [line for _ in range(3) for line in await lines(table.slug, ann)]
    for tab, line in enumerate(opened):
        line.numbered = 10 * tab  # the same id would be the same click
    assert await opened[0].say("sit", seat=1, buy_in=20_000) is None
    codes = await asyncio.gather(*[line.say("top_up", amount=30_000) for line in opened])
    assert sorted(map(str, codes)) == ["None", "insufficient_funds", "insufficient_funds"]
    assert await sync_to_async(euros)(ann) == [0]
    for line in opened:
        await line.close()


def withdraw(player: int, key: str) -> str:
    try:
        asked = requests.request_withdrawal(
            player, amount=BALANCE, currency="EUR", provider="manual", reference="an account", key=key
        )
    except CashierError as error:
        return error.code
    return "done" if asked.state == "requested" else asked.state


def test_a_buy_in_and_a_withdrawal_at_once_spend_the_balance_once() -> None:
    table = make_gold(**ALL)
    for number in range(4):
        ann = make_rich(f"ann{number}")
        answers = at_once(
            [
                lambda ann=ann, number=number: room.do(table, ann, "sit", seat=number + 1, buy_in=BALANCE),
                lambda ann=ann: withdraw(ann.who.id, "all"),
            ]
        )
        assert kinds(answers) == ["done", "insufficient_funds"]
        assert euros(ann) == [0]
    assert audit.run().ok


def test_buy_ins_at_once_hold_a_limit() -> None:
    """Limits hold under parallel requests: three tables of 20,000 under a limit of 45,000."""
    tables, ann = [make_gold(slug, **ALL) for slug in ("gold", "ruby", "opal")], make_rich("ann", euros=4 * BALANCE)
    limits.set_limit(ann.who.id, kind=LimitKind.BUY_IN, period=Period.DAY, amount=45_000, now=clock.now())
    answers = at_once([lambda table=table: room.do(table, ann, "sit", seat=1, buy_in=20_000) for table in tables])
    assert kinds(answers) == ["done", "done", "limit_reached"]
    assert euros(ann) == [4 * BALANCE - 40_000]


def test_an_exclusion_at_the_moment_of_a_buy_in_leaves_no_seat() -> None:
    """Whichever comes first: he is refused, or he has sat down and is paid out again."""
    table = make_gold(**ALL)
    for number in range(4):
        ann = make_rich(f"ann{number}")
        at_once(
            [
                lambda ann=ann, number=number: room.do(table, ann, "sit", seat=number + 1, buy_in=20_000),
                lambda ann=ann: exclusion.cool_off(ann.who.id, hours=24, now=clock.now()),
            ]
        )
        assert room.seat_of(table, ann) is None
        assert euros(ann) == [BALANCE]
    assert audit.run().ok


def test_two_tables_with_the_same_players_close_at_once() -> None:
    """The players sit in opposed order; every stack goes back, present or not."""
    tables = [make_gold(), make_gold("ruby")]
    players = [make_rich(f"p{number}") for number in range(4)]
    for table, order in zip(tables, (players, players[::-1]), strict=True):
        for seat, player in enumerate(order, start=1):
            assert room.do(table, player, "sit", seat=seat, buy_in=10_000) is None
    answers = at_once([lambda table=table: floor.set_state(table.pk, Table.State.CLOSED) for table in tables])
    assert answers == [None, None]
    assert euros(*players) == [BALANCE] * 4
    assert not SeatSession.objects.filter(ended=None).exists()
    sessions = [str(pk) for pk in SeatSession.objects.values_list("pk", flat=True)]
    assert set(services.stacks(sessions).values()) == {0}
    assert audit.run().ok
