"""What people type is text, in a real Chromium: in the chat of a table and on the pages of staff. Nothing
of it runs, loads or becomes an element, and the content policy has nothing to stop."""

from __future__ import annotations

import asyncio
import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import Browser, Page, Request

from pokerroom.launch.room import Room
from tables.live.talk import plain
from tests.secrecy.eye import RemoteEye
from tests.secrecy.served import people_of

pytestmark = pytest.mark.e2e
PAYLOADS = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<iframe srcdoc='<script>parent.alert(1)</script>'></iframe>",
    "<a href='javascript:alert(1)'>chips</a>",
    "javascript:alert(1)",
    "<body onload=alert(1)>",
    "<style>*{display:none}</style>",
    "<link rel=stylesheet href=//evil.example/x.css>",
    "<meta http-equiv=refresh content=0;url=//evil.example>",
    "<form action=//evil.example><button>win</button></form>",
    "<details open ontoggle=alert(1)>",
    "<math><mi xlink:href='data:x,<script>alert(1)</script>'>",
    "</li></ol><script>alert(1)</script>",
    '" onmouseover="alert(1)" x="',
    "' onfocus='alert(1)' autofocus='",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;img src=x onerror=alert(1)&#62;",
    "\\u003cscript\\u003ealert(1)\\u003c/script\\u003e",
    "{{constructor.constructor('alert(1)')()}}",
    "${alert(1)}",
    "<!--><script>alert(1)</script>-->",
    "<template><img src=x onerror=alert(1)></template>",
    "=HYPERLINK('http://evil.example')",
    "\u202egnp.exe\u202c \u2066x\u2069",
    "＜script＞alert(1)＜/script＞",
]
NAMES = [f"typist-{number}" for number in range(-(-len(PAYLOADS) // 3))]
WATCH = """
window.violations = [];
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  violations.push(`${violatedDirective} ${blockedURI}`));
"""


class Guard:
    """What a page tried that text cannot try."""

    def __init__(self, page: Page, room: Room) -> None:
        self.page, self.room, self.tried = page, room, []
        page.add_init_script(WATCH)
        page.on("dialog", lambda dialog: (self.tried.append(f"dialog {dialog.message}"), dialog.dismiss()))
        page.on("request", self._asked)
        page.on("popup", lambda popup: self.tried.append(f"popup {popup.url}"))

    def _asked(self, request: Request) -> None:
        own = (self.room.url, self.room.url.replace("http", "ws", 1), "data:", "blob:")
        if not request.url.startswith(own):
            self.tried.append(f"request {request.url}")

    def check(self, payload_elements: str) -> None:
        """Nothing ran, nothing was fetched, nothing became an element."""
        assert self.tried == []
        assert self.page.evaluate("violations") == []
        assert self.page.locator(payload_elements).count() == 0


async def _say(room: Room, table: str, people: dict[str, dict[str, str]]) -> None:
    for place, name in enumerate(NAMES):
        eye = await RemoteEye(name=name, table=table, cookie=people[name]["cookie"]).open(room.url)
        for payload in PAYLOADS[3 * place : 3 * place + 3]:
            assert await eye.say("chat", text=payload) is None
        await eye.close()


def test_what_people_say_is_text(page: Page, serve: Room) -> None:
    people = people_of(serve, {"chatty": {}}, players=NAMES)
    guard = Guard(page, serve)
    page.goto("/tables/chatty/")
    page.wait_for_selector(".chat", state="attached")
    page.wait_for_function("document.querySelector('poker-table') && !document.querySelector('.table-loading')")
    # The browser's driver has this thread's event loop.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(_say(serve, "chatty", people))).result()
    lines = page.locator(".chat__line")
    deadline = time.monotonic() + 10
    while lines.count() < len(PAYLOADS) and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    said = [re.sub(r"^typist-\d+ |Mute$", "", text) for text in lines.all_text_contents()]
    assert said == [plain(payload) for payload in PAYLOADS]
    guard.check(".chat__line :not(b):not(button)")


def test_what_people_ask_support_is_text(browser: Browser, serve: Room) -> None:
    """A request's text, on the page of a superuser, where a script would have most to take."""
    code = (
        "from accounts import allowance, clock, reset_requests; from accounts.models import Player;"
        "player = Player.objects.get(username='asker');"
        "allowance.use(player.pk, hand='1', table='t', now=clock.now());"
        f"reset_requests.request_reset(player.pk, {' '.join(PAYLOADS[:14])!r});"
        "print(player.pk)"
    )
    staff = people_of(serve, {}, players=["asker"], staff=["chief"], groups={"chief": "Support"})
    number = serve.manage("shell", "-v0", "-c", code).split()[-1]
    name, value = staff["chief"]["cookie"].split("=", 1)
    context = browser.new_context(base_url=serve.url)
    context.add_cookies([{"name": name, "value": value, "url": serve.url}])
    page = context.new_page()
    guard = Guard(page, serve)
    for address in (f"/admin/accounts/player/{number}/change/", "/admin/accounts/resetrequest/"):
        page.goto(address)
        guard.check("img[src=x], svg[onload], iframe, details[ontoggle], #content a[href^=javascript], #content style")
    page.goto("/admin/accounts/resetrequest/")
    page.locator("#result_list tbody a").first.click()
    assert "<script>alert(1)</script>" in page.locator("#content").inner_text()
    guard.check("img[src=x], svg[onload], iframe, details[ontoggle], #content a[href^=javascript], #content style")
    context.close()
