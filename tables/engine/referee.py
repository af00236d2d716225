"""Replays a recorded hand through our engine and compares everything both sides know.

At each decision: whose turn it is, the board, what calling costs, the least and most to bet or raise to; at the end:
the board, what was returned, the pots with their claimants, the final stacks. The first difference ends the replay.
It is a `DIFFER`, or `SKIPPED` when one named convention (see `conventions`) explains just this difference.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tables.engine.actions import Action, Move, RuleViolation
from tables.engine.answers import Legal, Result
from tables.engine.conventions import Convention, Round, nothing_to_decide, short_big_blind
from tables.engine.hand import Hand
from tables.engine.record import Board, Played, Record

SOUND = "broken invariants"


class Status(StrEnum):
    """How a replay came out."""

    MATCHED = "matched"
    SKIPPED = "skipped"
    DIFFER = "differ"


@dataclass(frozen=True, slots=True)
class Difference:
    """Where both part. `decision` counts from 1 in the record, 0 is before the first, None after the last."""

    what: str
    expected: str
    got: str
    decision: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The outcome for one hand. `excused`: how often each convention explained a difference that changed nothing."""

    name: str
    status: Status
    decisions: int
    convention: Convention | None = None
    difference: Difference | None = None
    excused: Counter[Convention] = field(default_factory=Counter)

    def dump(self) -> dict[str, Any]:
        """The verdict as JSON."""
        found = self.difference
        return {
            "hand": self.name,
            "status": self.status.value,
            "decisions": self.decisions,
            "convention": self.convention and self.convention.value,
            "excused": {convention.value: times for convention, times in sorted(self.excused.items())},
            "difference": found
            and {"decision": found.decision, "what": found.what, "expected": found.expected, "got": found.got},
        }


class _Parted(Exception):
    def __init__(self, what: str, *, expected: object, got: object, excuse: Convention | None = None) -> None:
        super().__init__(what)
        self.what, self.expected, self.got, self.excuse = what, str(expected), str(got), excuse


def judge(record: Record) -> Verdict:
    """The verdict on one recorded hand; never raises for a hand that was read."""
    replay = _Replay(record)
    try:
        replay.run()
    except _Parted as parted:
        excuse = parted.excuse or _short_big_blind(record, parted.what, decision=replay.decision)
        return Verdict(
            name=record.name,
            status=Status.SKIPPED if excuse else Status.DIFFER,
            decisions=replay.decision or 0,
            convention=excuse,
            difference=Difference(parted.what, parted.expected, parted.got, replay.decision),
            excused=replay.excused,
        )
    return Verdict(name=record.name, status=Status.MATCHED, decisions=replay.played, excused=replay.excused)


def _short_big_blind(record: Record, what: str, *, decision: int | None) -> Convention | None:
    """Calling for less than the big blind changes who owes what at decisions; it never excuses a board or a sum."""
    at_a_decision = bool(decision) and what not in ("board", SOUND)
    return Convention.SHORT_BIG_BLIND if at_a_decision and short_big_blind(record) else None


