"""Coming, going and changing one's mind: R-1.2, R-1.3, R-1.5, R-1.7 and R-6.9."""

import json

import pytest

from cashier import audit
from tables.live.state import Status
from tables.models import Hand, SeatSession
from tests.tables import room

pytestmark = pytest.mark.django_db(transaction=True)
NO_LIMIT = {"game": "no", "min_buy_in": 1_000, "max_buy_in": 20_000}


def others(caller, *callers):
    return [one for one in callers if one is not caller]


def test_who_leaves_on_his_turn_is_folded_at_once_and_paid_at_the_hands_end() -> None:
    table, ann, bob, cat = room.make_table(), *map(room.make_player, ("ann", "bob", "cat"))
    room.start(table, ann, bob, cat)
    first = room.actor(table, ann, bob, cat)
    assert room.do(table, first, "leave") is None
    live = room.live(table)
    assert live.moves.actions[0][1:] == ["fold", None, "left"]
    assert room.seat_of(table, first) is not None
    assert room.money(first)[first.who.name] == room.GRANT - 10_000
    room.play_out(table, *others(first, ann, bob, cat))
    assert room.seat_of(table, first) is None
    assert room.money(first)[first.who.name] == room.GRANT
    assert SeatSession.objects.get(player_id=first.who.id).cashed_out == 10_000


def test_who_left_is_checked_while_checking_is_free() -> None:
    """Nobody is folded out of money that nobody contests."""
    table, ann, bob, cat = room.make_table(), *map(room.make_player, ("ann", "bob", "cat"))
    room.start(table, ann, bob, cat)
    while room.live(table).hand.street == "preflop":
        legal = room.live(table).hand.legal()
        room.act(table, room.actor(table, ann, bob, cat), "check" if legal.check else "call")
    first = room.actor(table, ann, bob, cat)
    assert room.do(table, first, "leave") is None
    assert room.live(table).moves.actions[-1][1:] == ["check", None, "left"]
    room.act(table, room.actor(table, ann, bob, cat), "bet", 200)
    room.act(table, room.actor(table, ann, bob, cat), "call")
    assert room.live(table).moves.actions[-1][1:] == ["fold", None, "left"]


def test_an_all_in_player_who_leaves_still_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """R-1.7."""
    room.stack_deck(monkeypatch, ["AsAh", "KsKh", "QsQh"], "2c3d4h8s9c")
    table, ann, bob, cat = room.make_table(**NO_LIMIT), *map(room.make_player, ("ann", "bob", "cat"))
    for number, (caller, chips) in enumerate([(ann, 10_000), (bob, 3_000), (cat, 10_000)], start=1):
        assert room.do(table, caller, "sit", seat=number, buy_in=chips) is None
    room.wake(table)
    assert room.act(table, ann, "raise", 3_000) is None
    assert room.act(table, bob, "call") is None
    assert room.do(table, bob, "leave") is None
    assert room.act(table, cat, "call") is None
    assert not room.live(table).hand.done
    room.play_out(table, ann, cat)
    assert room.money(bob) == {"bob": room.GRANT + 6_000}
    view = room.row.read(table.pk)[1]["seats"]["2"]
    assert view["left"] is True
    assert view["cards"] == "AsAh"
    assert view["won"] == 9_000
    assert room.do(table, bob, "leave") == "not_seated"


def test_a_top_up_arrives_when_the_hand_ends() -> None:
    """R-1.2."""
    table, ann, bob = room.make_table(), room.make_player("ann"), room.make_player("bob")
    room.start(table, ann, bob)
    assert room.do(table, ann, "top_up", amount=5_000) is None
    live = room.live(table)
    assert (live.seating.seats[1].stack, live.seating.seats[1].pending) == (10_000, 5_000)
    assert room.do(table, ann, "top_up", amount=5_100) == "bad_amount"
    room.play_out(table, ann, bob)
    seat = room.live(table).seating.seats[1]
    assert seat.pending == 0
    assert seat.stack + room.live(table).seating.seats[2].stack == 25_000
    assert seat.played == seat.stack - 5_000


def test_a_top_up_between_hands_arrives_at_once_and_comes_back_with_its_player() -> None:
    table, ann = room.make_table(), room.make_player("ann")
    assert room.do(table, ann, "sit", seat=1, buy_in=4_000) is None
    assert room.do(table, ann, "top_up", amount=1_000) is None
    assert room.live(table).seating.seats[1].stack == 5_000
    assert room.do(table, ann, "leave") is None
    assert room.money(ann) == {"ann": room.GRANT}


