"""Any hand, exported three ways and read back by readers that know nothing of the writers, comes to the same nets."""

import re
import warnings
from decimal import Decimal

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from pokerkit import HandHistory

from tables.bots.dice import Dice
from tables.engine import phh as phh_reading
from tables.engine.events import EventKind
from tables.engine.hand import Hand, record, replay
from tables.engine.rules import Game
from tables.engine.setup import PostKind
from tables.history import Finished, ohh, phh, text
from tests.history.hands import random_hand
from tests.history.ohh_checker import read_ohh
from tests.history.text_reader import read_text

HANDS = st.binary(min_size=1, max_size=6).map(lambda seed: random_hand(Dice(seed)))
CARD = re.compile(r"(?<![A-Za-z0-9])(?:[2-9TJQKA][cdhs])+(?![A-Za-z0-9])")


def played(finished: Finished) -> Hand:
    return replay(finished.setup, finished.actions)


def nets(finished: Finished) -> dict[int, Decimal]:
    result = played(finished).result
    assert result is not None
    return {seat: Decimal(net) / 100 for seat, net in result.nets.items()}


def visible(finished: Finished) -> dict[int, str]:
    """R-7.6, worked out apart from `views`: shown to all, one's own, and called down and mucked if dealt in."""
    facts = record(finished.setup, finished.actions)
    dealt = {event.seat: event.cards for event in facts if event.kind is EventKind.DEALT}
    open_to = {event.seat for event in facts if event.kind is EventKind.SHOWN}
    if finished.viewer is not None:
        open_to |= {finished.viewer} | {event.seat for event in facts if event.kind is EventKind.MUCKED}
    return {seat: cards for seat, cards in dealt.items() if seat in open_to and seat is not None}


@settings(max_examples=60, deadline=None)
@given(finished=HANDS)
def test_the_text_says_the_same_nets_and_rake(finished: Finished) -> None:
    reading = read_text(text(finished))
    result = played(finished).result
    assert result is not None
    assert reading.nets == {finished.names[seat]: net for seat, net in nets(finished).items()}
    assert reading.rake == Decimal(result.rake) / 100


@settings(max_examples=60, deadline=None)
@given(finished=HANDS)
def test_open_hand_history_says_the_same_nets_and_rake(finished: Finished) -> None:
    read = read_ohh(ohh(finished))
    result = played(finished).result
    assert result is not None
    assert read.nets == nets(finished)
    assert read.rake == Decimal(result.rake) / 100


@settings(max_examples=60, deadline=None)
@given(finished=HANDS)
def test_phh_is_read_back_to_the_same_stacks(finished: Finished) -> None:
    """By the room's own reader, in deal order; protected players hold back what they kept behind."""
    (back,) = phh_reading.read(phh(finished))
    assert back.stacks is not None
    result = played(finished).result
    assert result is not None
    starts = {seat.seat: seat.stack for seat in back.setup.seats}
    changes = [back.stacks[seat.seat] - starts[seat.seat] for seat in back.setup.order()]
    assert changes == [result.nets[seat.seat] for seat in finished.setup.order()]


@settings(max_examples=80, deadline=None)
@given(finished=HANDS)
@example(finished=random_hand(Dice(b"\xe0\x00f\xd4")))  # PHH shows a protected player as all-in: others mucked here
def test_no_export_tells_a_card_its_reader_may_not_see(finished: Finished) -> None:
    """R-7.6: exactly the board and the visible hands, whatever the format."""
    may = visible(finished)
    board = played(finished).board
    allowed = {run[at : at + 2] for run in (*may.values(), board) for at in range(0, len(run), 2)}
    for export in (text(finished), ohh(finished), phh(finished)):
        told = {run[at : at + 2] for run in CARD.findall(export) for at in range(0, len(run), 2)}
        assert told <= allowed
    assert set(read_ohh(ohh(finished)).cards.items()) <= set(may.items())


@settings(max_examples=60, deadline=None)
@given(finished=HANDS)
def test_every_export_tells_all_its_reader_may_see(finished: Finished) -> None:
    may = visible(finished)
    assert read_ohh(ohh(finished)).cards == may
    assert read_text(text(finished)).cards == {finished.names[seat]: cards for seat, cards in may.items()}
    for cards in may.values():
        assert cards in phh(finished)


