"""The working state of a hand: small, flat and cheap to copy.

Players are numbered by *place*: 0 is the first dealt-in seat left of the button, and so on clockwise. That one choice
makes the order of dealing, of acting after the flop, of showing and of odd chips plain counting. A `State` is changed
in place by the engine's own verbs only; `Hand` copies it first, so that hands are values to everybody else.
"""

from __future__ import annotations

from enum import IntEnum

from tables.engine.answers import Legal, Result
from tables.engine.cards import full_board, hole_cards
from tables.engine.rules import Game
from tables.engine.setup import MOST_PLAYERS, Setup

STREETS = ("preflop", "flop", "turn", "river")
BOARD_LENGTH = (0, 6, 8, 10)
RIVER = 3


# for each number of players and each place: the places in turn after it, itself last
ROTATIONS: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple((*range(place + 1, players), *range(place + 1)) for place in range(players))
    for players in range(MOST_PLAYERS + 1)
)


class Status(IntEnum):
    """Where a player stands in the hand. Only IN can act; everything but FOLDED is live."""

    IN = 0
    FOLDED = 1
    ALL_IN = 2
    PROTECTED = 3


class Cards(IntEnum):
    """What has become of a hand's two cards."""

    HIDDEN = 0
    SHOWN = 1
    MUCKED = 2


class Frame:
    """What never changes in a hand, looked up once and shared by all its states."""

    __slots__ = (
        "after",
        "auto_muck",
        "bets_per_round",
        "big_bet",
        "big_blind",
        "board",
        "chip",
        "face_up",
        "game",
        "holes",
        "lifts_cap",
        "numbers",
        "places",
        "posts",
        "setup",
        "small_bet",
        "starts",
    )

    def __init__(self, setup: Setup) -> None:
        order = setup.order()
        stakes = setup.stakes
        self.setup = setup
        self.numbers = tuple(seat.seat for seat in order)
        self.places = {seat.seat: place for place, seat in enumerate(order)}
        self.after = ROTATIONS[len(order)]
        self.starts = tuple(seat.stack for seat in order)
        self.posts = tuple(seat.posts for seat in order)
        self.auto_muck = tuple(seat.auto_muck for seat in order)
        self.holes = hole_cards(setup.deck, players=len(order))
        self.board = full_board(setup.deck, players=len(order))
        self.game: Game = stakes.game
        self.chip = stakes.chip
        self.small_bet = stakes.small_bet
        self.big_bet = stakes.big_bet
        self.big_blind = stakes.big_blind
        self.bets_per_round = setup.rules.bets_per_round
        self.lifts_cap = setup.rules.heads_up_uncapped and setup.real_money
        self.face_up = setup.rules.all_in_face_up


class State:
    """One moment of a hand. Lists are by place; amounts in minor units.

    `bets` is this round, `gathered` antes and earlier rounds, `dead` the dead posts of all. `level` is the bet to
    match, `full` the last full bet or raise (pot and no limit). Fixed limit: `full_level` is the total the last full
    bet reached, `count` the bets of the round, `unit` the size of one, `closed` a round capped with more than two.
    `seen` is the level when a player last acted in this round, -1 if he has not; `turn` the place to act, or -1.
    """

    __slots__ = (
        "aggressors",
        "bets",
        "can_act",
        "cards",
        "closed",
        "count",
        "dead",
        "frame",
        "full",
        "full_level",
        "gathered",
        "last",
        "legal",
        "level",
        "live",
        "middle",
        "no",
        "result",
        "returned",
        "seen",
        "stacks",
        "status",
        "street",
        "turn",
        "unit",
    )

    def __init__(self, frame: Frame) -> None:
        players = len(frame.numbers)
        self.frame = frame
        self.stacks = list(frame.starts)
        self.bets = [0] * players
        self.gathered = [0] * players
        self.status: list[Status] = [Status.IN] * players
        self.cards: list[Cards] = [Cards.HIDDEN] * players
        self.seen = [-1] * players
        self.last = [""] * players
        self.returned: dict[int, int] = {}
        self.aggressors: tuple[int, ...] = ()
        self.dead = 0
        self.middle = 0
        self.street = 0
        self.level = 0
        self.full = 0
        self.full_level = 0
        self.count = 0
        self.unit = frame.small_bet
        self.closed = False
        self.turn = -1
        self.no = 0
        self.can_act = players
        self.live = players
        self.legal: Legal | None = None
        self.result: Result | None = None

    def copy(self) -> State:
        """An independent copy; the frame, the options and the result are shared, they are never changed."""
        new: State = object.__new__(State)
        new.frame = self.frame
        new.stacks = self.stacks[:]
        new.bets = self.bets[:]
        new.gathered = self.gathered[:]
        new.status = self.status[:]
        new.cards = self.cards[:]
        new.seen = self.seen[:]
        new.last = self.last[:]
        new.returned = self.returned.copy()
        new.aggressors = self.aggressors
        new.dead = self.dead
        new.middle = self.middle
        new.street = self.street
        new.level = self.level
        new.full = self.full
        new.full_level = self.full_level
        new.count = self.count
        new.unit = self.unit
        new.closed = self.closed
        new.turn = self.turn
        new.no = self.no
        new.can_act = self.can_act
        new.live = self.live
        new.legal = self.legal
        new.result = self.result
        return new

    def pay(self, place: int, amount: int) -> None:
        """Moves chips from a stack to the middle; who has none left is all-in and can no longer act."""
        self.stacks[place] -= amount
        self.middle += amount
        if self.stacks[place] == 0 and self.status[place] is Status.IN:
            self.status[place] = Status.ALL_IN
            self.can_act -= 1

    def give_back(self, place: int, amount: int) -> None:
        """Returns what nobody matched (R-4.10); an all-in player has chips again."""
        self.stacks[place] += amount
        self.middle -= amount
        self.returned[place] = self.returned.get(place, 0) + amount
        if self.status[place] is Status.ALL_IN:
            self.status[place] = Status.IN
            self.can_act += 1

    def board(self) -> str:
        """The board cards dealt so far."""
        return self.frame.board[: BOARD_LENGTH[self.street]]
