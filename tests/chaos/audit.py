"""What must be true after any fault, asked of the database itself: nothing lost, nothing twice, nobody punished."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

import psycopg
from psycopg.rows import dict_row

from tests.chaos.player import Decision, Player

Json = dict[str, Any]
INSIDE = "('wallet', 'seat', 'topup', 'rake', 'house')"


class Books:
    """A connection to the stack's database, opened again after a crash."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: psycopg.Connection[Json] | None = None

    def rows(self, sql: str, *values: Any) -> list[Json]:
        """The rows of a query. Raises psycopg.OperationalError while the database is away."""
        if self._connection is not None:
            try:
                return self._connection.execute(sql, values).fetchall()
            except psycopg.OperationalError:
                self._connection.close()
        self._connection = None
        self._connection = psycopg.connect(self._url, row_factory=dict_row, connect_timeout=5, autocommit=True)
        return self._connection.execute(sql, values).fetchall()

    def live(self, table: int) -> Json:
        """The live row, its JSON columns read."""
        (row,) = self.rows("SELECT * FROM tables_livetable WHERE table_id = %s", table)
        live = row | {name: json.loads(row[name]) for name in ("terms", "seating", "deal", "moves")}
        if live["moves"] is not None:
            live["moves"].setdefault("actions", [])
        return live

    def hands(self, table: int) -> list[Json]:
        """The finished hands of the table, first to last, with their seats."""
        hands = self.rows("SELECT * FROM tables_hand WHERE table_id = %s ORDER BY number", table)
        for hand in hands:
            hand["seats"] = self.rows("SELECT * FROM tables_handseat WHERE hand_id = %s ORDER BY seat", hand["id"])
        return hands

    def chips(self) -> int:
        """All play money that is anywhere inside the room, rake included."""
        sql = f"SELECT sum(balance)::bigint AS n FROM cashier_account WHERE currency = 'PLAY' AND kind IN {INSIDE}"
        chips: int = self.rows(sql)[0]["n"]
        return chips

    def allowance_uses(self, player: int) -> int:
        """How many disconnect all-ins the player has used."""
        sql = "SELECT count(*) AS uses FROM accounts_allowanceentry WHERE allowance_id = %s AND kind = 'use'"
        uses: int = self.rows(sql, player)[0]["uses"]
        return uses


def stored(books: Books, table: int) -> dict[int, list[list[Any]]]:
    """Every hand's decisions as they are stored, the running hand's too; shows are no decisions."""
    found = {hand["number"]: hand["actions"] for hand in books.hands(table)}
    live = books.live(table)
    if live["deal"] is not None and live["deal"]["number"] not in found:
        found[live["deal"]["number"]] = (live["moves"] or {}).get("actions", [])
    return {number: [one for one in actions if one[1] != "show"] for number, actions in found.items()}


def of_players(actions: Iterable[list[Any]]) -> int:
    """How many of the decisions players made themselves."""
    return sum(len(action) < 4 for action in actions)


def check_answers(books: Books, table: int, players: list[Player]) -> int:
    """Every answered decision is stored once, at its place, and nothing else is; how many there are."""
    hands = stored(books, table)
    answered = 0
    for player in players:
        for decision in player.record.answered.values():
            action = hands[decision.hand][decision.turn]
            assert action == plain(decision, player.seat), (decision, action)
            answered += 1
    pending = sum(player.pending is not None for player in players)
    total = sum(of_players(actions) for actions in hands.values())
    assert answered <= total <= answered + pending, (answered, total, pending)
    return answered


def plain(decision: Decision, seat: int) -> list[Any]:
    """The decision as the room stores it."""
    return [seat, decision.move] if decision.to is None else [seat, decision.move, decision.to]


def check_hands(books: Books, table: int, players: list[Player]) -> int:
    """Every hand that anybody saw is finished once or on the table; stacks follow from hand to hand; how many."""
    hands = books.hands(table)
    numbers = Counter(hand["number"] for hand in hands)
    assert max(numbers.values(), default=1) == 1
    live = books.live(table)["deal"]
    known = numbers.keys() | ({live["number"]} if live is not None else set())
    seen = {number for player in players for number in player.record.hands}
    assert seen <= known, seen - known
    stacks: dict[int, int] = {}
    for hand in hands:
        nets = [seat["net"] for seat in hand["seats"]]
        assert sum(nets) + hand["rake"] == 0
        assert not hand["void_reason"] or not any(nets)
        for seat in hand["seats"]:
            before = stacks.get(seat["session_id"])
            assert before is None or before == seat["stack"], (hand["number"], seat)
            stacks[seat["session_id"]] = seat["stack"] + seat["net"]
    check_journals(books, table, hands)
    return len(hands)


def check_journals(books: Books, table: int, hands: list[Json]) -> None:
    """A settled hand has one journal, a void one none."""
    posted = Counter(row["key"] for row in books.rows("SELECT key FROM cashier_journal WHERE kind = 'hand'"))
    for hand in hands:
        moved = any(seat["net"] for seat in hand["seats"]) or hand["rake"]
        expected = 0 if hand["void_reason"] else 1
        assert posted[f"hand:{hand['number']}"] in ({expected} if moved else {0, expected}), hand["number"]


def check_nobody_punished(books: Books, table: int, players: list[Player], ids: dict[str, int]) -> None:
    """No decision was made by the clock, no allowance was used, nobody sits out, nothing is void."""
    hands = stored(books, table)
    by_clock = {n: [a for a in actions if len(a) == 4] for n, actions in hands.items()}
    assert not any(by_clock.values()), {n: actions for n, actions in by_clock.items() if actions}
    assert [player.name for player in players if books.allowance_uses(ids[player.name])] == []
    seats = books.live(table)["seating"].get("seats", {})
    assert [number for number, seat in seats.items() if seat.get("out") or seat.get("out_next")] == []
    assert [hand["void_reason"] for hand in books.hands(table) if hand["void_reason"]] == []
    assert [refused for player in players for refused in player.record.refused] == []
