"""Seats in the browser: held while one chooses, offered in order, blinds asked for and missed, chips on their way."""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.e2e.life.conftest import Come
from tests.e2e.life.person import Person, play

pytestmark = pytest.mark.e2e
PICTURES = os.environ.get("LIFE_PICTURES", "")


def picture(person: Person, name: str) -> None:
    """Keep a picture of what stands there, for whoever asked for pictures."""
    if PICTURES:
        for width, height in ((1440, 900), (390, 844)):
            person.page.set_viewport_size({"width": width, "height": height})
            person.page.wait_for_timeout(350)
            person.page.screenshot(path=Path(PICTURES) / f"{name}-{width}.png")
        person.page.set_viewport_size({"width": 1440, "height": 900})


def test_a_seat_is_held_while_its_player_chooses(come: Come) -> None:
    """R-1.5: others see it reserved and are refused; cancelling and the end of the time give it back."""
    ann, bob = come("Wren0").open("held"), come("Ibis0").open("held")
    ann.plate(3).get_by_role("button").click()
    dialog = ann.page.get_by_role("dialog")
    expect(dialog).to_contain_text("The seat is held for you")
    bob.until("view.seats[3]?.status === 'reserved'")
    expect(bob.plate(3)).to_contain_text("Reserved")
    expect(bob.plate(3)).to_contain_text("Wren0")
    expect(bob.plate(3).get_by_role("button")).to_have_count(0)
    picture(ann, "held-dialog")
    picture(bob, "held-others")
    dialog.get_by_role("button", name="Close").click()
    bob.until("!view.seats[3]")
    for person in (ann, bob):
        person.open("brief")
    bob.plate(3).get_by_role("button").click()
    ann.until("view.seats[3]?.status === 'reserved'")
    refused = ann.page.evaluate(
        "() => document.querySelector('poker-table').command({ type: 'sit', seat: 3, buy_in: 5000, entry: 'post' })"
    )
    assert refused["error"]["code"] == "seat_taken"
    expect(bob.page.get_by_role("dialog")).to_have_count(0, timeout=8_000)
    expect(bob.page.locator(".toast")).to_contain_text("no longer held")
    ann.until("!view.seats[3]")
    assert ann.state["mine"]["balance"] == bob.state["mine"]["balance"]
    bob.plate(3).get_by_role("button").click()
    bob.page.get_by_role("dialog").get_by_role("button", name="Take the seat").click()
    bob.until("seat === 3")


def test_a_freed_seat_is_offered_in_order_also_in_another_tab_and_from_the_lobby(come: Come) -> None:
    """R-1.5: 30 s each; who declines lets the next have it."""
    one, two = come("Wren1").open("full"), come("Ibis1").open("full")
    one.sit(1)
    two.sit(2)
    first, second = come("Rook1").open("full"), come("Tern1").open("full")
    for person in (first, second):
        person.press("Join the waiting list")
        person.until("mine.wait_list")
    expect(second.status).to_contain_text("number 2 of 2")
    lobby = first.tab()
    lobby.page.goto("/")
    expect(lobby.page.locator(".places")).to_contain_text("number 1 in line")
    one.page.evaluate("() => document.querySelector('poker-table').command({ type: 'leave' })")
    first.until("mine.reserved?.offered")
    expect(first.status).to_contain_text("Seat 1 is yours if you take it")
    assert "A seat is yours" in first.page.title()
    expect(lobby.page.locator(".place[data-needs='offer']")).to_contain_text("seat 1 is yours,")
    elsewhere = first.tab().open("held")
    expect(elsewhere.page.locator(".place[data-needs='offer']")).to_contain_text("Full")
    picture(lobby, "offer-lobby")
    picture(elsewhere, "offer-elsewhere")
    picture(first, "offer-here")
    assert not second.state["mine"].get("reserved")
    first.press("No, thanks")
    second.until("mine.reserved?.offered")
    second.press("Take seat 1")
    second.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    assert second.state["mine"]["reserved"]["offered"]
    second.press("Take seat 1")
    second.page.get_by_role("dialog").get_by_role("button", name="Take the seat").click()
    second.until("seat === 1")
    expect(lobby.page.locator(".place")).to_have_count(0, timeout=8_000)


