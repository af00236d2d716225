"""A strict reader of Open Hand History: every field, every type, every sum; nothing more is allowed.

Written from the format's description, knowing nothing of the writer: what it returns was worked out
from the JSON alone.
"""

import json
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

Json = dict[str, Any]
CARD = re.compile(r"[2-9TJQKA][cdhs]")
HAND = {
    "spec_version": str, "site_name": str, "network_name": str, "internal_version": str, "game_number": str,
    "start_date_utc": str, "table_name": str, "table_handle": str, "game_type": str, "bet_limit": dict,
    "table_size": int, "currency": str, "dealer_seat": int, "small_blind_amount": Decimal, "big_blind_amount": Decimal,
    "ante_amount": Decimal, "flags": list, "players": list, "rounds": list, "pots": list,
}  # fmt: skip
OPTIONAL = {"hero_player_id": int}
POSTS = {"Post Ante", "Post SB", "Post BB", "Post Dead", "Post Extra Blind"}
PUTS = POSTS | {"Bet", "Raise", "Call"}
BARE = {"Fold", "Check"}
SHOWS = {"Dealt Cards", "Shows Cards", "Mucks Cards"}
OUTSIDE_BETS = {"Post Ante", "Post Dead"}
STREETS = {"Preflop": 0, "Flop": 3, "Turn": 1, "River": 1}


@dataclass(frozen=True)
class Read:
    """What the JSON says: each player's net, the rake, and the hole cards it tells."""

    nets: dict[int, Decimal]
    rake: Decimal
    cards: dict[int, str]


def read_ohh(text: str) -> Read:
    """Check one entry from its first brace to its blank line, and work out what happened."""
    assert text.endswith("}\n\n") and text.isascii()
    entry = json.loads(text, parse_float=Decimal, parse_int=Decimal)
    assert list(entry) == ["ohh"]
    hand = entry["ohh"]
    _check_hand(hand)
    players = {int(player["id"]): player["starting_stack"] for player in hand["players"]}
    put, uncalled, cards = _rounds(hand, players)
    wins = dict.fromkeys(players, Decimal(0))
    for pot in hand["pots"]:
        for win in pot["player_wins"]:
            wins[int(win["player_id"])] += win["win_amount"]
    rake = sum(pot["rake"] for pot in hand["pots"])
    pots = sum(pot["amount"] for pot in hand["pots"])
    assert sum(put.values()) - sum(uncalled.values()) == pots, "what was put in is in the pots"
    assert sum(wins.values()) + rake == pots, "what was in the pots was paid"
    nets = {player: wins[player] + uncalled[player] - put[player] for player in players}
    assert all(players[player] + net >= 0 for player, net in nets.items())
    return Read(nets=nets, rake=Decimal(rake), cards=cards)


def _typed(value: Any, kind: type) -> bool:
    if kind is int:
        return isinstance(value, Decimal) and value == int(value)
    return isinstance(value, kind) and not isinstance(value, bool)


def _check(plain: Json, needed: dict[str, type], optional: dict[str, type]) -> None:
    assert set(needed) <= set(plain) <= set(needed) | set(optional), set(plain) ^ set(needed)
    for key, value in plain.items():
        assert _typed(value, (needed | optional)[key]), key


def _check_hand(hand: Json) -> None:
    _check(hand, HAND, OPTIONAL)
    assert hand["spec_version"] == "1.4.7" and hand["game_type"] == "Holdem"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", hand["start_date_utc"])
    assert re.fullmatch(r"[A-Z]{3}", hand["currency"])
    _check(hand["bet_limit"], {"bet_type": str, "bet_cap": Decimal}, {})
    assert hand["bet_limit"]["bet_type"] in {"NL", "PL", "FL"}
    assert set(hand["flags"]) <= {"Run_It_Twice", "Anonymous", "Observed", "Fast", "Cap"}
    assert ("Observed" in hand["flags"]) == ("hero_player_id" not in hand)
    for player in hand["players"]:
        _check(player, {"id": int, "seat": int, "name": str, "starting_stack": Decimal}, {"display": str})
        assert 1 <= player["seat"] <= hand["table_size"] and player["starting_stack"] > 0
    seats = [player["seat"] for player in hand["players"]]
    assert len(set(seats)) == len(seats) >= 2
    for number, pot in enumerate(hand["pots"]):
        _check(pot, {"number": int, "amount": Decimal, "rake": Decimal, "player_wins": list}, {})
        assert pot["number"] == number and pot["player_wins"]
        assert 0 <= pot["rake"] <= pot["amount"]
        assert pot["amount"] == pot["rake"] + sum(win["win_amount"] for win in pot["player_wins"])
        for win in pot["player_wins"]:
            _check(win, {"player_id": int, "win_amount": Decimal}, {})


def _rounds(hand: Json, players: dict[int, Decimal]) -> tuple[dict[int, Decimal], dict[int, Decimal], dict[int, str]]:
    """What each put in, what came back to each, and the cards told, from the rounds."""
    put, uncalled = dict.fromkeys(players, Decimal(0)), dict.fromkeys(players, Decimal(0))
    cards: dict[int, str] = {}
    board: list[str] = []
    names = [each["street"] for each in hand["rounds"]]
    assert names == [*STREETS][: len([name for name in names if name in STREETS])] + ["Showdown"] * (
        "Showdown" in names
    )
    for number, each in enumerate(hand["rounds"]):
        _check(each, {"id": int, "street": str, "cards": list, "actions": list}, {})
        assert each["id"] == number
        assert len(each["cards"]) == STREETS.get(each["street"], 0)
        board += each["cards"]
        bets, antes = dict.fromkeys(players, Decimal(0)), dict.fromkeys(players, Decimal(0))
        for count, action in enumerate(each["actions"], start=1):
            _check_action(action, count, each["street"])
            player = int(action["player_id"])
            if action["action"] in PUTS:
                put[player] += action["amount"]
                where = antes if action["action"] == "Post Ante" else bets
                where[player] += action["amount"] if action["action"] != "Post Dead" else 0
            for told in [action["cards"]] if "cards" in action else []:
                assert cards.setdefault(player, "".join(told)) == "".join(told)
        for row in (antes, bets):
            first, second = sorted(row.values(), reverse=True)[:2]
            uncalled[max(row, key=row.__getitem__)] += first - second
    told_cards = [*board, *(run[at : at + 2] for run in cards.values() for at in (0, 2))]
    assert len(set(told_cards)) == len(told_cards) and all(CARD.fullmatch(card) for card in told_cards)
    return put, uncalled, cards


def _check_action(action: Json, count: int, street: str) -> None:
    name = action["action"]
    needed: dict[str, type] = {"action_number": int, "player_id": int, "action": str}
    optional: dict[str, type] = {}
    if name in PUTS:
        needed["amount"] = Decimal
        optional["is_allin"] = bool
        assert action["amount"] > 0
        assert action.get("is_allin", True) is True
        action = {key: value for key, value in action.items() if key != "is_allin"}
    elif name in SHOWS:
        needed |= {} if name == "Mucks Cards" else {"cards": list}
        optional["cards"] = list
        assert (street == "Showdown") == (name != "Dealt Cards")
    else:
        assert name in BARE
    assert not (name == "Bet" and street == "Preflop") and not (name in POSTS and street != "Preflop")
    _check(action, needed, optional)
    assert action["action_number"] == count
