"""Bots against bots on the engine alone: many hands a second, to see what their play amounts to."""

from collections import Counter
from typing import Any

from tables.bots.dice import Dice
from tables.bots.spot import spot_of
from tables.bots.strategy import Temper, decide, temper
from tables.engine import views
from tables.engine.actions import Action, Move
from tables.engine.cards import DECK
from tables.engine.hand import Hand
from tables.engine.rules import Game, preset
from tables.engine.setup import Post, PostKind, SeatSetup, Setup, Stakes

Json = dict[str, Any]
BLINDS = (Post(PostKind.SMALL_BLIND, 100), Post(PostKind.BIG_BLIND, 200))


def play(game: Game, *, players: int, hands: int, dice: Dice, station: int | None = None) -> Counter[str]:
    """Play so many hands from 100 big blinds; how often they got where, and every move by name.

    The player in seat `station` is no bot: he calls everything.
    """
    counts: Counter[str] = Counter()
    for _ in range(hands):
        tempers = [temper(dice) for _ in range(players)]
        hand = Hand.start(_setup(game, players=players, dice=dice))
        while not hand.done:
            hand = hand.apply(_call(hand, station) or _decision(hand, tempers, dice, counts))
        assert hand.problems() == []
        result = hand.result
        assert result is not None
        counts.update(hands=1, showdown=result.showdown, flop=result.flop_dealt)
        counts["walk"] += not any(action.move in {Move.CALL, Move.RAISE} for action in hand.actions)
        counts["pot"] += sum(pot.amount for pot in result.pots)
        for seat, net in result.nets.items():
            counts[f"won by {seat}" if net > 0 else f"lost by {seat}"] += abs(net)
        counts["busted"] += sum(stack == 0 for stack in result.stacks.values())
    return counts


def _setup(game: Game, *, players: int, dice: Dice) -> Setup:
    small, big = (200, 400) if game is Game.FIXED else (0, 0)
    seats = []
    for seat in range(1, players + 1):
        posts = (BLINDS[seat - 1],) if seat <= 2 else ()
        seats.append(SeatSetup(seat, 20_000, posts))
    return Setup(
        rules=preset("house"),
        stakes=Stakes(game=game, chip=100, small_bet=small, big_bet=big, small_blind=100, big_blind=200),
        button=1 if players == 2 else players,
        small_blind=1,
        big_blind=2,
        seats=tuple(seats),
        deck="".join(dice.draw(list(DECK), 52)),
    )


def _call(hand: Hand, station: int | None) -> Action | None:
    legal = hand.legal()
    if legal is None or legal.seat != station:
        return None
    return Action(legal.seat, Move.CHECK if legal.check else Move.CALL)


def _decision(hand: Hand, tempers: list[Temper], dice: Dice, counts: Counter[str]) -> Action:
    """The bot's move, from nothing but what its client would show it."""
    view = views.public(hand)
    seat: int = view["hand"]["turn"]["seat"]
    view["table"] = {"big_blind": 200, "chip": 100, "game": hand.setup.stakes.game.value}
    spot = spot_of(view, dict(views.own(hand, seat)), seat)
    assert spot is not None
    decision = decide(spot, tempers[seat - 1], dice)
    counts[f"{hand.street} {decision.move.value}"] += 1
    return Action(seat, decision.move, decision.to)
