"""The cashier's desk: every address for every group, and what staff do there."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import NoReverseMatch, reverse

from accounts import clock
from accounts.models import Player
from cashier import exclusion, freezing, limits, places, services
from cashier.models import (
    PLAY,
    Account,
    Adjustment,
    Checkpoint,
    CurrencyFreeze,
    Exclusion,
    Journal,
    LimitEntry,
    MoneyRequest,
    PlayerLimit,
    RakeBracket,
    RakeSchedule,
)
from tests.cashier.test_adjustments import propose
from tests.cashier.test_requests import deposit, money, state, withdraw

pytestmark = pytest.mark.django_db
# Payouts are sent outside transactions, so whatever approves commits for real.
committed = pytest.mark.django_db(transaction=True)
KEY = "0123456789abcdef0123456789abcdef"

MODELS = (
    "account",
    "adjustment",
    "checkpoint",
    "currencyfreeze",
    "exclusion",
    "journal",
    "limitentry",
    "moneyrequest",
    "playerlimit",
    "rakeschedule",
    "realmoneyplayer",
)
LOOK = {f"cashier_{model}_{page}" for model in MODELS for page in ("changelist", "change", "history")}
LOOK |= {"cashier_journal_totals"}
DECIDE = {"cashier_moneyrequest_act", "cashier_adjustment_act", "cashier_currencyfreeze_freeze"}
ENTER = {"cashier_moneyrequest_enter", "cashier_adjustment_propose", "cashier_adjustment_reverse"}
ALLOWED = {
    "Cashier": LOOK | DECIDE | ENTER | {"cashier_rakeschedule_add"},
    "Manager": LOOK | DECIDE,
    "Auditor": LOOK,
    "Support": set(),
    "Floor": set(),
    None: set(),
}


@pytest.fixture
def person(client: Client) -> Callable[..., Player]:
    """Signs in a member of a staff group."""
    made = iter(range(100))

    def sign_in(group: str | None) -> Player:
        staff = Player.objects.create_user(f"desk_{next(made)}", is_staff=True)
        if group:
            staff.groups.add(Group.objects.get(name=group))
        client.force_login(staff)
        return staff

    return sign_in


@pytest.fixture
def rows(rich: int, new_staff: Any) -> dict[str, int]:
    """One row of each model."""
    now = clock.now()
    maker = new_staff("cashier.propose_adjustment")
    limits.set_limit(rich, kind="loss", period="day", amount=10**6, now=now)
    exclusion.cool_off(rich, hours=24, now=now)
    freezing.freeze("USD", reason="test")
    return {
        "account": Account.objects.earliest("id").pk,
        "adjustment": propose(maker, places.wallet(rich)),
        "checkpoint": Checkpoint.objects.create(number=1, last=1, head="0" * 64, created=now).pk,
        "currencyfreeze": CurrencyFreeze.objects.get().pk,
        "exclusion": Exclusion.objects.get().pk,
        "journal": Journal.objects.earliest("id").pk,
        "limitentry": LimitEntry.objects.get().pk,
        "moneyrequest": withdraw(rich),
        "playerlimit": PlayerLimit.objects.get().pk,
        "rakeschedule": RakeSchedule.objects.create(name="demo").pk,
        "realmoneyplayer": rich,
    }


def addresses(rows: dict[str, int]) -> Iterator[tuple[str, str]]:
    """(name, address) of everything the administration serves for the cashier's models."""
    for model, model_admin in admin.site._registry.items():
        if model._meta.app_label == "cashier":
            assert model._meta.model_name in MODELS, f"{model} is new: say who may see it"
            pk = rows[str(model._meta.model_name)]
            for pattern in model_admin.get_urls():
                if pattern.name:
                    yield pattern.name, locate(pattern.name, pk)


def locate(name: str, pk: int) -> str:
    for args in ([], [pk], [pk, "reject"]):
        try:
            return reverse(f"admin:{name}", args=args)
        except NoReverseMatch:
            continue
    raise AssertionError(f"no way to {name}")


