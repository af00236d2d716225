"""A person in front of a browser: goes to pages, presses the room's real buttons, reads what stands there.

Everything he does goes through the page as a player has it. What he waits for is read from the state the table's page
keeps, so that a test never sleeps and hopes; what he sees is read from the page itself.
"""

import re
import secrets
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

Json = dict[str, Any]
PASSWORD = "nine bent spoons 1862"
MY_TURN = "() => document.querySelector('poker-actions')?.hasAttribute('data-turn')"
STATE = "() => document.querySelector('poker-table').state"
SEAT = "() => document.querySelector('poker-table').seat"
DECIDED = """([number, turn]) => {
  const { hand } = document.querySelector('poker-table').state.view;
  return hand?.number !== number || hand.turn?.no !== turn;
}"""
# The action bar ignores a pointer for 350 ms after its buttons changed, so that nobody presses what he did not see.
GUARD_MS = 400


def press(button: Locator) -> None:
    """Press a button of the action bar as a person does: after having seen it."""
    expect(button).to_be_visible()
    button.page.wait_for_timeout(GUARD_MS)
    button.click()


class Visitor:
    """One tab of one person. `said` collects what the browser complained about: errors, refused resources."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.said: list[str] = []
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("console", lambda line: self.said.append(line.text) if line.type in {"error", "warning"} else None)

    def also(self, page: Page) -> "Visitor":
        """The same person in another tab; its complaints are gathered here too."""
        other = Visitor(page)
        other.said = self.said
        return other

    def forgive(self, words: str) -> None:
        """Forget complaints with these words: a test caused them itself."""
        self.said[:] = [line for line in self.said if words not in line]

    # -- getting in

    def sign_up(self, name: str) -> None:
        """Make an account by the form."""
        self.page.goto("/")
        self.page.get_by_role("link", name="Sign up").click()
        self.page.get_by_label("Name at the table").fill(name)
        self.page.get_by_label("E-mail").fill(f"{name}-{secrets.token_hex(3)}@example.test")
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_label("Password again").fill(PASSWORD)
        self.page.get_by_role("button", name="Make my account").click()
        expect(self.page.locator("summary", has_text=name)).to_be_visible()

    def play_now(self) -> None:
        """From the front page to a seat, in two clicks at most: this is the first."""
        self.page.goto("/")
        self.page.get_by_role("button", name="Play now").click()
        self.until("() => document.querySelector('poker-table')?.seat")

    def open_table(self, slug: str) -> None:
        """Look at a table."""
        self.page.goto(f"/tables/{slug}/")
        self.until("() => document.querySelector('poker-table')?.state.view")

    def take_seat(self, seat: int, *, chips: str | None = None) -> None:
        """Press a free seat, choose the chips (dollars; None: what is offered) and sit down."""
        self.page.locator(f"poker-seat[data-seat='{seat}']").get_by_role("button").click()
        dialog = self.page.get_by_role("dialog")
        if chips is not None:
            dialog.get_by_role("textbox", name="Amount").fill(chips)
        dialog.get_by_role("button", name="Take the seat").click()
        self.until("() => document.querySelector('poker-table').seat")

    # -- what is so

    @property
    def state(self) -> Json:
        """What the table's page knows: version, view, mine, you."""
        state: Json = self.page.evaluate(STATE)
        return state

    @property
    def view(self) -> Json:
        """The public view."""
        view: Json = self.state["view"]
        return view

    @property
    def seat(self) -> int | None:
        """Where he sits."""
        seat: int | None = self.page.evaluate(SEAT)
        return seat

    @property
    def me(self) -> Json:
        """His seat as everybody sees it."""
        own: Json = self.view["seats"][str(self.seat)]
        return own

    def until(self, condition: str, argument: Any = None, *, seconds: float = 20) -> None:
        """Wait for a condition in the page."""
        self.page.wait_for_function(condition, arg=argument, timeout=seconds * 1000)

    def until_me(self, condition: str, *, seconds: float = 20) -> None:
        """Wait for something about the own seat, `me` as the view shows it."""
        table = "const t = document.querySelector('poker-table'); const me = t.state.view?.seats[t.seat];"
        self.until(f"() => {{ {table} return Boolean(me) && {condition}; }}", seconds=seconds)

    def until_live(self, *, seconds: float = 20) -> None:
        """Wait for a table that is connected."""
        self.until("() => document.querySelector('.line')?.dataset.state === 'live'", seconds=seconds)

    # -- playing

    def button(self, kind: str) -> Locator:
        """One of the three buttons: fold, call, raise."""
        return self.page.locator(f"poker-actions .act--{kind}")

    def my_turn(self) -> bool:
        """Whether the buttons are there and can be pressed."""
        return bool(self.page.evaluate(MY_TURN)) and self.button("fold").is_enabled()

    def until_decided(self, before: Json) -> None:
        """Wait until the decision that was to be made in the state `before` is made."""
        hand = before["view"]["hand"]
        self.until(DECIDED, [hand["number"], hand["turn"]["no"]])

    def until_my_turn(self, *, seconds: float = 30) -> None:
        """Wait for the buttons."""
        self.until(MY_TURN, seconds=seconds)

    def leave(self) -> None:
        """Press Leave and mean it."""
        self.page.get_by_role("button", name="Leave").first.click()
        self.page.get_by_role("dialog").get_by_role("button", name="Leave").click()

    def press(self, kind: str) -> None:
        """Press one of the three buttons."""
        press(self.button(kind))

    def choose(self, name: re.Pattern[str]) -> None:
        """Take what is offered in the bar between turns, by the keyboard.

        Its words change with the hands that others play, and each change is a moment in which a pointer is ignored.
        """
        self.page.locator("poker-actions").get_by_role("button", name=name).first.press("Enter")

    def play_hands(self, hands: int, choose: Callable[[Json], str], *, seconds: float) -> list[Json]:
        """Act at every own turn by `choose(state)` until so many hands are settled; their last states."""
        self.page.evaluate(COLLECT)
        waited = 0.0
        while len(done := self.page.evaluate("() => window.finishedHands")) < hands:
            assert waited < seconds, f"{len(done)} hands after {seconds} s"
            if self.my_turn():
                self.press(choose(self.state))
            elif self.page.get_by_role("button", name="Add chips").first.is_visible() and self.broke():
                self.add_chips()
            self.page.wait_for_timeout(50)
            waited += 0.05
        return list(done)

    def broke(self) -> bool:
        """Whether he has no chips left and no hand to win them back in."""
        return self.me["stack"] == 0 and "cards" not in self.me

    def add_chips(self) -> None:
        """Fill up to the table's maximum."""
        self.page.get_by_role("button", name="Add chips").first.click()
        self.page.get_by_role("dialog").get_by_role("button", name="Add chips").click()


# Looks at the table after every message, and keeps a note of each hand that was settled.
COLLECT = """() => {
  if (window.finishedHands) return;
  window.finishedHands = [];
  const table = document.querySelector('poker-table');
  const look = () => {
    const { view } = table.state;
    const hand = view?.hand;
    if (!hand || view.status !== 'showdown') return;
    if (window.finishedHands.some(({ number }) => number === hand.number)) return;
    const seats = Object.fromEntries(Object.entries(view.seats).map(([seat, { name, stack, cards }]) =>
      [seat, { name, stack, cards }]));
    window.finishedHands.push({ number: hand.number, id: hand.id, street: hand.street, board: hand.board, seats });
  };
  new MutationObserver(look).observe(table, { childList: true, subtree: true, attributes: true, characterData: true });
  look();
}"""
