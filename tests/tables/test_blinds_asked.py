"""R-2.10 at a live table: who must post is asked, alone; yes, no, silence; and what newcomers pay (R-2.8)."""

import json

import pytest

from tables.live import clock
from tables.live.state import Status
from tables.live.view import private_view
from tests.tables import room

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def asked():
    """Three without auto-post, before their first hand: bob is to post the small blind, cat the big one."""
    table, players = room.make_table(), [room.make_player(name) for name in ("ann", "bob", "cat")]
    for number, caller in enumerate(players, start=1):
        assert room.do(table, caller, "sit", seat=number, buy_in=10_000) is None
        assert room.do(table, caller, "set", auto_post=False) is None
    room.listen(table=table, here=tuple(players))
    room.wake(table)
    return table, *players


def prompt(table, caller):
    return private_view(room.live(table), caller.who.public).get("prompt")


def test_the_two_posters_are_asked_and_nobody_else_sees_it(asked) -> None:
    table, ann, bob, cat = asked
    assert room.live(table).status is Status.POSTING
    assert prompt(table, ann) is None
    assert (prompt(table, bob)["kind"], prompt(table, bob)["amount"]) == ("post_small_blind", 100)
    assert (prompt(table, cat)["kind"], prompt(table, cat)["amount"]) == ("post_big_blind", 200)
    assert "prompt" not in json.dumps(room.row.read(table.pk)[1])


def test_when_both_post_the_hand_is_dealt(asked) -> None:
    table, _ann, bob, cat = asked
    assert room.do(table, bob, "post") is None
    assert prompt(table, bob) is None
    assert room.do(table, bob, "post") in (None, "nothing_to_post")
    assert room.do(table, cat, "post") is None
    assert room.live(table).status is Status.PLAYING
    assert room.live(table).hand.setup.small_blind == 2


def test_who_declines_sits_out_and_positions_are_found_again(asked) -> None:
    table, ann, bob, cat = asked
    assert room.do(table, cat, "decline") is None
    assert room.live(table).seating.seats[3].out
    # Heads-up now: ann is the button and the small blind.
    assert prompt(table, ann)["kind"] == "post_small_blind"
    assert prompt(table, bob)["kind"] == "post_big_blind"
    assert room.do(table, ann, "post") is None
    assert room.do(table, bob, "post") is None
    assert sorted(room.live(table).deal.seats) == [1, 2]


def test_who_lets_the_time_pass_sits_out(asked) -> None:
    table, _ann, bob, _cat = asked
    assert room.do(table, bob, "post") is None
    room.wake(table)
    assert room.live(table).seating.seats[3].out
    assert not room.live(table).seating.seats[2].out


def test_with_fewer_than_two_left_there_is_no_hand(asked) -> None:
    table, _ann, bob, cat = asked
    assert room.do(table, bob, "decline") is None
    assert room.do(table, cat, "decline") is None
    assert room.live(table).status is Status.WAITING
    assert room.live(table).deal is None


def test_setting_auto_post_answers_the_prompt(asked) -> None:
    table, _ann, bob, cat = asked
    assert room.do(table, bob, "set", auto_post=True) is None
    assert room.do(table, cat, "set", auto_post=True) is None
    assert room.live(table).status is Status.PLAYING


def test_one_who_leaves_while_asked_is_asked_no_more(asked) -> None:
    table, _ann, _bob, cat = asked
    assert room.do(table, cat, "leave") is None
    assert room.live(table).status is Status.POSTING
    assert room.money(cat) == {"cat": room.GRANT}
    assert clock.wake(table.pk) is False


def test_a_newcomer_posts_or_waits(asked) -> None:
    """R-2.8: the price is said before, in his private part; who posts is dealt in, who waits is not."""
    table, *players = asked
    for caller in players:
        room.do(table, caller, "set", auto_post=True)
    room.play_out(table, *players)
    dan, eve = room.make_player("dan"), room.make_player("eve")
    assert room.do(table, dan, "sit", seat=5, buy_in=4_000, entry="post") is None
    assert room.do(table, eve, "sit", seat=6, buy_in=4_000, entry="wait") is None
    assert private_view(room.live(table), dan.who.public)["price"] == {"live": 200, "dead": 0}
    room.listen(table=table, here=(*players, dan, eve))
    room.wake(table)
    live = room.live(table)
    assert live.hand.setup.big_blind == 5
    assert 6 not in live.deal.seats
    assert not live.seating.seats[5].newcomer
    assert live.seating.seats[6].newcomer
