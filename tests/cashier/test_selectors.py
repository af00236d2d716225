"""What a player reads about his money."""

from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory
from django.utils import timezone

from cashier import selectors, services
from cashier.context import balances
from cashier.models import PLAY, JournalKind
from cashier.selectors import Filter, RefillState

pytestmark = pytest.mark.django_db


@pytest.fixture
def history(player: int) -> int:
    for number in range(1, 4):
        services.buy_in(player, session=str(number), currency=PLAY, amount=number * 100, key=str(number))
    services.top_up(player, session="3", currency=PLAY, amount=5, key="more")
    services.cash_out(player, session="1", currency=PLAY)
    return player


def lines(player: int, **filters: object) -> list[tuple[str, int, int]]:
    return [
        (line.kind, line.amount, line.balance) for line in selectors.statement(player, PLAY, only=Filter(**filters))
    ]


def test_a_statement_runs_with_its_balance(history: int, other: int) -> None:
    services.buy_in(other, session="other", currency=PLAY, amount=77, key="other")
    assert lines(history) == [
        (JournalKind.LEAVE, 100, 199_495),
        (JournalKind.TOP_UP, -5, 199_395),
        (JournalKind.BUY_IN, -300, 199_400),
        (JournalKind.BUY_IN, -200, 199_700),
        (JournalKind.BUY_IN, -100, 199_900),
        (JournalKind.GRANT, 200_000, 200_000),
    ]
    assert lines(history)[0][2] == services.balance(history, PLAY)


def test_a_filter_leaves_the_running_balance_true(history: int) -> None:
    assert lines(history, kinds=(JournalKind.LEAVE, JournalKind.GRANT)) == [
        (JournalKind.LEAVE, 100, 199_495),
        (JournalKind.GRANT, 200_000, 200_000),
    ]
    now = timezone.now()
    assert lines(history, until=now - timedelta(hours=1)) == []
    assert len(lines(history, since=now - timedelta(hours=1), until=now + timedelta(hours=1))) == 6


def test_a_statement_is_read_page_by_page(history: int) -> None:
    first = selectors.statement(history, PLAY, only=Filter(limit=4))
    second = selectors.statement(history, PLAY, only=Filter(limit=4, before=first[-1].leg))
    assert [line.balance for line in first + second] == [199_495, 199_395, 199_400, 199_700, 199_900, 200_000]


def test_money_on_tables_is_listed(history: int) -> None:
    assert [(held.kind, held.ref, held.amount) for held in selectors.holdings(history)] == [
        ("seat", "2", 200),
        ("seat", "3", 300),
        ("topup", "3", 5),
    ]


def test_the_header_knows_the_play_balance(history: int, django_user_model: type) -> None:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    assert balances(request) == {"play_balance": None}
    request.user = django_user_model.objects.get(pk=history)
    assert balances(request) == {"play_balance": 199_495, "real_balance": 0, "real_currency": "EUR"}


def test_a_seats_statement_shows_its_hands_to_its_owner_alone(history: int, other: int) -> None:
    services.buy_in(other, session="9", currency=PLAY, amount=100, key="nine")
    services.settle_hand(number=5, table="amber", currency=PLAY, nets={"2": -50, "9": 50}, rake=0, payload="")
    shown = [(line.kind, line.amount, line.balance, line.hand) for line in selectors.session_statement(history, "2")]
    assert shown == [(JournalKind.HAND, -50, 150, 5), (JournalKind.BUY_IN, 200, 200, None)]
    assert selectors.session_statement(other, "2") == []


def test_lines_know_their_seat(history: int) -> None:
    assert [line.session for line in selectors.statement(history, PLAY)] == ["1", "3", "3", "2", "1", None]


def test_the_refill_says_what_and_when(player: int) -> None:
    """R-9.1: the button explains when."""
    noon = datetime(2027, 1, 5, 12, tzinfo=UTC)
    assert selectors.refill_state(player, now=noon) == RefillState(amount=0, opens=None)
    services.buy_in(player, session="1", currency=PLAY, amount=200_000, key="all")
    winner = get_user_model().objects.create_user("demo_winner").pk
    services.grant_play_money(winner, key="winner")
    services.buy_in(winner, session="2", currency=PLAY, amount=1, key="one")
    services.settle_hand(number=5, table="amber", currency=PLAY, nets={"1": -150_000, "2": 150_000}, rake=0, payload="")
    assert selectors.refill_state(player, now=noon) == RefillState(amount=50_000, opens=None)
    services.refill(player, now=noon)
    tomorrow = datetime(2027, 1, 6, tzinfo=UTC)
    assert selectors.refill_state(player, now=noon) == RefillState(amount=0, opens=tomorrow)
    assert selectors.refill_state(player, now=tomorrow).opens is None
