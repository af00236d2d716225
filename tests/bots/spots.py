"""Spots and views for the tests of the bots."""

from typing import Any

from tables.bots.spot import Spot

Json = dict[str, Any]


def spot(**changes: Any) -> Spot:
    """First to act for 400 at a $4/$8 table, with aces and kings, unless changed."""
    facts: Json = {
        "hole": "AsKd", "board": "", "pot": 600, "call": 400, "low": 800, "high": 800, "bet": 400, "own_bet": 0,
        "stack": 20_000, "big_blind": 400, "chip": 100, "opponents": 5, "fixed": True,
    }  # fmt: skip
    return Spot(**(facts | changes))


def seat(number: int, **changes: Any) -> Json:
    """A bot playing in seat `number`, as the public view shows it."""
    facts: Json = {
        "player": f"p_{number}", "name": f"bot-{number}", "bot": True, "stack": 10_000, "bet": 0, "status": "playing",
        "connected": True, "cards": "????",
    }  # fmt: skip
    return facts | changes


def view(*seats: Json, size: int = 9, **changes: Any) -> Json:
    """A $2/$4 play-money table with these seats taken, in the order of their names' numbers."""
    table: Json = {
        "id": "amber", "name": "Amber", "game": "fixed", "small_bet": 200, "big_bet": 400, "small_blind": 100,
        "big_blind": 200, "ante": 0, "chip": 100, "currency": "PLAY", "money": "play", "seats": size,
        "min_buy_in": 2_000, "max_buy_in": 10_000, "rules": "house",
    }  # fmt: skip
    taken = {each["player"].removeprefix("p_"): each for each in seats}
    return {"table": table, "status": "playing", "seats": taken} | changes
