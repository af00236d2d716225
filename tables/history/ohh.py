"""Open Hand History 1.4.7, the room's main export: one JSON object a hand.

Conventions: a player's id is his seat; an action's amount is what that action put in; action numbers
start anew each round; an uncalled bet stays in its action but is in no pot. What the format cannot
say: a protected player (R-6.4) keeps his real stack, and his last chips are marked all-in.
"""

import json
from datetime import UTC
from typing import Any

from tables.engine.cards import split
from tables.engine.rules import Game
from tables.engine.setup import PostKind
from tables.history.amounts import number
from tables.history.finished import Fact, Finished, Telling, tell

Json = dict[str, Any]
SPEC_VERSION = "1.4.7"
SITE = "Pokerroom"
LIMITS = {Game.FIXED: "FL", Game.POT: "PL", Game.NO_LIMIT: "NL"}
POSTS = {
    PostKind.ANTE: "Post Ante",
    PostKind.DEAD: "Post Dead",
    PostKind.SMALL_BLIND: "Post SB",
    PostKind.BIG_BLIND: "Post BB",
    PostKind.LIVE: "Post Extra Blind",
}
MOVES = {"fold": "Fold", "check": "Check", "call": "Call", "bet": "Bet", "raise": "Raise"}


def ohh(finished: Finished) -> str:
    """The hand as its viewer may know it, as the text of one .ohh entry, blank line included.

    Entries may be appended to one file. Raises ValueError when the hand is not over.
    """
    return json.dumps({"ohh": _hand(finished)}, indent=1, ensure_ascii=True) + "\n\n"


def _hand(finished: Finished) -> Json:
    telling, stakes = tell(finished), finished.setup.stakes
    hand: Json = {
        "spec_version": SPEC_VERSION,
        "site_name": SITE,
        "network_name": SITE,
        "internal_version": "1",
        "game_number": str(finished.number),
        "start_date_utc": finished.started.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "table_name": finished.table,
        "table_handle": finished.table_id,
        "game_type": "Holdem",
        "bet_limit": {"bet_type": LIMITS[stakes.game], "bet_cap": 0},
        "table_size": finished.size,
        "currency": "XPM" if finished.play_money else finished.currency,
        "dealer_seat": finished.setup.button,
        "small_blind_amount": number(stakes.small_blind),
        "big_blind_amount": number(stakes.big_blind),
        "ante_amount": number(stakes.ante),
        "flags": [] if finished.viewer is not None else ["Observed"],
        "players": [
            {
                "id": seat.seat,
                "seat": seat.seat,
                "name": finished.names[seat.seat],
                "starting_stack": number(seat.stack),
            }
            for seat in finished.setup.seats
        ],
        "rounds": _rounds(finished, telling),
        "pots": _pots(telling),
    }
    if finished.viewer is not None:
        hand["hero_player_id"] = finished.viewer
    return hand


def _rounds(finished: Finished, telling: Telling) -> list[Json]:
    rounds = []
    for street in telling.streets:
        actions = [_move(fact) for fact in street.facts if fact["kind"] in MOVES]
        if street.name == "preflop":
            actions = [*map(_post, telling.posts), *_dealt(finished, telling), *actions]
        rounds.append((street.name.capitalize(), street.cards, actions))
    _mark_protected(rounds, telling)
    if shown := _showdown(telling):
        rounds.append(("Showdown", "", shown))
    return [
        {"id": count, "street": name, "cards": list(split(cards)), "actions": _numbered(actions)}
        for count, (name, cards, actions) in enumerate(rounds)
    ]


def _numbered(actions: list[Json]) -> list[Json]:
    return [{"action_number": count, **action} for count, action in enumerate(actions, start=1)]


def _post(fact: Fact) -> Json:
    return _put(fact, POSTS[PostKind(fact["text"])])


def _move(fact: Fact) -> Json:
    if "amount" not in fact:
        return {"player_id": fact["seat"], "action": MOVES[fact["kind"]]}
    return _put(fact, MOVES[fact["kind"]])


def _put(fact: Fact, action: str) -> Json:
    put = {"player_id": fact["seat"], "action": action, "amount": number(fact["amount"])}
    return {**put, "is_allin": True} if fact.get("all_in") else put


def _dealt(finished: Finished, telling: Telling) -> list[Json]:
    """Only the reader's own cards: what others showed comes at the showdown."""
    if finished.viewer is None:
        return []
    cards = telling.seen[finished.viewer]
    return [{"player_id": finished.viewer, "action": "Dealt Cards", "cards": list(split(cards))}]


def _mark_protected(rounds: list[tuple[str, str, list[Json]]], telling: Telling) -> None:
    protected = {fact["seat"] for street in telling.streets for fact in street.facts if fact["kind"] == "protected"}
    for seat in protected:
        own = [action for _, _, actions in rounds for action in actions if action["player_id"] == seat]
        [action for action in own if "amount" in action][-1]["is_allin"] = True


def _showdown(telling: Telling) -> list[Json]:
    """Cards shown to all, also those face up before the board was complete, and those mucked."""
    actions: list[Json] = []
    for fact in telling.end:
        if fact["kind"] == "shown":
            actions.append({"player_id": fact["seat"], "action": "Shows Cards", "cards": list(split(fact["cards"]))})
        elif fact["kind"] == "mucked":
            mucked: Json = {"player_id": fact["seat"], "action": "Mucks Cards"}
            if cards := telling.seen.get(fact["seat"]):
                mucked["cards"] = list(split(cards))
            actions.append(mucked)
    return actions


def _pots(telling: Telling) -> list[Json]:
    return [
        {
            "number": count,
            "amount": number(pot.amount),
            "rake": number(pot.rake),
            "player_wins": [{"player_id": seat, "win_amount": number(share)} for seat, share in pot.shares.items()],
        }
        for count, pot in enumerate(telling.result.pots)
    ]
