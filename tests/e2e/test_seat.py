"""What a player does at a table besides the cards: amounts, seat, account; all of it survives a reload."""

import re

import pytest
from playwright.sync_api import expect

from pokerroom.launch.room import Room
from tests.e2e.conftest import NewMember, NewVisitor
from tests.e2e.rooms import assert_sound, bots
from tests.e2e.visitor import PASSWORD, Visitor

pytestmark = pytest.mark.e2e


@pytest.fixture
def pair(member: NewMember) -> tuple[Visitor, Visitor]:
    """Two players with accounts of their own."""
    return member(0), member(1)


def sit(slug: str, *visitors: Visitor, chips: str = "100") -> None:
    for seat, visitor in enumerate(visitors, start=1):
        visitor.open_table(slug)
        visitor.take_seat(seat, chips=chips)


def both_leave(*visitors: Visitor) -> None:
    for visitor in visitors:
        visitor.leave()
    for visitor in visitors:
        visitor.until("() => document.querySelector('poker-table').seat === null", seconds=40)


def test_pot_limit_offers_exactly_the_pot(pair: tuple[Visitor, Visitor], planted: Room) -> None:
    """R-4.6: heads-up at $1/$2 the pot after the call is $4, so the button may raise to $6."""
    one, two = pair
    sit("pot", one, two)
    one.until_my_turn()
    one.page.get_by_role("button", name="Max", exact=True).click()
    expect(one.button("raise")).to_have_text("Raise to $6")
    slider = one.page.locator("poker-actions input[type=range]")
    slider.press("Home")
    expect(one.button("raise")).to_have_text("Raise to $4")
    slider.press("End")
    expect(one.button("raise")).to_have_text("Raise to $6")
    one.press("raise")
    two.until_my_turn()
    assert two.view["hand"]["bet"] == 600
    expect(two.button("call")).to_have_text("Call $4")
    two.press("fold")
    both_leave(one, two)
    assert_sound(planted, "pot")


def test_no_limit_amounts_are_exact_or_refused_with_a_reason(pair: tuple[Visitor, Visitor], planted: Room) -> None:
    """R-4.7, R-4.11: what is out of range is refused, never adjusted, and it is still his turn."""
    one, two = pair
    sit("no", one, two)
    one.until_my_turn()
    turn = one.view["hand"]["turn"]
    field = one.page.get_by_role("textbox", name="Amount in total for this round")
    for typed in ("3", "100.01", "5.50", "lots", "-4", ""):
        field.fill(typed)
        expect(one.button("raise")).to_be_disabled()
        field.press("Enter")
        expect(one.page.locator(".bar__status")).to_have_text("Choose from $4 to $100, in steps of $1.")
        assert one.view["hand"]["turn"] == turn
    reply = one.page.evaluate(
        "([hand, turn]) => document.querySelector('poker-table')"
        ".command({ type: 'act', hand, turn, move: 'raise', to: 10_001 })",
        [one.view["hand"]["number"], turn["no"]],
    )
    assert reply["error"]["code"] == "bad_amount"
    assert one.view["hand"]["turn"] == turn
    field.fill("17")
    expect(one.button("raise")).to_have_text("Raise to $17")
    field.press("Enter")
    two.until_my_turn()
    assert two.view["hand"]["bet"] == 1_700
    two.page.keyboard.press("5")
    expect(two.button("raise")).to_have_text("All-in $100")
    two.press("raise")
    one.until_my_turn()
    expect(one.button("call")).to_have_text("All-in $83")
    one.press("fold")
    both_leave(one, two)
    assert_sound(planted, "no")


