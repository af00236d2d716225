"""Random life at a table: whatever players and the clock do, views, money and secrets hold after each step.

Every announcement is kept, as it would travel through the channel layer. A public picture merged from patches must be
the fresh one; a private part may only change for those the announcement names; no announcement holds a card that is
not on the board or shown to all.
"""

from __future__ import annotations

import json
import random  # noqa: TID251 - a seeded driver, not a deck
import re
from typing import Any

import pytest

from accounts.models import Player as Account
from cashier import audit, freezing, services
from cashier.models.rake import RakeSchedule
from tables.engine.cards import DECK
from tables.live import deck, row
from tables.live.commands import Caller
from tables.live.facts import is_running
from tables.live.view import private_view
from tables.models import PLAY, Hand, Table
from tests.tables import room
from tests.tables.sockets import merged

pytestmark = pytest.mark.django_db(transaction=True)
CARDS = re.compile(r"(?:[2-9TJQKA][cdhs])+")
TABLES: list[dict[str, Any]] = [
    {"seats": 4},
    {"seats": 6, "preset": "24poker"},
    {"seats": 5, "game": "no", "min_buy_in": 1_000, "max_buy_in": 6_000},
    {"seats": 3, "game": "pot", "min_buy_in": 1_000, "max_buy_in": 6_000, "preset": "cardroom", "ante": 100},
    {"seats": 2, "game": "no", "min_buy_in": 1_000, "max_buy_in": 3_000},
    {"seats": 6, "preset": "allin"},
    {"seats": 4, "game": "no", "min_buy_in": 1_000, "max_buy_in": 6_000},
]  # fmt: skip
RAKED, FREEZING = 5, 6


class Life:
    """A table, its players, and what everybody has been told."""

    def __init__(self, seed: int, table: Table, announced: list[dict[str, Any]], *, freezes: bool = False) -> None:
        self.freezes = freezes
        self.dice, self.table, self.announced = random.Random(seed), table, announced
        self.players = [room.make_player(f"p{number}") for number in range(table.seats + 2)]
        self.gone: set[int] = set()
        live, self.view = row.read(table.pk)
        self.version = live.version
        self.private = {caller.who.public: private_view(live, caller.who.public) for caller in self.players}
        self.taken = 0

    def draw(self) -> str:
        """A deck of the same dice, so that a seed is one life."""
        return "".join(self.dice.sample(DECK, 52))

    def step(self) -> None:
        """One thing happens."""
        caller = self.dice.choice(self.players)
        kind = self.dice.choices(
            ["act", "sit", "wake", "seat", "option", "presence", "leave", "queue", "freeze"],
            [120, 12, 25, 24, 5, 3, 1, 1, 8 * self.freezes],
        )[0]
        getattr(self, f"do_{kind}")(caller)
        self.check()

    def do_act(self, _: Caller) -> None:
        hand = room.live(self.table).hand
        legal = hand.legal() if hand is not None else None
        if legal is None:
            return
        caller = next((one for one in self.players if room.seat_of(self.table, one) == legal.seat), None)
        if caller is None:
            return
        moves: list[tuple[str, int | None]] = [("check" if legal.check else "call", None)] * 6 + [("fold", None)]
        if legal.min is not None:
            moves += [(legal.word, self.dice.choice([legal.min, legal.max]))] * 3
        move, to = self.dice.choice(moves)
        allowed = [None, "stale_turn", "not_your_turn", *["unavailable"] * freezing.frozen(PLAY)]
        assert room.act(self.table, caller, move, to) in allowed

    def do_sit(self, caller: Caller) -> None:
        low, high, chip = self.table.min_buy_in, self.table.max_buy_in, self.table.chip
        buy_in = self.dice.randrange(low, high + 1, chip)
        seat = self.dice.randint(1, self.table.seats)
        room.do(self.table, caller, "sit", seat=seat, buy_in=buy_in, entry=self.dice.choice(["post", "wait"]))

    def do_wake(self, _: Caller) -> None:
        self.refresh_presence()
        live = room.live(self.table)
        if live.wake_at is not None and not (is_running(live) and self.dice.random() < 0.85):
            room.wake(self.table)

    def do_seat(self, caller: Caller) -> None:
        type_, fields = self.dice.choice(
            [
                ("top_up", {"amount": self.dice.choice([100, 1_000, 50, -100])}),
                ("sit_out", {"when": self.dice.choice(["now", "big_blind"])}),
                ("sit_in", {"entry": self.dice.choice(["post", "wait"])}),
                *[("sit_in", {"entry": "post"})] * 8,
                ("post", {}),
                ("post", {}),
                ("decline", {}),
                ("show", {}),
            ]
        )
        room.do(self.table, caller, type_, **fields)

    def do_option(self, caller: Caller) -> None:
        room.do(self.table, caller, "set", **{self.dice.choice(["auto_post", "auto_muck"]): self.dice.random() < 0.6})
        room.do(self.table, caller, "chat", text="hello")

    def do_presence(self, caller: Caller) -> None:
        self.gone = set() if self.dice.random() < 0.5 else {caller.who.id}
        self.refresh_presence()

    def do_freeze(self, _: Caller) -> None:
        """The money stops, for a short while mostly."""
        if not freezing.lift(PLAY):
            freezing.freeze(PLAY, reason="a drill")

    def do_leave(self, caller: Caller) -> None:
        room.do(self.table, caller, "leave")

    def do_queue(self, caller: Caller) -> None:
        if self.dice.random() < 0.5:
            room.do(self.table, caller, "reserve", seat=self.dice.randint(1, self.table.seats))
        else:
            room.do(self.table, caller, "wait_list", join=self.dice.random() < 0.7)

    def refresh_presence(self) -> None:
        away = [caller for caller in self.players if caller.who.id in self.gone]
        here = tuple(caller for caller in self.players if caller.who.id not in self.gone)
        room.listen(*away, table=self.table, here=here)

    def check(self) -> None:
        """Everything that must hold after each step."""
        live, view = row.read(self.table.pk)
        self.merge_announcements(live)
        assert self.view == view
        assert self.version == live.version
        plain = json.dumps(view)
        assert "null" not in plain
        assert "[" not in plain
        self.check_money(live)
        if is_running(live):
            assert live.wake_at is not None
            assert live.hand is not None
            assert live.hand.problems() == []

    def merge_announcements(self, live: row.Live) -> None:
        told: set[str] = set()
        for message in self.announced[self.taken :]:
            update = json.loads(message["text"])
            assert update["version"] == self.version + 1 == message["version"]
            self.view, self.version = merged(self.view, update["patch"]), update["version"]
            told |= set(message["told"])
            self.no_secret(update)
        self.taken = len(self.announced)
        for public, known in self.private.items():
            fresh = private_view(live, public)
            assert public in told or fresh == known, (public, known, fresh)
            self.private[public] = fresh

    def no_secret(self, update: dict[str, Any]) -> None:
        hand = self.view.get("hand", {})
        known = set(re.findall("..", hand.get("board", "")))
        for seat in self.view["seats"].values():
            known |= set(re.findall("[2-9TJQKA][cdhs]", seat.get("cards", "")))
        for event in update["events"]:
            if event["kind"] in ("shown", "street"):
                known |= set(re.findall("..", event["cards"]))
        for text in strings(update):
            if CARDS.fullmatch(text):
                assert set(re.findall("..", text)) <= known, (text, known)

    def check_money(self, live: row.Live) -> None:
        stacks = services.stacks([str(seat.session) for seat in live.seating.seats.values()])
        pending = sum(seat.pending for seat in live.seating.seats.values())
        rake = sum(Hand.objects.values_list("rake", flat=True))
        total = sum(services.balance(caller.who.id, PLAY) for caller in self.players)
        assert total + sum(stacks.values()) + pending + rake == room.GRANT * len(self.players)
        assert all(stacks[str(seat.session)] == seat.stack for seat in live.seating.seats.values())