def test_a_top_up_under_way_goes_back_with_who_leaves() -> None:
    table, ann, bob = room.make_table(), room.make_player("ann"), room.make_player("bob")
    room.start(table, ann, bob)
    assert room.do(table, ann, "top_up", amount=5_000) is None
    assert room.do(table, ann, "leave") is None
    room.play_out(table, ann, bob)
    assert sum(room.money(ann).values()) + room.live(table).seating.seats[2].stack == room.GRANT + 10_000


def test_who_comes_back_within_the_hour_brings_his_stack() -> None:
    """R-1.3: also after a stay in which he played no hand."""
    table, ann, bob = room.make_table(), room.make_player("ann"), room.make_player("bob")
    room.start(table, ann, bob)
    room.play_out(table, ann, bob)
    stack = room.live(table).seating.seats[1].stack
    assert room.do(table, ann, "leave") is None
    assert room.do(table, ann, "sit", seat=1, buy_in=stack - 100) == "below_previous_stack"
    assert room.do(table, ann, "sit", seat=1, buy_in=stack) is None
    assert room.do(table, ann, "leave") is None
    room.pass_time(59 * 60_000)
    assert room.do(table, ann, "sit", seat=3, buy_in=2_000) == "below_previous_stack"
    room.pass_time(2 * 60_000)
    assert room.do(table, ann, "sit", seat=3, buy_in=2_000) is None


def test_the_stack_to_bring_back_is_at_most_the_tables_maximum() -> None:
    table = room.make_table(max_buy_in=10_000)
    ann, bob = room.make_player("ann"), room.make_player("bob")
    room.start(table, ann, bob)
    winner = room.actor(table, ann, bob)
    loser = bob if winner is ann else ann
    room.act(table, winner, "call")
    room.act(table, loser, "check")
    while (hand := room.live(table).hand).legal() is not None:
        caller = room.actor(table, ann, bob)
        room.act(table, caller, "fold" if caller is loser and not hand.legal().check else "bet" if caller is winner else "check", hand.legal().min if caller is winner else None)  # fmt: skip # noqa: E501
    assert room.live(table).seating.seats[room.seat_of(table, winner)].stack > 10_000
    room.do(table, winner, "leave")
    assert room.do(table, winner, "sit", seat=5, buy_in=9_900) == "below_previous_stack"
    assert room.do(table, winner, "sit", seat=5, buy_in=10_000) is None


def test_sitting_out_counts_from_the_next_hand_and_one_can_come_back() -> None:
    table, ann, bob, cat = room.make_table(), *map(room.make_player, ("ann", "bob", "cat"))
    room.start(table, ann, bob, cat)
    assert room.do(table, ann, "sit_out", when="now") is None
    assert room.seat_of(table, ann) in room.live(table).deal.seats
    room.play_out(table, ann, bob, cat)
    assert room.live(table).seating.seats[1].out
    room.wake(table)
    assert sorted(room.live(table).deal.seats) == [2, 3]
    assert room.do(table, ann, "sit_in", entry="post") is None
    room.play_out(table, ann, bob, cat)
    room.wake(table)
    assert 1 in room.live(table).seating.seats
    assert not room.live(table).seating.seats[1].out


def test_sitting_out_before_the_big_blind_plays_until_then() -> None:
    table, ann, bob, cat = room.make_table(), *map(room.make_player, ("ann", "bob", "cat"))
    room.start(table, ann, bob, cat)
    blind = {1: ann, 2: bob, 3: cat}[room.live(table).hand.setup.big_blind % 3 + 1]
    assert room.do(table, blind, "sit_out", when="big_blind") is None
    room.play_out(table, ann, bob, cat)
    assert not room.live(table).seating.seats[room.seat_of(table, blind)].out
    room.wake(table)
    assert room.live(table).seating.seats[room.seat_of(table, blind)].out
    assert room.seat_of(table, blind) not in room.live(table).deal.seats


def test_who_is_away_too_long_loses_the_seat_and_keeps_the_money() -> None:
    table, ann = room.make_table(away_minutes=10), room.make_player("ann")
    assert room.do(table, ann, "sit", seat=1, buy_in=4_000) is None
    assert room.do(table, ann, "sit_out") is None
    room.wake(table)
    assert room.seat_of(table, ann) is None
    assert room.money(ann) == {"ann": room.GRANT}


