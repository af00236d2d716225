"""The protocol as a machine that hypothesis drives: valid frames, dropped, doubled, out of order, said by another, with
a value of another type or a field more or less. After each step the room must be sound, and everybody's picture the
one that is committed (docs/protocol.md)."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Coroutine
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from cashier import audit, services
from tables import consumers
from tables.live import row
from tables.models import PLAY, Hand
from tests.abuse.attack import Party, answer
from tests.secrecy.eye import LocalEye
from tests.secrecy.stores import Diary
from tests.tables import room

pytestmark = pytest.mark.django_db(transaction=True)
EYES = st.integers(0, 4)
ODD = st.sampled_from(
    [None, True, False, 1.0, -1, 0, 2**31, 2**53, 2**63, "1", "", "fold", [], [1], {}, {"a": 1}, float("nan"), "١٢",
     "\ud800"]
)  # fmt: skip
NAMES = st.sampled_from(["type", "hand", "turn", "move", "to", "seat", "buy_in", "amount", "id", "player", "x", "text"])


class Wire(RuleBasedStateMachine):
    """Three seated players, one who watches and one whom nobody knows, at a table that plays on."""

    loop: asyncio.AbstractEventLoop
    diary: Diary
    count = 0

    def wait(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(work)

    @initialize(game=st.sampled_from(["no", "fixed"]))
    def open(self, game: str) -> None:
        Wire.count += 1
        self.party = Party(f"m{Wire.count}", players=3, seats=4, game=game, min_buy_in=1_000, max_buy_in=4_000)
        self.wait(self.party.open())
        self.said: list[tuple[int, str]] = []

    @rule()
    def decide(self) -> None:
        """Whose turn it is checks or calls, and the next one too."""
        for _ in range(3):
            self._valid(self._decision({"move": "check" if self._turn().get("check") else "call"}))

    @rule(most=st.booleans())
    def raise_or_fold(self, most: bool) -> None:
        turn = self._turn()
        if "min" not in turn:
            self._valid(self._decision({"move": "fold"}))
            return
        word = "raise" if self.party.hand["bet"] else "bet"
        self._valid(self._decision({"move": word, "to": turn["max" if most else "min"]}))

    @rule(eye=EYES, frame=st.sampled_from([
        {"type": "leave"}, {"type": "sit", "seat": 4, "buy_in": 4_000}, {"type": "sit", "seat": 2, "buy_in": 4_000},
        {"type": "reserve", "seat": 4}, {"type": "top_up", "amount": 500, "id": "again"}, {"type": "sit_out"},
        {"type": "sit_in", "entry": "post"}, {"type": "show"}, {"type": "post"}, {"type": "decline"},
        {"type": "set", "auto_muck": False}, {"type": "chat", "text": "hello"}, {"type": "wait_list", "join": True},
        {"type": "wait_list", "join": False}, {"type": "sync"},
    ]))  # fmt: skip
    def say(self, eye: int, frame: dict[str, Any]) -> None:
        """Something a player may say, at some moment, by somebody."""
        self._send(eye, json.dumps(frame))

    @rule(data=st.data())
    def double(self, data: st.DataObject) -> None:
        """What was said before, again: nothing is done twice."""
        if self.said:
            eye, frame = data.draw(st.sampled_from(self.said))
            self._send(eye, frame)
            if json.loads(frame)["type"] == "act":
                before = self._committed()
                self._send(eye, frame)
                assert self._committed() == before

    @rule(data=st.data(), eye=EYES)
    def retarget(self, data: st.DataObject, eye: int) -> None:
        """What one said, by another."""
        if self.said:
            self._send(eye, data.draw(st.sampled_from(self.said))[1])

    @rule(data=st.data())
    def reorder(self, data: st.DataObject) -> None:
        """Two of a player's frames in the other order, without waiting between them."""
        if len(self.said) > 1:
            (one, first), (two, second) = data.draw(st.tuples(st.sampled_from(self.said), st.sampled_from(self.said)))
            self.wait(self.party.eyes[two].send(second))
            self._send(one, first)
            self.wait(answer(self.party.eyes[two], '{"type":"ping"}'))
            self._check()

    @rule(data=st.data(), name=NAMES, odd=ODD, how=st.sampled_from(["swap", "drop", "add", "twice", "cut", "array"]))
    def twist(self, data: st.DataObject, name: str, odd: Any, how: str) -> None:
        """A frame with one thing wrong: where the protocol has no such frame, nothing changes."""
        eye, frame = data.draw(st.sampled_from(self.said)) if self.said else (0, '{"type":"leave"}')
        plain = json.loads(frame)
        match how:
            case "swap" | "add":
                text = json.dumps({**plain, name: odd}) if how == "add" or name in plain else ""
            case "drop":
                text = json.dumps({key: value for key, value in plain.items() if key != name})
            case "twice":
                text = frame[:-1] + f',"type":{json.dumps(plain["type"])}}}'
            case "cut":
                text = frame[:-1]
            case _:
                text = f"[{frame}]"
        before = self._committed()
        code = self._send(eye, text, keep=False)
        if code is not None:
            assert self._committed() == before, (text, code)

    @rule()
    def pass_time(self) -> None:
        """The clock does what is due."""
        self.wait(sync_to_async(self._wake)())
        self._check()

    @rule(eye=EYES)
    def drop(self, eye: int) -> None:
        """A socket is lost and comes back."""
        old = self.party.eyes[eye]
        self.wait(old.close())
        new = LocalEye(name=old.name, table=old.table, player=old.player, cookie=old.cookie)
        self.party.eyes[eye] = self.wait(new.open())
        self._check()

    def _turn(self) -> dict[str, Any]:
        return self.party.eyes[4].view.get("hand", {}).get("turn", {})

    def _decision(self, move: dict[str, Any]) -> tuple[int, str] | None:
        turn = self._turn()
        hand = self.party.eyes[4].view.get("hand", {})
        who = self.party.eyes[4].view["seats"].get(str(turn.get("seat")), {}).get("player")
        place = next((n for n, eye in enumerate(self.party.eyes) if eye.player == who and who), None)
        if place is None:
            return None
        return place, json.dumps({"type": "act", "hand": hand["number"], "turn": turn["no"], **move})

    def _valid(self, decision: tuple[int, str] | None) -> None:
        if decision is None:
            self.pass_time()
        else:
            assert self._send(*decision) is None, decision

    def _send(self, eye: int, frame: str, *, keep: bool = True) -> str | None:
        code: str | None = self.wait(answer(self.party.eyes[eye], frame))
        if keep:
            self.said = [*self.said, (eye, frame)][-12:]
        self._check()
        return code

    def _wake(self) -> None:
        here = tuple(self.party.callers)
        room.listen(table=self.party.table, here=here)
        if room.live(self.party.table).wake_at is not None:
            room.wake(self.party.table)

    def _committed(self) -> Any:
        live = self.wait(sync_to_async(room.live)(self.party.table))
        return (live.version, live.seating, live.deal, live.moves)

    def _check(self) -> None:
        self.wait(self.party.level())
        self.wait(sync_to_async(self._sound)())
        assert self.diary.lines == [], "nothing may go wrong inside, whatever is said"

    def _sound(self) -> None:
        """Chips and books are in order, one decides, and every socket has the committed picture."""
        live, view = row.read(self.party.table.pk)
        for eye in self.party.eyes:
            assert eye.closed is None
            assert (eye.version, eye.view) == (live.version, view), eye.name
        sessions = {str(seat.session): seat for seat in live.seating.seats.values()}
        assert services.stacks(list(sessions)) == {key: seat.stack for key, seat in sessions.items()}
        rake = sum(Hand.objects.filter(table=self.party.table).values_list("rake", flat=True))
        balances = sum(services.balance(caller.who.id, PLAY) for caller in self.party.callers)
        chips = sum(seat.stack + seat.pending for seat in sessions.values())
        assert balances + chips + rake == room.GRANT * len(self.party.callers)
        with connection.cursor() as cursor:
            cursor.execute("SELECT currency, SUM(balance) FROM cashier_account GROUP BY currency")
            assert all(total == 0 for _, total in cursor.fetchall())
        if live.hand is not None:
            assert live.hand.problems() == []
            assert (live.hand.legal() is None) is live.hand.done

    def teardown(self) -> None:
        if hasattr(self, "said"):
            self.wait(self.party.close())
            assert not self.wait(sync_to_async(Hand.objects.exclude(void_reason="").exists)())


def test_whatever_is_said_the_room_stays_sound(diary: Diary, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumers, "PER_SECOND", 10_000)
    monkeypatch.setattr(consumers, "BURST", 10_000)
    diary.setLevel(logging.ERROR)
    Wire.diary, Wire.loop = diary, asyncio.new_event_loop()
    try:
        run_state_machine_as_test(
            Wire,
            settings=settings(
                max_examples=8 if connection.vendor == "sqlite" else 3,
                stateful_step_count=40,
                deadline=None,
                derandomize=True,
                suppress_health_check=list(HealthCheck),
            ),
        )
        assert Hand.objects.count() > 2
        report = audit.run()
        assert report.ok, report.findings
    finally:
        Wire.loop.close()
