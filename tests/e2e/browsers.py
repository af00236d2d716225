"""The browsers of one test: whoever came must leave without a complaint, and a failing test leaves pictures."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

import pytest
from playwright.sync_api import Browser, Page

from tests.conftest import BROWSER_MILLISECONDS, RESULTS


class Guest(Protocol):
    """One tab of one person, and what his browser complained about."""

    page: Page
    said: list[str]


def new_page(browser: Browser, url: str, *, width: int = 1440, height: int = 900, **options: object) -> Page:
    """A page in a browser of its own, at the room with this address."""
    context = browser.new_context(base_url=url, viewport={"width": width, "height": height}, **options)  # type: ignore[arg-type]
    context.set_default_timeout(BROWSER_MILLISECONDS)
    return context.new_page()


@contextmanager
def watched(guests: Sequence[Guest], request: pytest.FixtureRequest) -> Iterator[None]:
    """Afterwards everybody's browser is closed, and none may have complained."""
    failures = request.session.testsfailed
    yield
    said = [line for guest in guests for line in guest.said]
    if said or request.session.testsfailed > failures:
        RESULTS.mkdir(exist_ok=True)
        name = re.sub(r"[^a-z0-9_]+", "-", request.node.name.lower())
        for number, guest in enumerate(guests):
            if not guest.page.is_closed():
                guest.page.screenshot(path=RESULTS / f"{name}-{number}.png")
    for guest in guests:
        guest.page.context.close()
    assert said == []
