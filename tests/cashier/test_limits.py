"""What a player sets against himself holds, also under parallel requests, and is loosened slowly."""

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from accounts import clock
from cashier import exclusion, limits, requests, services
from cashier.errors import CashierError
from cashier.exclusion import Length
from cashier.models import Exclusion, LimitEntry, LimitKind, Period
from tests.cashier.test_requests import deposit, state, withdraw
from tests.cashier.threads import at_once

pytestmark = pytest.mark.django_db
NOW = datetime(2027, 1, 5, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def code(verb: Any, *args: Any, **kwargs: Any) -> str:
    """The refusal's code, or "ok"."""
    try:
        verb(*args, **kwargs)
    except CashierError as refusal:
        return refusal.code
    return "ok"


def limit(player: int, kind: str, amount: int | None, *, period: str = "day", now: datetime = NOW) -> limits.Limit:
    return limits.set_limit(player, kind=kind, period=period, amount=amount, now=now)


def buy_in(player: int, amount: int, *, session: str = "1", key: str | None = None) -> str:
    return code(
        services.buy_in, player, session=session, currency="EUR", amount=amount, key=key or f"{session}-{amount}"
    )


def used(player: int, kind: str, period: str = "day") -> int:
    return next(
        shown.used for shown in limits.limits(player, now=clock.now()) if (shown.kind, shown.period) == (kind, period)
    )


def test_a_lower_limit_holds_at_once(rich: int) -> None:
    assert limit(rich, "buy_in", 5_000).amount == 5_000
    assert limit(rich, "buy_in", 4_000).amount == 4_000
    assert buy_in(rich, 4_001) == "limit_reached"
    assert buy_in(rich, 4_000) == "ok"
    assert buy_in(rich, 4_000) == "ok", "the same click again"
    assert buy_in(rich, 1, session="2") == "limit_reached"
    assert used(rich, "buy_in") == 4_000


@pytest.mark.parametrize("more", [6_000, None])
def test_a_raise_waits_a_day_and_for_a_second_confirmation(rich: int, more: int | None) -> None:
    limit(rich, "buy_in", 5_000)
    asked = limit(rich, "buy_in", more)
    assert (asked.amount, asked.raise_to, asked.raise_from) == (5_000, more, NOW + DAY)
    assert buy_in(rich, 5_001) == "limit_reached"
    confirm = partial(limits.confirm_raise, rich, kind="buy_in", period="day")
    assert code(confirm, now=NOW + DAY - timedelta(seconds=1)) == "too_early"
    assert buy_in(rich, 5_001) == "limit_reached"
    assert confirm(now=NOW + DAY).amount == more
    assert buy_in(rich, 5_001) == "ok"
    assert code(confirm, now=NOW + DAY) == "wrong_state"
    assert list(LimitEntry.objects.order_by("id").values_list("what", "amount")) == [
        ("set", 5_000),
        ("raise_asked", more),
        ("raise_confirmed", more),
    ]


def test_lowering_takes_a_waiting_raise_back(rich: int) -> None:
    limit(rich, "buy_in", 5_000)
    limit(rich, "buy_in", 6_000)
    assert limit(rich, "buy_in", 4_000).raise_from is None
    limit(rich, "buy_in", 6_000)
    assert limits.drop_raise(rich, kind="buy_in", period="day", now=NOW).raise_from is None
    assert code(limits.confirm_raise, rich, kind="buy_in", period="day", now=NOW + 2 * DAY) == "wrong_state"


def test_asking_again_starts_the_wait_anew(rich: int) -> None:
    limit(rich, "buy_in", 5_000)
    limit(rich, "buy_in", 6_000)
    limit(rich, "buy_in", 7_000, now=NOW + DAY)
    assert code(limits.confirm_raise, rich, kind="buy_in", period="day", now=NOW + DAY) == "too_early"


def test_deposits_count_unless_they_came_to_nothing(rich: int, cashiers: Any) -> None:
    limit(rich, "deposit", 10_000, period="week")
    one, two = deposit(rich, amount=6_000, key="1"), deposit(rich, amount=4_000, key="2")
    assert code(deposit, rich, amount=1, key="3") == "limit_reached"
    requests.approve(one, staff_id=cashiers[0])
    requests.reject(two, staff_id=cashiers[0], reason="never came")
    assert used(rich, "deposit", "week") == 6_000
    assert code(deposit, rich, amount=4_001, key="4") == "limit_reached"
    assert code(deposit, rich, amount=4_000, key="5") == "ok"


def test_a_loss_limit_counts_the_worst_case(rich: int, new_player: Any) -> None:
    limit(rich, "loss", 5_000)
    assert buy_in(rich, 5_001) == "limit_reached"
    assert buy_in(rich, 3_000) == "ok"
    assert buy_in(rich, 2_001, session="2") == "limit_reached"
    assert code(services.top_up, rich, session="1", currency="EUR", amount=2_001, key="t") == "limit_reached"
    lose(rich, 1_000)
    assert used(rich, "loss") == 3_000
    services.cash_out(rich, session="1", currency="EUR")
    assert used(rich, "loss") == 1_000
    assert buy_in(rich, 4_001, session="3") == "limit_reached"
    assert buy_in(rich, 4_000, session="3") == "ok"


def lose(player: int, amount: int) -> None:
    from cashier import ledger, places
    from cashier.models import JournalKind

    ledger.post(
        key="hand:1",
        kind=JournalKind.HAND,
        currency="EUR",
        hand=1,
        moves={places.seat("1"): -amount, places.rake("amber"): amount},
    )


def test_winnings_do_not_raise_what_may_be_lost_beyond_the_limit(rich: int) -> None:
    """Won and lost count together: only the net loss is limited."""
    from cashier import ledger, places
    from cashier.models import JournalKind

    limit(rich, "loss", 5_000)
    assert buy_in(rich, 3_000) == "ok"
    ledger.post(
        key="hand:1",
        kind=JournalKind.HAND,
        currency="EUR",
        hand=1,
        moves={places.WORLD: -2_000, places.seat("1"): 2_000},
    )
    assert used(rich, "loss") == 3_000
    services.cash_out(rich, session="1", currency="EUR")
    assert used(rich, "loss") == 0


def test_old_movements_no_longer_count(rich: int) -> None:
    limit(rich, "buy_in", 5_000)
    assert buy_in(rich, 5_000) == "ok"
    later = clock.now() + DAY + timedelta(minutes=1)
    shown = {(each.kind, each.period): each.used for each in limits.limits(rich, now=later)}
    assert (shown["buy_in", "day"], shown["buy_in", "week"]) == (0, 5_000)


def test_play_money_is_not_limited(rich: int) -> None:
    limit(rich, "buy_in", 0)
    limit(rich, "loss", 0)
    assert services.buy_in(rich, session="p", currency="PLAY", amount=4_000, key="p") == 4_000
    assert buy_in(rich, 1) == "limit_reached"


@pytest.mark.parametrize("amount", [-1, 1.5, True, 2**63, "5"])
def test_nonsense_is_no_limit(rich: int, amount: Any) -> None:
    assert code(limit, rich, "buy_in", amount) == "bad_amount"
    assert code(limit, rich, "other", 5) == "unknown_request"
    assert code(limit, rich, "loss", 5, period="year") == "unknown_request"


def test_every_limit_is_listed(rich: int) -> None:
    shown = limits.limits(rich, now=NOW)
    assert {(each.kind, each.period) for each in shown} == {(k.value, p.value) for k in LimitKind for p in Period}
    assert all(each.amount is None for each in shown)


def test_a_reminder_is_set(rich: int, player: int) -> None:
    assert limits.reminder(rich) == 60
    limits.set_reminder(rich, minutes=30)
    assert limits.reminder(rich) == 30
    limits.set_reminder(rich, minutes=None)
    assert limits.reminder(rich) is None
    assert code(limits.set_reminder, rich, minutes=5) == "bad_amount"


def test_who_is_excluded_brings_nothing_in_and_takes_all_out(rich: int) -> None:
    now = clock.now()
    assert buy_in(rich, 4_000) == "ok"
    until = exclusion.cool_off(rich, hours=24, now=now)
    assert exclusion.excluded([rich], now=now) == {rich: until}
    assert buy_in(rich, 1, session="2") == "excluded"
    assert code(services.top_up, rich, session="1", currency="EUR", amount=1, key="t") == "excluded"
    assert code(deposit, rich) == "excluded"
    assert services.cash_out(rich, session="1", currency="EUR") == 4_000
    assert state(withdraw(rich, amount=100_000)) == "requested"
    assert services.buy_in(rich, session="p", currency="PLAY", amount=4_000, key="p") == 4_000


def test_a_pause_ends_by_itself(rich: int) -> None:
    until = exclusion.cool_off(rich, hours=168, now=NOW)
    assert until == NOW + 7 * DAY
    assert exclusion.excluded([rich], now=until - timedelta(seconds=1)) == {rich: until}
    assert exclusion.excluded([rich], now=until) == {}
    for hours in (0, 1, 25, -24, 24.0, True):
        assert code(exclusion.cool_off, rich, hours=hours, now=NOW) == "bad_amount"


def test_the_longest_exclusion_counts_and_nothing_shortens_it(rich: int) -> None:
    half = exclusion.self_exclude(rich, length=Length.SIX_MONTHS, now=NOW)
    exclusion.cool_off(rich, hours=24, now=NOW)
    assert exclusion.excluded([rich], now=NOW) == {rich: half}
    exclusion.self_exclude(rich, length=Length.FOR_EVER, now=NOW)
    exclusion.self_exclude(rich, length=Length.ONE_YEAR, now=NOW)
    assert exclusion.excluded([rich], now=NOW + 36500 * DAY) == {rich: None}


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM cashier_exclusion",
        "UPDATE cashier_exclusion SET until = '2027-01-05 12:00:01'",
        "UPDATE cashier_limitentry SET amount = 0",
        "DELETE FROM cashier_limitentry",
    ],
)
def test_nobody_lifts_an_exclusion_or_rewrites_the_log(rich: int, sql: str) -> None:
    exclusion.self_exclude(rich, length=Length.SIX_MONTHS, now=NOW)
    limit(rich, "loss", 5)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


def test_a_pause_without_an_end_is_no_pause(rich: int) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Exclusion.objects.create(player_id=rich, kind="cool_off", since=NOW, until=None)


@pytest.mark.django_db(transaction=True)
def test_a_buy_in_limit_holds_under_parallel_requests(rich: int) -> None:
    limit(rich, "buy_in", 10_000)
    answers = at_once([partial(buy_in, rich, 4_000, session=str(n)) for n in range(12)])
    assert sorted(answers) == ["limit_reached"] * 10 + ["ok"] * 2


@pytest.mark.django_db(transaction=True)
def test_a_deposit_limit_holds_under_parallel_requests(rich: int) -> None:
    limit(rich, "deposit", 10_000)
    answers = at_once([partial(code, deposit, rich, amount=4_000, key=str(n)) for n in range(12)])
    assert sorted(answers) == ["limit_reached"] * 10 + ["ok"] * 2


@pytest.mark.django_db(transaction=True)
def test_a_loss_limit_holds_under_parallel_requests(rich: int) -> None:
    limit(rich, "loss", 10_000)
    answers = at_once([partial(buy_in, rich, 3_000, session=str(n)) for n in range(12)])
    assert sorted(answers) == ["limit_reached"] * 9 + ["ok"] * 3
