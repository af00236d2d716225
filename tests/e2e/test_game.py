"""A stranger signs up, another just comes; they play with the house's bots, and everything adds up at the end."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from pokerroom.launch.room import Room
from tests.e2e.conftest import NewVisitor
from tests.e2e.rooms import assert_sound, bots
from tests.e2e.visitor import Visitor

pytestmark = pytest.mark.e2e
HANDS = 20
ENDINGS = ("txt", "ohh", "phh")


def like_a_person(state: dict[str, Any]) -> str:
    """Folds every other hand when staying costs something, raises now and then, else checks or calls."""
    turn, number = state["view"]["hand"]["turn"], state["view"]["hand"]["number"]
    if number % 2 == 0 and not turn["check"]:
        return "fold"
    return "raise" if "min" in turn and (number + turn["no"]) % 7 == 0 else "call"


def test_twenty_hands_are_played_and_every_chip_is_accounted_for(visit: NewVisitor, planted: Room) -> None:
    """R-9.3, R-8.1: what the page showed, what was recorded and what a replay gives are the same stacks."""
    visitor = visit()
    visitor.sign_up("Wren")
    visitor.open_table("swift")
    with bots(planted, "swift", players=4, pace_ms=20):
        visitor.take_seat(1)
        shown = visitor.play_hands(HANDS, like_a_person, seconds=120)
        visitor.leave()
        visitor.until("() => document.querySelector('poker-table').seat === null")
    facts = assert_sound(planted, "swift")
    assert json.loads(planted.manage("ledger_check", "--json").splitlines()[-1])["ok"]
    hands = {hand["number"]: hand for hand in facts["hands"]}
    assert len(hands) >= HANDS
    assert facts["rake"] > 0
    for seen in shown:
        recorded = hands[seen["number"]]
        assert (seen["board"], seen["id"]) == (recorded["board"], recorded["id"])
        names = {seat["name"]: seat["stack"] for seat in seen["seats"].values()}
        assert recorded["recorded"].items() <= names.items()
    assert any(seen["street"] == "showdown" for seen in shown)
    assert any("Wren" in hand["recorded"] and hand["street"] == "showdown" for hand in hands.values())
    look_back(visitor, planted, [seen["id"] for seen in shown[-3:]])


def look_back(visitor: Visitor, room: Room, hands: list[str]) -> None:
    """Open finished hands: page, replayer, files; what `replay_hands` makes of the files."""
    with visitor.page.context.expect_page() as opened:
        visitor.page.get_by_role("link", name=re.compile("^Replay hand")).last.click()
    page = visitor.also(opened.value).page
    expect(page).to_have_url(re.compile("/hands/"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hand 7")
    folder = room.processes.folder
    for public_id in hands:
        page.goto(f"/hands/{public_id}/")
        replay = page.locator("poker-replay")
        expect(replay.get_by_role("slider")).to_be_visible()
        replay.get_by_role("slider").press("End")
        expect(replay).to_contain_text("wins")
        for ending in ENDINGS:
            with page.expect_download() as download:
                page.locator(f"a[href$='.{ending}']").click()
            download.value.save_as(folder / f"{public_id}.{ending}")
            assert "Wren" in (folder / f"{public_id}.{ending}").read_text()
    told = room.manage("replay_hands", *[str(folder / f"{public_id}.phh") for public_id in hands])
    assert told.count(": 1 matched, 0 skipped, 0 differ") == len(hands), told


def test_a_stranger_is_in_the_game_after_two_clicks(visit: NewVisitor, planted: Room) -> None:
    """A guest with play money, seated, and the button of his first decision is there without another click."""
    with bots(planted, "amber", players=3, pace_ms=20):
        visitor = visit(width=390, height=844)
        visitor.page.goto("/")
        visitor.play_now()
        assert visitor.view["seats"][str(visitor.seat)]["name"].startswith("guest-")
        visitor.until_my_turn()
        visitor.press("fold")
        visitor.until("() => !document.querySelector('poker-actions').dataset.turn")
    assert_sound(planted, "amber")
