"""Pictures of every page and of a table's important moments: `python -m tests.screenshots [FOLDER]`.

For whoever changes how the room looks. It opens a room of its own with house bots, goes through it on a wide screen and
on a phone, and writes PNG files; `docs/table.png`, the picture in the README, is made by `--readme`.
"""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from pokerroom.launch import chromium
from pokerroom.launch.room import PROJECT, Room
from tests.e2e.rooms import bots, planted_room
from tests.e2e.visitor import Visitor

Json = dict[str, Any]
SIZES = {"wide": (1440, 900), "phone": (390, 844)}
SLOW = {"quiet_ms": 20_000, "countdown_ms": 60_000}
TABLES: dict[str, Json] = {
    "opal": {"seats": 9, "changes": SLOW, "pause_ms": 5_000, "raked": True},
    "ruby": {"game": "no", "seats": 6, "min_buy_in": 4_000, "changes": SLOW, "pause_ms": 5_000},
}
STAFF = """
from accounts.models import Player
player = Player.objects.create_superuser("Operator", "operator@example.test", "nine bent spoons 1862")
"""


class Camera:
    """Takes pictures of one size into a folder."""

    def __init__(self, browser: Browser, room: Room, folder: Path, size: str) -> None:
        self.browser, self.room, self.folder, self.size = browser, room, folder, size

    @contextmanager
    def visitor(self) -> Iterator[Visitor]:
        width, height = SIZES[self.size]
        context = self.browser.new_context(base_url=self.room.url, viewport={"width": width, "height": height})
        context.set_default_timeout(30_000)
        yield Visitor(context.new_page())
        context.close()

    def take(self, visitor: Visitor, name: str, *, whole: bool = False) -> None:
        """Let everything come to rest, and press the button."""
        visitor.page.wait_for_timeout(700)
        visitor.page.screenshot(path=self.folder / f"{self.size}-{name}.png", full_page=whole)
        print(name, self.size, *visitor.said, flush=True)
        visitor.said.clear()

    def stranger(self) -> None:
        with self.visitor() as visitor:
            page = visitor.page
            for name, path in {
                "lobby": "/", "login": "/accounts/login/", "signup": "/accounts/signup/",
                "reset": "/accounts/password/reset/", "missing": "/nothing/", "admin-login": "/admin/",
            }.items():  # fmt: skip
                page.goto(path)
                self.take(visitor, name, whole=True)
            page.goto("/accounts/signup/")
            page.get_by_label("Name at the table").fill("bot-1")
            page.get_by_label("E-mail").fill("a@example.test")
            page.get_by_label("Password", exact=True).fill("short")
            page.get_by_label("Password again").fill("other")
            page.get_by_role("button", name="Make my account").click()
            self.take(visitor, "signup-errors", whole=True)
            visitor.open_table("opal")
            self.take(visitor, "observer")
            visitor.open_table("amber")
            self.take(visitor, "empty-table")

    def player(self, number: int) -> None:
        with self.visitor() as visitor:
            page = visitor.page
            visitor.sign_up(f"Linnet{number}")
            self.take(visitor, "lobby-signed-in", whole=True)
            page.goto("/account/")
            self.take(visitor, "account", whole=True)
            page.goto("/cashier/")
            self.take(visitor, "cashier", whole=True)
            visitor.open_table("opal")
            free = page.get_by_role("button", name="Sit").first
            free.click()
            self.take(visitor, "sit-dialog")
            page.get_by_role("dialog").get_by_role("button", name="Take the seat").click()
            self.take(visitor, "seated-waiting")
            visitor.until_my_turn(seconds=120)
            self.take(visitor, "turn-fixed")
            while visitor.view["status"] != "showdown":
                if visitor.my_turn():
                    visitor.press("call")
                page.wait_for_timeout(50)
            self.take(visitor, "showdown")
            self.dialogs(visitor)
            self.no_limit(visitor)

    def dialogs(self, visitor: Visitor) -> None:
        page = visitor.page
        page.get_by_role("button", name="Options").click()
        self.take(visitor, "options")
        page.keyboard.press("Escape")
        page.keyboard.press("?")
        self.take(visitor, "keys")
        page.keyboard.press("Escape")
        page.keyboard.press("/")
        page.keyboard.type("Good evening, everybody")
        page.keyboard.press("Enter")
        self.take(visitor, "chat")
        if self.size == "phone":
            page.get_by_role("button", name="Close log and chat").click()
        visitor.leave()
        visitor.until("() => document.querySelector('poker-table').seat === null", seconds=100)

    def no_limit(self, visitor: Visitor) -> None:
        visitor.open_table("ruby")
        visitor.page.get_by_role("button", name="Sit").first.click()
        visitor.page.get_by_role("dialog").get_by_role("button", name="Take the seat").click()
        visitor.until_my_turn(seconds=120)
        visitor.page.keyboard.press("3")
        self.take(visitor, "turn-no-limit")
        visitor.page.keyboard.press("a")
        visitor.page.keyboard.type("1")
        self.take(visitor, "turn-bad-amount")
        visitor.press("fold")
        link = visitor.page.get_by_role("link", name="Replay hand").last
        link.wait_for(state="attached", timeout=60_000)
        visitor.page.goto(link.get_attribute("href") or "")
        self.take(visitor, "hand", whole=True)
        visitor.page.get_by_role("slider").press("End")
        self.take(visitor, "hand-end", whole=True)

    def guest(self) -> None:
        with self.visitor() as visitor:
            visitor.play_now()
            self.take(visitor, "guest-table")
            for name, path in {"guest-account": "/account/", "keep": "/account/keep/", "guest-lobby": "/"}.items():
                visitor.page.goto(path)
                self.take(visitor, name, whole=True)

    def staff(self) -> None:
        with self.visitor() as visitor:
            page = visitor.page
            page.goto("/admin/")
            page.get_by_label("Name or e-mail").fill("Operator")
            page.get_by_label("Password").fill("nine bent spoons 1862")
            page.get_by_role("button", name="Sign in").click()
            for name, path in {"admin": "/admin/", "admin-tables": "/admin/tables/table/"}.items():
                page.goto(path)
                self.take(visitor, name, whole=True)
            page.get_by_role("link", name="Opal").first.click()
            self.take(visitor, "admin-table", whole=True)


