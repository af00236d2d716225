"""What a hand starts from: rules, stakes, seats with stacks and posts, button and deck.

Everything later in the hand follows from this and the actions. A setup is checked when it is made; a wrong one is a
`bad_setup` and no hand begins. Amounts are minor units and multiples of the table's chip.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from math import gcd
from typing import Any

from tables.engine.actions import Code, RuleViolation
from tables.engine.cards import is_deck
from tables.engine.rake import NO_RAKE, RakeTerms
from tables.engine.rules import Game, Rules

LEAST_PLAYERS, MOST_PLAYERS = 2, 10


class PostKind(StrEnum):
    """What is put in before the cards. Antes and dead posts are not counted towards a bet (R-2.4, R-2.9)."""

    ANTE = "ante"
    DEAD = "dead"
    SMALL_BLIND = "small_blind"
    BIG_BLIND = "big_blind"
    LIVE = "live"


@dataclass(frozen=True, slots=True)
class Post:
    """An amount owed before the deal; a shorter stack posts what it has (R-2.11)."""

    kind: PostKind
    amount: int


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """A player dealt in: his stack as the hand begins, what he posts, and whether a lost showdown is mucked."""

    seat: int
    stack: int
    posts: tuple[Post, ...] = ()
    auto_muck: bool = True

    def dump(self) -> list[Any]:
        """The compact JSON form [seat, stack, [[kind, amount], …], auto_muck]."""
        return [self.seat, self.stack, [[post.kind.value, post.amount] for post in self.posts], self.auto_muck]

    @classmethod
    def load(cls, data: list[Any]) -> SeatSetup:
        """The seat that `dump` wrote."""
        seat, stack, posts, auto_muck = data
        return cls(seat, stack, tuple(Post(PostKind(kind), amount) for kind, amount in posts), auto_muck)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """The table's amounts. `small_bet` and `big_bet` are 0 unless fixed; the big blind is the minimum bet."""

    game: Game
    chip: int = 1
    small_bet: int = 0
    big_bet: int = 0
    small_blind: int
    big_blind: int
    ante: int = 0

    def __post_init__(self) -> None:
        amounts = (self.small_bet, self.big_bet, self.small_blind, self.big_blind, self.ante)
        _require(self.chip > 0 and all(amount >= 0 and amount % self.chip == 0 for amount in amounts), "chip")
        _require(0 < self.big_blind >= self.small_blind, "blinds")
        if self.game is Game.FIXED:
            _require(self.small_bet == self.big_blind <= self.big_bet, "fixed limits")
        else:
            _require(self.small_bet == self.big_bet == 0, "limits without a fixed-limit game")

    def dump(self) -> dict[str, Any]:
        """The stakes as JSON."""
        return {
            "game": self.game.value,
            "chip": self.chip,
            "small_bet": self.small_bet,
            "big_bet": self.big_bet,
            "small_blind": self.small_blind,
            "big_blind": self.big_blind,
            "ante": self.ante,
        }

    @classmethod
    def load(cls, data: dict[str, Any]) -> Stakes:
        """The stakes that `dump` wrote."""
        return cls(**{**data, "game": Game(data["game"])})


def fixed_stakes(*, small_bet: int, chip: int, small_blind: int | None = None, ante: int = 0) -> Stakes:
    """Fixed-limit stakes by R-2.3: big bet twice the small, small blind half of it down to the chip, at least one."""
    half = max(chip, small_bet // 2 // chip * chip)
    return Stakes(
        game=Game.FIXED,
        chip=chip,
        small_bet=small_bet,
        big_bet=2 * small_bet,
        small_blind=half if small_blind is None else small_blind,
        big_blind=small_bet,
        ante=ante,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The whole beginning of a hand. `seats` are in rising seat order; `small_blind` is None when it is dead."""

    rules: Rules
    stakes: Stakes
    rake: RakeTerms = NO_RAKE
    real_money: bool = False
    button: int
    small_blind: int | None
    big_blind: int
    seats: tuple[SeatSetup, ...]
    deck: str = field(repr=False)

    def __post_init__(self) -> None:
        numbers = [seat.seat for seat in self.seats]
        _require(LEAST_PLAYERS <= len(numbers) <= MOST_PLAYERS, "players")
        _require(numbers == sorted(set(numbers)) and numbers[0] >= 0 <= self.button, "seats")
        _require(self.big_blind in numbers and (self.small_blind is None or self.small_blind in numbers), "blinds")
        _require(self.small_blind != self.big_blind, "blinds")
        chip = self.stakes.chip
        amounts = [seat.stack for seat in self.seats]
        amounts += [post.amount for seat in self.seats for post in seat.posts]
        _require(min(amounts) > 0 and gcd(chip, *amounts) == chip, "stack or post")
        _require(not any(_repeats(seat.posts) for seat in self.seats if len(seat.posts) > 1), "posts")
        _require(self.rake.sound(chip=chip), "rake")
        _require(is_deck(self.deck), "deck")

    def order(self) -> tuple[SeatSetup, ...]:
        """The seats clockwise from the button's left: the order of dealing, of later rounds and of odd chips."""
        left = [seat for seat in self.seats if seat.seat > self.button]
        return (*left, *self.seats[: len(self.seats) - len(left)])

    def dump(self) -> dict[str, Any]:
        """The setup as JSON without the deck, which is stored apart and encrypted."""
        return {
            "rules": self.rules.dump(),
            "stakes": self.stakes.dump(),
            "rake": self.rake.dump(),
            "real_money": self.real_money,
            "button": self.button,
            "small_blind": self.small_blind,
            "big_blind": self.big_blind,
            "seats": [seat.dump() for seat in self.seats],
        }

    @classmethod
    def load(cls, data: dict[str, Any], deck: str) -> Setup:
        """The setup that `dump` wrote, with its deck."""
        return cls(
            rules=Rules.load(data["rules"]),
            stakes=Stakes.load(data["stakes"]),
            rake=RakeTerms.load(data["rake"]),
            real_money=data["real_money"],
            button=data["button"],
            small_blind=data["small_blind"],
            big_blind=data["big_blind"],
            seats=tuple(SeatSetup.load(seat) for seat in data["seats"]),
            deck=deck,
        )


def _repeats(posts: tuple[Post, ...]) -> bool:
    return len({post.kind for post in posts}) < len(posts)


def _require(sound: bool, what: str) -> None:
    if not sound:
        raise RuleViolation(Code.BAD_SETUP, f"bad setup: {what}")
