"""The player's cashier pages: what they show, accept and refuse."""

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from cashier import exclusion, limits, links, requests, services
from cashier.exclusion import Length
from cashier.links import Link
from cashier.models import PLAY, Exclusion, Journal, MoneyRequest, PlayerLimit, RealMoneyPlayer
from cashier.views import safe_cell
from tests.cashier.courier import Courier, signature
from tests.cashier.test_requests import deposit, money, state, withdraw

pytestmark = pytest.mark.django_db
KEY = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def visit(client: Client) -> Callable[[int], Client]:
    def sign_in(player: int) -> Client:
        client.force_login(Player.objects.get(pk=player))
        return client

    return sign_in


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables' answers about seats and hands, as if there were tables."""
    seat = Link(label="Amber", url="/tables/amber/")
    monkeypatch.setattr(links, "_seats", [lambda refs: dict.fromkeys(refs, seat)])
    monkeypatch.setattr(
        links, "_hands", [lambda numbers: {n: Link(label=f"Hand {n}", url=f"/hands/h{n}/") for n in numbers}]
    )


def post(client: Client, name: str, data: dict[str, Any] | None = None, **more: Any) -> Any:
    return client.post(reverse(f"cashier:{name}", **more), data or {}, follow=True)


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


def test_the_cashier_is_for_those_who_are_signed_in(client: Client) -> None:
    for name in ("cashier", "protection", "statement_file"):
        assert client.get(reverse(f"cashier:{name}")).status_code == 302
    for name in ("refill", "confirm", "deposit", "withdraw", "set_limit", "pause", "set_reminder"):
        assert client.post(reverse(f"cashier:{name}")).status_code == 302
    assert client.get(reverse("cashier:refill")).status_code in (302, 405)


def test_the_page_shows_what_one_has_and_where(player: int, visit: Any, named: None) -> None:
    services.buy_in(player, session="7", currency=PLAY, amount=4_000, key="b")
    services.top_up(player, session="7", currency=PLAY, amount=550, key="t")
    page = text(visit(player).get("/cashier/"))
    for shown in ("$1,954.50", "$40", "$5.50", "Amber", "/cashier/seats/7/", "−$40", "+$2,000"):
        assert shown in page, shown
    assert "Real money" not in page


def test_real_money_is_shown_when_it_is_on(rich: int, visit: Any) -> None:
    page = text(visit(rich).get("/cashier/"))
    assert "€1,000" in page and "Announce the deposit" in page


def test_a_statement_is_filtered_and_paged(player: int, visit: Any, named: None) -> None:
    for number in range(60):
        services.buy_in(player, session=str(number), currency=PLAY, amount=100, key=str(number))
    client = visit(player)
    first = client.get("/cashier/")
    assert len(first.context["lines"]) == 50
    older = client.get("/cashier/?" + first.context["older"])
    assert len(older.context["lines"]) == 11
    assert older.context["older"] == ""
    free = client.get("/cashier/?kind=free")
    assert [shown["line"].kind for shown in free.context["lines"]] == ["grant"]
    assert client.get("/cashier/?until=2020-01-01").context["lines"] == []


@pytest.mark.parametrize(
    "query", ["kind=x", "since=x", "before=x", "before=-1", f"before={2**70}", "currency=XXX", "until=9999-12-31"]
)
def test_a_filter_that_makes_no_sense_shows_everything(player: int, visit: Any, query: str) -> None:
    page = visit(player).get(f"/cashier/?{query}")
    assert page.status_code == 200
    assert len(page.context["lines"]) == 1


def test_a_seats_page_lists_its_hands_to_its_owner(player: int, other: int, visit: Any, named: None) -> None:
    services.buy_in(player, session="1", currency=PLAY, amount=4_000, key="b")
    services.buy_in(other, session="2", currency=PLAY, amount=4_000, key="c")
    services.settle_hand(number=12, table="amber", currency=PLAY, nets={"1": 300, "2": -300}, rake=0, payload="")
    page = text(visit(player).get("/cashier/seats/1/"))
    assert '<a href="/hands/h12/">Hand 12</a>' in page and "$43" in page
    assert visit(player).get("/cashier/seats/2/").status_code == 404
    assert visit(player).get("/cashier/seats/nothing/").status_code == 404


