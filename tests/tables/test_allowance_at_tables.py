"""The allowance as a player at a table meets it (R-6.4 to R-6.7): what he is told, and what abusing it is worth."""

import pytest
from django.contrib.auth.models import Group

from accounts import allowance, clock, reset_requests
from accounts.groups import Role
from accounts.models import AllowanceEntry, Player
from tables.live import floor, snapshot
from tables.live.times import moment, now_ms
from tables.models import Hand
from tests.tables import room

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def support() -> Player:
    member = Player.objects.create_user(username="Fern", password=None, is_staff=True)
    member.groups.add(Group.objects.get_or_create(name=Role.SUPPORT.value)[0])
    member.is_superuser = True
    member.save()
    return member


@pytest.fixture(autouse=True)
def one_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Support acts at the tables' time, which these tests move."""
    monkeypatch.setattr(clock, "now", lambda: moment(now_ms()))


def told(announced: list[dict], caller) -> bool:
    return any(caller.who.public in message["purses"] for message in announced)


def protection(table, caller) -> dict:
    return snapshot.snapshot(table.pk, caller.who).private["allowance"]


def lose_the_line(table, caller, *others) -> str:
    """He sits in, raises, is gone when the next bet reaches him; the move made for him, and the hand played out."""
    room.do(table, caller, "sit_in", entry="post")
    while caller.who.id not in {dealt.who.id for dealt in deal_of(table)}:
        room.listen(table=table, here=(caller, *others))
        room.wake(table)
    room.listen(caller, table=table, here=others)
    while room.actor(table, caller, *others) is not caller:
        legal = room.live(table).hand.legal()
        room.act(table, room.actor(table, *others), "raise" if legal.max else "call", legal.max)
    number = room.live(table).deal.number
    before = len(room.live(table).moves.actions)
    room.wake(table)
    room.play_out(table, *others)
    return Hand.objects.get(number=number).actions[before][1]


def deal_of(table) -> list:
    live = room.live(table)
    return [] if live.deal is None or live.deal.settled else list(live.deal.seats.values())


def test_losing_the_line_again_and_again_runs_out(announced) -> None:
    """R-6.4 to R-6.6: who pulls the plug whenever he is raised is protected twice a day, then folded; he never wins
    more than the pots he paid into, and each time he sits out."""
    table = room.make_table(preset="24poker")
    eve, ann, bob = (room.make_player(name) for name in ("eve", "ann", "bob"))
    room.start(table, eve, ann, bob)
    room.play_out(table, eve, ann, bob)
    moves = []
    for _ in range(12):
        moves.append(lose_the_line(table, eve, ann, bob))
        assert room.live(table).seating.seats[1].out
        if moves.count("protect") == 2 and moves[-1] == "fold" and protection(table, eve)["left"] == 0:
            break
    assert moves.count("protect") == 2
    assert moves[-1] == "fold"
    uses = AllowanceEntry.objects.filter(allowance_id=eve.who.id)
    assert uses.count() == 2
    assert protection(table, eve)["changed"] == "use"
    assert lose_the_line(table, eve, ann, bob) == "fold"
    assert uses.count() == 2


def test_silent_with_an_open_line_is_never_protected() -> None:
    """R-6.3: a client that goes on beating and does not answer is folded, as often as it is tried."""
    table = room.make_table(preset="24poker")
    eve, ann, bob = (room.make_player(name) for name in ("eve", "ann", "bob"))
    room.start(table, eve, ann, bob)
    for _ in range(4):
        while eve.who.id not in {dealt.who.id for dealt in deal_of(table)}:
            room.listen(table=table, here=(eve, ann, bob))
            room.wake(table)
        while room.actor(table, eve, ann, bob) is not eve:
            room.act(table, room.actor(table, ann, bob), "call" if room.live(table).hand.legal().call else "check")
        number, before = room.live(table).deal.number, len(room.live(table).moves.actions)
        room.listen(table=table, here=(eve, ann, bob))
        room.wake(table)
        room.play_out(table, ann, bob)
        assert Hand.objects.get(number=number).actions[before][1:] == ["fold", None, "clock"]
        room.do(table, eve, "sit_in", entry="post")
    assert not AllowanceEntry.objects.exists()


def test_a_reset_by_support_is_told_at_once_and_counts_from_the_next_hand(announced, support: Player) -> None:
    """R-6.6, R-6.7."""
    table = room.make_table(preset="24poker")
    ann, bob, cat = (room.make_player(name) for name in ("ann", "bob", "cat"))
    room.start(table, ann, bob, cat)
    for hand in ("x", "y"):
        assert allowance.use(bob.who.id, hand=hand, table="other", now=moment(now_ms()))
    assert told(announced, bob)
    assert protection(table, bob)["left"] == 0
    reset_requests.request_reset(bob.who.id, "the train went into a tunnel")
    assert protection(table, bob)["asked"] is True
    announced.clear()
    request = reset_requests.latest(bob.who.id)
    assert request is not None
    assert reset_requests.accept(request.pk, actor=support, answer="safe journey")
    assert told(announced, bob)
    assert not told(announced, ann)
    seen = protection(table, bob)
    assert (seen["left"], seen["changed"], "asked" in seen) == (2, "reset", False)
    room.act(table, ann, "raise", 400)
    room.listen(bob, table=table)
    room.wake(table)
    assert room.live(table).moves.actions[-1][1] == "fold"


def test_revoking_reinstating_and_the_clocks_restore_are_told(announced, support: Player) -> None:
    table, ann = room.make_table(), room.make_player("ann")
    room.do(table, ann, "sit", seat=1, buy_in=5_000)
    allowance.use(ann.who.id, hand="x", table="other", now=moment(now_ms()))
    for change, kind in ((allowance.revoke, "revoke"), (allowance.reinstate, "reinstate")):
        announced.clear()
        assert change(ann.who.id, actor=support, reason="a test")
        assert told(announced, ann)
        assert protection(table, ann)["changed"] == kind
    announced.clear()
    assert allowance.restore_due(moment(now_ms() + 24 * 3_600_000 + 1)) == 1
    assert told(announced, ann)
    assert protection(table, ann)["changed"] == "restore"


def test_the_table_where_it_was_used_is_told_once(announced) -> None:
    table = room.make_table(preset="24poker")
    ann, bob, cat = (room.make_player(name) for name in ("ann", "bob", "cat"))
    room.start(table, ann, bob, cat)
    room.act(table, ann, "raise", 400)
    room.listen(bob, table=table)
    announced.clear()
    room.wake(table)
    assert [bob.who.public in message["purses"] for message in announced] == [True]
    versions = [message["version"] for message in announced]
    assert versions == sorted(versions)


def test_what_a_void_gives_back_is_told_at_every_table(announced) -> None:
    table = room.make_table(preset="24poker")
    ann, bob, cat = (room.make_player(name) for name in ("ann", "bob", "cat"))
    room.start(table, ann, bob, cat)
    other = room.make_table("topaz", name="Topaz")
    assert room.do(other, bob, "sit", seat=1, buy_in=4_000) is None
    room.act(table, ann, "raise", 400)
    room.listen(bob, table=table)
    room.wake(table)
    assert protection(other, bob)["left"] == 1
    announced.clear()
    floor.void_hand(table.pk, reason="a fault", actor="floor", account=0)
    assert {message["table"] for message in announced if bob.who.public in message["purses"]} == {table.pk, other.pk}
    room.pass_time(1)
    assert protection(other, bob)["left"] == 2
