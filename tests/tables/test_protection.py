"""Player protection at real-money tables: who may sit, who gives up his seat, and the reminder of the time."""

import pytest

from accounts import clock as accounts_clock
from accounts.models import Player as Account
from cashier import audit, exclusion, limits, requests
from cashier.exclusion import Length
from cashier.models.protection import LimitKind, Period
from tables.live import snapshot
from tables.live.state import Status
from tables.models import Hand, SeatSession
from tables.protocol import Refusal
from tests.tables import room
from tests.tables.gold import BALANCE, euros, make_gold, make_rich

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def real(settings) -> None:
    settings.REAL_MONEY_ENABLED = True


@pytest.fixture
def running():
    table, players = make_gold(), [make_rich(name) for name in ("ann", "bob", "cat")]
    room.start(table, *players)
    return table, *players


def refusal_of(table, caller, type_: str, **fields) -> tuple[str, str | None]:
    from tables import protocol
    from tables.live import commands

    with pytest.raises(Refusal) as caught:
        commands.run(table.pk, caller, protocol.parse(protocol.encode({"type": type_, **fields})))
    return caught.value.code.value, caught.value.reason


def make_staff(name: str):
    caller = make_rich(name)
    Account.objects.filter(pk=caller.who.id).update(is_staff=True)
    return caller


@pytest.mark.parametrize("command", [{"type_": "sit", "seat": 1, "buy_in": 5_000}, {"type_": "reserve", "seat": 1},
                                     {"type_": "wait_list", "join": True}])  # fmt: skip
def test_a_real_money_table_says_who_may_not_sit_and_why(command: dict) -> None:
    table = make_gold()
    strangers = {
        "guest": room.make_player("gus", is_guest=True),
        "bot": room.make_player("bo", is_bot=True),
        "staff": make_staff("sam"),
        "not_confirmed": room.make_player("ann"),
    }
    for reason, caller in strangers.items():
        assert refusal_of(table, caller, **command) == ("forbidden", reason)
    out = make_rich("ida")
    exclusion.cool_off(out.who.id, hours=24, now=accounts_clock.now())
    assert refusal_of(table, out, **command) == ("self_excluded", "excluded")
    assert not SeatSession.objects.exists()


def test_with_an_unverified_address_nobody_sits_where_the_operator_asks_for_it(settings) -> None:
    settings.REAL_MONEY_NEEDS_VERIFIED_EMAIL = True
    assert refusal_of(make_gold(), make_rich("ann"), "sit", seat=1, buy_in=5_000) == ("forbidden", "email_not_verified")


def test_a_buy_in_beyond_a_limit_is_refused_and_moves_nothing() -> None:
    table, ann = make_gold(), make_rich("ann")
    limits.set_limit(ann.who.id, kind=LimitKind.BUY_IN, period=Period.DAY, amount=4_000, now=accounts_clock.now())
    assert refusal_of(table, ann, "sit", seat=1, buy_in=5_000) == ("limit_reached", "limit_reached")
    assert euros(ann) == [BALANCE]
    assert room.do(table, ann, "sit", seat=1, buy_in=4_000) is None


def test_a_top_up_by_who_became_staff_is_refused(running) -> None:
    table, ann, *_ = running
    Account.objects.filter(pk=ann.who.id).update(is_staff=True)
    assert refusal_of(table, ann, "top_up", amount=1_000) == ("forbidden", "staff")


def test_the_table_tells_a_player_why_he_may_not_sit() -> None:
    table, ann, bob = make_gold(), room.make_player("ann"), make_rich("bob")
    assert snapshot.snapshot(table.pk, ann.who).private["barred"] == "not_confirmed"
    assert "barred" not in snapshot.snapshot(table.pk, bob.who).private
    assert "barred" not in snapshot.snapshot(room.make_table().pk, ann.who).private


@pytest.mark.parametrize("how", ["cool_off", "self_exclude"])
def test_who_excludes_himself_during_a_hand_plays_it_out_and_is_paid_at_its_end(running, how: str) -> None:
    table, ann, *others = running
    now = accounts_clock.now()
    if how == "cool_off":
        exclusion.cool_off(ann.who.id, hours=24, now=now)
    else:
        exclusion.self_exclude(ann.who.id, length=Length.SIX_MONTHS, now=now)
    assert room.seat_of(table, ann) == 1
    room.play_out(table, ann, *others)
    assert room.seat_of(table, ann) is None
    assert room.seat_of(table, others[0]) is not None
    stay = SeatSession.objects.get(player=ann.who.id)
    assert euros(ann) == [BALANCE - 10_000 + stay.cashed_out]
    assert refusal_of(table, ann, "sit", seat=1, buy_in=5_000) == ("self_excluded", "excluded")
    assert audit.run().ok


