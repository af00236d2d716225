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