def test_seat_options_chat_and_chips_survive_a_reload(member: NewMember, planted: Room) -> None:
    """R-1.2: a top-up arrives when the hand ends; sitting out and coming back cost nothing unfair."""
    visitor = member(0)
    page = visitor.page
    with bots(planted, "options", players=2, pace_ms=60):
        visitor.open_table("options")
        visitor.take_seat(6, chips="50")
        visitor.until_my_turn()
        page.get_by_role("button", name="Add chips").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("textbox", name="Amount").fill("25.50")
        dialog.get_by_role("button", name="Add chips").click()
        expect(dialog.get_by_role("alert")).to_have_text(re.compile(r"^Choose from \$1 to \$1\d\d, in steps of \$1\.$"))
        dialog.get_by_role("textbox", name="Amount").fill("25")
        dialog.get_by_role("button", name="Add chips").click()
        expect(page.get_by_role("button", name="Add chips · $25 coming")).to_be_visible()
        while visitor.me["stack"] < 6_000:
            if visitor.my_turn():
                visitor.press("fold")
            page.wait_for_timeout(50)
        expect(page.get_by_role("button", name="Add chips", exact=True)).to_be_visible()
        page.get_by_role("button", name="Options").click()
        for name in ("Post blinds by itself", "Four-colour deck", "Amounts in big blinds"):
            page.get_by_role("switch", name=name).click()
        page.keyboard.press("Escape")
        page.keyboard.press("/")
        page.keyboard.type("<b>good</b> luck, f c r")
        page.keyboard.press("Enter")
        expect(page.get_by_role("log", name="Chat")).to_contain_text("<b>good</b> luck, f c r")
        page.get_by_role("button", name="Sit out next hand").click()
        while visitor.me["status"] != "sitting_out":
            if visitor.my_turn():
                visitor.press("fold")
            page.wait_for_timeout(50)
        page.get_by_role("button", name="Sound is on").click()
        page.reload()
        visitor.until("() => document.querySelector('poker-table')?.seat === 6")
        expect(page.get_by_role("button", name="Sound is off")).to_be_visible()
        assert visitor.state["mine"]["options"]["auto_post"] is False
        assert page.locator("html").get_attribute("data-deck") == "four"
        expect(page.locator("poker-seat[data-seat='6']")).to_contain_text("BB")
        visitor.choose(re.compile("^(I'm back|Post )"))
        visitor.until_me("me.status !== 'sitting_out'")
        both_leave(visitor)
    assert_sound(planted, "options")


def test_a_guest_keeps_seat_and_chips_as_a_full_account(visit: NewVisitor, planted: Room) -> None:
    """R-1.7: until he signs out, which is leaving."""
    visitor = visit()
    page = visitor.page
    slug = "kept"
    visitor.open_table(slug)
    page.locator("poker-seat[data-seat='1']").get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("button", name="Play as a guest").click()
    visitor.until("() => document.querySelector('poker-table')?.seat")
    seat, stack = visitor.seat, visitor.view["seats"][str(visitor.seat)]["stack"]
    page.goto("/account/")
    page.get_by_role("link", name="Keep this account").first.click()
    page.get_by_label("Name").fill("Avocet")
    page.get_by_label("E-mail").fill("avocet@example.test")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    page.get_by_role("button", name=re.compile("Keep|Save")).click()
    expect(page.locator("summary", has_text="Avocet")).to_be_visible()
    visitor.open_table(slug)
    assert (visitor.seat, visitor.view["seats"][str(seat)]["stack"]) == (seat, stack)
    assert visitor.state["you"]["name"] == "Avocet"

    other = visitor.also(page.context.new_page())
    other.page.goto("/")
    other.page.locator("summary", has_text="Avocet").click()
    other.page.get_by_role("link", name="Sign out").click()
    expect(other.page.get_by_role("main")).to_contain_text("Signing out leaves your tables")
    other.page.get_by_role("main").get_by_role("button", name="Sign out").click()
    expect(page.locator(".banner")).to_contain_text("signed out")
    other.page.goto("/accounts/login/")
    other.page.get_by_label("Name or e-mail").fill("Avocet")
    other.page.get_by_label("Password").fill(PASSWORD)
    other.page.get_by_role("button", name="Sign in", exact=True).click()
    other.open_table(slug)
    other.until("() => document.querySelector('poker-table').seat === null", seconds=40)
    assert other.state["mine"]["balance"]["play"] > 0
    assert_sound(planted, slug)