def test_the_two_posters_are_asked_and_they_alone(come: Come) -> None:
    """R-2.10: with auto-post off a blind is asked for, with a countdown; declining sits out."""
    people = [come(name).open("posts") for name in ("Wren2", "Ibis2", "Rook2")]
    people[0].sit(1)
    options = people[0].options()
    options.get_by_text("Post blinds by itself").click()
    options.get_by_role("button", name="Close").click()
    people[0].until("mine.options.auto_post === false")
    people[1].sit(2)
    asked = people[0]
    asked.until("mine.prompt")
    expect(asked.status).to_contain_text("You are asked to post")
    assert "Post your blind" in asked.page.title()
    assert not people[1].state["mine"].get("prompt")
    assert not people[2].state["mine"].get("prompt")
    picture(asked, "prompt")
    asked.press("Sit out instead")
    asked.until("view.seats[seat].status === 'sitting_out'")
    expect(asked.status).to_contain_text("Your seat is kept for 15 minutes")
    picture(asked, "sitting-out")
    asked.press("I'm back")
    asked.until("mine.prompt")
    asked.press("Post the small blind, $1")
    asked.until("view.status === 'playing'")


def test_missed_blinds_have_a_price_in_words_and_are_charged_once(come: Come) -> None:
    """R-2.8, R-2.9: the newcomer posts a live big blind, the returner what he missed, or each waits."""
    people = [come(name).open("missed") for name in ("Wren3", "Ibis3", "Rook3")]
    late = come("Tern3").open("missed")
    for seat, person in enumerate(people, start=1):
        person.sit(seat)
    people[0].until("view.hand?.turn")
    late.plate(4).get_by_role("button").click()
    dialog = late.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Post $2 and play the next hand")
    expect(dialog).to_contain_text("Wait for the big blind")
    picture(late, "newcomer")
    dialog.get_by_text("Wait for the big blind").click()
    dialog.get_by_role("button", name="Take the seat").click()
    late.until("seat === 4")
    expect(late.button("Post $2 instead")).to_be_visible()
    play(people, until="view.seats[4]?.cards", kind="fold")
    late.page.evaluate("() => document.querySelector('poker-table').command({ type: 'sit_out', when: 'now' })")
    # The big blind must not reach him by itself: then he would owe nothing.
    owes = "mine.price?.live && mine.price?.dead && view.button === 3 && view.hand?.turn"
    play([late, *people], until=owes, kind="fold", seconds=30)
    expect(late.button("Post $2 + $1 dead")).to_be_visible()
    expect(late.button("Wait for the big blind")).to_be_visible()
    picture(late, "returner")
    late.press("Post $2 + $1 dead")
    play([late, *people], until="view.seats[4]?.cards && !mine.price", kind="fold", seconds=30)
    log = late.log()
    assert f"{late.name} posts $1 dead" in log
    assert f"{late.name} posts $2 to enter" in log


def test_added_chips_are_shown_on_their_way_and_two_tables_stand_in_the_strip(come: Come) -> None:
    """R-1.2: they arrive when the hand ends. The other table that needs its player says so above this one."""
    ann, bob = come("Wren4").open("kept"), come("Ibis4").open("kept")
    for seat, person in enumerate((ann, bob), start=1):
        person.plate(seat).get_by_role("button").click()
        dialog = person.page.get_by_role("dialog")
        dialog.get_by_role("button", name="Min $20").click()
        dialog.get_by_role("button", name="Take the seat").click()
        person.until(f"seat === {seat}")
    ann.until("view.hand?.turn")
    ann.page.evaluate("() => document.querySelector('poker-table').command({ type: 'top_up', amount: 3000 })")
    ann.until("mine.top_up === 3000")
    expect(ann.plate(1)).to_contain_text("+$30")
    picture(ann, "top-up")
    other = ann.tab().open("posts")
    other.sit(5, entry="wait")
    strip = other.page.locator(".place")
    ann.until("view.hand?.turn")
    if not ann.sees("view.hand.turn.seat === seat"):
        bob.decide("call")
    expect(strip).to_contain_text("Kept")
    expect(strip).to_contain_text("your turn", timeout=6_000)
    picture(other, "strip")
    strip.click()
    expect(other.page).to_have_url(re.compile("/tables/kept/"))
    play([ann, bob], until="!mine.top_up", kind="fold")
    assert ann.state["view"]["seats"]["1"]["stack"] > 4_000
