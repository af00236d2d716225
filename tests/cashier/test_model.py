"""The cashier against a plain model: dictionaries, and the rules of money written down again."""

from datetime import UTC, datetime, timedelta
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

from cashier import services
from cashier.errors import CashierCode, CashierError
from cashier.models import PLAY, Account
from tests.cashier.scenes import sound

GRANT, FLOOR = 200_000, 100_000
AMOUNTS = st.one_of(st.integers(1, 5_000), st.integers(1, 400_000))
PLAYERS = st.integers(0, 2)
SEATS = st.integers(0, 5)
DAY = datetime(2027, 1, 5, 12, tzinfo=UTC)


class Books(RuleBasedStateMachine):
    """Three players, six seat sessions that come and go, one table."""

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.savepoint()
        self.wallets = [0, 0, 0]
        self.seats: dict[str, dict[str, Any]] = {}
        self.rake = self.house = self.minted = self.days = self.hands = self.clicks = 0
        self.refilled: set[tuple[int, int]] = set()
        self.last: tuple[Any, dict[str, Any], Any] | None = None

    def teardown(self) -> None:
        try:
            assert sound()
        finally:
            transaction.savepoint_rollback(self.savepoint)

    @initialize()
    def open_accounts(self) -> None:
        players = [get_user_model().objects.create_user(f"demo_model_{number}") for number in range(3)]
        self.players = [player.pk for player in players]
        for number, player in enumerate(self.players):
            assert services.grant_play_money(player, key=f"model-{player}") == GRANT
            self.wallets[number] += GRANT
            self.minted += GRANT

    def call(self, verb: Any, *args: Any, **kwargs: Any) -> Any:
        """The verb's answer, or the code of its refusal; remembered, to be repeated."""
        try:
            answer = verb(*args, **kwargs)
        except CashierError as refusal:
            return refusal.code
        self.last = (verb, {"args": args, "kwargs": kwargs}, answer)
        return answer

    def click(self) -> str:
        self.clicks += 1
        return f"model-{self.clicks}"

    def seat(self, number: int) -> tuple[str, dict[str, Any]]:
        """The open session at a seat number, a new one when the last was left."""
        rounds = sum(1 for name in self.seats if name.startswith(f"{number}/") and self.seats[name]["left"])
        name = f"{number}/{rounds}"
        return name, self.seats.get(name) or {"player": number % 3, "stack": 0, "waiting": 0, "left": False}

    @rule(number=SEATS, amount=AMOUNTS)
    def buy_in(self, number: int, amount: int) -> None:
        name, seat = self.seat(number)
        player = seat["player"]
        answer = self.call(
            services.buy_in, self.players[player], session=name, currency=PLAY, amount=amount, key=self.click()
        )
        if amount > self.wallets[player]:
            assert answer is CashierCode.INSUFFICIENT_FUNDS
            return
        self.wallets[player] -= amount
        seat["stack"] += amount
        self.seats[name] = seat
        assert answer == seat["stack"]

    @rule(number=SEATS, amount=AMOUNTS)
    def top_up(self, number: int, amount: int) -> None:
        name, seat = self.seat(number)
        player = seat["player"]
        answer = self.call(
            services.top_up, self.players[player], session=name, currency=PLAY, amount=amount, key=self.click()
        )
        if name not in self.seats:
            assert answer is CashierCode.UNKNOWN_ACCOUNT
        elif amount > self.wallets[player]:
            assert answer is CashierCode.INSUFFICIENT_FUNDS
        else:
            self.wallets[player] -= amount
            seat["waiting"] += amount
            assert answer == seat["waiting"]

    @rule()
    def hand_ends_and_top_ups_arrive(self) -> None:
        expected = {}
        for name, seat in self.seats.items():
            if seat["waiting"]:
                seat["stack"] += seat["waiting"]
                seat["waiting"] = 0
                expected[name] = seat["stack"]
        assert services.arrive_top_ups(list(self.seats)) == expected

    @precondition(lambda self: sum(1 for seat in self.seats.values() if seat["stack"]) >= 2)
    @rule(data=st.data())
    def hand(self, data: st.DataObject) -> None:
        dealt = [name for name, seat in self.seats.items() if seat["stack"]]
        lost = {name: data.draw(st.integers(0, self.seats[name]["stack"])) for name in dealt}
        pot = sum(lost.values())
        rake = data.draw(st.integers(0, pot // 20))
        nets = {name: -amount for name, amount in lost.items()}
        nets[data.draw(st.sampled_from(dealt))] += pot - rake
        self.hands += 1
        answer = self.call(
            services.settle_hand,
            number=self.hands,
            table="model",
            currency=PLAY,
            nets=nets,
            rake=rake,
            payload="",
        )
        for name, net in nets.items():
            self.seats[name]["stack"] += net
        self.rake += rake
        assert answer == {name: self.seats[name]["stack"] for name in nets}

    @precondition(lambda self: self.seats)
    @rule(data=st.data())
    def impossible_hand(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(self.seats)))
        nets = {name: -self.seats[name]["stack"] - 1}
        answer = self.call(
            services.settle_hand, number=10**6, table="model", currency=PLAY, nets=nets, rake=-nets[name], payload=""
        )
        assert answer is CashierCode.INSUFFICIENT_FUNDS

    @rule(number=SEATS)
    def leave(self, number: int) -> None:
        name, seat = self.seat(number)
        player = seat["player"]
        moved = seat["stack"] + seat["waiting"]
        assert self.call(services.cash_out, self.players[player], session=name, currency=PLAY) == moved
        self.wallets[player] += moved
        seat["stack"] = seat["waiting"] = 0
        # An empty seat closes without a journal and may be bought in to again.
        seat["left"] = moved > 0

    @rule(player=PLAYERS)
    def refill(self, player: int) -> None:
        owned = self.wallets[player] + sum(
            seat["stack"] + seat["waiting"] for seat in self.seats.values() if seat["player"] == player
        )
        answer = self.call(services.refill, self.players[player], now=DAY + timedelta(days=self.days))
        if (player, self.days) in self.refilled:
            assert answer is CashierCode.REFILL_USED
        elif owned >= FLOOR:
            assert answer is CashierCode.REFILL_NOT_NEEDED
        else:
            self.last = None
            self.refilled.add((player, self.days))
            self.wallets[player] += FLOOR - owned
            self.minted += FLOOR - owned
            assert answer == self.wallets[player]

    @rule()
    def night(self) -> None:
        self.days += 1
        swept = services.sweep_rake(now=DAY + timedelta(days=self.days))
        assert swept == ({("model", PLAY): self.rake} if self.rake else {})
        self.house += self.rake
        self.rake = 0

    @precondition(lambda self: self.last is not None)
    @rule()
    def the_last_click_again(self) -> None:
        assert self.last is not None
        verb, call, answer = self.last
        again = verb(*call["args"], **call["kwargs"])
        # What it left may have moved on since; that it moved nothing again is the invariant's to say.
        assert type(again) is type(answer)

    @invariant()
    def books_say_what_the_model_says(self) -> None:
        if not hasattr(self, "players"):
            return
        held = {(kind, ref): balance for kind, ref, balance in Account.objects.values_list("kind", "ref", "balance")}
        expected = {("wallet", str(pk)): self.wallets[number] for number, pk in enumerate(self.players)}
        expected |= {("mint", ""): -self.minted, ("rake", "model"): self.rake, ("house", ""): self.house}
        for name, seat in self.seats.items():
            expected |= {("seat", name): seat["stack"], ("topup", name): seat["waiting"]}
        assert {name: held.get(name, 0) for name in expected} == expected
        assert sum(held.values()) == 0


@pytest.mark.django_db
def test_the_books_follow_the_model() -> None:
    run_state_machine_as_test(
        Books,
        settings=settings(
            max_examples=60,
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
