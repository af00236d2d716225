"""A person at one tab of his browser. What he waits for is read from the page's own state, never slept for."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.visitor import press

Json = dict[str, Any]
# Decides for a player the way the test's plan says: his cheapest move, or a fold.
DECIDE = """(kind) => {
  const table = document.querySelector('poker-table');
  const { hand } = table.state.view;
  const turn = hand?.turn;
  if (turn?.seat !== table.seat) return null;
  const move = kind === 'fold' && !turn.check ? 'fold' : turn.check ? 'check' : 'call';
  return table.command({ type: 'act', hand: hand.number, turn: turn.no, move });
}"""


SEEN = """() => {
  const table = document.querySelector('poker-table');
  const { view, mine } = table?.state ?? {};
  const seat = view ? table.seat : null;
  return Boolean(view && (%s));
}"""


class Person:
    """One tab. `said` collects script errors and refused resources."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name = page, name
        self.said: list[str] = []
        page.on("pageerror", lambda error: self.said.append(str(error)))
        page.on("console", lambda line: self.said.append(line.text) if line.type == "error" else None)

    def tab(self) -> "Person":
        """The same person in another tab."""
        other = Person(self.page.context.new_page(), self.name)
        other.said = self.said
        return other

    def open(self, slug: str) -> "Person":
        """Go to a table and wait for its picture."""
        self.page.goto(f"/tables/{slug}/")
        self.until("table.state.view")
        return self

    def until(self, condition: str, *, seconds: float = 20) -> None:
        """Wait for a condition on `table` (the element), `view`, `mine` and `seat`."""
        self.page.wait_for_function(SEEN % condition, timeout=seconds * 1000)

    def sees(self, condition: str) -> bool:
        """Whether a condition holds now."""
        return bool(self.page.evaluate(SEEN % condition))

    @property
    def state(self) -> Json:
        """What the table's page knows."""
        found: Json = self.page.evaluate("() => document.querySelector('poker-table').state")
        return found

    @property
    def status(self) -> Locator:
        """The line of status in the action bar."""
        return self.page.locator(".bar__status")

    def plate(self, seat: int) -> Locator:
        """A seat at the table."""
        return self.page.locator(f"poker-seat[data-seat='{seat}']")

    def button(self, name: str) -> Locator:
        """A button with this label in the action bar."""
        return self.page.locator("poker-actions").get_by_role("button", name=name, exact=True)

    def press(self, name: str) -> None:
        """Press a button of the action bar."""
        press(self.button(name))

    def sit(self, seat: int, *, entry: str = "post") -> None:
        """Take a seat through the dialog."""
        self.plate(seat).get_by_role("button").click()
        dialog = self.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        if dialog.locator(f"input[value='{entry}']").is_visible():
            dialog.locator(f"input[value='{entry}']").check()
        dialog.get_by_role("button", name="Take the seat").click()
        self.until(f"seat === {seat}")

    def options(self) -> Locator:
        """Open the options."""
        self.page.get_by_role("button", name="Options").click()
        return self.page.get_by_role("dialog")

    def decide(self, kind: str = "call") -> None:
        """Make the own decision that is awaited."""
        self.until("view.hand?.turn && view.hand.turn.seat === seat")
        self.page.evaluate(DECIDE, kind)

    def log(self) -> str:
        """What the log says."""
        return self.page.locator("poker-log").inner_text()


def play(people: list[Person], *, until: str, kind: str = "call", seconds: float = 20) -> None:
    """Everybody decides in turn until the first one's page sees the condition."""
    for _ in range(int(seconds * 10)):
        if people[0].sees(until):
            return
        for person in people:
            if person.sees("view.hand?.turn && view.hand.turn.seat === seat"):
                person.page.evaluate(DECIDE, kind)
        people[0].page.wait_for_timeout(100)
    raise AssertionError(people[0].state)
