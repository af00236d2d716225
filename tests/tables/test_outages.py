"""What breaks below a table is never a player's fault: his web process, the database, the presence store (R-6.1)."""

import pytest
from django.core.cache import cache

from accounts import allowance
from tables.live import clock, presence, times
from tables.live.facts import GRACE_MS
from tables.live.presence import Presence
from tables.live.times import moment, now_ms
from tables.models import Hand
from tests.tables import room

pytestmark = pytest.mark.django_db(transaction=True)
OTHER, MINE = "web-that-dies", "web-that-lives"


def deal(preset: str = "24poker"):
    table = room.make_table(preset=preset)
    players = [room.make_player(name) for name in ("ann", "bob", "cat")]
    room.start(table, *players)
    assert room.act(table, players[0], "raise", 400) is None
    return table, players


def hear(monkeypatch: pytest.MonkeyPatch, process: str, table, *callers) -> None:
    """These players are heard from through this web process."""
    monkeypatch.setattr(presence, "PROCESS", process)
    room.listen(table=table, here=callers)


def die(process: str) -> None:
    """The process says nothing any more, and its time is over."""
    cache.delete_many([presence._serving(process), presence._beating(process)])


def silence(table, caller) -> None:
    pair = (table.pk, caller.who.id)
    cache.delete_many([presence._fresh(pair), presence._alive(pair)])


def made(table) -> list:
    live = room.live(table)
    return live.moves.actions if live.moves is not None else Hand.objects.get().actions


def uses(caller) -> int:
    return 2 - allowance.state(caller.who.id, moment(now_ms())).left


@pytest.mark.parametrize("heard", [True, False])
def test_the_players_of_a_dead_web_get_fresh_time_once(monkeypatch: pytest.MonkeyPatch, heard: bool) -> None:
    """Whether his last heartbeat still counts or not: his process died, he had no say. Then he is gone like anybody."""
    table, (_ann, bob, _cat) = deal()
    hear(monkeypatch, OTHER, table, bob)
    hear(monkeypatch, MINE, table)
    die(OTHER)
    if not heard:
        silence(table, bob)
    before = room.live(table).moves.deadline
    room.wake(table)
    assert len(made(table)) == 1
    assert room.live(table).moves.deadline >= before + 22_000
    assert uses(bob) == 0
    silence(table, bob)
    cache.delete(presence._via((table.pk, bob.who.id)))  # half a minute has passed
    room.wake(table)
    assert made(table)[1] == [2, "protect", None, "clock"]
    assert uses(bob) == 1


def test_who_is_back_through_another_web_has_not_lost_the_seconds_between(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fresh time at the deadline, once; the next deadline counts."""
    table, (_ann, bob, _cat) = deal()
    hear(monkeypatch, OTHER, table, bob)
    hear(monkeypatch, MINE, table)
    presence.came(table.pk, bob.who.id)
    die(OTHER)
    room.wake(table)
    assert len(made(table)) == 1
    room.listen(table=table, here=(bob,))
    room.wake(table)
    assert made(table)[1] == [2, "fold", None, "clock"]


def test_who_closed_his_page_before_the_web_died_has_no_excuse(monkeypatch: pytest.MonkeyPatch) -> None:
    table, (_ann, bob, _cat) = deal()
    hear(monkeypatch, OTHER, table, bob)
    presence.closed(table.pk, bob.who.id)
    hear(monkeypatch, MINE, table)
    die(OTHER)
    silence(table, bob)
    room.wake(table)
    assert made(table)[1] == [2, "protect", None, "clock"]


def test_a_web_that_may_be_dying_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its second is late: the clock asks again soon instead of calling its players connected and slow."""
    table, (_ann, bob, _cat) = deal()
    hear(monkeypatch, OTHER, table, bob)
    cache.delete(presence._beating(OTHER))
    room.wake(table)
    live = room.live(table)
    assert len(live.moves.actions) == 1
    assert live.moves.hold_until is not None
    hear(monkeypatch, OTHER, table, bob)
    room.wake(table)
    assert made(table)[1] == [2, "fold", None, "clock"]


def test_a_blind_prompt_is_not_declined_for_a_player_of_a_dead_web(monkeypatch: pytest.MonkeyPatch) -> None:
    """R-2.10 counts only time in which he could have answered."""
    table = room.make_table()
    players = [room.make_player(name) for name in ("ann", "bob")]
    for number, caller in enumerate(players, start=1):
        assert room.do(table, caller, "sit", seat=number, buy_in=10_000) is None
        assert room.do(table, caller, "set", auto_post=False) is None
    room.wake(table)
    hear(monkeypatch, OTHER, table, *players)
    hear(monkeypatch, MINE, table)
    die(OTHER)
    before = room.live(table).seating.asking.deadline
    room.wake(table)
    assert room.live(table).seating.asking.deadline > before
    assert not any(seat.out for seat in room.live(table).seating.seats.values())


def test_between_two_writes_of_a_lost_store_nobody_is_known_to_be_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is killed anywhere in its first second leaves `unknown` behind, never `gone`."""
    seen: list[Presence] = []

    def watched(name: str):
        real = getattr(cache, name)

        def call(*args, **kwargs):
            answer = real(*args, **kwargs)
            seen.append(presence.look(1, [7])[7])
            return answer

        return call

    for name in ("add", "set", "set_many"):
        monkeypatch.setattr(cache, name, watched(name))
    presence.listening()
    assert seen
    assert set(seen) == {Presence.UNKNOWN}


def test_a_deadline_that_a_restart_of_the_database_fell_into_is_given_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """However short the outage: what began before the database did runs again, once."""
    table, (_ann, bob, _cat) = deal()
    hear(monkeypatch, MINE, table, bob)
    began = now_ms() + 21_000
    monkeypatch.setattr(times, "database_began_ms", lambda: began)
    room.wake(table)
    moves = room.live(table).moves
    assert len(moves.actions) == 1
    assert moves.deadline >= began + 22_000
    room.wake(table)
    assert made(table)[1] == [2, "fold", None, "clock"]


def test_a_prompt_that_a_restart_of_the_database_fell_into_is_given_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    table = room.make_table()
    players = [room.make_player(name) for name in ("ann", "bob")]
    for number, caller in enumerate(players, start=1):
        assert room.do(table, caller, "sit", seat=number, buy_in=10_000) is None
        assert room.do(table, caller, "set", auto_post=False) is None
    room.wake(table)
    room.listen(table=table, here=tuple(players))
    began = now_ms() + 21_000
    monkeypatch.setattr(times, "database_began_ms", lambda: began)
    room.wake(table)
    assert room.live(table).seating.asking is not None
    assert not any(seat.out for seat in room.live(table).seating.seats.values())


def test_the_database_says_since_when_it_runs() -> None:
    """PostgreSQL knows; SQLite lives as long as its process, which the presence store already tells."""
    from django.db import connection

    began = times.database_began_ms()
    if connection.vendor == "postgresql":
        assert 0 < began <= now_ms()
    else:
        assert began == 0


def test_a_turn_a_little_late_runs_out_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed worker is late by two seconds and more, and that is no outage for anybody."""
    table, (_ann, bob, _cat) = deal()
    hear(monkeypatch, MINE, table, bob)
    room.pass_time(room.live(table).moves.deadline + GRACE_MS + 3_000 - now_ms())
    hear(monkeypatch, MINE, table, bob)
    assert clock.wake(table.pk)
    assert made(table)[1] == [2, "fold", None, "clock"]
