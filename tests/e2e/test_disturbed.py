"""Two tabs, double clicks, reloads, lost lines, garbage, a killed server: the same stacks as a clean run."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from pokerroom.launch.room import Room
from tests.e2e.conftest import NewMember
from tests.e2e.duel import LOOSE_LINE, Duel, press
from tests.e2e.visitor import GUARD_MS, Visitor

pytestmark = pytest.mark.e2e
NewDuel = Callable[[str], Duel]
GARBAGE = [
    "", "not json", "{}", "[]", "null", "0", '{"type":"act"}', '{"type":"act","hand":NaN,"turn":0,"move":"fold"}',
    '{"type":"act","hand":1.5,"turn":0,"move":"fold"}', '{"type":"act","hand":true,"turn":0,"move":"fold"}',
    '{"type":"act","hand":1,"turn":0,"move":"fold","move":"call"}', '{"type":"act","hand":1,"turn":0,"move":"shove"}',
    '{"type":"act","hand":1,"turn":0,"move":"fold","seat":2}', '{"type":"hello"}', "[" * 200 + "]" * 200,
]  # fmt: skip


@pytest.fixture
def duel(member: NewMember, planted: Room) -> NewDuel:
    def new(slug: str) -> Duel:
        one, two = member(0), member(1)
        one.page.add_init_script(LOOSE_LINE)
        made = Duel(planted, slug, one, two)
        made.sit()
        return made

    return new


@pytest.fixture
def clean(duel: NewDuel, _played: dict[str, Any]) -> dict[str, Any]:
    """The hand of an undisturbed game, played once."""
    if not _played:
        game = duel("clean")
        _played.update(game.play())
        for visitor in (game.one, game.two):
            visitor.page.close()
    return _played


@pytest.fixture(scope="session")
def _played() -> dict[str, Any]:
    return {}


def test_the_planned_game_is_a_whole_one(clean: dict[str, Any]) -> None:
    """So that the comparisons below compare something: bets, raises, a showdown, and chips that moved."""
    moves = [action[1] for action in clean["actions"]]
    assert {"raise", "call", "bet"} <= set(moves)
    assert len([action for action in clean["actions"] if action[0] == 1]) >= 5
    assert len(clean["board"]) == 10
    assert clean["replayed"] != {"Ibis": 5_000, "Heron": 5_000}


def test_double_and_triple_clicks_count_once(duel: NewDuel, clean: dict[str, Any]) -> None:
    """R-4.11: also a click on another button right after the first."""

    def act(visitor: Visitor, kind: str) -> None:
        visitor.page.wait_for_timeout(GUARD_MS)
        visitor.button(kind).click(click_count=3, delay=1)
        for other in ("call", "raise", "fold"):
            visitor.page.evaluate("(kind) => document.querySelector(`.act--${kind}`).click()", other)

    assert duel("clicks").play(act) == clean


def test_two_tabs_that_decide_at_once_decide_once(duel: NewDuel, clean: dict[str, Any]) -> None:
    game = duel("tabs")
    other = game.one.also(game.one.page.context.new_page())
    other.open_table("tabs")
    at = "(kind, at) => setTimeout(() => document.querySelector(`.act--${kind}`).click(), at - Date.now())"

    def act(visitor: Visitor, kind: str) -> None:
        other.until_my_turn()
        before = visitor.state
        moment = visitor.page.evaluate("() => Date.now()") + GUARD_MS
        for tab in (visitor, other):
            tab.page.evaluate(f"([kind, at]) => ({at})(kind, at)", [kind, moment])
        visitor.until_decided(before)

    assert game.play(act) == clean


def test_a_page_loaded_anew_in_the_middle_of_a_hand_goes_on(duel: NewDuel, clean: dict[str, Any]) -> None:
    """R-6.8: own cards, board and the time left are there again, and it is still his turn."""

    def act(visitor: Visitor, kind: str) -> None:
        before = visitor.state
        visitor.page.reload()
        visitor.until_my_turn()
        after = visitor.state
        assert after["mine"]["cards"] == before["mine"]["cards"]
        assert after["view"]["hand"]["turn"] == before["view"]["hand"]["turn"]
        visitor.press(kind)

    assert duel("reload").play(act) == clean


def test_a_line_lost_around_a_click_changes_nothing(duel: NewDuel, clean: dict[str, Any]) -> None:
    """By turns: the click never arrives; it arrives and the answer is lost; the machine is offline."""
    turns = 0

    def act(visitor: Visitor, kind: str) -> None:
        nonlocal turns
        turns += 1
        context = visitor.page.context
        fault = ("dumb", "deaf", "offline")[turns % 3]
        if fault == "offline":
            context.set_offline(True)
            visitor.page.evaluate("() => window.lines.at(-1).close()")
            visitor.until("() => document.querySelector('.line').dataset.state !== 'live'")
            context.set_offline(False)
            visitor.until_live()
            visitor.press(kind)
            return
        visitor.page.wait_for_timeout(GUARD_MS)
        visitor.page.evaluate("(fault) => { window.fault = fault; }", fault)
        visitor.button(kind).click()
        visitor.page.wait_for_timeout(300)
        visitor.page.evaluate("() => { window.fault = ''; window.lines.at(-1).close(); }")
        visitor.until_live()

    game = duel("offline")
    assert game.play(act) == clean
    game.one.forgive("ERR_INTERNET_DISCONNECTED")
    assert turns >= 5


def test_garbage_from_the_console_harms_nobody(duel: NewDuel, clean: dict[str, Any]) -> None:
    """Also well-formed acts for other turns, a frame that is too large, and one so large that it ends the line."""

    def act(visitor: Visitor, kind: str) -> None:
        before = visitor.state
        hand = before["view"]["hand"]
        wrong = [
            json.dumps({"type": "act", "hand": hand["number"], "turn": hand["turn"]["no"] + 1, "move": "fold"}),
            json.dumps({"type": "act", "hand": hand["number"] - 1, "turn": hand["turn"]["no"], "move": "fold"}),
            json.dumps({"type": "act", "hand": hand["number"], "turn": hand["turn"]["no"], "move": "raise", "to": 1}),
        ]
        start = hand["turn"]["no"] % len(GARBAGE)
        junk = [*(GARBAGE * 2)[start : start + 8], *wrong]
        visitor.page.evaluate("(junk) => { for (const text of junk) window.lines.at(-1).send(text); }", junk)
        visitor.page.evaluate("() => window.lines.at(-1).send(new Uint8Array([0, 255, 1]))")
        visitor.press(kind)
        visitor.until_decided(before)
        if hand["turn"]["no"] > 3:
            lines = visitor.page.evaluate("() => window.lines.length")
            visitor.page.evaluate("() => { for (const n of [5e3, 2e4]) window.lines.at(-1).send('x'.repeat(n)); }")
            visitor.until("(lines) => window.lines.length > lines", lines)
            visitor.until_live()

    assert duel("garbage").play(act) == clean


def test_a_server_killed_in_the_middle_of_a_hand_loses_nothing(
    duel: NewDuel, planted: Room, clean: dict[str, Any]
) -> None:
    """A click that was answered stays done, one that was not is done when the room is back, and only once."""
    kills = 0
    game = duel("killed")

    def act(visitor: Visitor, kind: str) -> None:
        nonlocal kills
        kills += 1
        if kills not in (2, 4):
            press(visitor, kind)
            return
        visitor.page.wait_for_timeout(GUARD_MS)
        if kills == 2:
            visitor.button(kind).click(no_wait_after=True)
        planted.processes.kill("web")
        planted.processes.restart("web")
        for each in (game.one, game.two):
            each.until_live(seconds=30)
        if kills == 4:
            visitor.until_my_turn()
            visitor.press(kind)

    assert game.play(act) == clean
    assert kills >= 4
    for visitor in (game.one, game.two):
        visitor.forgive("WebSocket connection to")