def raked() -> RakeSchedule:
    """5 % in whole chips, before the flop too."""
    schedule = RakeSchedule.objects.create(name="five", no_flop_no_drop=False)
    schedule.brackets.create(from_average_pot=0, basis_points=500, step=100, caps=[[2, 300]])
    return schedule


def strings(value: Any) -> list[str]:
    """All strings in a JSON value."""
    if isinstance(value, dict):
        return [text for inner in value.values() for text in strings(inner)]
    if isinstance(value, list):
        return [text for inner in value for text in strings(inner)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("number", range(len(TABLES)))
def test_whatever_happens_pictures_money_and_secrets_hold(
    number: int, announced: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    schedule = raked() if number == RAKED else None
    table = room.make_table(schedule=schedule, **TABLES[number])
    life = Life(number, table, announced, freezes=number == FREEZING)
    monkeypatch.setattr(deck, "draw", life.draw)
    for _ in range(500):
        life.step()
    report = audit.run()
    assert report.ok, report.findings
    assert Hand.objects.filter(void_reason="").count() >= 4
    assert not Hand.objects.exclude(void_reason="").exists()
    assert Account.objects.count() == len(life.players)


def test_a_process_that_remembers_nothing_reads_the_same(announced: list[dict[str, Any]]) -> None:
    life = Life(77, room.make_table(seats=4), announced)
    for _ in range(120):
        life.step()
        kept = row.read(life.table.pk)
        row.forget()
        assert row.read(life.table.pk)[1] == kept[1]
        read, known = row.read(life.table.pk)[0], kept[0]
        assert (read.hand is None) is (known.hand is None)
        assert (read.seating, read.deal, read.moves) == (known.seating, known.deal, known.moves)
