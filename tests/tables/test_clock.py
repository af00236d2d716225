"""Turns that run out (R-6.1 to R-6.5, R-6.9), once each, in every preset; and nobody punished for an outage."""

import pytest

from accounts import allowance
from tables.live import clock, presence
from tables.live.state import Status
from tables.live.times import moment, now_ms
from tables.models import Hand
from tests.tables import room

pytestmark = pytest.mark.django_db(transaction=True)
TURN = 22_000


def deal(preset: str = "house", *names: str):
    """A table of three in their first hand: ann is the button and first to act, bob posts small, cat big."""
    table = room.make_table(preset=preset)
    players = [room.make_player(name) for name in (names or ("ann", "bob", "cat"))]
    room.start(table, *players)
    return table, players


def left(caller) -> int:
    return allowance.state(caller.who.id, moment(now_ms())).left


def expire(table, caller, *, connected: bool) -> str:
    """Let this player's turn run out; the move that was made for him."""
    before = len(room.live(table).moves.actions)
    if connected:
        room.listen(table=table, here=(caller,))
    else:
        room.listen(caller, table=table)
    room.wake(table)
    live = room.live(table)
    actions = live.moves.actions if live.moves is not None else Hand.objects.first().actions
    assert actions[before][3] == ("clock" if connected or actions[before][1] == "protect" else "disconnected")
    return actions[before][1]


def test_the_deadline_is_quiet_time_and_countdown_from_the_databases_clock() -> None:
    """R-6.2."""
    table, _ = deal()
    moves = room.live(table).moves
    assert moves.deadline - moves.warn_at == 15_000
    assert abs(moves.deadline - TURN - now_ms()) < 2_000


def test_before_the_deadline_and_in_the_grace_nothing_expires_and_an_act_counts() -> None:
    table, (ann, _bob, _cat) = deal()
    room.listen(ann, table=table)
    deadline = room.live(table).moves.deadline
    room.pass_time(deadline - now_ms() + 50)
    assert clock.wake(table.pk) is False
    assert room.act(table, ann, "call") is None
    assert room.live(table).moves.actions == [[1, "call"]]


def test_an_act_after_the_deadline_finds_the_turn_expired() -> None:
    """One outcome: the message itself wakes the table."""
    table, (ann, _bob, _cat) = deal()
    room.listen(table=table, here=(ann,))
    message = {"hand": room.live(table).deal.number, "turn": 0, "move": "call"}
    room.pass_time(TURN + 400)
    assert room.do(table, ann, "act", **message) == "stale_turn"
    assert room.live(table).moves.actions == [[1, "fold", None, "clock"]]


def test_a_turn_expires_once_however_often_it_is_woken() -> None:
    """The same timer fired every second."""
    table, (ann, *_) = deal()
    assert expire(table, ann, connected=True) == "fold"
    for _ in range(5):
        assert clock.wake(table.pk) is False
    assert len(room.live(table).moves.actions) == 1


@pytest.mark.parametrize("preset", ["24poker", "allin", "cardroom", "betandwin", "house"])
def test_who_is_connected_and_silent_is_folded_when_he_owes(preset: str) -> None:
    """R-6.3; an abuser who stays connected gains nothing."""
    table, (ann, *_) = deal(preset)
    assert expire(table, ann, connected=True) == "fold"
    assert left(ann) == 2
    assert room.live(table).seating.seats[1].out_next


@pytest.mark.parametrize(("preset", "move"), [("24poker", "fold"), ("house", "check")])
def test_who_is_connected_and_may_check_is_checked_only_at_house_rules(preset: str, move: str) -> None:
    """R-6.3."""
    table, (ann, bob, cat) = deal(preset)
    room.act(table, ann, "call")
    room.act(table, bob, "call")
    assert expire(table, cat, connected=True) == move


@pytest.mark.parametrize(
    ("preset", "move", "uses"),
    [("24poker", "protect", 1), ("allin", "protect", 1), ("betandwin", "protect", 1), ("house", "protect", 1),
     ("cardroom", "fold", 0)],
)  # fmt: skip
def test_who_lost_the_connection_with_money_in_is_protected(preset: str, move: str, uses: int) -> None:
    """R-6.4: one allowance is used; his chips behind stay his."""
    table, (ann, bob, _cat) = deal(preset)
    room.act(table, ann, "raise", 400)
    assert expire(table, bob, connected=False) == move
    assert left(bob) == 2 - uses
    view = room.row.read(table.pk)[1]["seats"]["2"]
    assert view["connected"] is False
    assert view["status"] == ("protected" if uses else "folded")
    assert view["stack"] == 9_900


def test_who_lost_the_connection_with_nothing_in_is_folded_and_keeps_his_allowance() -> None:
    """R-6.5."""
    table, (ann, *_) = deal("24poker")
    assert expire(table, ann, connected=False) == "fold"
    assert left(ann) == 2


def test_without_allowance_a_lost_connection_folds() -> None:
    """R-6.5: used up; the third loss in a day is a fold."""
    table, (ann, bob, _cat) = deal("allin")
    for number in range(2):
        assert allowance.use(bob.who.id, hand=f"x{number}", table="other", now=moment(now_ms()))
    room.act(table, ann, "raise", 400)
    assert expire(table, bob, connected=False) == "fold"
    assert left(bob) == 0


def test_house_checks_a_disconnected_player_while_it_is_free() -> None:
    """R-6.5."""
    table, (ann, bob, cat) = deal()
    room.act(table, ann, "call")
    room.act(table, bob, "call")
    assert expire(table, cat, connected=False) == "check"
    assert left(cat) == 2


