"""Reads hands written in PHH, the poker hand history format (TOML), as records that our engine can replay.

PHH has no seats of its own: p1 is the first player left of the button and the last player is the button; heads-up the
arrays of antes and blinds still begin with the small blind, who is p2. A negative blind is a live post, an ante above
everybody's is a dead one. There is no code for pot limit, so the room writes no limit with `_betting = "PL"`.
Amounts with decimals are made whole by a power of ten that suits the whole hand.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from tables.engine.actions import Move, RuleViolation
from tables.engine.record import RULES, Board, Played, Record, Step, Unreadable, exact_rake, fill_deck
from tables.engine.rules import Game
from tables.engine.setup import Post, PostKind, SeatSetup, Setup, Stakes

HIDDEN = "?"
MOST = 10**15
AMOUNTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "min_bet", "small_bet", "big_bet")


def read(text: str, *, name: str = "phh") -> tuple[Record, ...]:
    """The hands of a .phh or .phhs text, in order. Raises Unreadable for what is not hold'em in PHH."""
    try:
        plain = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise Unreadable(f"{name}: not TOML: {error}") from error
    if "variant" in plain:
        return (_hand(name, plain),)
    if not plain or not all(isinstance(hand, dict) for hand in plain.values()):
        raise Unreadable(f"{name}: neither a PHH hand nor a collection of them")
    return tuple(_hand(f"{name}[{key}]", hand) for key, hand in plain.items())


def _hand(name: str, plain: Mapping[str, Any]) -> Record:
    try:
        return _Reader(name, plain).record()
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, InvalidOperation) as error:
        raise Unreadable(f"{name}: {type(error).__name__} {error}") from error
    except RuleViolation as error:
        raise Unreadable(f"{name}: {error.message}") from error


class _Reader:
    """One hand's fields, amounts already whole."""

    def __init__(self, name: str, plain: Mapping[str, Any]) -> None:
        self.name = name
        self.words = [action.split("#")[0].split() for action in plain["actions"]]
        self.plain = plain
        self.scale = _scale(_numbers(plain, self.words))
        self.players = len(plain["starting_stacks"])
        self.seats: tuple[int, ...] = tuple(plain.get("seats") or range(1, self.players + 1))
        if len(self.seats) != self.players or sum(left > right for left, right in _neighbours(self.seats)) != 1:
            raise ValueError("seats are not clockwise, one for each player")

    def record(self) -> Record:
        steps = tuple(self._steps())
        holes = self._holes()
        board = "".join(step.cards for step in steps if isinstance(step, Board))
        stacks = self._amounts("finishing_stacks") if "finishing_stacks" in self.plain else None
        return Record(
            name=self.name,
            setup=self._setup(fill_deck(holes, board), stacks),
            steps=steps,
            unknown=frozenset(seat for seat, cards in zip(self.seats, holes, strict=True) if cards is None),
            stacks=None if stacks is None else dict(zip(self.seats, stacks, strict=True)),
        )

    def _whole(self, amount: Any) -> int:
        scaled = Decimal(str(amount)) * self.scale
        if scaled != int(scaled) or abs(scaled) > MOST:
            raise ValueError(f"{amount} is no amount")
        return int(scaled)

    def _amounts(self, key: str) -> list[int]:
        """A field's amounts by player; heads-up forced bets are written the other way round."""
        amounts = [self._whole(amount) for amount in self.plain[key]]
        if len(amounts) != self.players:
            raise ValueError(f"{key} are not {self.players}")
        swapped = self.players == 2 and key in ("antes", "blinds_or_straddles")
        return amounts[::-1] if swapped else amounts

    def _setup(self, deck: str, finish: list[int] | None) -> Setup:
        stakes, game = self.plain, self._game()
        fixed = game is Game.FIXED
        big = self._whole(stakes["small_bet" if fixed else "min_bet"])
        antes, blinds, stacks = (self._amounts(key) for key in ("antes", "blinds_or_straddles", "starting_stacks"))
        small_at, big_at = _blinds(blinds, big=big)
        ante = min(antes)
        posts = [_posts(ante=ante, dead=antes[i] - ante, blind=blinds[i], big=i == big_at) for i in range(self.players)]
        seats = [SeatSetup(*seat) for seat in zip(self.seats, stacks, posts, strict=True)]
        return Setup(
            rules=RULES,
            stakes=Stakes(
                game=game,
                small_bet=big if fixed else 0,
                big_bet=self._whole(stakes["big_bet"]) if fixed else 0,
                small_blind=0 if small_at is None else blinds[small_at],
                big_blind=big,
                ante=ante,
            ),
            rake=exact_rake(sum(stacks) - sum(finish) if finish else 0),
            button=self.seats[-1],
            small_blind=None if small_at is None else self.seats[small_at],
            big_blind=self.seats[big_at],
            seats=tuple(sorted(seats, key=lambda seat: seat.seat)),
            deck=deck,
        )

    def _game(self) -> Game:
        match self.plain["variant"], self.plain.get("_betting"):
            case "FT", None | "FL":
                return Game.FIXED
            case "NT", "PL":
                return Game.POT
            case "NT", None | "NL":
                return Game.NO_LIMIT
            case variant:
                raise ValueError(f"variant {variant} is not hold'em as we play it")

    def _steps(self) -> Iterable[Step]:
        for words in self.words:
            match words:
                case ["d", "db", cards]:
                    yield Board(cards)
                case [player, "f"]:
                    yield Played(self._seat(player), Move.FOLD)
                case [player, "cc"]:
                    yield Played(self._seat(player), None)
                case [player, "cbr", amount]:
                    yield Played(self._seat(player), None, self._whole(amount))
                case ["d", "dh", _, _] | [_, "sm"] | [_, "sm", _] | []:
                    pass
                case _:
                    raise ValueError(f"action {' '.join(words)}")

    def _holes(self) -> list[str | None]:
        """What is known of each hand, dealt or shown."""
        holes: list[str | None] = [None] * self.players
        for words in self.words:
            match words:
                case ["d", "dh", player, cards] | [player, "sm", cards] if HIDDEN not in cards and cards != "-":
                    holes[self._index(player)] = cards
        return holes

    def _index(self, player: str) -> int:
        index = int(player.removeprefix("p")) - 1
        if not 0 <= index < self.players:
            raise ValueError(f"no player {player}")
        return index

    def _seat(self, player: str) -> int:
        return self.seats[self._index(player)]


