"""A hand somebody else refereed, ready to be replayed by our engine: a setup, the steps, and what came of it.

The shape is independent of the file it came from. `parse` reads one JSON object of the room's own test format: seats
clockwise, posts, actions with the seat's total on the street, streets marked with their cards, final stacks, and for
each decision what was legal where the other engine said so. Cards nobody saw are filled in so that the hand can be
dealt; `unknown` names those seats, whose wins at a showdown can only be taken from the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tables.engine.actions import Move, RuleViolation
from tables.engine.cards import DECK, is_deck, split
from tables.engine.rake import FULL, NO_RAKE, RakeTerms
from tables.engine.rules import Game, preset
from tables.engine.setup import Post, PostKind, SeatSetup, Setup, Stakes

RULES = preset("cardroom", heads_up_uncapped=False)
GAMES = {"FL": Game.FIXED, "PL": Game.POT, "NL": Game.NO_LIMIT}
KINDS = {
    "ante": PostKind.ANTE,
    "small_blind": PostKind.SMALL_BLIND,
    "big_blind": PostKind.BIG_BLIND,
    "post_live": PostKind.LIVE,
    "post_dead": PostKind.DEAD,
}


class Unreadable(Exception):
    """The input is not a hand in a form we know; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What the other engine allowed at a decision: chips to call, least and most to bet or raise to (None: neither)."""

    call: int
    min: int | None
    max: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """One decision. `to`: the seat's total on the street after it, where the record has it.

    `move` None: the record doesn't tell a check from a call, or a bet from a raise (then there is a `to`).
    """

    seat: int
    move: Move | None
    to: int | None = None
    legal: Expected | None = None
    flags: str = ""

    @property
    def wager(self) -> bool:
        """Whether this is a bet or a raise."""
        return self.to is not None if self.move is None else self.move in (Move.BET, Move.RAISE)


@dataclass(frozen=True, slots=True)
class Board:
    """The board cards that came down, as a run."""

    cards: str


Step = Played | Board
Claims = Mapping[frozenset[int], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One recorded hand. `stacks` at the end, net of rake; `pots` amounts by claimants; None where not recorded.

    `winners` are those who won anything, compared where cards are unknown. `one_each` says that `stacks` divide odd
    chips by R-5.3 where the other engine did not.
    """

    name: str
    setup: Setup
    steps: tuple[Step, ...]
    unknown: frozenset[int] = frozenset()
    stacks: Mapping[int, int] | None = None
    pots: Claims | None = None
    returned: Mapping[int, int] | None = None
    winners: frozenset[int] | None = None
    one_each: bool = False
    tags: frozenset[str] = frozenset()


def parse(plain: Mapping[str, Any]) -> Record:
    """The record of one JSON object. Raises Unreadable for anything that is not such a hand."""
    name = str(plain.get("id", "a hand without id")) if isinstance(plain, Mapping) else "something else"
    try:
        return _parse(name, plain)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise Unreadable(f"{name}: {type(error).__name__} {error}") from error
    except RuleViolation as error:
        raise Unreadable(f"{name}: {error.message}") from error


def _parse(name: str, plain: Mapping[str, Any]) -> Record:
    for field in ("stacks", "antes", "final_stacks", "hole"):
        if len(plain[field]) != plain["seats"]:
            raise ValueError(f"{field} are not {plain['seats']}")
    if not all(type(amount) is int for field in ("stacks", "antes", "final_stacks") for amount in plain[field]):
        raise ValueError("amounts are not whole")
    order = deal_order(range(plain["seats"]), button=plain["button"])
    holes = {seat: "".join(cards) if cards else None for seat, cards in enumerate(plain["hole"])}
    board = "".join(plain["board"])
    deck = plain.get("deck") or fill_deck([holes[seat] for seat in order], board)
    steps = tuple(_steps(plain))
    odd = plain.get("final_stacks_per_pot_one_each")
    winnings = plain.get("winnings")
    return Record(
        name=name,
        setup=_setup(plain, deck),
        steps=steps,
        unknown=frozenset(seat for seat, cards in holes.items() if cards is None),
        stacks=dict(enumerate(odd or plain["final_stacks"])),
        pots=_pots(plain.get("pots")),
        returned=_returned(plain["returned"]),
        winners=None if winnings is None else frozenset(seat for seat, amount in enumerate(winnings) if amount),
        one_each=odd is not None,
        tags=frozenset(plain.get("tags", ())),
    )