class _Replay:
    def __init__(self, record: Record) -> None:
        self.record = record
        self.excused: Counter[Convention] = Counter()
        self.decision: int | None = 0
        self.played = 0
        self._round = Round(record)
        self._board = ""

    def run(self) -> None:
        hand = Hand.start(self.record.setup)
        self._sound(hand)
        for index, step in enumerate(self.record.steps):
            if isinstance(step, Board):
                self._board += step.cards
                self._round.street()
                continue
            self.played += 1
            self.decision = self.played
            hand = self._skip_moot(hand, step.seat)
            legal = hand.legal()
            if (legal is None or legal.seat != step.seat) and self._moot(step, index):
                continue
            hand = self._decide(hand, legal, step)
        self.decision = None
        self._finish(self._skip_moot(hand, None))

    def _skip_moot(self, hand: Hand, seat: int | None) -> Hand:
        """Checks for those who have a turn with us but nothing to decide, and none in the record."""
        while (legal := hand.legal()) and legal.seat != seat and legal.check and legal.min is None:
            hand = hand.apply(Action(legal.seat, Move.CHECK))
            self.excused[Convention.MOOT] += 1
        return hand

    def _moot(self, step: Played, index: int) -> bool:
        moot = nothing_to_decide(step, self.record.steps[index + 1 :]) and (step.legal is None or "M" in step.flags)
        if moot:
            self.excused[Convention.MOOT] += 1
        return moot

    def _decide(self, hand: Hand, legal: Legal | None, step: Played) -> Hand:
        if legal is None:
            raise _Parted("turn", expected=f"seat {step.seat}", got="nobody")
        _same("turn", expected=f"seat {step.seat}", got=f"seat {legal.seat}")
        _same("board", expected=self._board, got=hand.board)
        excuse = self._round.excuse(step)
        self._compare_legal(legal, step, excuse)
        move = step.move or _move(legal, step)
        to = step.to if step.wager and step.to is not None else self._round.put(step.seat)
        if move is Move.CALL:
            to += legal.call
        if step.to is not None:
            _same(f"total after the {move.value}", expected=step.to, got=to)
        try:
            following = hand.apply(Action(step.seat, move, to if step.wager else None))
        except RuleViolation as error:
            raise _Parted(
                "action", expected=f"{move.value} {to}", got=error.code.value, excuse=excuse if step.wager else None
            ) from error
        self._round.add(step, to=to)
        self._sound(following)
        return following

    def _compare_legal(self, legal: Legal, step: Played, excuse: Convention | None) -> None:
        if step.legal is None:
            return
        _same("call", expected=step.legal.call, got=legal.call)
        _same("check", expected=step.legal.call == 0, got=legal.check)
        expected, got = (step.legal.min, step.legal.max), (legal.min, legal.max)
        if expected == got:
            return
        if excuse is None:
            raise _Parted("least and most to raise to", expected=expected, got=got)
        self.excused[excuse] += 1

    def _finish(self, hand: Hand) -> None:
        record, result = self.record, hand.result
        if result is None:
            legal = hand.legal()
            raise _Parted("end", expected="hand over", got=f"turn of seat {legal and legal.seat}")
        _same("board", expected=self._board, got=hand.board)
        if record.returned is not None:
            _same("returned", expected=_plain(record.returned), got=_plain(result.returned))
        claims: dict[frozenset[int], int] = {}
        for pot in result.pots:
            claims[frozenset(pot.seats)] = claims.get(frozenset(pot.seats), 0) + pot.amount
        if record.pots is not None:
            _same("pots", expected=_claims(record.pots), got=_claims(claims))
        stacks = result.stacks
        if result.showdown and any(record.unknown & frozenset(pot.seats) for pot in result.pots):
            stacks = self._recorded_showdown(result)
        if record.stacks is not None:
            _same("final stacks", expected=_plain(record.stacks), got=_plain(stacks))
        if record.one_each:
            self.excused[Convention.ODD_CHIPS] += 1

    def _recorded_showdown(self, result: Result) -> dict[int, int]:
        """Final stacks with the record's winners, who must be entitled to what they are said to have won."""
        self.excused[Convention.UNKNOWN_CARDS] += 1
        record = self.record
        if record.stacks is None:
            raise _Parted("winners", expected="not recorded", got="cards nobody saw")
        left = {seat.seat: seat.stack - result.paid[seat.seat] for seat in record.setup.seats}
        won = {seat: record.stacks[seat] - chips for seat, chips in left.items() if record.stacks[seat] != chips}
        if record.winners is not None:
            _same("winners", expected=sorted(record.winners), got=sorted(won))
        _same("sum of the winnings", expected=sum(won.values()), got=sum(pot.amount - pot.rake for pot in result.pots))
        for pot in result.pots:
            if not won.keys() & set(pot.seats):
                raise _Parted("winners", expected=sorted(won), got=f"pot of {sorted(pot.seats)}")
        for seat, amount in won.items():
            most = sum(pot.amount - pot.rake for pot in result.pots if seat in pot.seats)
            if not 0 < amount <= most:
                raise _Parted("winners", expected=f"{amount} for seat {seat}", got=f"at most {most}")
        return {seat: chips + won.get(seat, 0) for seat, chips in left.items()}

    def _sound(self, hand: Hand) -> None:
        _same(SOUND, expected=[], got=hand.problems())


def _move(legal: Legal, step: Played) -> Move:
    """The move a record means that doesn't tell bets from raises or checks from calls."""
    if step.wager:
        return Move(legal.word or Move.RAISE)
    return Move.CHECK if legal.check else Move.CALL


def _same(what: str, *, expected: object, got: object) -> None:
    if expected != got:
        raise _Parted(what, expected=expected, got=got)


def _plain(amounts: Any) -> dict[int, int]:
    return {seat: amounts[seat] for seat in sorted(amounts)}


def _claims(claims: Any) -> list[tuple[int, list[int]]]:
    return sorted((amount, sorted(seats)) for seats, amount in claims.items())
