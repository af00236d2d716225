"""A seat from its reservation to the day its player is gone: what he is told, and what the room does by itself."""

import json

import pytest
from django.test import Client

from accounts.models import Player
from tables.history import files
from tables.history.replayed import told
from tables.live import snapshot
from tables.live.times import now_ms
from tables.models import Hand
from tests.tables import room

pytestmark = pytest.mark.django_db(transaction=True)


def private(table, caller):
    return snapshot.snapshot(table.pk, caller.who).private


def events(announced, kind):
    found = [event for message in announced for event in json.loads(message["text"])["events"]]
    return [event for event in found if event["kind"] == kind]


def wake_until(table, moment: int) -> None:
    """Let the table's clock do everything up to this moment, as it does when nothing goes wrong."""
    while (wake_at := room.live(table).wake_at) is not None and wake_at <= moment:
        room.wake(table)


def browser_of(caller) -> Client:
    client = Client()
    client.force_login(Player.objects.get(pk=caller.who.id), "django.contrib.auth.backends.ModelBackend")
    return client


def test_a_seat_cannot_be_held_for_ever_by_asking_again() -> None:
    """R-1.5: reserving again, also another seat, keeps the minute that was given."""
    table, ann = room.make_table(), room.make_player("ann")
    assert room.do(table, ann, "reserve", seat=3) is None
    until = private(table, ann)["reserved"]["until"]
    room.pass_time(20_000)
    assert room.do(table, ann, "reserve", seat=3) is None
    assert private(table, ann)["reserved"] == {"seat": 3, "until": until, "offered": False}
    assert room.do(table, ann, "reserve", seat=4) is None
    assert private(table, ann)["reserved"] == {"seat": 4, "until": until, "offered": False}
    assert set(room.live(table).seating.reserved) == {4}


def test_another_taker_of_a_reserved_seat_is_refused_and_keeps_his_money() -> None:
    """R-1.4, R-1.5: and everybody sees that the seat is reserved, and for whom."""
    table, ann, bob = room.make_table(), room.make_player("ann"), room.make_player("bob")
    room.do(table, ann, "reserve", seat=3)
    shown = room.row.read(table.pk)[1]["seats"]["3"]
    assert shown == {"player": ann.who.public, "name": "ann", "bot": False, "status": "reserved"}
    before = room.picture(table, ann, bob)
    assert room.do(table, bob, "sit", seat=3, buy_in=10_000) == "seat_taken"
    assert room.do(table, bob, "reserve", seat=3) == "seat_taken"
    assert room.picture(table, ann, bob) == before
    assert room.do(table, ann, "leave") is None
    assert room.do(table, bob, "sit", seat=3, buy_in=10_000) is None


def test_who_sits_out_is_told_until_when_and_the_log_says_why_he_is_gone(announced) -> None:
    """Away too long: a warning with the time, then the seat is free and the stack in his balance."""
    table = room.make_table(away_minutes=5)
    ann, bob = room.make_player("ann"), room.make_player("bob")
    room.start(table, ann, bob)
    assert "seat_until" not in private(table, ann)
    room.do(table, ann, "sit_out", when="now")
    assert "seat_until" not in private(table, ann)
    room.play_out(table, ann, bob)
    until = private(table, ann)["seat_until"]
    assert abs(until - now_ms() - 300_000) < 5_000
    wake_until(table, until)
    assert [event["cause"] for event in events(announced, "left")] == ["away"]
    assert "seat_until" not in private(table, ann)
    assert room.money(ann)["ann"] + room.money(bob)["bob"] + room.live(table).seating.seats[2].stack == 2 * room.GRANT


def test_who_has_no_chips_left_is_told_so_and_until_when(announced) -> None:
    table = room.make_table(game="no", min_buy_in=1_000)
    ann, bob = room.make_player("ann"), room.make_player("bob")
    room.start(table, ann, bob, buy_in=1_000)
    while room.live(table).hand.legal() is not None:
        one = room.actor(table, ann, bob)
        legal = room.live(table).hand.legal()
        if legal.max:
            room.act(table, one, legal.word, legal.max)
        else:
            room.act(table, one, "call")
    broke = [one for one in (ann, bob) if not room.live(table).seating.seats[room.seat_of(table, one)].stack]
    for one in broke:
        until = private(table, one)["seat_until"]
        wake_until(table, until)
        assert "no_chips" in [event.get("cause") for event in events(announced, "left")]
        assert room.seat_of(table, one) is None


def test_a_closed_table_says_why_everybody_left(announced) -> None:
    from tables.live import floor

    table, ann = room.make_table(), room.make_player("ann")
    room.do(table, ann, "sit", seat=1, buy_in=5_000)
    announced.clear()
    floor.set_state(table.pk, "closed")
    assert [event["cause"] for event in events(announced, "left")] == ["closed"]
    assert room.money(ann)["ann"] == room.GRANT