@pytest.mark.parametrize("group", list(ALLOWED))
def test_each_group_reaches_what_it_may_and_nothing_else(
    client: Client, person: Any, rows: dict[str, int], group: str | None
) -> None:
    person(group)
    reached = set()
    for name, address in addresses(rows):
        seen = client.get(address).status_code
        # A row that may only be looked at answers 200 to GET and refuses POST; a button answers POST alone.
        sent = 0 if name.endswith(("_changelist", "_delete")) else client.post(address, {}).status_code
        if seen == 200 or sent in (200, 302):
            reached.add(name)
    assert reached == ALLOWED[group]


@pytest.mark.parametrize("group", ["Cashier", "Manager", "Auditor"])
def test_money_rows_are_only_looked_at(client: Client, person: Any, rows: dict[str, int], group: str) -> None:
    person(group)
    for name, address in addresses(rows):
        model, page = name.removeprefix("cashier_").rsplit("_", 1)
        if page in ("add", "delete") and model != "rakeschedule":
            assert client.get(address).status_code == 403
            assert client.post(address, {"post": "yes"}).status_code == 403
        if page == "change" and model != "rakeschedule":
            assert client.post(address, {"balance": "1", "amount": "1"}).status_code == 403


def press(client: Client, model: str, number: int, verb: str, text: str = "") -> str:
    response = client.post(reverse(f"admin:cashier_{model}_act", args=[number, verb]), {"text": text}, follow=True)
    return response.content.decode()


@committed
def test_a_queue_is_worked_through(client: Client, person: Any, rich: int) -> None:
    staff = person("Cashier")
    one, two = deposit(rich), withdraw(rich)
    page = client.get(reverse("admin:cashier_moneyrequest_change", args=[one])).content.decode()
    assert "Approve" in page and "The money was sent" not in page
    assert "Approved." in press(client, "moneyrequest", one, "approve")
    assert "Please say why" in press(client, "moneyrequest", two, "reject")
    assert (state(one), state(two)) == ("done", "requested")
    press(client, "moneyrequest", two, "approve")
    assert state(two) == "sending"
    assert "It has been decided" in press(client, "moneyrequest", two, "reject", "too late")
    press(client, "moneyrequest", two, "paid", "transfer 5")
    assert state(two) == "done"
    assert money(rich) == (100_000, 0)
    assert LogEntry.objects.filter(user_id=staff.pk).count() == 3


def test_acting_needs_a_post_a_known_verb_and_a_row(client: Client, person: Any, rich: int) -> None:
    person("Cashier")
    number = withdraw(rich)
    assert client.get(reverse("admin:cashier_moneyrequest_act", args=[number, "approve"])).status_code == 405
    assert client.post(reverse("admin:cashier_moneyrequest_act", args=[number, "other"])).status_code == 403
    assert client.post(reverse("admin:cashier_moneyrequest_act", args=[10**9, "approve"])).status_code == 404
    assert state(number) == "requested"


@committed
def test_staff_enter_a_request_and_another_approves_it(client: Client, person: Any, rich: int) -> None:
    person("Cashier")
    sent = {"kind": "deposit", "player": "nobody", "amount": "12.50", "provider": "manual", "reference": "", "key": KEY}
    address = reverse("admin:cashier_moneyrequest_enter")
    assert "no player of this name" in client.post(address, sent).content.decode()
    sent["player"] = Player.objects.get(pk=rich).username
    client.post(address, sent)
    number = MoneyRequest.objects.get().pk
    assert "Another person must decide" in press(client, "moneyrequest", number, "approve")
    person("Cashier")
    press(client, "moneyrequest", number, "approve")
    assert money(rich) == (101_250, 0)


