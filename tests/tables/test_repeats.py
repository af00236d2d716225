"""Exactly once: repeats, clicks in lag, races for a seat and for a turn (docs/protocol.md, R-1.4)."""

import threading

import pytest
from django.db import connection

from tables.models import Hand, SeatSession
from tests.tables import room

pytestmark = pytest.mark.django_db(transaction=True)


def together(*works):
    """Run these at the same moment in threads of their own; what each returned."""
    barrier, results = threading.Barrier(len(works)), [None] * len(works)

    def run(number: int) -> None:
        barrier.wait()
        try:
            results[number] = works[number]()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


def test_the_same_act_twice_has_one_effect_and_one_answer() -> None:
    table, ann, bob = room.make_table(), room.make_player("ann"), room.make_player("bob")
    room.start(table, ann, bob)
    caller = room.actor(table, ann, bob)
    number = room.live(table).deal.number
    message = {"hand": number, "turn": 0, "move": "raise", "to": 400}
    assert room.do(table, caller, "act", **message) is None
    after = room.picture(table, ann, bob)
    for _ in range(3):
        assert room.do(table, caller, "act", **message) is None
    assert room.do(table, caller, "act", **{**message, "move": "call", "to": 400}) == "stale_turn"
    assert room.do(table, caller, "act", hand=number, turn=0, move="fold") == "stale_turn"
    other = bob if caller is ann else ann
    assert room.do(table, other, "act", **message) == "stale_turn"
    assert room.picture(table, ann, bob) == after


def test_a_repeat_is_answered_the_same_when_the_hand_is_over_and_the_next_is_dealt() -> None:
    table, ann, bob = room.make_table(), room.make_player("ann"), room.make_player("bob")
    room.start(table, ann, bob)
    caller = room.actor(table, ann, bob)
    number = room.live(table).deal.number
    assert room.do(table, caller, "act", hand=number, turn=0, move="fold") is None
    assert Hand.objects.get().number == number
    for _ in range(2):
        assert room.do(table, caller, "act", hand=number, turn=0, move="fold") is None
        assert room.do(table, caller, "act", hand=number, turn=0, move="call") == "stale_turn"
        assert room.do(table, caller, "act", hand=number, turn=1, move="fold") == "stale_turn"
        room.wake(table)
    assert room.live(table).deal.number > number
    assert room.live(table).moves.actions == []
    assert Hand.objects.count() == 1


def test_twenty_take_one_seat_and_one_gets_it() -> None:
    table = room.make_table(seats=2)
    takers = [room.make_player(f"t{number}") for number in range(20)]
    works = [lambda taker=taker: room.do(table, taker, "sit", seat=1, buy_in=5_000) for taker in takers]
    codes = together(*works)
    assert codes.count(None) == 1
    assert set(codes) == {None, "seat_taken"}
    balances = sorted(room.money(*takers).values())
    assert balances == [room.GRANT - 5_000] + [room.GRANT] * 19
    assert SeatSession.objects.count() == 1


def test_one_player_takes_many_seats_at_once_and_gets_one() -> None:
    table, ann = room.make_table(seats=9), room.make_player("ann")
    codes = together(*[lambda seat=seat: room.do(table, ann, "sit", seat=seat, buy_in=5_000) for seat in range(1, 10)])
    assert codes.count(None) == 1
    assert set(codes) == {None, "already_seated"}
    assert room.money(ann) == {"ann": room.GRANT - 5_000}


def test_the_same_chips_do_not_sit_at_two_tables() -> None:
    """Two tables spending one balance."""
    tables = [room.make_table(f"t{n}", name=f"T{n}", min_buy_in=100_000, max_buy_in=150_000) for n in range(4)]
    ann = room.make_player("ann")
    codes = together(*[lambda table=table: room.do(table, ann, "sit", seat=1, buy_in=150_000) for table in tables])
    assert sorted(map(str, codes)) == ["None", *["insufficient_funds"] * 3]
    assert room.money(ann) == {"ann": 50_000}


def test_two_decisions_on_one_turn_are_one() -> None:
    table, ann, bob = room.make_table(), room.make_player("ann"), room.make_player("bob")
    room.start(table, ann, bob)
    caller = room.actor(table, ann, bob)
    message = {"hand": room.live(table).deal.number, "turn": 0}
    moves = [{"move": "call"}, {"move": "raise", "to": 400}, {"move": "call"}, {"move": "raise", "to": 400}]
    codes = together(*[lambda move=move: room.do(table, caller, "act", **message, **move) for move in moves])
    assert len(room.live(table).moves.actions) == 1
    made = room.live(table).moves.actions[0][1]
    expected = [None if move["move"] == made else "stale_turn" for move in moves]
    assert codes == expected


def test_a_top_up_sent_again_with_its_id_is_booked_once() -> None:
    table, ann, bob = room.make_table(), room.make_player("ann"), room.make_player("bob")
    room.start(table, ann, bob)
    for _ in range(3):
        assert room.do(table, ann, "top_up", amount=1_000, id="c-7") is None
    assert room.live(table).seating.seats[1].pending == 1_000
    assert room.money(ann) == {"ann": room.GRANT - 11_000}
