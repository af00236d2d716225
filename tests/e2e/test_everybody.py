"""The room without a mouse, as a screen reader has it, on a narrow screen, in large text, without motion."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from pokerroom.launch.room import Room
from tests.e2e.conftest import NewMember, NewVisitor
from tests.e2e.rooms import assert_sound, bots
from tests.e2e.visitor import Visitor

pytestmark = pytest.mark.e2e
GRAVE = {"serious", "critical"}
STRANGERS = ("/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/tables/amber/")
PLAYERS = ("/", "/account/", "/cashier/")


def problems(page: Page) -> list[str]:
    """What axe finds serious or critical, with the first node of each."""
    page.wait_for_timeout(300)
    found = Axe().run(page).response["violations"]
    return [
        f"{page.url} {rule['id']}: {rule['nodes'][0]['html'][:200]} {rule['nodes'][0].get('failureSummary', '')}"
        for rule in found
        if rule["impact"] in GRAVE
    ]


def too_wide(page: Page) -> list[str]:
    """What can be pressed or read but sticks out of the window, whether the page scrolls sideways or cuts it off."""
    found: list[str] = page.evaluate("""() => {
      const width = document.documentElement.clientWidth;
      const scrolls = document.documentElement.scrollWidth > width;
      const solid = 'a, button, summary, input, select, h1, h2, p, td, th';
      const nodes = document.querySelectorAll(scrolls ? 'body *' : solid);
      return [...nodes].filter((node) => {
        const { left, right, width: own } = node.getBoundingClientRect();
        return own > 1 && (right > width + 1 || left < -1) && !node.closest('.skip-link, [inert]');
      }).slice(0, 5).map((node) => `${location.pathname} ${node.tagName}.${node.className}`);
    }""")
    return found


def seat_with_bots(visitor: Visitor, table: str) -> None:
    """A seat at a slow table, and the first decision."""
    visitor.open_table(table)
    visitor.take_seat(6, chips="50")
    visitor.until_my_turn()


def test_axe_finds_nothing_serious_anywhere(visit: NewVisitor, member: NewMember, planted: Room) -> None:
    visitor = visit()
    page = visitor.page
    found: list[str] = []
    for path in STRANGERS:
        page.goto(path)
        if path.startswith("/tables/"):
            visitor.until_live()
        found += problems(page)
    visitor = member(0)
    page = visitor.page
    for path in PLAYERS:
        page.goto(path)
        found += problems(page)
    with bots(planted, "axe", players=2, pace_ms=60):
        seat_with_bots(visitor, "axe")
        found += problems(page)
        for opened in ("Options", "Keys", "Leave", "Add chips"):
            page.get_by_role("button", name=opened).first.click()
            found += problems(page)
            page.keyboard.press("Escape")
        page.set_viewport_size({"width": 390, "height": 844})
        found += problems(page)
        page.set_viewport_size({"width": 1440, "height": 900})
        hand = visitor.view["hand"]["id"]
        visitor.press("fold")
        visitor.until("(id) => document.querySelector(`a[href='/hands/${id}/']`)", hand)
        visitor.leave()
        visitor.until("() => document.querySelector('poker-table').seat === null", seconds=60)
    page.goto(f"/hands/{hand}/")
    found += problems(page)
    assert found == []


def test_a_hand_is_played_without_a_mouse(member: NewMember, planted: Room) -> None:
    """WCAG 2.1.1, 2.1.4: shortcuts act, are dead where text is typed, and can be switched off."""
    visitor = member(0)
    page, keys = visitor.page, visitor.page.keyboard
    visitor.open_table("mouseless")
    with bots(planted, "mouseless", players=2, pace_ms=60):
        tab_to(page, "Sit in seat 6")
        keys.press("Enter")
        expect(page.get_by_role("dialog")).to_be_visible()
        keys.press("Control+a")
        keys.type("50")
        keys.press("Enter")
        visitor.until_my_turn(seconds=40)
        for key, said in (("h", "You hold"), ("b", "board"), ("p", "Pot"), ("t", "second")):
            keys.press(key)
            expect(page.get_by_role("alert").last).to_contain_text(said)

        keys.press("/")
        keys.type("fcr")
        expect(page.get_by_role("textbox", name="Message to the table")).to_have_value("fcr")
        before = visitor.state
        assert visitor.my_turn()
        keys.press("Enter")
        expect(page.get_by_role("log", name="Chat")).to_contain_text("fcr")

        tab_to(page, "Options", back=True)
        keys.press("Enter")
        tab_to(page, "Single-key shortcuts")
        keys.press("Space")
        keys.press("Escape")
        keys.press("c")
        page.wait_for_timeout(300)
        assert visitor.view["hand"]["turn"] == before["view"]["hand"]["turn"]
        tab_to(page, visitor.button("call").inner_text())
        keys.press("Enter")
        visitor.until_decided(before)

        keys.press("Tab")
        tab_to(page, "Options", back=True)
        keys.press("Enter")
        tab_to(page, "Single-key shortcuts")
        keys.press("Space")
        keys.press("Escape")
        number = before["view"]["hand"]["number"]
        while visitor.view.get("hand", {}).get("number") == number and visitor.view["status"] == "playing":
            if visitor.my_turn():
                keys.press("c")
            page.wait_for_timeout(50)
        tab_to(page, "Leave", back=True)
        keys.press("Enter")
        tab_to(page, "Leave")
        keys.press("Enter")
        visitor.until("() => document.querySelector('poker-table').seat === null", seconds=60)
    assert_sound(planted, "mouseless")


def tab_to(page: Page, name: str, *, back: bool = False) -> None:
    """Press Tab until the focus is on what is called `name`."""
    for _ in range(60):
        if page.evaluate(FOCUSED).startswith(name):
            return
        page.keyboard.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"Tab never comes to {name}")


FOCUSED = """() => {
  const node = document.activeElement;
  return (node.getAttribute('aria-label') ?? node.closest('label')?.textContent ?? node.textContent)
    .replace(/\\s+/g, ' ').trim();
}"""


@pytest.mark.parametrize(("width", "text"), [(320, 16), (390, 16), (1280, 32)])
def test_nothing_scrolls_sideways(visit: NewVisitor, width: int, text: int) -> None:
    """WCAG 1.4.10 and 1.4.4: at 320 px, and with the browser's text twice as large."""
    visitor = visit(width=width, height=800)
    page = visitor.page
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": text}})
    found: list[str] = []
    for path in STRANGERS:
        page.goto(path)
        assert page.evaluate("() => getComputedStyle(document.documentElement).fontSize") == f"{text}px"
        page.wait_for_timeout(200)
        found += too_wide(page)
    visitor.play_now()
    for path in (page.url, "/account/", "/cashier/", "/account/keep/"):
        page.goto(path)
        page.wait_for_timeout(400)
        found += too_wide(page)
    assert found == []