def test_an_adjustment_is_proposed_and_decided_by_two(client: Client, person: Any, player: int) -> None:
    person("Cashier")
    sent = {"way": "give", "player": Player.objects.get(pk=player).username, "other": "mint", "currency": PLAY}
    sent |= {"amount": "7", "reason": "lost in a fault", "key": KEY}
    wrong = client.post(reverse("admin:cashier_adjustment_propose"), {**sent, "other": "world"})
    assert "no such account" in wrong.content.decode()
    for _ in range(2):
        client.post(reverse("admin:cashier_adjustment_propose"), sent)
    number = Adjustment.objects.get().pk
    assert "Another person must decide" in press(client, "adjustment", number, "approve")
    person("Manager")
    press(client, "adjustment", number, "approve")
    assert services.balance(player, PLAY) == 200_700


def test_a_reversal_is_proposed_from_its_journal(client: Client, person: Any, player: int) -> None:
    person("Cashier")
    grant = Journal.objects.get()
    page = client.get(reverse("admin:cashier_journal_change", args=[grant.pk])).content.decode()
    assert f"reverse/?journal={grant.pk}" in page and "$2,000" in page
    client.post(
        reverse("admin:cashier_adjustment_reverse"), {"journal": str(grant.pk), "reason": "granted twice", "key": KEY}
    )
    assert Adjustment.objects.get().reverses_id == grant.pk


def test_a_currency_is_frozen_and_lifted(client: Client, person: Any) -> None:
    staff = person("Manager")
    address = reverse("admin:cashier_currencyfreeze_freeze")
    client.post(address, {"do": "freeze", "currency": PLAY, "reason": "looks odd"})
    assert freezing.frozen(PLAY)
    client.post(address, {"do": "freeze", "currency": PLAY, "reason": "again"})
    client.post(address, {"do": "lift", "currency": PLAY, "reason": "was nothing"})
    assert not freezing.frozen(PLAY)
    freeze = CurrencyFreeze.objects.get()
    assert (freeze.reason, freeze.frozen_by_id, freeze.lifted_by_id) == ("looks odd", staff.pk, staff.pk)
    assert client.post(address, {"do": "freeze", "currency": "XXX", "reason": "no"}).status_code == 200
    assert CurrencyFreeze.objects.count() == 1


def test_a_schedule_shows_what_it_takes(client: Client, person: Any) -> None:
    person("Cashier")
    schedule = RakeSchedule.objects.create(name="demo")
    RakeBracket.objects.create(schedule=schedule, basis_points=500, step=5, caps=[[2, 100], [4, 200]])
    page = client.get(reverse("admin:cashier_rakeschedule_change", args=[schedule.pk]))
    rakes = {row["players"]: row["rake"] for row in page.context["preview"]}
    assert rakes[2] == [25, 50, 100, 100, 100, 100, 100]
    assert rakes[9] == [25, 50, 125, 200, 200, 200, 200]
    assert "Pot 25" in page.content.decode()


def test_totals_and_rake_by_day(client: Client, person: Any, player: int, other: int) -> None:
    person("Auditor")
    for session, who in (("1", player), ("2", other)):
        services.buy_in(who, session=session, currency=PLAY, amount=4_000, key=session)
    services.settle_hand(number=1, table="amber", currency=PLAY, nets={"1": 950, "2": -1_000}, rake=50, payload="")
    page = client.get(reverse("admin:cashier_journal_totals"))
    assert {(row.kind, row.journals, row.moved) for row in page.context["totals"]} == {
        ("Buy-in", 2, 8_000),
        ("Play-money grant", 2, 400_000),
        ("Hand", 1, 1_000),
    }
    assert [(row.table, row.hands, row.rake) for row in page.context["tables"]] == [("amber", 1, 50)]
    for days in ("1", "92", "x", "-5", "9" * 100):
        assert client.get(reverse("admin:cashier_journal_totals"), {"days": days}).status_code == 200


def test_a_reason_is_shown_as_text(client: Client, person: Any, rich: int) -> None:
    person("Cashier")
    number = withdraw(rich)
    press(client, "moneyrequest", number, "reject", "<script>alert(1)</script>")
    page = client.get(reverse("admin:cashier_moneyrequest_change", args=[number])).content.decode()
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page