def readme(browser: Browser, room: Room) -> None:
    """The table in the middle of a hand, for the README."""
    with Camera(browser, room, PROJECT / "docs", "wide").visitor() as visitor:
        visitor.page.set_viewport_size({"width": 1200, "height": 750})
        visitor.sign_up("Linnet")
        visitor.open_table("opal")
        visitor.page.get_by_role("button", name="Sit").first.click()
        visitor.page.get_by_role("dialog").get_by_role("button", name="Take the seat").click()
        while len(visitor.view.get("hand", {}).get("board", "")) < 6:
            visitor.until_my_turn(seconds=120)
            visitor.press("call")
            visitor.page.wait_for_timeout(500)
        visitor.until_my_turn(seconds=120)
        visitor.page.wait_for_timeout(700)
        visitor.page.screenshot(path=PROJECT / "docs" / "table.png")


def main(words: argparse.Namespace) -> None:
    """Open the room and take what was asked for."""
    room = planted_room(TABLES)
    try:
        with sync_playwright() as driver, bots(room, "opal,ruby", players=9, pace_ms=500):
            browser = driver.chromium.launch(executable_path=str(chromium.program()), args=list(chromium.ARGUMENTS))
            if words.readme:
                readme(browser, room)
                return
            words.folder.mkdir(parents=True, exist_ok=True)
            room.manage("shell", "-c", STAFF)
            for number, size in enumerate(SIZES):
                camera = Camera(browser, room, words.folder, size)
                camera.stranger()
                camera.player(number)
                camera.guest()
                camera.staff()
    finally:
        room.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.screenshots")
    parser.add_argument("folder", nargs="?", type=Path, default=PROJECT / "test-results" / "screenshots")
    parser.add_argument("--readme", action="store_true", help="take docs/table.png instead")
    main(parser.parse_args())
