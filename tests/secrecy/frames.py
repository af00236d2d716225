"""Judges every frame one socket got, in order: was each card in it known to this viewer at that moment?

What may be known is worked out here from the truth and from what was told before, not asked of the room:
board cards when the betting before them is closed, a hand face up only when it was not folded, another is still in and
nobody has anything left to decide (or its owner asked to show it), and never a card that was not dealt.
"""

from __future__ import annotations

import json
import re
from typing import Any

from tables.engine.ranking import name
from tests.secrecy.cards import CARD, fields, found, strings
from tests.secrecy.truth import Truth
from tests.tables.sockets import merged

LENGTHS = {"preflop": {0}, "flop": {3}, "turn": {4}, "river": {5}, "showdown": {5}}
MOVES = {"fold", "check", "call", "bet", "raise", "protected"}
HAND_WORDS = re.compile(r"\b(?:pairs?|trips|three|four|straight|flush|full house|high|kicker)\b", re.IGNORECASE)
MADE = {"shown", "pot_won"}


class Witness:
    """One viewer's socket: what it was told so far, and the faults found in that."""

    def __init__(
        self,
        viewer: str,
        *,
        table: str,
        player: str | None,
        truths: dict[tuple[str, int], Truth],
        requested: set[tuple[str, int, int]],
    ) -> None:
        self.viewer, self.table, self.player = viewer, table, player
        self.truths, self.requested = truths, requested
        self.view: dict[str, Any] = {}
        self.private: dict[str, Any] = {}
        self.hand: Truth | None = None
        self.faults: list[str] = []
        self._begin(None)

    def _begin(self, hand: Truth | None) -> None:
        self.hand = hand
        self.folded: set[int] = set()
        self.all_in: set[int] = set()
        self.acted: set[int] | None = set()
        self.aggressor: int | None = None
        self.shown: set[int] = set()
        self.at_showdown: set[int] = set()
        self.face_up = False

    def judge(self, texts: list[str]) -> list[str]:
        """All faults in these frames."""
        for text in texts:
            self.take(text)
        return self.faults

    def take(self, text: str) -> None:
        """The next frame."""
        frame = json.loads(text)
        match frame["type"]:
            case "hello":
                self.view, self.private = frame["view"], frame["private"]
                self._turn_to(self.view)
                self._greeted()
                self._private(frame["private"])
                self._public({key: part for key, part in frame.items() if key != "private"})
            case "update":
                self._update(frame)
            case "private":
                self.private = merged(self.private, frame["patch"])
                self._private(frame["patch"])
            case _:
                if list(fields(frame)) or found(text):
                    self._fault("cards in an answer", text)

    def _update(self, frame: dict[str, Any]) -> None:
        before = self.view
        self.view = merged(self.view, frame["patch"])
        self._turn_to(self.view, before)
        for event in frame["events"]:
            self._event(event)
        self._public(frame)

    def _turn_to(self, view: dict[str, Any], before: dict[str, Any] | None = None) -> None:
        number = view.get("hand", {}).get("number")
        if number is None:
            self._begin(None)
        elif self.hand is None or self.hand.number != number:
            if (self.table, number) not in self.truths:
                self._fault("a hand nobody dealt", str(number))
                return
            self._begin(self.truths[self.table, number])

    def _greeted(self) -> None:
        """In the middle of a hand: what was done before is read off the view."""
        if self.hand is None:
            return
        self.acted = None
        for number, seat in self.view["seats"].items():
            if seat.get("status") == "folded":
                self.folded.add(int(number))
            if seat.get("status") in ("all_in", "protected"):
                self.all_in.add(int(number))
        self._look_at_hands()

    def _event(self, event: dict[str, Any]) -> None:
        kind, seat = event["kind"], event.get("seat")
        if kind == "dealt" and event["cards"] != "????":
            self._fault("a dealt hand was told", event)
        if self.hand is None:
            return
        if kind == "fold":
            self.folded.add(seat)
        if event.get("all_in") or kind == "protected":
            self.all_in.add(seat)
        if kind in MOVES and self.acted is not None:
            self.acted.add(seat)
        if kind in ("bet", "raise"):
            self.aggressor = seat
        if kind == "street":
            self._street(event)
        if HAND_WORDS.search(event.get("text", "")) and kind not in MADE and kind != "chat":
            self._fault("what a hand makes was told", event)
        if kind in MADE and event.get("text") and self.view["seats"].get(str(seat), {}).get("cards", "????") == "????":
            self._fault("what a hidden hand makes was told", event)

    def _street(self, event: dict[str, Any]) -> None:
        assert self.hand is not None
        can_act = self.hand.live_without(self.folded) - self.all_in
        if self.acted is not None and len(can_act) > 1 and not can_act <= self.acted:
            self._fault("board cards before the betting was closed", event)
        self.acted, self.aggressor = set(), None

    def _look_at_hands(self) -> None:
        """Who lies face up now, and whether he may."""
        assert self.hand is not None
        hand, view = self.hand, self.view
        now = {int(n): seat["cards"] for n, seat in view["seats"].items() if seat.get("cards", "????") != "????"}
        for seat, cards in now.items():
            if seat in self.shown:
                continue
            asked = (hand.table, hand.number, seat) in self.requested and "turn" not in view["hand"]
            if hand.holes.get(seat) != cards:
                self._fault("cards that this seat was not dealt", f"seat {seat}: {cards}")
            if not asked and seat in self.folded:
                self._fault("a folded hand was shown", f"seat {seat}")
            if not asked and len(hand.live_without(self.folded)) < 2:
                self._fault("the winner of an uncontested pot was shown", f"seat {seat}")
            self.face_up |= not asked
            if not asked:
                self.at_showdown.add(seat)
        self.shown |= set(now)
        if self.face_up and "turn" in view["hand"]:
            self._fault("a hand face up while somebody still decides", str(now))
        if not self.all_in and self.acted is not None and view["hand"]["street"] == "showdown" and self.at_showdown:
            left = [seat for seat in hand.order if seat in hand.live_without(self.folded)]
            first = self.aggressor if self.aggressor is not None else left[0]
            if not self.at_showdown <= hand.may_show(first=first):
                self._fault("a beaten hand was shown", f"{self.at_showdown}, {hand.may_show(first=first)} may")

    def _public(self, frame: dict[str, Any]) -> None:
        allowed: set[str] = set()
        if self.hand is not None:
            self._look_at_hands()
            shown = self.view["hand"]
            board = shown["board"]
            if len(board) // 2 not in LENGTHS[shown["street"]] or not self.hand.board.startswith(board):
                self._fault("not the board of this moment", f"{shown['street']}: {board}")
            count = max(LENGTHS[shown["street"]])
            allowed = set(CARD.findall(self.hand.board[: 2 * count]))
            for seat in self.shown:
                allowed |= set(CARD.findall(self.hand.holes.get(seat, "")))
        self._within(frame, allowed)
        for path, text in strings({key: part for key, part in frame.items() if key != "events"}):
            if HAND_WORDS.search(text) and not path.endswith((".name", ".rake", ".rules")):
                self._fault("what a hand makes is in the view", f"{path}: {text}")

    def _private(self, patch: dict[str, Any]) -> None:
        hand = self.hand
        seat = hand.seat_of(self.player) if hand is not None else None
        own = {hand.holes[seat]} if hand is not None and seat is not None else set()
        # The private part may be of a later write than the public one, so of the next hand.
        now = hand.number if hand is not None else 0
        numbers = sorted(number for table, number in self.truths if table == self.table and number > now)
        later = [self.truths[self.table, number] for number in (numbers[:2] if hand is not None else numbers)]
        own |= {one.holes[place] for one in later if (place := one.seat_of(self.player)) is not None}
        for path, run in fields(patch):
            if "".join(run) not in own:
                self._fault("private cards that are not his", f"{path}: {''.join(run)}")
        self._within(patch, {card for cards in own for card in CARD.findall(cards)})
        strength = patch.get("strength")
        made = {self._made(one) for one in [hand, *later] if one is not None}
        if strength and not any(strength in words for words in made):
            self._fault("private words that are not of his hand", strength)

    def _made(self, hand: Truth) -> tuple[str, ...]:
        """What this player's cards make, on as much of the board as was ever dealt in this hand."""
        seat = hand.seat_of(self.player)
        if seat is None:
            return ()
        return tuple(name(hand.holes[seat] + hand.board[: 2 * count]) for count in (0, 3, 4, 5) if count <= hand.dealt)

    def _within(self, frame: dict[str, Any], allowed: set[str]) -> None:
        for path, run in fields(frame):
            if not set(run) <= allowed:
                self._fault("a card he may not know", f"{path}: {''.join(run)}")
        for run in found(json.dumps(frame, ensure_ascii=False)):
            if not set(run) <= allowed:
                self._fault("cards he may not know in the text", "".join(run))

    def _fault(self, what: str, which: object) -> None:
        number = self.hand.number if self.hand is not None else None
        self.faults.append(f"{self.viewer} at {self.table}, hand {number}: {what}: {which}")
