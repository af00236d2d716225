"""Lost lines, the allowance and sign-outs, as everybody at the table sees them in the browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.life.conftest import Come
from tests.e2e.life.person import Person
from tests.e2e.life.test_seats import picture

pytestmark = pytest.mark.e2e


def heads_up(come: Come, slug: str, *names: str) -> list[Person]:
    """Two at a table, a hand dealt."""
    people = [come(name).open(slug) for name in names]
    for seat, person in enumerate(people, start=1):
        person.sit(seat)
    people[0].until("view.hand?.turn")
    return people


def test_a_lost_line_is_protected_before_everybodys_eyes_and_support_gives_it_back(come: Come) -> None:
    """R-6.1, R-6.4, R-6.6, R-6.7: seen at the table, in the log, in the hand's history; asked for and reset live."""
    ann, bob = heads_up(come, "lost", "Wren5", "Ibis5")
    ann.decide("call")
    bob.until("view.hand?.turn?.seat === seat")
    bob.page.close()
    ann.until("view.seats[2].connected === false")
    expect(ann.plate(2)).to_contain_text("Disconnected")
    number = ann.state["view"]["hand"]["number"]
    ann.until("view.seats[2].status === 'protected'", seconds=15)
    expect(ann.plate(2)).to_contain_text("All-in · disconnected")
    picture(ann, "protected")
    log = ann.page.locator("poker-log")
    expect(log).to_contain_text("Ibis5 is treated as all-in (disconnected) for what is in the pot")
    expect(log.get_by_role("link", name=f"Replay hand {number}")).to_be_visible(timeout=15_000)
    back = come("Ibis5").open("lost")
    assert back.state["mine"]["allowance"]["left"] == 1
    expect(back.status).to_contain_text("You are sitting out")
    with ann.page.context.expect_page() as opened:
        ann.page.get_by_role("link", name=f"Replay hand {number}").click()
    replay = opened.value
    replay.get_by_role("slider").press("End")
    expect(replay.locator("poker-replay")).to_contain_text("treated as all-in (disconnected)")
    ask_and_reset(come, back)


def ask_and_reset(come: Come, player: Person) -> None:
    """The request from the table's menu, support's answer, and the notice."""
    options = player.options()
    expect(options).to_contain_text("1 of 2 left, the next is back tomorrow at")
    options.get_by_text("Ask support for a reset").click()
    options.get_by_role("textbox").fill("The train went into a tunnel.")
    options.get_by_role("button", name="Send to support").click()
    expect(options).to_contain_text("Support has your request")
    picture(player, "asked")
    options.get_by_role("button", name="Close").click()
    account = player.tab()
    account.page.goto("/account/")
    expect(account.page.locator("#protection")).to_contain_text("Support has your request")
    desk = come("support")
    desk.page.goto("/admin/accounts/resetrequest/")
    picture(desk, "support-queue")
    desk.page.get_by_role("link", name=re.compile(r"^\d+$|Ibis5")).first.click()
    desk.page.get_by_label("Answer").fill("All-ins given back. Safe journey.")
    picture(desk, "support-answer")
    desk.page.get_by_role("button", name=re.compile("Accept")).click()
    expect(desk.page.get_by_text("the used all-ins are given back")).to_be_visible()
    expect(player.page.locator(".toast")).to_contain_text("Support has given back your disconnect protection")
    picture(player, "reset-notice")
    player.until("mine.allowance.left === 2")
    account.page.reload()
    expect(account.page.locator("#protection")).to_contain_text("Safe journey")


def test_signing_out_in_a_hand_is_leaving(come: Come) -> None:
    """R-1.7: he is asked, his tables are named, the others see him fold and go; no allowance is used."""
    people = heads_up(come, "gone", "Wren6", "Ibis6")
    actor = people[0] if people[0].sees("view.hand.turn.seat === seat") else people[1]
    other = people[1] if actor is people[0] else people[0]
    door = actor.tab()
    door.page.goto("/")
    door.page.locator("summary", has_text=actor.name).click()
    door.page.get_by_role("link", name="Sign out").click()
    expect(door.page.get_by_role("main")).to_contain_text("Signing out leaves your tables")
    expect(door.page.get_by_role("main")).to_contain_text("Gone, seat")
    picture(door, "sign-out")
    door.page.get_by_role("main").get_by_role("button", name="Sign out").click()
    other.until("Object.values(view.seats).filter((one) => !one.left).length === 1")
    log = other.log()
    assert f"{actor.name} left and folds" in log
    assert f"{actor.name} leaves the table" in log
    assert "disconnected" not in log
    expect(actor.page.locator(".banner")).to_contain_text("You are signed out", timeout=8_000)
    expect(actor.button("Sign in")).to_be_visible()
    picture(actor, "signed-out")


def test_a_guest_who_keeps_his_account_keeps_his_seat(come: Come) -> None:
    """His open table goes on under his new name without being loaded again."""
    guest = come()
    guest.page.goto("/tables/keep/")
    guest.until("table.state.view")
    guest.press("Play as a guest")
    guest.until("seat !== null")
    seat = guest.page.evaluate("() => document.querySelector('poker-table').seat")
    form = guest.tab()
    form.page.goto("/account/keep/")
    form.page.get_by_label("Name").fill("Kestrel")
    form.page.get_by_label("E-mail").fill("kestrel@example.test")
    form.page.get_by_label("Password", exact=True).fill("nine bent spoons 1862")
    form.page.get_by_label("Password again").fill("nine bent spoons 1862")
    form.page.get_by_role("main").get_by_role("button").first.click()
    expect(form.page.get_by_text("yours to keep")).to_be_visible()
    guest.until(f"seat === {seat} && view.seats[{seat}].name === 'Kestrel' && table.state.you.name === 'Kestrel'")
    guest.until("view.seats[seat].connected")
    expect(guest.page.locator(".line")).to_have_attribute("data-state", "live")
    assert guest.page.evaluate(
        "async () => (await document.querySelector('poker-table').command({ type: 'sit_out', when: 'now' })).ok"
    )


def test_a_silent_player_is_folded_and_the_log_says_so(come: Come) -> None:
    """R-6.3: connected and silent, he timed out."""
    ann, bob = heads_up(come, "silent", "Wren7", "Ibis7")
    slow = ann if ann.sees("view.hand.turn.seat === seat") else bob
    other = bob if slow is ann else ann
    other.until("view.status === 'showdown'", seconds=15)
    assert f"{slow.name} timed out: folded" in other.log()
    slow.until("view.seats[seat].status === 'sitting_out'")
    slow.press("I'm back")
    slow.until("view.seats[seat].status !== 'sitting_out'")