def test_a_reservation_holds_the_seat_for_a_minute() -> None:
    """R-1.5."""
    table, ann, bob = room.make_table(), room.make_player("ann"), room.make_player("bob")
    assert room.do(table, ann, "reserve", seat=2) is None
    assert room.row.read(table.pk)[1]["seats"]["2"]["status"] == "reserved"
    assert room.do(table, bob, "sit", seat=2, buy_in=4_000) == "seat_taken"
    assert room.money(bob) == {"bob": room.GRANT}
    assert room.do(table, ann, "reserve", seat=3) is None
    assert room.do(table, bob, "sit", seat=2, buy_in=4_000) is None
    room.pass_time(58_000)
    assert not room.clock.wake(table.pk)
    room.wake(table)
    assert room.live(table).seating.reserved == {}


def test_a_freed_seat_is_offered_to_who_waits_in_order(announced) -> None:
    """R-1.5: thirty seconds each."""
    table = room.make_table(seats=2)
    ann, bob, cat, dan = map(room.make_player, ("ann", "bob", "cat", "dan"))
    for number, caller in enumerate((ann, bob), start=1):
        assert room.do(table, caller, "sit", seat=number, buy_in=4_000) is None
    for caller in (cat, dan):
        assert room.do(table, caller, "wait_list", join=True) is None
    assert room.do(table, ann, "leave") is None
    held = room.live(table).seating.reserved[1]
    assert (held.who.name, held.offered) == ("cat", True)
    assert any(event["kind"] == "seat_offered" for event in json.loads(announced[-1]["text"])["events"])
    assert room.do(table, dan, "sit", seat=1, buy_in=4_000) == "table_full"
    room.wake(table)
    room.wake(table)
    assert room.live(table).seating.reserved[1].who.name == "dan"
    assert [who.name for who in room.live(table).seating.waiting] == ["dan"]
    assert room.do(table, dan, "sit", seat=1, buy_in=4_000) is None
    assert room.live(table).seating.waiting == ()


def test_a_third_who_sits_during_a_hand_is_not_in_it() -> None:
    table, ann, bob, cat = room.make_table(), *map(room.make_player, ("ann", "bob", "cat"))
    room.start(table, ann, bob)
    assert room.do(table, cat, "sit", seat=3, buy_in=4_000, entry="post") is None
    view = room.row.read(table.pk)[1]["seats"]["3"]
    assert view["status"] == "waiting"
    assert "cards" not in view
    room.play_out(table, ann, bob)
    assert room.live(table).status is Status.SHOWDOWN


def test_who_is_not_in_the_hand_goes_alone() -> None:
    """R-1.7, R-1.2: a leaver and a top-up of the hand's players wait for its end, whoever goes meanwhile."""
    table, ann, bob, cat, dan = room.make_table(), *map(room.make_player, ("ann", "bob", "cat", "dan"))
    room.start(table, ann, bob, cat)
    assert room.do(table, dan, "sit", seat=4, buy_in=4_000) is None
    first = room.actor(table, ann, bob, cat)
    second, third = others(first, ann, bob, cat)
    assert room.act(table, first, "raise", 400) is None
    assert room.do(table, first, "leave") is None
    assert room.do(table, second, "top_up", amount=2_000) is None
    assert room.do(table, dan, "leave") is None
    assert room.seat_of(table, dan) is None
    assert room.money(dan)["dan"] == room.GRANT
    assert room.seat_of(table, first) is not None
    room.play_out(table, second, third)
    (hand,) = Hand.objects.all()
    assert hand.void_reason == ""
    assert room.seat_of(table, first) is None
    assert room.live(table).seating.seats[room.seat_of(table, second)].pending == 0
    nets = {seat.player_id: seat.net for seat in hand.seats.all()}
    assert room.money(first)[first.who.name] == room.GRANT + nets[first.who.id]
    assert audit.run().ok


def test_who_has_no_chips_left_may_buy_again_or_loses_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    room.stack_deck(monkeypatch, ["AsAh", "KsKh"], "2c3d4h8s9c")
    table, ann, bob = room.make_table(**NO_LIMIT), room.make_player("ann"), room.make_player("bob")
    room.start(table, ann, bob, buy_in=2_000)
    room.act(table, ann, "raise", 2_000)
    room.act(table, bob, "call")
    busted = next(
        caller for caller in (ann, bob) if room.live(table).seating.seats[room.seat_of(table, caller)].stack == 0
    )
    room.wake(table)
    assert room.live(table).status is Status.WAITING
    room.pass_time(60_000)
    assert room.do(table, busted, "top_up", amount=2_000) is None
    room.wake(table)
    assert room.live(table).status is Status.PLAYING
