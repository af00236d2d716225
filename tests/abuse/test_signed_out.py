"""A socket lives no longer than the right to it: signed out, blocked or with a new password it is closed with 4401
within two seconds, on a real server, and what it still says is not heard."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import time
from collections.abc import Callable
from urllib.parse import urlencode

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from pokerroom.launch.room import Room
from tests.secrecy.eye import RemoteEye
from tests.secrecy.served import people_of

PASSWORD = "correct horse 17 battery"
# What is promised, and what a test on a busy machine grants.
SECONDS, GRACE = 2.0, 1.0
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


class Browser:
    """Forms of a served room: cookies and tokens as a browser has them."""

    def __init__(self, room: Room, cookie: str = "") -> None:
        self.room = room
        self.cookies = dict([cookie.split("=", 1)]) if cookie else {}

    @property
    def cookie(self) -> str:
        """The header."""
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[int, str]:
        """Status and text of the answer; its cookies are kept."""
        connection = http.client.HTTPConnection("127.0.0.1", self.room.port, timeout=30)
        headers = {"Cookie": self.cookie, "Origin": self.room.url}
        if fields is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, path, urlencode(fields) if fields is not None else None, headers)
        answer = connection.getresponse()
        for header in answer.headers.get_all("Set-Cookie") or []:
            name, value = header.split(";")[0].split("=", 1)
            self.cookies[name] = value
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def send(self, form: str, fields: dict[str, str], *, to: str | None = None) -> int:
        """Read the token from a page and send a form."""
        token = TOKEN.search(self.ask("GET", form)[1])
        assert token is not None, form
        return self.ask("POST", to or form, {**fields, "csrfmiddlewaretoken": token[1]})[0]


def sign_out(room: Room, name: str, browser: Browser) -> None:
    assert browser.send("/accounts/logout/", {}) == 302


def change_password(room: Room, name: str, browser: Browser) -> None:
    new = "another horse 18 battery"
    fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert browser.send("/accounts/password/change/", fields) == 302


def block(room: Room, name: str, browser: Browser) -> None:
    """Support does it, at its desk."""
    support = people_of(room, {}, players=[], staff=[f"support-{name}"], groups={f"support-{name}": "Support"})
    desk = Browser(room, support[f"support-{name}"]["cookie"])
    listed = desk.ask("GET", f"/admin/accounts/player/?q={name}")[1]
    number = re.search(r"/admin/accounts/player/(\d+)/change/", listed)
    assert number is not None
    page = f"/admin/accounts/player/{number[1]}/change/"
    assert desk.send(page, {"reason": "chip dumping"}, to=f"/admin/accounts/player/{number[1]}/act/block/") == 302


FOREIGN = [
    None, "null", "http://evil.example", "https://127.0.0.1:{port}", "http://sub.127.0.0.1:{port}",
    "http://127.0.0.1:{next}", "http://127.0.0.1", "http://127.0.0.1.evil.example:{port}",
    "http://127.0.0.1:{port}.evil.example", "http://[::1]:{port}", "ws://127.0.0.1:{port}", "http://127.0.0.1:{port}@evil",
]  # fmt: skip
Way = Callable[[Room, str, Browser], None]


@pytest.mark.parametrize("way", [sign_out, change_password, block], ids=lambda way: way.__name__)
def test_a_socket_dies_with_the_right_to_it(serve: Room, way: Way) -> None:
    name = way.__name__.replace("_", "-")
    people = people_of(serve, {name: {}}, players=[name, f"{name}-2"], password=PASSWORD)
    asyncio.run(_die(serve, name, way, people))


async def _die(room: Room, name: str, way: Way, people: dict[str, dict[str, str]]) -> None:
    eyes = [
        await RemoteEye(name=who, table=name, cookie=person["cookie"], player=person["public"]).open(room.url)
        for who, person in people.items()
    ]
    for seat, eye in enumerate(eyes, start=1):
        assert await eye.say("sit", seat=seat, buy_in=10_000) is None
    browser = Browser(room, people[name]["cookie"])
    began = time.monotonic()
    await asyncio.to_thread(way, room, name, browser)
    done = time.monotonic()
    async with asyncio.timeout(SECONDS + GRACE):
        while eyes[0].closed is None:
            await asyncio.sleep(0.02)
    assert eyes[0].closed == 4401
    assert time.monotonic() - done <= SECONDS + GRACE, f"{done - began:.1f} s for the way itself"
    with pytest.raises(ConnectionClosed):
        await eyes[0].send('{"type":"leave"}')
    assert await eyes[1].say("chat", text="still here") is None
    seat = eyes[1].view["seats"].get("1")
    if way is sign_out:
        assert seat is None or seat["left"], "signing out is leaving (R-1.7)"
    else:
        assert seat["stack"] + seat.get("bet", 0) == 10_000, "his chips stay where they are"
    again = await RemoteEye(name="again", table=name, cookie=people[name]["cookie"]).open(room.url)
    assert "you" not in json.loads(again.texts[0]), "the old cookie makes nobody"
    assert again.private == {}
    assert await again.say("leave") == "sign_in_first"
    for eye in (eyes[1], again):
        await eye.close()


async def test_the_cookie_of_a_player_opens_nothing_from_another_page(serve: Room) -> None:
    """The browser would send his cookie with any page's request; the origin decides, all of it."""
    people = await asyncio.to_thread(people_of, serve, {}, players=["origin"])
    address = f"ws://127.0.0.1:{serve.port}/ws/tables/amber/"
    port = serve.port
    for origin in FOREIGN:
        origin = origin and origin.format(port=port, next=port + 1)
        with pytest.raises(InvalidStatus) as refused:
            await connect(
                address,
                origin=Origin(origin) if origin else None,
                additional_headers={"Cookie": people["origin"]["cookie"]},
            )
        assert refused.value.response.status_code in {400, 403}, origin