def test_a_protected_player_wins_what_he_paid_into(monkeypatch: pytest.MonkeyPatch) -> None:
    """R-6.4's example: button raises, big blind is protected for his blind, small blind folds on the flop."""
    room.stack_deck(monkeypatch, ["KsKh", "AsAh", "QsQh"], "2c3d4h8s9c")
    table, (ann, bob, cat) = deal("24poker")
    room.act(table, ann, "raise", 400)
    room.act(table, bob, "call")
    assert expire(table, cat, connected=False) == "protect"
    room.act(table, bob, "check")
    room.act(table, ann, "bet", 200)
    room.act(table, bob, "fold")
    seats = room.live(table).seating.seats
    assert {n: seat.stack for n, seat in seats.items()} == {1: 10_000 - 400 + 400, 2: 9_600, 3: 10_400}
    assert seats[3].out


def test_after_an_expiry_he_sits_out_and_can_come_back_at_any_time() -> None:
    """R-6.9."""
    table, (ann, bob, cat) = deal()
    assert expire(table, ann, connected=True) == "fold"
    room.play_out(table, bob, cat)
    assert room.live(table).seating.seats[1].out
    assert room.do(table, ann, "sit_in", entry="post") is None
    assert not room.live(table).seating.seats[1].out


def test_sitting_in_during_the_same_hand_takes_the_sitting_out_back() -> None:
    table, (ann, bob, cat) = deal()
    assert expire(table, ann, connected=True) == "fold"
    assert room.do(table, ann, "sit_in") is None
    room.play_out(table, bob, cat)
    assert not room.live(table).seating.seats[1].out


def test_who_is_gone_when_a_hand_is_dealt_sits_out() -> None:
    """R-6.9."""
    table, (ann, bob, cat) = deal()
    room.play_out(table, ann, bob, cat)
    room.listen(ann, table=table, here=(bob, cat))
    room.wake(table)
    assert room.live(table).seating.seats[1].out
    assert sorted(room.live(table).deal.seats) == [2, 3]


def test_silence_of_more_than_one_heartbeat_and_less_than_three_is_waited_for() -> None:
    """R-6.1."""
    table, (ann, *_) = deal()
    room.listen(table=table, here=(ann,))
    presence.cache.delete(presence._fresh((table.pk, ann.who.id)))
    room.wake(table)
    live = room.live(table)
    assert live.moves.actions == []
    assert live.moves.hold_until is not None
    version = live.version
    room.wake(table)
    assert room.live(table).version == version
    presence.heard([(table.pk, ann.who.id)])
    room.wake(table)
    assert room.live(table).moves.actions == [[1, "fold", None, "clock"]]


@pytest.mark.parametrize("young", [True, False])
def test_a_lost_or_young_presence_store_times_nobody_out(young: bool) -> None:
    """R-6.1: fresh time, also for one who was heard."""
    table, (ann, *_) = deal()
    if young:
        presence.listening()
    presence.heard([(table.pk, ann.who.id)])
    before = room.live(table).moves.deadline
    room.wake(table)
    moves = room.live(table).moves
    assert moves.actions == []
    assert moves.deadline >= before + TURN


def test_an_outage_is_counted_against_nobody() -> None:
    """Deadlines that passed while nobody swept get fresh time; no allowance is used."""
    table, (ann, *_) = deal("24poker")
    room.listen(ann, table=table)
    room.pass_time(10 * 60_000)
    assert clock.wake(table.pk)
    moves = room.live(table).moves
    assert moves.actions == []
    assert abs(moves.deadline - TURN - now_ms()) < 2_000
    assert left(ann) == 2


def test_reservations_and_absences_stand_still_during_an_outage() -> None:
    table, ann, bob = room.make_table(), room.make_player("ann"), room.make_player("bob")
    assert room.do(table, ann, "sit", seat=1, buy_in=4_000) is None
    assert room.do(table, ann, "sit_out") is None
    assert room.do(table, bob, "reserve", seat=2) is None
    room.pass_time(60 * 60_000)
    assert clock.wake(table.pk)
    assert 2 in room.live(table).seating.reserved
    assert room.seat_of(table, ann) == 1


def test_the_sweep_wakes_what_is_due_and_leaves_a_trace() -> None:
    from tables.models import Sweep

    table, _ = deal()
    room.pass_time(room.live(table).wake_at - now_ms() + 1)
    before = room.live(table).moves.deadline
    assert clock.sweep(seconds=0.01) == 1
    assert room.live(table).moves.deadline > before
    assert abs(Sweep.objects.get().at - now_ms()) < 2_000
    assert clock.sweep(seconds=0.01) == 0


def test_one_tables_trouble_does_not_stop_the_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = deal()
    other = room.make_table("topaz")
    for number, name in enumerate(("dan", "eve"), start=1):
        assert room.do(other, room.make_player(name), "sit", seat=number, buy_in=4_000) is None
    real = clock.step

    def step(locked):
        if locked.live.table == table.pk:
            raise RuntimeError("broken on purpose")
        real(locked)

    monkeypatch.setattr(clock, "step", step)
    room.pass_time(room.live(table).wake_at - now_ms() + 1)
    assert clock.sweep(seconds=0.01) >= 1
    assert room.live(other).status is Status.PLAYING
    assert room.live(table).moves.actions == []


def test_a_table_that_only_waits_finds_out_that_its_player_is_gone() -> None:
    table, ann = room.make_table(), room.make_player("ann")
    assert room.do(table, ann, "sit", seat=1, buy_in=4_000) is None
    room.listen(ann, table=table)
    room.wake(table)
    seat = room.live(table).seating.seats[1]
    assert (seat.out, seat.connected) == (True, False)