def _setup(plain: Mapping[str, Any], deck: str) -> Setup:
    game, blinds = GAMES[plain["game"]], plain["blinds"]
    fixed = game is Game.FIXED
    if blinds["big"] != plain["small_bet" if fixed else "min_bet"]:
        raise ValueError("the minimum bet is not the big blind")
    posts: dict[int, list[Post]] = {seat: [] for seat in range(plain["seats"])}
    for seat, kind, amount in plain["posts"]:
        posts[seat].append(Post(KINDS[kind], amount))
    return Setup(
        rules=RULES,
        stakes=Stakes(
            game=game,
            small_bet=plain["small_bet"] if fixed else 0,
            big_bet=plain["big_bet"] if fixed else 0,
            small_blind=blinds["small"],
            big_blind=blinds["big"],
            ante=max(plain["antes"]),
        ),
        rake=exact_rake(plain["rake"]),
        button=plain["button"],
        small_blind=blinds["small_seat"],
        big_blind=blinds["big_seat"],
        seats=tuple(SeatSetup(seat, stack, tuple(posts[seat])) for seat, stack in enumerate(plain["stacks"])),
        deck=deck,
    )


def _steps(plain: Mapping[str, Any]) -> Iterable[Step]:
    decisions = sum(seat is not None for seat, _, _ in plain["actions"])
    legal = plain.get("legal")
    if legal is not None and len(legal) != decisions:
        raise ValueError(f"{len(legal)} legal sets for {decisions} decisions")
    left = iter(legal or ())
    for seat, what, more in plain["actions"]:
        if seat is None:
            yield Board("".join(split("".join(more))))
        elif legal is None:
            yield Played(seat, Move(what), more)
        else:
            call, least, most, *flags = next(left)
            yield Played(seat, Move(what), more, Expected(call, least, most), "".join(flags))


def _pots(pots: list[Any] | None) -> Claims | None:
    """Amounts by claimants: PokerKit lists layers with the same claimants apart, we make them one pot (R-5.2)."""
    if pots is None or any(len(pot) < 2 for pot in pots):
        return None
    claims: dict[frozenset[int], int] = {}
    for amount, seats, *_ in pots:
        if not all(type(number) is int for number in (amount, *seats)):
            raise ValueError("pots are not whole amounts with seats")
        claims[frozenset(seats)] = claims.get(frozenset(seats), 0) + amount
    return claims


def _returned(returned: list[Any] | None) -> Mapping[int, int]:
    """Both forms in the files: a pair, or a run of pairs."""
    if not returned:
        return {}
    return dict(returned if isinstance(returned[0], list) else [returned])


def exact_rake(amount: int) -> RakeTerms:
    """Terms that take just this amount: all of the pots, capped."""
    return RakeTerms(basis_points=FULL, caps=((2, amount),)) if amount else NO_RAKE


def deal_order(seats: Iterable[int], *, button: int) -> tuple[int, ...]:
    """The seats from the button's left."""
    return tuple(sorted(seats, key=lambda seat: (seat <= button, seat)))


def fill_deck(holes: Iterable[str | None], board: str) -> str:
    """A whole deck that deals these hands (in deal order) and this board; any cards where none are known."""
    known = [split(cards) if cards else (None, None) for cards in holes]
    wanted: list[str | None] = [pair[0] for pair in known] + [pair[1] for pair in known]
    cards: list[str | None] = [*split(board), None, None, None, None, None][:5]
    wanted += [None, *cards[:3], None, cards[3], None, cards[4]]
    used = {card for card in wanted if card}
    rest = [card for card in DECK if card not in used]
    deck = "".join(card or rest.pop() for card in wanted) + "".join(rest)
    if not is_deck(deck):
        raise ValueError("a card is there twice")
    return deck