def test_the_statement_as_a_file(rich: int, visit: Any, cashiers: Any, named: None) -> None:
    requests.reject(withdraw(rich), staff_id=cashiers[0], reason="=HYPERLINK(1)")
    response = visit(rich).get("/cashier/statement.csv?currency=EUR")
    rows = list(csv.reader(io.StringIO(response.content.decode())))
    assert rows[0] == ["time", "what", "table", "note", "amount", "balance", "currency"]
    assert [row[3:] for row in rows[1:]] == [
        ["'=HYPERLINK(1)", "50.00", "1000.00", "EUR"],
        ["", "-50.00", "950.00", "EUR"],
        ["", "1000.00", "1000.00", "EUR"],
    ]
    assert "attachment" in response["Content-Disposition"]


@pytest.mark.parametrize("cell", ["=1", "+1", "-1", "@a", "\t=1", " =1", "\r=1", "\n@a"])
def test_no_cell_is_a_formula(cell: str) -> None:
    assert safe_cell(cell) == f"'{cell}"
    assert safe_cell("a=1") == "a=1"
    assert safe_cell("") == ""


def test_the_refill_button(player: int, visit: Any) -> None:
    client = visit(player)
    assert "Free once a day when you have less than" in text(client.get("/cashier/"))
    assert "You have enough play money." in text(post(client, "refill"))


def test_confirming_opens_deposits(real: None, player: int, visit: Any) -> None:
    client = visit(player)
    assert "I accept the terms" in text(client.get("/cashier/"))
    page = client.post(reverse("cashier:confirm"), {"of_age": "on", "version": "1"})
    assert page.status_code == 422
    assert not RealMoneyPlayer.objects.exists()
    post(client, "confirm", {"of_age": "on", "terms": "on", "version": "0"})
    assert not RealMoneyPlayer.objects.exists()
    assert "You can deposit now." in text(post(client, "confirm", {"of_age": "on", "terms": "on", "version": "1"}))


def test_a_deposit_and_a_double_click(rich: int, visit: Any) -> None:
    client = visit(rich)
    sent = {"amount": "25.50", "provider": "manual", "reference": "mine", "key": KEY}
    for _ in range(2):
        assert "Deposit €25.50" in text(post(client, "deposit", sent))
    request = MoneyRequest.objects.get()
    assert (request.amount, request.player_id, request.state) == (2_550, rich, "requested")
    refused = client.post(reverse("cashier:deposit"), {**sent, "amount": "26"})
    assert refused.status_code == 422 and "sent before with something else" in text(refused)


@pytest.mark.parametrize("amount", ["", "0", "-5", "1e3", "NaN", "١٢", "7_0", "1.005", "9" * 5_000, "true"])
def test_an_amount_is_exact_or_refused(rich: int, visit: Any, amount: str) -> None:
    client = visit(rich)
    for name in ("deposit", "withdraw"):
        sent = {"amount": amount, "provider": "manual", "reference": "", "key": KEY}
        assert client.post(reverse(f"cashier:{name}"), sent).status_code == 422
    assert not MoneyRequest.objects.exists()
    assert money(rich) == (100_000, 0)


def test_a_withdrawal_is_reserved_followed_and_taken_back(rich: int, other: int, visit: Any) -> None:
    client = visit(rich)
    sent = {"amount": "400", "provider": "manual", "reference": "account", "key": KEY}
    page = text(post(client, "withdraw", sent))
    assert "€600" in page and "€400 reserved" in page and "Waiting for approval" in page
    too_much = client.post(reverse("cashier:withdraw"), {**sent, "amount": "600.01", "key": KEY[::-1]})
    assert too_much.status_code == 422 and "Your balance is smaller" in text(too_much)
    number = MoneyRequest.objects.get().pk
    assert "There is no such request" in text(post(visit(other), "cancel", kwargs={"number": number}))
    assert state(number) == "requested"
    post(visit(rich), "cancel", kwargs={"number": number})
    assert state(number) == "cancelled"
    assert money(rich) == (100_000, 0)


def test_a_rejection_is_read_with_its_reason(rich: int, visit: Any, cashiers: Any) -> None:
    requests.reject(withdraw(rich), staff_id=cashiers[0], reason="the name <b>differs</b>")
    page = text(visit(rich).get("/cashier/"))
    assert "the name &lt;b&gt;differs&lt;/b&gt;" in page and "Rejected" in page


