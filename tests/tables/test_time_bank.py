"""The optional time bank (R-6.2, a setting): a turn whose own time is over draws on it; off in every preset."""

import pytest

from tables.engine.rules import PRESETS
from tables.live import clock
from tables.live.snapshot import snapshot
from tables.live.times import now_ms
from tables.models import Hand
from tests.tables import room
from tests.tables.test_disconnects import events

pytestmark = pytest.mark.django_db(transaction=True)
BANK = {"time_bank_ms": 30_000, "time_bank_back_ms": 5_000}


def deal(**changes):
    table = room.make_table(changes={**BANK, **changes})
    players = [room.make_player(name) for name in ("ann", "bob", "cat")]
    room.start(table, *players)
    room.listen(table=table, here=tuple(players))
    return table, players


def left(table, caller) -> int:
    """What the player himself sees."""
    return snapshot(table.pk, caller.who).private["time_bank"]


def sit_out(table, caller) -> None:
    """From the next hand on, as after an expiry; his bank is untouched."""
    assert room.do(table, caller, "sit_out") is None


def test_it_is_off_in_every_preset_and_nothing_shows_it() -> None:
    assert {rules.time_bank_ms for rules in PRESETS.values()} == {0}
    table = room.make_table()
    ann, bob = (room.make_player(name) for name in ("ann", "bob"))
    room.start(table, ann, bob)
    picture = snapshot(table.pk, ann.who)
    assert "time_bank" not in picture.private
    assert "time_bank_ms" not in picture.view["table"]


def test_a_turn_draws_on_it_when_its_own_time_is_over(announced: list[dict]) -> None:
    """Everybody sees it and until when; the player may still act; only what he took is gone."""
    table, (ann, _bob, cat) = deal()
    assert left(table, ann) == 30_000
    announced.clear()
    room.wake(table)
    view = snapshot(table.pk, cat.who).view
    turn = view["hand"]["turn"]
    assert (turn["seat"], turn["bank"]) == (1, True)
    assert turn["deadline"] - turn["warn_at"] == 30_000
    assert view["table"]["time_bank_ms"] == 30_000
    assert [event["seat"] for event in events(announced, "time_bank")] == [1]
    room.pass_time(12_000)
    assert room.act(table, ann, "call") is None
    assert 17_000 <= left(table, ann) <= 18_000
    assert "bank" not in room.row.read(table.pk)[1]["hand"]["turn"]


def test_when_it_is_used_up_the_turn_runs_out_once_and_the_next_has_none() -> None:
    """R-6.3 after all; no second bank in the same turn, and none for who sits out."""
    table, (ann, _bob, _cat) = deal()
    room.wake(table)
    room.listen(table=table, here=(ann,))
    room.wake(table)
    assert room.live(table).moves.actions == [[1, "fold", None, "clock"]]
    assert left(table, ann) == 0
    assert clock.wake(table.pk) is False


def test_who_sits_out_after_this_hand_does_not_draw_on_it() -> None:
    """He has time left in the bank, and the others don't wait for it."""
    table, (ann, bob, cat) = deal()
    room.act(table, ann, "call")
    room.act(table, bob, "call")
    sit_out(table, cat)
    room.listen(table=table, here=(ann, bob, cat))
    room.wake(table)
    assert room.live(table).moves.actions[-1] == [3, "check", None, "clock"]
    room.act(table, bob, "bet", 200)
    room.listen(table=table, here=(ann, bob, cat))
    room.wake(table)
    assert room.live(table).moves.actions[-1] == [3, "fold", None, "clock"]


def test_each_hand_gives_some_of_it_back_up_to_the_whole() -> None:
    table, players = deal()
    ann = players[0]
    room.wake(table)
    room.pass_time(12_000)
    assert room.act(table, ann, "call") is None
    before = left(table, ann)
    room.play_out(table, *players)
    room.listen(table=table, here=tuple(players))
    room.wake(table)
    assert left(table, ann) == before + 5_000
    assert left(table, players[1]) == 30_000


def test_an_outage_while_it_runs_costs_nothing() -> None:
    table, (ann, *_) = deal()
    room.wake(table)
    room.pass_time(10 * 60_000)
    assert clock.wake(table.pk)
    moves = room.live(table).moves
    assert moves.actions == []
    assert abs(moves.deadline - 22_000 - now_ms()) < 2_000
    assert left(table, ann) == 30_000


def test_the_hand_it_was_used_in_is_a_hand_like_any_other() -> None:
    """It leaves no trace in the decisions: a hand replays without clocks."""
    table, players = deal()
    room.wake(table)
    assert room.act(table, players[0], "call") is None
    room.play_out(table, *players)
    assert all(len(action) < 4 for action in Hand.objects.get().actions)


@pytest.mark.parametrize("changes", [{"time_bank_ms": -1}, {"time_bank_back_ms": -1}, {"time_bank_ms": "long"}])
def test_what_is_no_time_is_refused_when_the_table_is_set_up(changes: dict) -> None:
    from tables.engine.actions import RuleViolation

    with pytest.raises(RuleViolation):
        room.make_table(changes=changes)
