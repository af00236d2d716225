"""PHH both ways: what we write, PokerKit replays to the same stacks; what we read back is the hand we wrote."""

import tomllib
import warnings
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import HandHistory

from tables.engine import phh
from tables.engine.actions import Action, Cause, Move
from tables.engine.cards import hole_cards
from tables.engine.conventions import Round
from tables.engine.hand import Hand
from tables.engine.hand_files import records
from tables.engine.phh_writing import players_in_order, write, write_many
from tables.engine.record import Played, Record, Unreadable, parse
from tables.engine.referee import Status, judge
from tables.engine.rules import Game
from tables.engine.setup import Post, PostKind, SeatSetup, Setup, Stakes
from tests.engine.hands_of_others import OURS, ours, played, sample
from tests.engine.random_hands import RULES, random_hand, random_setup

DICE = st.randoms(use_true_random=True)


def all_cards(setup: Setup) -> dict[int, str]:
    order = players_in_order(setup)
    return dict(zip(order, hole_cards(setup.deck, players=len(order)), strict=True))


def replayed(text: str) -> list[int]:
    """The final stacks PokerKit comes to, by player; it must know all fields."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        *_, state = HandHistory.loads(text)
    assert not state.status
    return [int(stack) for stack in state.stacks]


def odd_chips(hand: Hand) -> bool:
    """Whether R-5.3's odd chips, one each, may fall otherwise in PokerKit, which gives them all to the first."""
    assert hand.result is not None
    return any(pot.amount % len(pot.shares) for pot in hand.result.pots)


def half_bet(record: Record) -> bool:
    """Whether somebody raised after a short all-in at fixed limit, where PokerKit asks for another amount (R-4.8)."""
    if record.setup.stakes.game is not Game.FIXED:
        return False
    hand, counted = Hand.start(record.setup), Round(record)
    for action in played(record)[1]:
        legal, street = hand.legal(), hand.street
        assert legal is not None
        if action.to is not None and counted.short_all_in:
            return True
        to = action.to or counted.put(action.seat) + legal.call * (action.move is Move.CALL)
        counted.add(Played(action.seat, action.move, to), to=to)
        hand = hand.apply(action)
        if hand.street != street and not hand.done:
            counted.street()
    return False


@pytest.mark.parametrize("game", Game)
@settings(max_examples=60, deadline=None)
@given(dice=DICE)
def test_pokerkit_replays_what_we_write_and_we_read_it_back(game: Game, dice: Any) -> None:
    """R-6.4 too: a protected player is written with just what he put in, his real stack beside it."""
    hand = random_hand(dice, random_setup(dice, game), protect=dice.choice((0.0, 0.0, 0.1)))
    text = write(hand.setup, hand.actions, seen=all_cards(hand.setup), fields={"hand": 7})
    plain = tomllib.loads(text)
    protected = {action.seat for action in hand.actions if action.move is Move.PROTECT}
    assert hand.result is not None
    for index, seat in enumerate(players_in_order(hand.setup)):
        behind = plain.get("_real_starting_stacks", plain["starting_stacks"])[index] - plain["starting_stacks"][index]
        assert plain["finishing_stacks"][index] + behind == hand.result.stacks[seat]
        assert behind == 0 or seat in protected
    (back,) = phh.read(text)
    if not odd_chips(hand) and not half_bet(back):
        assert replayed(text) == plain["finishing_stacks"]
    assert judge(back).difference is None
    assert [seat.stack for seat in back.setup.order()] == plain["starting_stacks"]
    if not protected:
        assert back.setup.seats == hand.setup.seats


def test_a_protected_hand_is_written_as_in_the_rules() -> None:
    """R-6.4's example, 5/10: A raises to 40, B calls, C is protected for 10; on the flop A bets, B folds."""
    deal = parse(ours("worked.jsonl")[0]).setup.deck
    setup = Setup(
        rules=RULES,
        stakes=Stakes(game=Game.NO_LIMIT, small_blind=5, big_blind=10),
        button=1,
        small_blind=2,
        big_blind=3,
        seats=(
            SeatSetup(1, 200),
            SeatSetup(2, 200, (Post(PostKind.SMALL_BLIND, 5),)),
            SeatSetup(3, 200, (Post(PostKind.BIG_BLIND, 10),)),
        ),
        deck=deal,
    )
    actions = (
        Action(1, Move.RAISE, 40),
        Action(2, Move.CALL),
        Action(3, Move.PROTECT, cause=Cause.CLOCK),
        Action(2, Move.CHECK),
        Action(1, Move.BET, 60),
        Action(2, Move.FOLD),
    )
    plain = tomllib.loads(text := write(setup, actions, seen=all_cards(setup)))
    assert plain["starting_stacks"] == [200, 10, 200]
    assert plain["_real_starting_stacks"] == [200, 200, 200]
    assert plain["_disconnect_all_in"] == [2]
    assert replayed(text) == plain["finishing_stacks"]
    assert plain["finishing_stacks"][0] == 160
    assert [action for action in plain["actions"] if "d" not in action and "sm" not in action] == [
        "p3 cbr 40",
        "p1 cc",
        "p1 cc",
        "p3 cbr 60",
        "p1 f",
    ]