def test_a_phone_shows_every_seat_and_big_buttons(member: NewMember, planted: Room) -> None:
    visitor = member(0, width=390, height=844)
    with bots(planted, "phone", players=2, pace_ms=60):
        seat_with_bots(visitor, "phone")
        for seat in range(1, 7):
            box = visitor.page.locator(f"poker-seat[data-seat='{seat}']").bounding_box()
            assert box is not None
            assert box["x"] >= 0 and box["x"] + box["width"] <= 390
        for kind in ("fold", "call", "raise"):
            box = visitor.button(kind).bounding_box()
            assert box is not None
            assert box["height"] >= 44 and box["y"] + box["height"] <= 844
        hand = visitor.view["hand"]["number"]
        visitor.press("fold")
        visitor.leave()
        visitor.until("() => document.querySelector('poker-table').seat === null", seconds=60)
    visitor.page.set_viewport_size({"width": 320, "height": 800})
    visitor.page.goto("/account/")
    expect(visitor.page.get_by_role("link", name=str(hand))).to_be_visible()
    assert too_wide(visitor.page) == []


def test_who_wants_less_motion_gets_none(visit: NewVisitor, planted: Room) -> None:
    visitor = visit(reduced_motion="reduce")
    visitor.open_table("still")
    moving = """() => {
      window.moved ??= [];
      for (const one of document.getAnimations())
        if (one.effect.getComputedTiming().duration > 10)
          window.moved.push(one.animationName ?? one.transitionProperty ?? 'script');
      requestAnimationFrame(window.look);
    }"""
    visitor.page.evaluate(f"() => {{ window.look = {moving}; window.look(); }}")
    with bots(planted, "still", players=3, pace_ms=60):
        visitor.until("() => document.querySelector('poker-table').state.view.status === 'showdown'", seconds=60)
        visitor.page.wait_for_timeout(500)
    assert visitor.page.evaluate("() => [...new Set(window.moved)]") == []
