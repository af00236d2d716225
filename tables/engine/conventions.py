"""The places where other engines play by another convention than RULES.md, each with a name and a test of its own.

A difference is excused only when it is of the kind its name says and the hand really is in that situation, which is
found out here from the actions alone: neither a tag in a file nor our own engine's opinion is enough.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from tables.engine.actions import Move
from tables.engine.record import Board, Played, Record
from tables.engine.rules import Game
from tables.engine.setup import PostKind

LIVE = (PostKind.SMALL_BLIND, PostKind.BIG_BLIND, PostKind.LIVE)


class Convention(StrEnum):
    """The named differences; the value is how a report calls them."""

    SHORT_OPENING = "short_opening"  # who may raise after the round's first wager was a short all-in
    HALF_BET = "half_bet"  # fixed limit: half-bet rule against full-bet rule after a short all-in
    SHORT_BIG_BLIND = "short_bb"  # a short big blind is owed in full
    MOOT = "moot"  # a turn with nothing to decide: one asks, the other doesn't
    ODD_CHIPS = "odd_chips"  # odd chips one each, in each pot anew
    UNKNOWN_CARDS = "unknown_cards"  # the winners of a showdown taken from the record


class Round:
    """What one betting round has seen so far, counted from the record only."""

    def __init__(self, record: Record) -> None:
        stakes = record.setup.stakes
        self._fixed = stakes.game is Game.FIXED
        self._bets = (stakes.small_bet, stakes.small_bet, stakes.big_bet, stakes.big_bet)
        self._least = stakes.big_blind
        self._left = {seat.seat: seat.stack - sum(post.amount for post in seat.posts) for seat in record.setup.seats}
        self._put = {
            seat.seat: sum(post.amount for post in seat.posts if post.kind in LIVE) for seat in record.setup.seats
        }
        self._street = 0
        self._high = self._least
        self._full = self._least
        self._wagers = 0
        self.short_all_in = False
        self.short_opening = False

    def put(self, seat: int) -> int:
        """The seat's total in this round."""
        return self._put[seat]

    def street(self) -> None:
        """The next round begins."""
        self._street += 1
        self._put = dict.fromkeys(self._put, 0)
        self._high = self._wagers = 0
        self._full = self._least
        self.short_all_in = self.short_opening = False

    def add(self, played: Played, *, to: int) -> None:
        """A decision was made that brought the seat's total to `to`."""
        self._left[played.seat] -= to - self._put[played.seat]
        self._put[played.seat] = to
        if not played.wager:
            return
        more, size = to - self._high, self._bets[self._street] if self._fixed else self._full
        if more >= size:
            self._full = more
        elif self._left[played.seat] == 0:
            self.short_all_in = True
            self.short_opening |= self._wagers == 0
        self._wagers += 1
        self._high = max(self._high, to)

    def excuse(self, played: Played) -> Convention | None:
        """The convention by which the other engine may allow another bet or raise at this decision."""
        if self._fixed and self.short_all_in and (not played.flags or "H" in played.flags):
            return Convention.HALF_BET if self._by_full_bets(played) else None
        if not self._fixed and self.short_opening and (not played.flags or "T" in played.flags.upper()):
            return Convention.SHORT_OPENING
        return None

    def _by_full_bets(self, played: Played) -> bool:
        """Whether what the record allows or does is the full-bet rule's: one bet above the highest, or all-in."""
        reach = self._put[played.seat] + self._left[played.seat]
        total = min(self._high + self._bets[self._street], reach)
        allowed = played.legal is None or played.legal.min in (None, total)
        return allowed and (not played.wager or played.to == total)


def short_big_blind(record: Record) -> bool:
    """Whether the big blind was posted for less than it is."""
    posts = {seat.seat: seat.posts for seat in record.setup.seats}[record.setup.big_blind]
    blind = sum(post.amount for post in posts if post.kind is PostKind.BIG_BLIND)
    stack = {seat.seat: seat.stack for seat in record.setup.seats}[record.setup.big_blind]
    return min(blind, stack - sum(post.amount for post in posts if post.kind is PostKind.ANTE)) < (
        record.setup.stakes.big_blind
    )


def nothing_to_decide(played: Played, rest: Iterable[object]) -> bool:
    """Whether this is a check where nothing could be called, bet or raised, and no decision follows it."""
    return (
        played.move in (Move.CHECK, None)
        and not played.wager
        and (played.legal is None or (played.legal.call, played.legal.min) == (0, None))
        and all(isinstance(step, Board) for step in rest)
    )