@pytest.mark.parametrize("connected", [True, False])
def test_the_history_tells_a_silent_player_from_a_lost_one(connected: bool) -> None:
    """R-6.3, R-6.5: both are folded, and the hand says which it was."""
    table = room.make_table(preset="24poker")
    ann, bob, cat = (room.make_player(name) for name in ("ann", "bob", "cat"))
    room.start(table, ann, bob, cat)
    room.listen(*(() if connected else (ann,)), table=table, here=(ann,) if connected else ())
    room.wake(table)
    room.play_out(table, bob, cat)
    hand = Hand.objects.get()
    assert hand.actions[0] == [1, "fold", None, "clock" if connected else "disconnected"]
    text = files.write(told(hand, player=bob.who.id), "txt")
    assert ("ann is disconnected\nann has timed out\nann: folds" in text) is not connected
    assert "ann has timed out\nann: folds" in text


def test_signing_out_in_a_hand_is_leaving_and_protects_nobody() -> None:
    """R-1.7: on his turn he is folded at once; no allowance is used, and the stack is in his balance at the end."""
    table = room.make_table(preset="24poker")
    ann, bob, cat = (room.make_player(name) for name in ("ann", "bob", "cat"))
    room.start(table, ann, bob, cat)
    room.act(table, ann, "raise", 400)
    assert browser_of(bob).post("/accounts/logout/").status_code == 302
    assert room.live(table).moves.actions[-1] == [2, "fold", None, "left"]
    assert browser_of(cat).post("/accounts/logout/").status_code == 302
    assert room.live(table).deal.settled
    assert set(room.live(table).seating.seats) == {1}
    assert room.money(bob, cat) == {"bob": room.GRANT - 100, "cat": room.GRANT - 200}


def test_signing_out_before_the_turn_folds_when_it_comes_and_gives_up_places() -> None:
    """R-1.7, R-1.5: seats at other tables, reservations and places in a queue end too."""
    table, other, third = room.make_table(), room.make_table("topaz"), room.make_table("jade", seats=2)
    ann, bob, cat = (room.make_player(name) for name in ("ann", "bob", "cat"))
    room.start(table, ann, bob, cat)
    room.do(other, cat, "reserve", seat=5)
    for seat, who in enumerate((ann, bob), start=1):
        room.do(third, who, "sit", seat=seat, buy_in=5_000)
    room.do(third, cat, "wait_list", join=True)
    browser_of(cat).post("/accounts/logout/")
    assert room.live(table).seating.seats[3].leaving
    assert not room.live(other).seating.reserved
    assert not room.live(third).seating.waiting
    room.act(table, ann, "raise", 400)
    room.act(table, bob, "call")
    assert room.live(table).moves.actions[-1] == [3, "fold", None, "left"]


def test_signing_in_as_somebody_else_is_signing_out() -> None:
    """Also where no sign-out is asked for: the guest's session is over, so his seat is left, not lost."""
    table = room.make_table(preset="24poker")
    guest = room.make_player("guest-1x", is_guest=True)
    bob = room.make_player("bob")
    room.start(table, guest, bob)
    account = Player.objects.create_user(username="carla", password="nine bent spoons 1862", email="c@example.test")
    client = browser_of(guest)
    answer = client.post("/accounts/login/", {"login": "carla", "password": "nine bent spoons 1862"})
    assert answer.status_code == 302
    assert client.session["_auth_user_id"] == str(account.pk)
    assert room.seat_of(table, guest) is None
    assert room.seat_of(table, bob) == 2


def test_a_sign_out_that_cannot_reach_a_table_still_signs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from tables.live import seating

    table, ann = room.make_table(), room.make_player("ann")
    room.do(table, ann, "sit", seat=1, buy_in=5_000)

    def broken(*args, **kwargs):
        raise RuntimeError("no")

    monkeypatch.setattr(seating, "leave", broken)
    client = browser_of(ann)
    assert client.post("/accounts/logout/").status_code == 302
    assert "_auth_user_id" not in client.session


def test_a_guest_who_keeps_his_account_keeps_his_seat_under_his_new_name() -> None:
    table = room.make_table()
    guest, bob = room.make_player("guest-1x", is_guest=True), room.make_player("bob")
    room.start(table, guest, bob)
    client = browser_of(guest)
    word = "nine bent spoons 1862"
    answer = client.post(
        "/account/keep/", {"name": "Robin", "email": "robin@example.test", "password1": word, "password2": word}
    )
    assert answer.status_code == 302, answer.content.decode()[:500]
    seat = room.live(table).seating.seats[1]
    assert (seat.who.id, seat.who.name, seat.leaving, seat.stack) == (guest.who.id, "Robin", False, 10_000)
    assert room.row.read(table.pk)[1]["seats"]["1"]["name"] == "Robin"
    room.play_out(table, guest, bob)
    assert room.seat_of(table, guest) == 1