@pytest.mark.django_db(transaction=True)
def test_the_demo_provider_pays_at_once(rich: int, visit: Any, settings: Any) -> None:
    settings.CASHIER_PROVIDERS = ["cashier.providers.demo.Demo"]
    settings.LOCAL = True
    client = visit(rich)
    post(client, "deposit", {"amount": "10", "provider": "demo", "reference": "", "key": KEY})
    post(client, "withdraw", {"amount": "20", "provider": "demo", "reference": "", "key": KEY[::-1]})
    assert set(MoneyRequest.objects.values_list("state", flat=True)) == {"done"}
    assert money(rich) == (99_000, 0)


def test_limits_are_set_and_raised(rich: int, visit: Any) -> None:
    client = visit(rich)
    which = {"kind": "deposit", "period": "day"}
    post(client, "set_limit", {**which, "amount": "100", "do": "set"})
    assert PlayerLimit.objects.get().amount == 10_000
    page = text(post(client, "set_limit", {**which, "amount": "200", "do": "set"}))
    assert "Raise to €200" in page and ">Confirm<" not in page
    assert "24 hours after you asked" in text(post(client, "set_limit", {**which, "do": "confirm"}))
    post(client, "set_limit", {**which, "do": "drop"})
    assert PlayerLimit.objects.get().raise_asked is None
    assert client.post(reverse("cashier:set_limit"), {**which, "amount": "x"}).status_code == 422
    assert client.post(reverse("cashier:set_limit"), {"kind": "x", "period": "day", "amount": "1"}).status_code == 422
    assert PlayerLimit.objects.get().amount == 10_000


def test_pausing_needs_a_second_thought(rich: int, visit: Any) -> None:
    client = visit(rich)
    assert client.post(reverse("cashier:pause"), {"length": "24"}).status_code == 422
    assert client.post(reverse("cashier:pause"), {"length": "1", "sure": "on"}).status_code == 422
    assert not Exclusion.objects.exists()
    post(client, "pause", {"length": "24", "sure": "on"})
    page = text(post(client, "pause", {"length": Length.FOR_EVER.name, "sure": "on"}))
    assert "closed to you for ever" in page
    assert Exclusion.objects.count() == 2
    page = text(client.get("/cashier/"))
    assert "Announce the deposit" not in page and "Ask for the payout" in page


def test_the_reminder_is_set(rich: int, visit: Any) -> None:
    client = visit(rich)
    post(client, "set_reminder", {"minutes": "30"})
    assert limits.reminder(rich) == 30
    post(client, "set_reminder", {"minutes": ""})
    assert limits.reminder(rich) is None
    assert client.post(reverse("cashier:set_reminder"), {"minutes": "7"}).status_code == 422


def call(client: Client, body: Any, *, provider: str = "courier", signed: bool = True) -> Any:
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"X-Courier-Signature": signature(raw) if signed else "0" * 64}
    return client.post(f"/cashier/callback/{provider}/", raw, content_type="application/json", headers=headers)


def test_a_callback_books_once_and_needs_its_signature(rich: int, courier: Courier, client: Client) -> None:
    request = deposit(rich, provider="courier")
    body = {"event": "e", "key": f"deposit:{request}", "amount": 5_000, "currency": "EUR", "outcome": "done"}
    assert call(client, body, signed=False).status_code == 403
    assert state(request) == "requested"
    for _ in range(2):
        answer = call(client, body)
        assert (answer.status_code, answer.json()) == (200, {"state": "done"})
    assert money(rich) == (105_000, 0)
    assert call(client, {**body, "event": "f", "amount": 1}).status_code == 409
    assert call(client, body, provider="manual").status_code == 403
    assert call(client, body, provider="nobody").status_code == 403
    assert client.get("/cashier/callback/courier/").status_code == 403
    for rubbish in (b"", b"{}", b"[]", b"\xff", b"null", b"[" * 100_000):
        assert call(client, rubbish).status_code == 403
    assert money(rich) == (105_000, 0)


def test_forms_need_the_token(rich: int) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(Player.objects.get(pk=rich))
    before = Journal.objects.count()
    for name in ("refill", "confirm", "deposit", "withdraw", "set_limit", "pause", "set_reminder"):
        assert client.post(reverse(f"cashier:{name}")).status_code == 403
    assert Journal.objects.count() == before


def test_looking_changes_nothing(rich: int, visit: Any) -> None:
    exclusion.cool_off(rich, hours=24, now=Player.objects.get(pk=rich).date_joined)
    client, before = visit(rich), Journal.objects.count()
    for name in ("cashier", "protection", "statement_file"):
        assert client.get(reverse(f"cashier:{name}")).status_code == 200
    assert Journal.objects.count() == before
