"""How fast the engine is, measured against PokerKit in the same run: `python -m benchmarks.engine`.

Whole random hands per second (deal, choose a random legal action, apply it, settle), 6-max fixed and no limit; the
time to replay a hand of about 30 actions; the cost of ranking seven cards. Both engines play in turn, round by round,
and the report gives medians of the rounds. The ratio is the number to compare: it survives another machine.
It depends on the play, though: players raise 30 % and fold 15 % of the time, so hands are about 28 actions long and
mostly see a showdown. The more is folded early, the more of a hand is dealing and paying, where we win less.
"""

from __future__ import annotations

import argparse
import random  # noqa: TID251 - random play is the point here
import statistics
import sys
from collections.abc import Callable
from time import perf_counter

from pokerkit import Automation, FixedLimitTexasHoldem, NoLimitTexasHoldem
from pokerkit.state import State as PokerKitState

from tables.engine.actions import Action, Move
from tables.engine.cards import DECK
from tables.engine.hand import Hand, replay
from tables.engine.ranking import name, strength
from tables.engine.rules import Game, preset
from tables.engine.setup import Post, PostKind, SeatSetup, Setup, Stakes, fixed_stakes

PLAYERS, SMALL, BIG, STACK = 6, 200, 400, 20_000
RULES = preset("cardroom")
RAISING, FOLDING = 0.3, 0.15
STAKES = {
    Game.FIXED: fixed_stakes(small_bet=BIG, chip=1),
    Game.NO_LIMIT: Stakes(game=Game.NO_LIMIT, small_blind=SMALL, big_blind=BIG),
}
AUTOMATIONS = tuple(automation for automation in Automation if automation is not Automation.RUNOUT_COUNT_SELECTION)


def deal(game: Game, dice: random.Random) -> Hand:
    """A new 6-max hand with a shuffled deck; seat 6 is the button."""
    deck = list(DECK)
    dice.shuffle(deck)
    posts = {1: (Post(PostKind.SMALL_BLIND, SMALL),), 2: (Post(PostKind.BIG_BLIND, BIG),)}
    return Hand.start(
        Setup(
            rules=RULES,
            stakes=STAKES[game],
            button=PLAYERS,
            small_blind=1,
            big_blind=2,
            seats=tuple(SeatSetup(seat, STACK, posts.get(seat, ())) for seat in range(1, PLAYERS + 1)),
            deck="".join(deck),
        )
    )


def play_ours(game: Game, dice: random.Random) -> Hand:
    """One whole hand of random legal actions."""
    hand = deal(game, dice)
    while (legal := hand.legal()) is not None:
        pick = dice.random()
        if pick < RAISING and legal.min is not None and legal.max is not None and legal.word is not None:
            action = Action(legal.seat, Move(legal.word), dice.randint(legal.min, legal.max))
        elif legal.call and pick > 1 - FOLDING:
            action = Action(legal.seat, Move.FOLD)
        else:
            action = Action(legal.seat, Move.CHECK if legal.check else Move.CALL)
        hand = hand.apply(action)
    return hand


def play_pokerkit(game: Game, dice: random.Random) -> PokerKitState:
    """The same play through PokerKit with everything but the decisions automated."""
    if game is Game.FIXED:
        state = FixedLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (SMALL, BIG), BIG, 2 * BIG, STACK, PLAYERS)
    else:
        state = NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (SMALL, BIG), BIG, STACK, PLAYERS)
    while state.status:
        pick = dice.random()
        if pick < RAISING and state.can_complete_bet_or_raise_to():
            least = state.min_completion_betting_or_raising_to_amount
            most = state.max_completion_betting_or_raising_to_amount
            state.complete_bet_or_raise_to(dice.randint(least, most))
        elif pick > 1 - FOLDING and state.checking_or_calling_amount and state.can_fold():
            state.fold()
        else:
            state.check_or_call()
    return state


def long_hand(dice: random.Random) -> Hand:
    """A random fixed-limit hand of 30 actions."""
    while True:
        hand = play_ours(Game.FIXED, dice)
        if len(hand.actions) == 30:
            return hand


def seconds(task: Callable[[], object], *, times: int) -> float:
    """Seconds for one call, over this many in a row."""
    began = perf_counter()
    for _ in range(times):
        task()
    return (perf_counter() - began) / times


def measure(rounds: int, hands: int) -> dict[str, float]:
    """Medians over the rounds, the contestants taking turns in each; seconds for one of each."""
    dice = random.Random(24)
    long = long_hand(dice)
    cards = ["".join(dice.sample(DECK, 7)) for _ in range(200)]
    slow = max(1, hands // 10)
    tasks: dict[str, tuple[Callable[[], object], int]] = {
        "fixed ours": (lambda: play_ours(Game.FIXED, dice), hands),
        "fixed pokerkit": (lambda: play_pokerkit(Game.FIXED, dice), slow),
        "no ours": (lambda: play_ours(Game.NO_LIMIT, dice), hands),
        "no pokerkit": (lambda: play_pokerkit(Game.NO_LIMIT, dice), slow),
        "replay": (lambda: replay(long.setup, long.actions), 200),
        "strength": (lambda: [strength(run) for run in cards], 10),
        "name": (lambda: [name(run) for run in cards], 2),
    }
    times: dict[str, list[float]] = {key: [] for key in tasks}
    for _ in range(rounds):
        for key, (task, count) in tasks.items():
            times[key].append(seconds(task, times=count))
    return {key: statistics.median(values) for key, values in times.items()}


def report(medians: dict[str, float], rounds: int) -> str:
    """The measured medians in words."""
    lines = [f"Medians of {rounds} interleaved rounds, 6-max, stacks of 50 big blinds"]
    for game, label in (("fixed", "fixed limit"), ("no", "no limit")):
        ours, theirs = medians[f"{game} ours"], medians[f"{game} pokerkit"]
        lines.append(
            f"  whole random hands, {label:11}  {1 / ours:8.0f}/s   PokerKit {1 / theirs:6.0f}/s   "
            f"{theirs / ours:5.1f} times as fast (target 10)"
        )
    lines.append(f"  replay of a 30-action hand        {1e3 * medians['replay']:8.3f} ms  (target below 1)")
    lines.append(f"  strength of seven cards           {1e6 * medians['strength'] / 200:8.2f} µs")
    lines.append(f"  name of seven cards               {1e6 * medians['name'] / 200:8.2f} µs")
    return "\n".join(lines)


def main() -> int:
    """Measures and prints the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--hands", type=int, default=300, help="our hands in a round; PokerKit plays a tenth")
    options = parser.parse_args()
    sys.stdout.write(report(measure(options.rounds, options.hands), options.rounds) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
