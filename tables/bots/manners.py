"""What a house bot does besides deciding its turns: sit down, post, buy chips, make room for people.

Pure: from what the client shows to the next step, or None when there is nothing to do. House bots
play with play money only; at any other table they never take a seat.
"""

from dataclasses import dataclass, field
from typing import Any

from tables.bots.dice import Dice

Json = dict[str, Any]
COMPANY = 4
IN_HAND = frozenset({"playing", "all_in", "protected"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One command to send: its type and fields."""

    kind: str
    fields: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Crowd:
    """How many bots a table should have, and how many seats they leave free for people."""

    bots: int
    keep_free: int


def taken_seats(view: Json) -> Json:
    """The seats somebody sits in or has reserved; who left stays in the picture only until the next deal."""
    return {number: seat for number, seat in view.get("seats", {}).items() if not seat.get("left")}


def has_room(view: Json, crowd: Crowd) -> bool:
    """Whether one more bot should sit down: too few of them yet, and seats enough for people."""
    if view["table"].get("money") != "play" or view.get("status") == "closed":
        return False
    seats = taken_seats(view)
    size: int = view["table"]["seats"]
    bots = sum(bool(seat.get("bot")) for seat in seats.values())
    lonely = len(seats) < min(COMPANY, size - 1)
    return bots < crowd.bots and len(seats) < size and (lonely or size - len(seats) > crowd.keep_free)


def is_crowded(view: Json, crowd: Crowd) -> bool:
    """Whether a bot should get up for people: too few free seats, and company enough without it."""
    seats = taken_seats(view)
    return view["table"]["seats"] - len(seats) < crowd.keep_free and len(seats) > COMPANY


def seat_to_take(view: Json, dice: Dice) -> int | None:
    """A free seat, picked at random, or None."""
    taken = taken_seats(view)
    free = [seat for seat in range(1, view["table"]["seats"] + 1) if str(seat) not in taken]
    return dice.pick(free) if free else None


def buy_in(view: Json, dice: Dice) -> int:
    """Chips to bring: between 60 % and all of the maximum, a multiple of the big blind where that fits."""
    table: Json = view["table"]
    low: int = table["min_buy_in"]
    unit: int = table["big_blind"]
    wanted: int = table["max_buy_in"] * dice.between(60, 100) // 100 // unit * unit
    return max(low, wanted)


def sit_step(view: Json, dice: Dice, *, at_least: int = 0) -> Step | None:
    """Take a free seat, with `at_least` what was last played with, up to the maximum (R-1.3)."""
    seat = seat_to_take(view, dice)
    if seat is None:
        return None
    chips = max(buy_in(view, dice), min(at_least, view["table"]["max_buy_in"]))
    return Step(kind="sit", fields={"seat": seat, "buy_in": chips, "entry": "post" if dice.chance(70) else "wait"})


def seated_step(view: Json, private: Json, seat: int, dice: Dice) -> Step | None:
    """The errand of a seated bot that is not about its turn: options, prompts, chips, coming back."""
    own: Json = view["seats"].get(str(seat), {})
    options: Json = private.get("options", {})
    if options.get("leaving"):
        return None
    if "prompt" in private:
        return Step(kind="post")
    if options.get("auto_post") is False:
        return Step(kind="set", fields={"auto_post": True})
    if own.get("status") in IN_HAND:
        return None
    stack: int = own.get("stack", 0)
    if stack < view["table"]["big_blind"] * 10 and "top_up" not in private:
        amount = buy_in(view, dice) - stack
        return Step(kind="top_up", fields={"amount": amount // view["table"]["chip"] * view["table"]["chip"]})
    if own.get("status") == "sitting_out" and stack:
        return Step(kind="sit_in", fields={"entry": "post"})
    return None


def is_rich(view: Json, seat: int) -> bool:
    """Whether a bot should take its winnings off the table, so that stacks stay in the game's range."""
    own: Json = view["seats"].get(str(seat), {})
    return bool(own.get("stack", 0) > 3 * view["table"]["max_buy_in"])
