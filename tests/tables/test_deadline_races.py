"""Acting exactly at the deadline has one outcome (R-6.2): a player's message and the clocks meet at the row's lock."""

import pytest

from tables.live import clock
from tables.live.facts import GRACE_MS
from tables.live.times import now_ms
from tests.cashier.threads import at_once
from tests.tables import room

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 12


def test_an_act_and_two_clocks_at_the_deadline_have_one_outcome_between_them() -> None:
    """The decision is the player's or the clock's, never both or none, and the player is told which."""
    table = room.make_table(preset="house")
    players = [room.make_player(name) for name in ("ann", "bob", "cat")]
    room.start(table, *players)
    outcomes = set()
    for lap in range(ROUNDS):
        early_ms = (lap * 7) % 24 - 4
        won = one_race(table, players, early_ms=early_ms)
        assert won == "clock" or early_ms > 0
        outcomes.add(won)
        for caller in players:
            room.do(table, caller, "sit_in", entry="post")
        if room.live(table).hand is None or room.live(table).deal.settled:
            room.listen(table=table, here=tuple(players))
            room.wake(table)
    assert "clock" in outcomes


def one_race(table, players, *, early_ms: int) -> str:
    """All three start `early_ms` before the clock may take the turn; who won."""
    caller = room.actor(table, *players)
    live = room.live(table)
    number, turn = live.deal.number, len(live.moves.actions)
    legal = live.hand.legal()
    message = {"hand": number, "turn": turn, "move": "check" if legal.check else "call"}
    room.listen(table=table, here=tuple(players))
    room.pass_time(live.moves.deadline + GRACE_MS - now_ms() - early_ms)
    answers = at_once(
        [
            lambda: room.do(table, caller, "act", **message),
            lambda: clock.wake(table.pk),
            lambda: clock.wake(table.pk),
        ]
    )
    made = stored(table, number)[turn]
    if answers[0] is None:
        assert made == [legal.seat, message["move"]]
        assert answers[1:] == [False, False] or room.live(table).deal.settled
        assert room.do(table, caller, "act", **message) is None
        return "player"
    assert answers[0] == "stale_turn"
    assert made[0] == legal.seat
    assert made[3] == "clock"
    return "clock"


def stored(table, number: int):
    """The decisions of the hand, running or finished."""
    from tables.models import Hand

    live = room.live(table)
    finished = Hand.objects.filter(number=number).first()
    return finished.actions if finished is not None else live.moves.actions