def _posts(*, ante: int, dead: int, blind: int, big: bool) -> tuple[Post, ...]:
    kind = PostKind.LIVE if blind < 0 else PostKind.BIG_BLIND if big else PostKind.SMALL_BLIND
    amounts = {PostKind.ANTE: ante, PostKind.DEAD: dead, kind: abs(blind)}
    return tuple(Post(kind, amount) for kind, amount in amounts.items() if amount)


def _blinds(blinds: list[int], *, big: int) -> tuple[int | None, int]:
    """Which players are the small and the big blind."""
    forced = [index for index, blind in enumerate(blinds) if blind > 0]
    if not forced or len(forced) > 2:
        raise ValueError("not one big blind and at most one small blind")
    big_at = max(forced, key=lambda index: (blinds[index], index))
    if blinds[big_at] != big:
        raise ValueError("the big blind is not the minimum bet")
    return next((index for index in forced if index != big_at), None), big_at


def _neighbours(seats: tuple[int, ...]) -> Iterable[tuple[int, int]]:
    return zip(seats, (*seats[1:], seats[0]), strict=True)


def _numbers(plain: Mapping[str, Any], words: list[list[str]]) -> Iterable[Decimal]:
    for key in AMOUNTS:
        value = plain.get(key, ())
        yield from (Decimal(str(number)) for number in (value if isinstance(value, list | tuple) else (value,)))
    yield from (Decimal(action[2]) for action in words if action[1:2] == ["cbr"])


def _scale(numbers: Iterable[Decimal]) -> int:
    """The least power of ten that makes all of them whole."""
    places = 0
    for number in numbers:
        if not number.is_finite() or abs(number) > MOST:
            raise ValueError(f"{number} is no amount")
        exponent = number.normalize().as_tuple().exponent
        places = max(places, -int(exponent))
    return int(10**places)
