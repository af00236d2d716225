"""A turn runs out, in every preset (RULES.md 6): who is folded, checked or protected, at what price, and what is told.

The expected moves are written out from the rules' table of presets, not computed from the settings.
"""

import json

import pytest

from accounts import allowance
from accounts.models import AllowanceEntry
from tables.engine.actions import Move
from tables.history import files
from tables.history.replayed import told
from tables.live import clock
from tables.live.snapshot import snapshot
from tables.live.times import moment, now_ms
from tables.models import Hand
from tests.tables import room

pytestmark = pytest.mark.django_db(transaction=True)
SEEDS = ["24poker", "allin", "betandwin"]
PRESETS = [*SEEDS, "cardroom", "house"]
PROTECTING = [*SEEDS, "house"]

# What was done before the turn that runs out, and whose it is. ann is the button, bob small, cat big blind.
SITUATIONS = {
    "nothing put in": ((), 0),
    "small blind raised": ((("raise", 400),), 1),
    "big blind may check": ((("call",), ("call",)), 2),
    "flop may check": ((("call",), ("call",), ("check",)), 1),
    "flop owes": ((("call",), ("call",), ("check",), ("bet", 200)), 2),
}
FOLDS = dict.fromkeys(SITUATIONS, "fold")
PROTECTS = {**dict.fromkeys(SITUATIONS, "protect"), "nothing put in": "fold"}
FREE = {"big blind may check": "check", "flop may check": "check"}
CONNECTED = {**dict.fromkeys(PRESETS, FOLDS), "house": FOLDS | FREE}
GONE = {**dict.fromkeys(SEEDS, PROTECTS), "cardroom": FOLDS, "house": PROTECTS | FREE}
WITHOUT = CONNECTED


def deal(preset: str, situation: str, *, slug: str = "amber"):
    """A table in the situation, its players, and whose turn it is."""
    table = room.make_table(slug, preset=preset)
    players = [room.make_player(f"{name}-{slug}") for name in ("ann", "bob", "cat")]
    room.start(table, *players)
    before, whose = SITUATIONS[situation]
    for step in before:
        assert room.act(table, room.actor(table, *players), *step) is None
    assert room.actor(table, *players) is players[whose]
    return table, players, players[whose]


def run_out(table, caller, *, connected: bool) -> str:
    """His time runs out; the move that was made for him, once, however often the table is woken."""
    before = len(room.live(table).moves.actions)
    gone = () if connected else (caller,)
    here = (caller,) if connected else ()
    room.listen(*gone, table=table, here=here)
    room.wake(table)
    number = room.live(table).deal.number
    for _ in range(3):
        assert clock.wake(table.pk) is False
    actions = stored(table, number)
    lost = not connected and actions[before][1] != "protect"
    assert [action[3] for action in actions[before:]] == ["disconnected" if lost else "clock"]
    return actions[before][1]


def stored(table, number: int):
    """The decisions of the hand, running or finished."""
    live = room.live(table)
    if live.moves is not None and live.deal.number == number:
        return live.moves.actions
    return Hand.objects.get(number=number).actions


def uses(caller) -> int:
    return AllowanceEntry.objects.filter(allowance_id=caller.who.id, kind=AllowanceEntry.Kind.USE).count()


def events(announced: list[dict], kind: str) -> list[dict]:
    """The public events of this kind that were announced."""
    found = [event for message in announced for event in json.loads(message["text"])["events"]]
    return [event for event in found if event["kind"] == kind]


def check_expiry(table, caller, announced, *, expected: str, connected: bool) -> None:
    """The move, the price, what everybody is told, and that he sits out and may come back."""
    announced.clear()
    seat = room.seat_of(table, caller)
    assert run_out(table, caller, connected=connected) == expected
    assert uses(caller) == (1 if expected == "protect" else 0)
    (event,) = events(announced, "timed_out")
    cause = "connected" if connected else "disconnected"
    assert event == {"kind": "timed_out", "seat": seat, "text": expected, "cause": cause}
    sitting = room.live(table).seating.seats[seat]
    assert sitting.out or sitting.out_next
    assert sitting.connected is connected
    assert room.do(table, caller, "sit_in", entry="wait") is None
    sitting = room.live(table).seating.seats[seat]
    assert not (sitting.out or sitting.out_next)


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("preset", PRESETS)
def test_connected_and_silent(preset: str, situation: str, announced: list[dict]) -> None:
    """R-6.3: folded, at house rules checked while that is free; it costs no allowance."""
    table, _players, caller = deal(preset, situation)
    check_expiry(table, caller, announced, expected=CONNECTED[preset][situation], connected=True)


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("preset", PRESETS)
def test_disconnected(preset: str, situation: str, announced: list[dict]) -> None:
    """R-6.4, R-6.5: protected with money in, for one use; house checks while free; card rooms fold."""
    table, _players, caller = deal(preset, situation)
    check_expiry(table, caller, announced, expected=GONE[preset][situation], connected=False)


