"""What holds in every hand: random tables and play, checked by invariants and an independent referee."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import pytest
from hypothesis import given, settings

from tables.engine import views
from tables.engine.actions import Action, Move, RuleViolation
from tables.engine.cards import split
from tables.engine.events import Event, EventKind
from tables.engine.hand import Hand, record, replay
from tables.engine.rake import NO_RAKE
from tables.engine.setup import Setup
from tests.engine.referee import winnings
from tests.engine.tables import DICE, Random, random_hand

many = settings(max_examples=200, deadline=None)


@many
@given(dice=DICE)
def test_every_moment_is_sound_and_ends(dice: Random) -> None:
    """Chips on the table + rake = chips before; no broken invariant at any step; each hand ends."""
    steps = 0
    for hand in random_hand(dice, raked=True):
        assert hand.problems() == []
        steps += 1
    assert steps < 400
    assert sum(hand.result.stacks.values()) + hand.result.rake == sum(seat.stack for seat in hand.setup.seats)
    assert min(hand.result.stacks.values()) >= 0
    for seat in hand.setup.seats:
        assert hand.result.stacks[seat.seat] == seat.stack + hand.result.nets[seat.seat]


@many
@given(dice=DICE)
def test_r_5_2_payouts_agree_with_the_chip_by_chip_referee(dice: Random) -> None:
    """R-4.10, R-5.2, R-5.3: the referee hears the events only and must come to the same stacks."""
    *_, hand = random_hand(dice)
    books = Books(hand.setup, record(hand.setup, hand.actions))
    order = [seat.seat for seat in hand.setup.order()]
    won = winnings(
        books.put_in,
        dead=books.dead,
        live=books.live,
        hands=books.dealt,
        board=hand.board,
        order=order,
        chip=hand.setup.stakes.chip,
    )
    for seat in hand.setup.seats:
        spent = books.put_in[seat.seat] + books.dead_of[seat.seat]
        assert hand.result.stacks[seat.seat] == seat.stack - spent + won[seat.seat]


class Books:
    """Accounts kept from the events alone; checks each return against the totals of the round (R-4.10)."""

    def __init__(self, setup: Setup, events: tuple[Event, ...]) -> None:
        self.put_in = {seat.seat: 0 for seat in setup.seats}
        self.dead_of = {seat.seat: 0 for seat in setup.seats}
        self.live = set(self.put_in)
        self.dealt: dict[int, str] = {}
        self.round: dict[int, int] = defaultdict(int)
        self.due: dict[int, int] = {}
        blinds_began = False
        for event in events:
            if event.kind is EventKind.POSTED and event.text != "ante" and not blinds_began:
                blinds_began = True
                self.close_round()
            self.hear(event)
        self.close_round()

    @property
    def dead(self) -> int:
        return sum(self.dead_of.values())

    def hear(self, event: Event) -> None:
        if event.kind is EventKind.POSTED and event.text == "dead":
            self.dead_of[event.seat] += event.amount
        elif event.kind in (EventKind.POSTED, EventKind.CALL, EventKind.BET, EventKind.RAISE):
            self.round[event.seat] += event.amount
        elif event.kind is EventKind.RETURNED:
            self.due[event.seat] = event.amount
        elif event.kind is EventKind.FOLD:
            self.live.remove(event.seat)
        elif event.kind is EventKind.DEALT:
            self.dealt[event.seat] = event.cards
        elif event.kind in (EventKind.STREET, EventKind.SHOWDOWN, EventKind.HAND_OVER):
            self.close_round()

    def close_round(self) -> None:
        totals = [*sorted(self.round.values(), reverse=True), 0, 0]
        expected = {seat: total - totals[1] for seat, total in self.round.items() if total > totals[1]}
        assert self.due == expected
        for seat, total in self.round.items():
            self.put_in[seat] += total - expected.get(seat, 0)
        self.round.clear()
        self.due = {}


@many
@given(dice=DICE)
def test_r_8_3_rake_changes_only_what_the_winners_get(dice: Random) -> None:
    """R-8.1, R-8.3: the same hand with and without rake has the same pots; the difference is the rake, exactly."""
    *_, raked = random_hand(dice, raked=True)
    free = replay(replace(raked.setup, rake=NO_RAKE), raked.actions)
    assert [(pot.amount, pot.seats) for pot in raked.result.pots] == [
        (pot.amount, pot.seats) for pot in free.result.pots
    ]
    total = sum(pot.amount for pot in raked.result.pots)
    assert 0 <= raked.result.rake <= total * raked.setup.rake.basis_points // 10_000
    assert raked.result.rake % raked.setup.stakes.chip == 0
    if raked.setup.rake.no_flop_no_drop and not raked.result.flop_dealt:
        assert raked.result.rake == 0
    assert sum(free.result.stacks.values()) - sum(raked.result.stacks.values()) == raked.result.rake
    for with_rake, without in zip(raked.result.pots, free.result.pots, strict=True):
        assert set(with_rake.shares) == set(without.shares)
        assert all(with_rake.shares[seat] <= without.shares[seat] for seat in without.shares)


@many
@given(dice=DICE)
def test_r_4_11_apply_and_legal_agree(dice: Random) -> None:
    """R-4.11: what legal() names is accepted, one chip beside it is refused, and nothing changes on the way."""
    for hand in random_hand(dice):
        legal = hand.legal()
        if legal is None:
            continue
        before, seat, chip = views.public(hand), legal.seat, hand.setup.stakes.chip
        good = [Action(seat, Move.FOLD), Action(seat, Move.CHECK if legal.check else Move.CALL)]
        bad = [Action(seat, Move.CALL if legal.check else Move.CHECK), Action(seat, Move.PROTECT)]
        bad += [Action(other.seat, Move.FOLD) for other in hand.setup.seats if other.seat != seat]
        if legal.word and legal.min is not None and legal.max is not None:
            good += [Action(seat, Move(legal.word), legal.min), Action(seat, Move(legal.word), legal.max)]
            bad += [Action(seat, Move(legal.word), legal.min - chip), Action(seat, Move(legal.word), legal.max + chip)]
        else:
            bad += [Action(seat, Move.BET, 2 * chip), Action(seat, Move.RAISE, hand.setup.stakes.big_blind * 2)]
        for action in good:
            assert hand.apply(action).problems() == []
        for action in bad:
            with pytest.raises(RuleViolation):
                hand.apply(action)
        assert views.public(hand) == before


@many
@given(dice=DICE)
def test_replay_from_json_is_the_same_hand(dice: Random) -> None:
    """docs/architecture.md: setup and actions through JSON give the same result, view and events."""
    *_, hand = random_hand(dice, raked=True)
    loaded = Setup.load(hand.setup.dump(), hand.setup.deck)
    again = replay(loaded, [Action.load(action.dump()) for action in hand.actions])
    assert loaded == hand.setup
    assert (again.result, again.events, views.public(again)) == (hand.result, hand.events, views.public(hand))


def cards_in(item: object) -> set[str]:
    """All cards named anywhere in a view or an event, by field."""
    if isinstance(item, dict):
        found: set[str] = set()
        for key, value in item.items():
            if key in ("cards", "board") and value != views.HIDDEN:
                found |= set(split(value))
            else:
                found |= cards_in(value)
        return found
    if isinstance(item, list):
        return set().union(*(cards_in(part) for part in item)) if item else set()
    return set()


def hidden_from_all(hand: Hand) -> dict[int, set[str]]:
    """The hole cards nobody but their seat may know now, told from the events alone."""
    events = record(hand.setup, hand.actions)
    shown = {event.seat for event in events if event.kind is EventKind.SHOWN}
    return {
        event.seat: set(split(event.cards))
        for event in events
        if event.kind is EventKind.DEALT and event.seat not in shown
    }


@many
@given(dice=DICE)
def test_views_never_leak(dice: Random) -> None:
    """R-7.5, R-7.6: public view and events hold no unshown card; a player's own only his own besides."""
    for hand in random_hand(dice):
        hidden = hidden_from_all(hand)
        secret = set().union(*hidden.values()) if hidden else set()
        public = cards_in(views.public(hand)) | cards_in(views.public_events(hand))
        assert not public & secret
        assert len(public - set(split(hand.board))) <= 2 * (len(hand.setup.seats) - len(hidden))
        for seat in (seat.seat for seat in hand.setup.seats):
            seen = cards_in(views.own(hand, seat)) | cards_in(views.own_events(hand, seat))
            assert not seen & (secret - hidden.get(seat, set()))
            assert seen or hand.done
    folded = {action.seat for action in hand.actions if action.move is Move.FOLD}
    for viewer in (None, *(seat.seat for seat in hand.setup.seats)):
        assert not folded & (views.seen_by(hand, viewer).keys() - {viewer})
        told = views.told(record(hand.setup, hand.actions), seat=viewer)
        assert not cards_in(told) & (secret - hidden.get(viewer, set()))


@many
@given(dice=DICE)
def test_public_views_have_the_shape_of_the_protocol(dice: Random) -> None:
    """docs/protocol.md: maps by key, no nulls, no arrays; the middle of the table is worth what was put in."""
    for hand in random_hand(dice):
        view = views.public(hand)
        assert plain(view)
        chips = sum(seat["stack"] for seat in view["seats"].values())
        if hand.done:
            assert "turn" not in view["hand"]
        else:
            bets = sum(seat["bet"] for seat in view["seats"].values())
            pots = sum(pot["amount"] for pot in view["hand"]["pots"].values())
            assert chips + view["hand"]["pot"] == sum(seat.stack for seat in hand.setup.seats)
            assert view["hand"]["pot"] == bets + pots


def plain(item: object) -> bool:
    """Whether this is nothing but maps with string keys, plain strings, integers and booleans."""
    if isinstance(item, dict):
        return all(type(key) is str and plain(value) for key, value in item.items())
    return type(item) in (str, int, bool)
