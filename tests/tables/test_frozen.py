"""The kill switch at the tables: while a currency is frozen no hand is dealt, nothing is lost, and play resumes."""

import pytest

from cashier import audit, freezing
from tables.live import clock, floor, row
from tables.live.state import Status
from tables.models import Hand, SeatSession, Table
from tests.tables import room
from tests.tables.gold import euros, make_gold, make_rich

pytestmark = pytest.mark.django_db(transaction=True)
PLAY = "PLAY"


@pytest.fixture
def running():
    table, players = room.make_table(), [room.make_player(name) for name in ("ann", "bob")]
    room.start(table, *players)
    return table, *players


def view(table) -> dict:
    return row.read(table.pk)[1]


def test_no_hand_is_dealt_while_its_currency_is_frozen(running) -> None:
    table, *players = running
    room.play_out(table, *players)
    freezing.freeze(PLAY, reason="a drill")
    for _ in range(3):
        room.listen(table=table, here=tuple(players))
        room.wake(table)
    assert Hand.objects.count() == 1
    assert view(table)["status"] == "paused"
    assert view(table)["paused"] == "frozen"
    assert "hand" not in view(table)


def test_it_goes_on_by_itself_when_the_currency_is_thawed(running) -> None:
    table, *players = running
    room.play_out(table, *players)
    freezing.freeze(PLAY, reason="a drill")
    room.wake(table)
    freezing.lift(PLAY)
    room.listen(table=table, here=tuple(players))
    room.wake(table)
    assert room.live(table).status is Status.PLAYING
    assert "paused" not in view(table)


def test_another_currency_is_not_concerned(running) -> None:
    table, *players = running
    room.play_out(table, *players)
    freezing.freeze("EUR", reason="a drill")
    room.listen(table=table, here=tuple(players))
    room.wake(table)
    assert room.live(table).status is Status.PLAYING


def test_a_waiting_table_says_at_once_that_it_is_frozen() -> None:
    table, ann = room.make_table(), room.make_player("ann")
    assert room.do(table, ann, "sit", seat=1, buy_in=10_000) is None
    freezing.freeze(PLAY, reason="a drill")
    assert (view(table)["status"], view(table)["paused"]) == ("paused", "frozen")
    freezing.lift(PLAY)
    assert view(table)["status"] == "waiting"
    assert "paused" not in view(table)


def test_the_last_decision_of_a_hand_waits_for_the_thaw(running) -> None:
    """A hand that cannot be booked is neither settled nor void: the decision stays open and gets fresh time."""
    table, *players = running
    freezing.freeze(PLAY, reason="a drill")
    before = room.live(table)
    assert room.act(table, room.actor(table, *players), "fold") == "unavailable"
    now = room.live(table)
    assert now.moves.actions == before.moves.actions
    assert view(table)["paused"] == "frozen"
    for _ in range(3):
        room.listen(table=table, here=tuple(players))
        room.wake(table)
        assert room.live(table).moves.deadline > room.live(table).wake_at - 1_000
    assert not Hand.objects.exists()
    freezing.lift(PLAY)
    assert "paused" not in view(table)
    assert room.act(table, room.actor(table, *players), "fold") is None
    assert Hand.objects.get().void_reason == ""
    assert audit.run().ok


def test_who_leaves_a_frozen_table_is_paid_when_it_thaws(running) -> None:
    table, ann, bob = running
    room.play_out(table, ann, bob)
    freezing.freeze(PLAY, reason="a drill")
    room.wake(table)
    assert room.do(table, ann, "leave") is None
    assert room.seat_of(table, ann) is not None
    freezing.lift(PLAY)
    room.listen(table=table, here=(ann, bob))
    room.wake(table)
    assert room.seat_of(table, ann) is None
    assert SeatSession.objects.get(player=ann.who.id).ended is not None
    assert audit.run().ok


def test_who_leaves_beside_a_hand_while_frozen_does_not_end_it(running) -> None:
    """R-1.7: the hand is played on; he goes with his chips when they move."""
    table, ann, bob = running
    cat = room.make_player("cat")
    assert room.do(table, cat, "sit", seat=3, buy_in=4_000) is None
    freezing.freeze(PLAY, reason="a drill")
    before = room.live(table).deal
    assert room.do(table, cat, "leave") is None
    assert room.live(table).deal == before
    assert room.live(table).status is Status.PLAYING
    freezing.lift(PLAY)
    room.play_out(table, ann, bob)
    room.wake(table)
    assert room.seat_of(table, cat) is None
    assert Hand.objects.get().void_reason == ""
    assert audit.run().ok


def test_a_hand_voided_while_frozen_moves_nothing_and_the_leaver_goes_later(running) -> None:
    table, ann, bob = running
    idle = bob if room.actor(table, ann, bob) is ann else ann
    assert room.do(table, idle, "leave") is None
    freezing.freeze(PLAY, reason="a drill")
    floor.void_hand(table.pk, reason="a fault", actor="floor", account=0)
    assert room.seat_of(table, idle) is not None
    room.wake(table)
    freezing.lift(PLAY)
    room.wake(table)
    assert room.seat_of(table, idle) is None
    assert audit.run().ok


def test_a_table_closed_while_frozen_pays_out_when_it_thaws(running) -> None:
    table, ann, bob = running
    room.play_out(table, ann, bob)
    freezing.freeze(PLAY, reason="a drill")
    floor.set_state(table.pk, Table.State.CLOSED)
    assert view(table)["status"] == "closed"
    room.wake(table)
    assert len(room.live(table).seating.seats) == 2
    freezing.lift(PLAY)
    if room.live(table).seating.seats:
        room.wake(table)
    assert not room.live(table).seating.seats
    assert sum(room.money(ann, bob).values()) == 2 * room.GRANT
    assert audit.run().ok


def test_a_seat_held_too_long_while_frozen_is_freed_later(running) -> None:
    table, ann, bob = running
    room.play_out(table, ann, bob)
    assert room.do(table, ann, "sit_out") is None
    freezing.freeze(PLAY, reason="a drill")
    room.pass_time(16 * 60_000)
    assert clock.wake(table.pk)
    assert room.seat_of(table, ann) is not None
    assert room.live(table).wake_at > room.live(table).seating.seats[1].since


def test_real_money_switched_off_pauses_its_tables_and_lets_everybody_out(settings) -> None:
    settings.REAL_MONEY_ENABLED = True
    table, ann, bob = make_gold(), make_rich("ann"), make_rich("bob")
    room.start(table, ann, bob)
    room.play_out(table, ann, bob)
    settings.REAL_MONEY_ENABLED = False
    room.wake(table)
    assert (view(table)["status"], view(table)["paused"]) == ("paused", "real_money_off")
    assert room.do(table, ann, "leave") is None
    assert room.do(table, bob, "leave") is None
    assert sum(euros(ann, bob)) == 100_000 - sum(Hand.objects.values_list("rake", flat=True))
    assert audit.run().ok
