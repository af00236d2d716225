"""The room's front door in a real browser: it opens, looks after itself and trusts no other page."""

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.e2e


def test_a_stranger_sees_the_lobby(page: Page) -> None:
    answer = page.goto("/")
    assert answer is not None
    assert answer.status == 200
    assert page.get_by_role("heading").first.is_visible()


def test_no_script_or_style_but_the_rooms_own_can_run(page: Page) -> None:
    answer = page.goto("/")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-inline" not in policy
    assert "unsafe-eval" not in policy


def test_an_unknown_address_is_answered_with_a_page_of_the_room(page: Page) -> None:
    answer = page.request.get("/no-such-page/")
    assert answer.status == 404
    assert "Traceback" not in answer.text()


@pytest.mark.parametrize("width", [900, 1024, 1200, 1440])
def test_long_names_leave_every_button_whole(page: Page, width: int) -> None:
    """The line of who sits there takes what the other columns leave."""
    page.set_viewport_size({"width": width, "height": 900})
    page.goto("/")
    page.evaluate("""() => document.querySelectorAll('.lobby-row__name').forEach((cell) => {
      const line = document.createElement('span');
      line.className = 'lobby-row__players';
      line.textContent = 'a-player-with-a-name, '.repeat(9);
      cell.append(line);
      for (const other of cell.parentElement.cells)
        if (other.textContent.trim() === '–') other.textContent = '$1,234.50';
    })""")
    outside = page.evaluate("""() => {
      const panel = document.querySelector('.lobby-table').closest('.lobby-panel').getBoundingClientRect();
      return [...document.querySelectorAll('.lobby-table :is(a, .button)')]
        .filter((node) => node.getClientRects().length && node.getBoundingClientRect().right > panel.right)
        .map((node) => node.textContent.trim().slice(0, 20));
    }""")
    assert page.locator(".lobby-row__players").count() > 0
    assert outside == []