@pytest.mark.parametrize("situation", ["small blind raised", "big blind may check", "flop owes"])
@pytest.mark.parametrize("preset", PRESETS)
def test_disconnected_with_the_allowance_used_up(preset: str, situation: str) -> None:
    """R-6.5: folded, with no claim; house checks while free."""
    table, _players, caller = deal(preset, situation)
    for hand in ("1", "2"):
        assert allowance.use(caller.who.id, hand=hand, table="topaz", now=moment(now_ms()))
    assert run_out(table, caller, connected=False) == WITHOUT[preset][situation]
    assert uses(caller) == 2


@pytest.mark.parametrize("preset", PRESETS)
def test_disconnected_with_the_privilege_revoked(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """R-6.5, R-6.6: revoked before this hand began, it does not protect."""
    monkeypatch.setattr(allowance, "_revoked", lambda player, *, as_of: True)
    table, _players, caller = deal(preset, "flop owes")
    assert run_out(table, caller, connected=False) == "fold"
    assert uses(caller) == 0


def test_house_uses_nothing_until_a_bet_is_faced() -> None:
    """R-6.5: checked while free, then protected when somebody bets; one use in the whole hand."""
    table, (ann, bob, cat), _ = deal("house", "big blind may check")
    assert run_out(table, cat, connected=False) == "check"
    assert uses(cat) == 0
    room.act(table, bob, "bet", 200)
    assert run_out(table, cat, connected=False) == "protect"
    assert uses(cat) == 1
    room.play_out(table, ann, bob)
    assert uses(cat) == 1
    assert room.live(table).seating.seats[3].out


@pytest.mark.parametrize("preset", PROTECTING)
def test_the_example_of_the_rule(preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """R-6.4: the blind is protected for his blind: main pot with everybody's 200, side pot 400, last bet goes back."""
    room.stack_deck(monkeypatch, ["KsKh", "AsAh", "QsQh"], "2c3d4h8s9c")
    table, (ann, bob, cat), _ = deal(preset, "nothing put in")
    room.act(table, ann, "raise", 400)
    room.act(table, bob, "call")
    assert run_out(table, cat, connected=False) == "protect"
    room.act(table, bob, "check")
    room.act(table, ann, "bet", 200)
    room.act(table, bob, "fold")
    stacks = {n: seat.stack for n, seat in room.live(table).seating.seats.items()}
    assert stacks == {1: 10_000, 2: 9_600, 3: 10_400}
    hand = Hand.objects.get()
    assert [pot["amount"] for pot in hand.result["pots"]] == [600, 400]


@pytest.mark.parametrize("preset", PROTECTING)
def test_heads_up_the_small_blind_is_protected_for_the_small_blind(preset: str, monkeypatch) -> None:
    """R-6.4: half of the big blind goes back, the pot is two small blinds, the board decides."""
    room.stack_deck(monkeypatch, ["KsKh", "AsAh"], "2c3d4h8s9c")
    table = room.make_table(preset=preset)
    ann, bob = (room.make_player(name) for name in ("ann", "bob"))
    room.start(table, ann, bob)
    small = room.actor(table, ann, bob)
    assert run_out(table, small, connected=False) == "protect"
    hand = Hand.objects.get()
    assert hand.result["returned"] == {str(3 - room.seat_of(table, small)): 100}
    assert [pot["amount"] for pot in hand.result["pots"]] == [200]
    assert sorted(seat.stack for seat in room.live(table).seating.seats.values()) == [9_900, 10_100]


@pytest.mark.parametrize("preset", PROTECTING)
def test_several_protected_players_are_each_a_layer_and_nobody_wins_by_default(preset: str, monkeypatch) -> None:
    """R-6.4: small and big blind protected under a raise: pots 300 and 200 are shown down, the rest goes back."""
    room.stack_deck(monkeypatch, ["AsAh", "KsKh", "QsQh"], "2c3d4h8s9c")
    table, (ann, bob, cat), _ = deal(preset, "nothing put in")
    room.act(table, ann, "raise", 400)
    room.listen(bob, cat, table=table)
    room.wake(table)
    room.wake(table)
    hand = Hand.objects.get()
    assert [action[1] for action in hand.actions] == ["raise", "protect", "protect"]
    assert [pot["amount"] for pot in hand.result["pots"]] == [300, 200]
    assert hand.result["returned"] == {"1": 200}
    stacks = {n: seat.stack for n, seat in room.live(table).seating.seats.items()}
    assert stacks == {1: 9_800, 2: 10_200, 3: 10_000}
    assert (uses(bob), uses(cat)) == (1, 1)


@pytest.mark.parametrize("preset", PROTECTING)
def test_a_protected_player_takes_no_further_action_and_keeps_what_is_behind(preset: str) -> None:
    """R-6.4, R-6.8: back again he sees his hand and cannot act in it; his chips behind are untouched."""
    table, (ann, bob, cat), _ = deal(preset, "small blind raised")
    assert run_out(table, bob, connected=False) == "protect"
    picture = snapshot(table.pk, bob.who)
    assert picture.private["cards"]
    assert picture.view["seats"]["2"] | {"stack": 9_900, "status": "protected"} == picture.view["seats"]["2"]
    assert room.act(table, bob, "call") == "not_your_turn"
    room.play_out(table, ann, cat)
    assert room.live(table).seating.seats[2].stack >= 9_900


def test_who_is_back_before_the_deadline_sees_everything_and_acts() -> None:
    """R-6.8: still his turn, he can act; nothing is used."""
    table, _players, caller = deal("24poker", "flop owes")
    room.listen(caller, table=table)
    room.pass_time(room.live(table).moves.deadline - now_ms() - 500)
    picture = snapshot(table.pk, caller.who)
    assert picture.view["hand"]["turn"]["seat"] == 3
    assert picture.private["cards"]
    assert picture.private["allowance"]["left"] == 2
    assert room.act(table, caller, "call") is None
    assert uses(caller) == 0


def test_after_a_use_the_player_sees_what_is_left_and_when_it_comes_back(announced: list[dict]) -> None:
    """R-6.7: his purse is told anew with the expiry."""
    table, _players, caller = deal("allin", "flop owes")
    announced.clear()
    assert run_out(table, caller, connected=False) == "protect"
    assert caller.who.public in {public for message in announced for public in message["purses"]}
    seen = snapshot(table.pk, caller.who).private["allowance"]
    assert (seen["left"], seen["of"]) == (1, 2)
    assert abs(seen["restores_at"] - now_ms() - 24 * 3_600_000) < 60_000


@pytest.mark.parametrize("connected", [True, False])
@pytest.mark.parametrize("preset", PRESETS)
def test_the_history_says_who_timed_out_and_what_became_of_him(preset: str, connected: bool) -> None:
    """The finished hand keeps the expiry as the clock's decision, and its text tells it to its players."""
    table, players, caller = deal(preset, "flop owes")
    move = run_out(table, caller, connected=connected)
    room.play_out(table, *players)
    hand = Hand.objects.get()
    lost = not connected and move != Move.PROTECT
    assert [3, move, None, "disconnected" if lost else "clock"] in hand.actions
    text = files.write(told(hand, player=players[0].who.id), "txt")
    name = caller.who.name
    if move == Move.PROTECT:
        assert f"{name} has timed out while disconnected and is protected" in text
    else:
        assert f"{name} has timed out\n{name}: folds" in text


def test_who_is_gone_when_a_hand_is_dealt_is_neither_dealt_in_nor_posts() -> None:
    """R-6.9: no blind is taken from him; he can sit in at any time."""
    table, (ann, bob, cat), _ = deal("house", "nothing put in")
    room.play_out(table, ann, bob, cat)
    stack = room.live(table).seating.seats[1].stack
    room.listen(ann, table=table, here=(bob, cat))
    room.wake(table)
    live = room.live(table)
    assert sorted(live.deal.seats) == [2, 3]
    assert (live.seating.seats[1].stack, live.seating.seats[1].out) == (stack, True)
    assert room.do(table, ann, "sit_in", entry="wait") is None
    assert not room.live(table).seating.seats[1].out
