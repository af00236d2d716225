"""Real money against a plain model: requests, limits, exclusion, corrections, and each step repeated."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts import clock
from cashier import adjustments, limits, payouts, places, real_money, requests, services
from cashier.errors import CashierCode, CashierError
from cashier.models import Account, Journal, JournalKind, MoneyRequest
from cashier.places import WORLD
from cashier.providers import Answer, Notice, Outcome
from tests.cashier.scenes import sound

AMOUNTS = st.one_of(st.integers(1, 2_000), st.integers(1, 90_000))
SAYS = st.sampled_from([Answer(outcome=Outcome.DONE), Answer(outcome=Outcome.REFUSED, reason="no")])


class RealMoney(RuleBasedStateMachine):
    """One player, two members of staff, a provider that reports as it likes."""

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.savepoint()
        self.wallet = self.pending = self.outside = self.table = 0
        self.requests: dict[int, dict[str, Any]] = {}
        self.proposed: dict[int, dict[str, Any]] = {}
        self.bought = self.clicks = 0
        self.buy_in_limit: int | None = None

    def teardown(self) -> None:
        try:
            assert sound()
        finally:
            transaction.savepoint_rollback(self.savepoint)

    @initialize()
    def open(self) -> None:
        make = get_user_model().objects.create_user
        self.player = make("demo_real").pk
        self.staff = [make(f"demo_desk_{n}", is_staff=True, is_superuser=True).pk for n in range(2)]
        real_money.confirm(self.player, of_age=True, terms="1", now=clock.now())

    def call(self, verb: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return verb(*args, **kwargs)
        except CashierError as refusal:
            return refusal.code

    def ask(self, verb: Any, amount: int) -> Any:
        self.clicks += 1
        fields = {"amount": amount, "currency": "EUR", "provider": "courier", "reference": "", "key": str(self.clicks)}
        answer = self.call(verb, self.player, **fields)
        assert self.call(verb, self.player, **fields) == answer
        return answer

    @rule(amount=AMOUNTS)
    def deposit(self, amount: int) -> None:
        asked = self.ask(requests.request_deposit, amount)
        self.requests[asked.id] = {"kind": "deposit", "amount": amount, "state": "requested"}

    @rule(amount=AMOUNTS)
    def withdraw(self, amount: int) -> None:
        asked = self.ask(requests.request_withdrawal, amount)
        if amount > self.wallet:
            assert asked is CashierCode.INSUFFICIENT_FUNDS
            return
        self.wallet -= amount
        self.pending += amount
        self.requests[asked.id] = {"kind": "withdrawal", "amount": amount, "state": "approved"}

    @precondition(lambda self: self.requests)
    @rule(data=st.data(), answer=SAYS)
    def provider_reports(self, data: st.DataObject, answer: Answer) -> None:
        number = data.draw(st.sampled_from(sorted(self.requests)))
        request = self.requests[number]
        self.clicks += 1
        notice = Notice(
            event=str(self.clicks),
            key=f"{request['kind']}:{number}",
            amount=request["amount"],
            currency="EUR",
            answer=answer,
        )
        told = payouts.provider_says("courier", notice)
        assert payouts.provider_says("courier", notice) == told
        self.reported(request, done=answer.outcome is Outcome.DONE)
        assert told.state == request["state"]

    def reported(self, request: dict[str, Any], *, done: bool) -> None:
        amount = request["amount"]
        match (request["kind"], done, request["state"]):
            case ("deposit", True, "requested" | "rejected" | "cancelled"):
                self.wallet += amount
                self.outside -= amount
                request["state"] = "done"
            case ("deposit", False, "requested"):
                request["state"] = "rejected"
            case ("withdrawal", True, "approved"):
                self.pending -= amount
                self.outside += amount
                request["state"] = "done"
            case ("withdrawal", False, "approved"):
                self.pending -= amount
                self.wallet += amount
                request["state"] = "rejected"

    @precondition(lambda self: self.requests)
    @rule(data=st.data())
    def cancel(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from(sorted(self.requests)))
        request = self.requests[number]
        answer = self.call(requests.cancel, number, player_id=self.player)
        if request["state"] == "requested":
            request["state"] = "cancelled"
        if request["state"] == "cancelled":
            assert answer.state == "cancelled"

    @precondition(lambda self: self.requests)
    @rule(data=st.data(), who=st.integers(0, 1))
    def reject(self, data: st.DataObject, who: int) -> None:
        number = data.draw(st.sampled_from(sorted(self.requests)))
        request = self.requests[number]
        before = request["state"]
        answer = self.call(requests.reject, number, staff_id=self.staff[who], reason="no")
        if before in ("requested", "approved"):
            assert answer.state == "rejected"
            request["state"] = "rejected"
            if request["kind"] == "withdrawal":
                self.pending -= request["amount"]
                self.wallet += request["amount"]

    @rule(amount=AMOUNTS)
    def buy_in(self, amount: int) -> None:
        self.clicks += 1
        answer = self.call(
            services.buy_in, self.player, session="1", currency="EUR", amount=amount, key=f"real-{self.clicks}"
        )
        if self.buy_in_limit is not None and self.bought + amount > self.buy_in_limit:
            assert answer is CashierCode.LIMIT_REACHED
        elif amount > self.wallet:
            assert answer is CashierCode.INSUFFICIENT_FUNDS
        else:
            self.wallet -= amount
            self.table += amount
            self.bought += amount
            assert answer == self.table

    @rule(amount=st.integers(0, 50_000), later=st.booleans())
    def limit(self, amount: int, later: bool) -> None:
        now = clock.now()
        which: dict[str, Any] = {"kind": "buy_in", "period": "month"}
        limits.set_limit(self.player, **which, amount=amount, now=now)
        if self.buy_in_limit is None or amount <= self.buy_in_limit:
            self.buy_in_limit = amount
            return
        assert self.call(limits.confirm_raise, self.player, **which, now=now) is CashierCode.TOO_EARLY
        if later:
            limits.confirm_raise(self.player, **which, now=now + timedelta(hours=24))
            self.buy_in_limit = amount

    @rule(amount=AMOUNTS, out=st.booleans())
    def propose(self, amount: int, out: bool) -> None:
        self.clicks += 1
        sides = {"source": places.wallet(self.player), "target": WORLD}
        if not out:
            sides = {"source": WORLD, "target": places.wallet(self.player)}
        number = adjustments.propose(
            maker_id=self.staff[0], currency="EUR", amount=amount, reason="test", key=str(self.clicks), **sides
        )
        self.proposed[number] = {"amount": -amount if out else amount, "state": "proposed"}

    @precondition(lambda self: self.proposed)
    @rule(data=st.data(), who=st.integers(0, 1))
    def decide(self, data: st.DataObject, who: int) -> None:
        number = data.draw(st.sampled_from(sorted(self.proposed)))
        proposal = self.proposed[number]
        answer = self.call(adjustments.approve, number, checker_id=self.staff[who])
        if proposal["state"] != "proposed":
            assert answer in (proposal["state"], CashierCode.WRONG_STATE)
        elif who == 0:
            assert answer is CashierCode.SAME_PERSON
        elif self.wallet + proposal["amount"] < 0:
            assert answer is CashierCode.INSUFFICIENT_FUNDS
        else:
            assert answer == "approved"
            proposal["state"] = "approved"
            self.wallet += proposal["amount"]
            self.outside -= proposal["amount"]

    @precondition(lambda self: any(each["state"] == "done" for each in self.requests.values()))
    @rule()
    def undo_a_deposit(self) -> None:
        journal = Journal.objects.filter(kind=JournalKind.DEPOSIT, reversed_by__isnull=True).first()
        if journal is None:
            return
        self.clicks += 1
        number = adjustments.propose_reversal(
            maker_id=self.staff[0], journal_id=journal.pk, reason="came back", key=str(self.clicks)
        )
        amount = journal.legs.get(amount__gt=0).amount
        answer = self.call(adjustments.approve, number, checker_id=self.staff[1])
        if amount > self.wallet:
            assert answer is CashierCode.INSUFFICIENT_FUNDS
        else:
            assert answer == "approved"
            self.wallet -= amount
            self.outside += amount

    @invariant()
    def books_say_what_the_model_says(self) -> None:
        if not hasattr(self, "player"):
            return
        held = dict(Account.objects.values_list("kind", "balance"))
        expected = {
            "wallet": self.wallet,
            "pending_withdrawal": self.pending,
            "world": self.outside,
            "seat": self.table,
        }
        assert {kind: held.get(kind, 0) for kind in expected} == expected
        states = dict(MoneyRequest.objects.values_list("pk", "state"))
        assert states == {number: request["state"] for number, request in self.requests.items()}


@pytest.mark.django_db
def test_real_money_follows_the_model(real: None) -> None:
    run_state_machine_as_test(
        RealMoney,
        settings=settings(
            max_examples=40, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