@settings(max_examples=40, deadline=None)
@given(seed=st.binary(min_size=1, max_size=6), game=st.sampled_from([Game.FIXED, Game.NO_LIMIT]))
def test_pokerkit_replays_the_phh_to_the_same_stacks(seed: bytes, game: Game) -> None:
    """Losers to the chip; winners too where there is no rake, which PokerKit does not take, but for odd chips.

    Without all-in raises: PokerKit reopens the betting by another rule than R-4.8 when several short ones add up.
    """
    finished = random_hand(Dice(seed), game=game, plain=True)
    assume(not _raised_all_in(finished))
    result = played(finished).result
    assert result is not None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        states = tuple(HandHistory.loads(_with_all_cards(finished)))
    ends = [int(stack) for stack in states[-1].stacks]
    mine = [result.stacks[seat.seat] for seat in finished.setup.order()]
    assert sum(ends) - sum(mine) == result.rake
    for seat, end in zip(finished.setup.order(), ends, strict=True):
        won = [pot for pot in result.pots if seat.seat in pot.shares]
        odd = sum(len(pot.shares) > 1 for pot in won)
        assert abs(end - result.stacks[seat.seat]) <= odd or (won and result.rake)


def _raised_all_in(finished: Finished) -> bool:
    raises = {EventKind.BET, EventKind.RAISE}
    return any(event.all_in and event.kind in raises for event in record(finished.setup, finished.actions))


def _with_all_cards(finished: Finished) -> str:
    """PokerKit must know the cards to pay a showdown: a text with every hand in it, from the engine's own writer."""
    from tables.engine import phh_writing

    facts = record(finished.setup, finished.actions)
    dealt = {event.seat: event.cards for event in facts if event.kind is EventKind.DEALT and event.seat is not None}
    return phh_writing.write(finished.setup, finished.actions, seen=dealt)


@settings(max_examples=40, deadline=None)
@given(seed=st.binary(min_size=1, max_size=6))
@example(seed=b"\xeb\x89")  # a pot for three, which it splits to the fraction of a cent
def test_pokerkit_reads_the_no_limit_text(seed: bytes) -> None:
    """The one public reader of such text finds the same losses; it knows no rake, no odd chips and its own order of
    side pots."""
    finished = random_hand(Dice(seed), game=Game.NO_LIMIT, plain=True)
    assume(not _raised_all_in(finished))
    result = played(finished).result
    assert result is not None
    assume(len(result.pots) == 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (back,) = HandHistory.from_pokerstars(text(finished), parse_value=Decimal, error_status=True)
    seats = {name: seat for seat, name in finished.names.items()}
    starts = {seat.seat: seat.stack for seat in finished.setup.seats}
    assert [starts[seats[name]] for name in back.players] == [100 * stack for stack in back.starting_stacks]
    last = tuple(back)[-1]
    ends = {seats[name]: 100 * end for name, end in zip(back.players, last.stacks, strict=True)}
    moved = {seat: end for seat, end in ends.items() if seat not in result.pots[0].shares}
    assert moved == {seat: result.stacks[seat] for seat in moved}
    assert round(sum(ends.values())) == sum(starts[seat] for seat in ends)


def test_the_random_hands_reach_every_kind_of_fact() -> None:
    """The property tests above would prove little if some endings never came up."""
    seen: set[EventKind] = set()
    posts: set[str] = set()
    causes: set[str] = set()
    pots = 0
    for number in range(150):
        finished = random_hand(Dice(number.to_bytes(2, "big")))
        for event in record(finished.setup, finished.actions):
            seen.add(event.kind)
            causes.add(event.cause)
            if event.kind is EventKind.POSTED:
                posts.add(event.text)
        result = played(finished).result
        assert result is not None
        pots = max(pots, len(result.pots))
    assert seen == set(EventKind)
    assert posts == {kind.value for kind in PostKind}
    assert causes == {"player", "clock", "disconnected", "left"}
    assert pots >= 4


def test_an_unfinished_hand_has_no_history() -> None:
    finished = random_hand(Dice(b"open"))
    cut = Finished(**{name: getattr(finished, name) for name in finished.__slots__} | {"actions": ()})
    for export in (text, ohh, phh):
        with pytest.raises(ValueError, match="not over"):
            export(cut)
