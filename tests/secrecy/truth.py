"""What really happened, hand by hand, read with the keys that only the room has: the measure of every secret.

Boxes are opened and cards are dealt here by code of the tests' own (R-3.1), from rows of plain SQL, so that the same
reading serves a room in this process and one made of many.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tests.engine.referee import rank

Query = Callable[[str], list[tuple[Any, ...]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """One hand: who sat where with which cards, the whole board, who folded, and what was shown on request."""

    table: str
    number: int
    public_id: str
    deck: str
    button: int
    order: tuple[int, ...]  # clockwise from the button's left
    players: dict[int, str]
    auto_muck: dict[int, bool]
    actions: tuple[tuple[int, str], ...]
    asked_to_show: frozenset[int]
    void: bool
    dealt: int = 5  # board cards that were ever turned up

    @property
    def holes(self) -> dict[int, str]:
        """Two cards each, one at a time, clockwise from the button's left."""
        count = len(self.order)
        return {seat: self._card(place) + self._card(count + place) for place, seat in enumerate(self.order)}

    @property
    def board(self) -> str:
        """Five cards, one burnt before the flop, the turn and the river."""
        start = 2 * len(self.order)
        return "".join(self._card(start + offset) for offset in (1, 2, 3, 5, 7))

    @property
    def folded(self) -> set[int]:
        """The seats that folded."""
        return {seat for seat, move in self.actions if move == "fold"}

    @property
    def live(self) -> set[int]:
        """The seats that were still in at the end."""
        return set(self.order) - self.folded

    def live_without(self, folded: set[int]) -> set[int]:
        """The seats still in once these have folded."""
        return set(self.order) - folded

    def seat_of(self, player: str | None) -> int | None:
        """Where this player was dealt in."""
        return next((seat for seat, who in self.players.items() if who == player), None)

    def may_show(self, *, first: int) -> set[int]:
        """Who shows at a showdown for one pot (R-7.3, R-7.4): the first, then who beats or ties, or never mucks."""
        place, best, shown = self.order.index(first), None, set()
        for seat in (*self.order[place:], *self.order[:place]):
            if seat in self.live:
                strength = rank(self.holes[seat] + self.board)
                if best is None or strength >= best or not self.auto_muck[seat]:
                    shown.add(seat)
                    best = strength if best is None else max(best, strength)
        return shown

    def _card(self, place: int) -> str:
        return self.deck[2 * place : 2 * place + 2]


def opened(box: bytes, *, number: int, keys: Sequence[str]) -> str:
    """The deck in a box: key mark (4), nonce (12), ciphertext; the hand's number is bound to it."""
    for word in keys:
        key = hashlib.sha256(b"deck:" + word.encode()).digest()
        if hashlib.sha256(b"mark:" + key).digest()[:4] == box[:4]:
            return AESGCM(key).decrypt(box[4:16], box[16:], f"hand:{number}".encode()).decode()
    raise AssertionError(f"no key opens the deck of hand {number}")


def truths(query: Query, *, keys: Sequence[str]) -> dict[tuple[str, int], Truth]:
    """Every hand in the database, finished or on a table, by table and number."""
    shows = {(hand, seat) for hand, seat in query("SELECT hand_id, seat FROM tables_handshow")}
    players: dict[int, dict[int, str]] = {}
    for hand, seat, public in query(
        "SELECT s.hand_id, s.seat, p.public_id FROM tables_handseat s JOIN accounts_player p ON p.id = s.player_id"
    ):
        players.setdefault(hand, {})[seat] = public
    known = {}
    for pk, slug, number, public_id, setup, actions, box, void in query(
        "SELECT h.id, t.slug, h.number, h.public_id, h.setup, h.actions, h.deck, h.void_reason"
        " FROM tables_hand h JOIN tables_table t ON t.id = h.table_id"
    ):
        asked = {seat for hand, seat in shows if hand == pk}
        known[slug, number] = _truth(
            slug, number, public_id, _json(setup), _json(actions), opened(bytes(box), number=number, keys=keys),
            players=players[pk], asked=asked, void=bool(void),
        )  # fmt: skip
    for slug, deal, moves, box in query(
        "SELECT t.slug, l.deal, l.moves, l.deck FROM tables_livetable l JOIN tables_table t ON t.id = l.table_id"
    ):
        record, made = _json(deal), _json(moves)
        if record is None or not bytes(box) or (slug, record["number"]) in known:
            continue
        number = record["number"]
        known[slug, number] = _truth(
            slug, number, record["public_id"], record["setup"], (made or {}).get("actions", []),
            opened(bytes(box), number=number, keys=keys),
            players={int(seat): dealt["who"]["public"] for seat, dealt in record["seats"].items()},
            asked=set(), void=False,
        )  # fmt: skip
    return known


def _truth(
    slug: str, number: int, public_id: str, setup: dict[str, Any], actions: list[Any], deck: str,
    *, players: dict[int, str], asked: set[int], void: bool,
) -> Truth:  # fmt: skip
    seats = [row[0] for row in setup["seats"]]
    left = [seat for seat in seats if seat > setup["button"]]
    return Truth(
        table=slug,
        number=number,
        public_id=public_id,
        deck=deck,
        button=setup["button"],
        order=(*left, *[seat for seat in seats if seat <= setup["button"]]),
        players=players,
        auto_muck={row[0]: row[3] for row in setup["seats"]},
        actions=tuple((action[0], action[1]) for action in actions),
        asked_to_show=frozenset(asked) | {action[0] for action in actions if action[1] == "show"},
        void=void,
    )


def _json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str | bytes) else value