def test_who_excludes_himself_between_hands_is_paid_at_once_at_every_table() -> None:
    tables = [make_gold(), make_gold("ruby")]
    ann = make_rich("ann")
    for table in tables:
        assert room.do(table, ann, "sit", seat=1, buy_in=5_000) is None
    play = room.make_table()
    assert room.do(play, ann, "sit", seat=1, buy_in=5_000) is None
    exclusion.self_exclude(ann.who.id, length=Length.FOR_EVER, now=accounts_clock.now())
    assert [room.seat_of(table, ann) for table in tables] == [None, None]
    assert room.seat_of(play, ann) == 1
    assert euros(ann) == [BALANCE]
    assert audit.run().ok


def test_who_excludes_himself_beside_a_hand_is_paid_at_once(running) -> None:
    table, *players = running
    dan = make_rich("dan")
    assert room.do(table, dan, "sit", seat=9, buy_in=5_000) is None
    exclusion.self_exclude(dan.who.id, length=Length.FOR_EVER, now=accounts_clock.now())
    assert room.seat_of(table, dan) is None
    assert euros(dan) == [BALANCE]
    room.play_out(table, *players)
    assert Hand.objects.get().void_reason == ""
    assert audit.run().ok


def test_an_excluded_player_still_withdraws(running) -> None:
    table, ann, *others = running
    exclusion.self_exclude(ann.who.id, length=Length.FOR_EVER, now=accounts_clock.now())
    room.play_out(table, ann, *others)
    asked = requests.request_withdrawal(
        ann.who.id, amount=euros(ann)[0], currency="EUR", provider="manual", reference="an account", key="all"
    )
    assert asked.state == "requested"
    assert euros(ann) == [0]


def test_a_reserved_seat_and_a_place_in_the_queue_go_with_the_exclusion() -> None:
    table, ann = make_gold(), make_rich("ann")
    assert room.do(table, ann, "reserve", seat=3) is None
    assert room.do(table, ann, "wait_list", join=True) is None
    exclusion.cool_off(ann.who.id, hours=24, now=accounts_clock.now())
    assert not room.live(table).seating.reserved
    assert not room.live(table).seating.waiting


def play_on(table, *players) -> None:
    """The hand on the table to its end, and the next deal."""
    room.play_out(table, *players)
    room.listen(table=table, here=players)
    room.wake(table)


def reminder_of(table, caller) -> dict | None:
    return snapshot.snapshot(table.pk, caller.who).private.get("reminder")


def test_the_reminder_comes_between_hands_with_time_and_net(running) -> None:
    table, ann, *others = running
    limits.set_reminder(ann.who.id, minutes=30)
    limits.set_reminder(others[0].who.id, minutes=None)
    room.pass_time(31 * 60_000)
    assert reminder_of(table, ann) is None
    room.play_out(table, ann, *others)
    stack = room.live(table).seating.seats[1].stack
    assert reminder_of(table, ann) == {"minutes": 31, "net": stack - 10_000}
    assert reminder_of(table, others[0]) is None
    assert "reminder" not in str(room.live(table).seating.seats[2])[:0] + str(snapshot.snapshot(table.pk, None).view)


def test_going_on_takes_it_away_until_the_time_has_passed_again(running) -> None:
    table, ann, *others = running
    limits.set_reminder(ann.who.id, minutes=30)
    room.pass_time(31 * 60_000)
    room.play_out(table, ann, *others)
    assert room.do(table, ann, "reminder", answer="go_on") is None
    assert reminder_of(table, ann) is None
    room.listen(table=table, here=(ann, *others))
    room.wake(table)
    play_on(table, ann, *others)
    assert reminder_of(table, ann) is None
    room.pass_time(30 * 60_000)
    room.listen(table=table, here=(ann, *others))
    room.play_out(table, ann, *others)
    assert reminder_of(table, ann)["minutes"] >= 61


def test_a_break_sits_the_player_out(running) -> None:
    table, ann, *others = running
    limits.set_reminder(ann.who.id, minutes=10)
    room.pass_time(11 * 60_000)
    room.play_out(table, ann, *others)
    assert room.do(table, ann, "reminder", answer="break") is None
    assert room.live(table).seating.seats[1].out
    assert reminder_of(table, ann) is None
    room.listen(table=table, here=(ann, *others))
    room.wake(table)
    assert room.live(table).status is Status.PLAYING
    assert 1 not in room.live(table).deal.seats


def test_without_a_reminder_there_is_nothing_to_answer_and_play_money_has_none(running) -> None:
    table, ann, *_ = running
    assert room.do(table, ann, "reminder", answer="go_on") is None
    play, bob = room.make_table(), room.make_player("dan")
    eve = room.make_player("eve")
    room.start(play, bob, eve)
    room.pass_time(3 * 3_600_000)
    room.play_out(play, bob, eve)
    assert reminder_of(play, bob) is None
