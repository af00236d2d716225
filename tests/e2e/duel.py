"""Two people at a table for two, playing the same hand by the same plan: what disturbs one must change nothing.

The deck is planted, so the plan decides everything. A disturbance is done to the first player around each of his
decisions; what the room recorded afterwards is compared with an undisturbed game.
"""

from collections.abc import Callable
from typing import Any

from pokerroom.launch.room import Room
from tests.e2e.rooms import assert_sound
from tests.e2e.visitor import Visitor

Json = dict[str, Any]
# A line that a test can cut, fill with garbage, or make deaf or dumb; the page's own code is untouched.
LOOSE_LINE = """(() => {
  const Real = window.WebSocket;
  window.lines = [];
  window.fault = "";
  window.WebSocket = class extends Real {
    constructor(...words) {
      super(...words);
      window.lines.push(this);
      this.addEventListener("message", (event) => window.fault === "deaf" && event.stopImmediatePropagation());
    }
    send(data) {
      if (window.fault !== "dumb") super.send(data);
    }
  };
})()"""

Act = Callable[[Visitor, str], None]


def plan(turn: int) -> str:
    """What is done at the hand's decision `turn`, counted from 0: bets and raises on every street, and calls."""
    return "raise" if turn % 3 else "call"


def press(visitor: Visitor, kind: str) -> None:
    """The undisturbed way."""
    visitor.press(kind)


def key(visitor: Visitor, kind: str) -> None:
    """By the keyboard, which needs no guard against a click meant for something else."""
    visitor.page.keyboard.press({"call": "c", "raise": "r"}[kind])


class Duel:
    """A game of one hand at the table `slug`; the second player acts by keyboard."""

    def __init__(self, room: Room, slug: str, one: Visitor, two: Visitor) -> None:
        self.room, self.slug, self.one, self.two = room, slug, one, two

    def sit(self) -> None:
        """Both take a seat with fifty dollars; the first to sit is the dealer (R-2.1)."""
        for seat, visitor in enumerate((self.one, self.two), start=1):
            visitor.open_table(self.slug)
            visitor.take_seat(seat, chips="50")

    def sees(self, visitor: Visitor, turn: int) -> bool:
        """Whether the player has the buttons for this decision before him."""
        return visitor.my_turn() and visitor.view["hand"].get("turn", {}).get("no") == turn

    def play(self, act: Act = press) -> Json:
        """Play by the plan, the first player's decisions by `act`; what was recorded of the hand."""
        self.two.until("() => document.querySelector('poker-table').state.view.hand?.turn")
        number = self.two.view["hand"]["number"]
        decided = -1
        while (hand := self.two.view.get("hand", {})).get("number") == number and "turn" in hand:
            turn = hand["turn"]
            visitor = self.one if turn["seat"] == 1 else self.two
            if turn["no"] > decided and self.sees(visitor, turn["no"]):
                decided = turn["no"]
                kind = plan(decided) if visitor.button("raise").is_visible() else "call"
                (act if visitor is self.one else key)(visitor, kind)
            self.two.page.wait_for_timeout(20)
        for visitor in (self.one, self.two):
            visitor.until_live(seconds=30)
            visitor.leave()
        for visitor in (self.one, self.two):
            visitor.until("() => document.querySelector('poker-table').seat === null", seconds=30)
        hand = assert_sound(self.room, self.slug)["hands"][0]
        return {fact: hand[fact] for fact in ("board", "actions", "replayed")}