def test_what_the_reader_may_not_see_is_not_in_the_text() -> None:
    """R-7.6: only the cards passed in, and those shown to all."""
    record = parse(ours("worked.jsonl")[0])
    hand, actions = played(record)
    text = write(record.setup, actions, seen={0: "AsAd"})
    assert [line for line in tomllib.loads(text)["actions"] if "dh" in line] == [
        "d dh p1 ????",
        "d dh p2 ????",
        "d dh p3 AsAd",
    ]
    assert hand.done and not any(card in text for card in ("7c", "2d", "8c", "3d"))


def test_pot_limit_and_rake_have_own_fields() -> None:
    """NT with `_betting`; the rake is what the stacks lost."""
    hands = {plain["id"]: parse(plain) for plain in ours("worked.jsonl")}
    pot = hands["pot-limit-first-raise"]
    plain = tomllib.loads(write(pot.setup, played(pot)[1], seen={}))
    assert (plain["variant"], plain["_betting"], plain["min_bet"]) == ("NT", "PL", 10)
    raked = hands["rake-from-each-pot-in-proportion"]
    text = write(raked.setup, played(raked)[1], seen=all_cards(raked.setup))
    plain = tomllib.loads(text)
    assert (plain["_rake"], sum(plain["starting_stacks"]) - sum(plain["finishing_stacks"])) == (3, 3)
    assert plain["winnings"] == [0, 29, 44]
    assert sum(replayed(text)) == sum(plain["starting_stacks"])


def test_a_hand_that_is_not_over_is_not_written() -> None:
    record = parse(ours("worked.jsonl")[0])
    with pytest.raises(ValueError, match="not over"):
        write(record.setup, (), seen={})


@pytest.mark.parametrize("name", ["generated-fl", "generated-nl", "generated-pl", "real-nl", "real-fl"])
def test_hands_of_others_survive_being_written_and_read(name: str) -> None:
    texts, expected = [], []
    for plain in sample(name, every=40):
        record = parse(plain)
        if judge(record).status is not Status.MATCHED:
            continue
        hand, actions = played(record)
        texts.append(write(record.setup, actions, seen=all_cards(record.setup)))
        assert hand.result is not None
        expected.append(hand.result.stacks)
    assert len(texts) > 10
    for text, back, stacks in zip(texts, phh.read(write_many(texts)), expected, strict=True):
        assert judge(back).difference is None
        assert back.stacks == stacks
        assert sum(replayed(text)) == sum(stacks.values()) + tomllib.loads(text)["_rake"]


def test_our_own_collection_reads_in_cents_and_in_seats() -> None:
    """Decimals become whole cents; p1 is left of the button; an ante above the others' is a dead post."""
    path = OURS / "worked.phhs"
    heads_up, posted, pot = records(name=path.name, data=path.read_bytes())
    assert [judge(record).difference for record in (heads_up, posted, pot)] == [None, None, None]
    assert (heads_up.setup.button, heads_up.setup.small_blind, heads_up.setup.big_blind) == (2, 2, 1)
    assert [(seat.seat, seat.stack) for seat in posted.setup.seats] == [(1, 3000), (3, 975), (5, 5000), (6, 2000)]
    assert [(post.kind.value, post.amount) for post in posted.setup.seats[0].posts] == [("dead", 25), ("live", 50)]
    assert posted.setup.button == 3 and posted.unknown == {3, 5, 6}
    assert pot.setup.stakes.game is Game.POT


GOOD = (OURS / "worked.phhs").read_text().split("[3]\n")[1]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"NT"', '"N2L1D"'),
        ('"PL"', '"XL"'),
        ("[500, 500, 500]", "[500, 500]"),
        ("[500, 500, 500]", "[500, 500, inf]"),
        ("[500, 500, 500]", "[500, 500, 1e999]"),
        ("[5, 10, 0]", "[5, 10, 20]"),
        ("min_bet = 10", "min_bet = 20"),
        ("p3 cbr 35", "p3 bring 35"),
        ("p3 cbr 35", "p9 cbr 35"),
        ("AsAd", "AsAx"),
        ("AsAd", "7cAd"),
        ("antes", "aunts"),
        ("min_bet = 10", "min_bet = 10\nseats = [3, 1, 2, 4]"),
        ("min_bet = 10", "min_bet = 10\nseats = [3, 2, 1]"),
    ],
)
def test_what_is_not_holdem_in_phh_is_unreadable(old: str, new: str) -> None:
    assert phh.read(GOOD)
    assert old in GOOD
    with pytest.raises(Unreadable, match="phh"):
        phh.read(GOOD.replace(old, new))
