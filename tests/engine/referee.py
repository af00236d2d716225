"""An independent model of what a hand pays: chip by chip, with its own way of ranking hands.

It shares no code with the engine and is written to be plain instead of fast. It hears only public facts (what each
seat put in, who folded) and the cards, and says what every seat must have at the end, rake aside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

ORDER = "23456789TJQKA"


def rank_five(cards: Sequence[str]) -> tuple[int, ...]:
    """A comparable rank of exactly five cards, higher is better (R-7.2)."""
    values = sorted((ORDER.index(card[0]) + 2 for card in cards), reverse=True)
    groups = sorted(Counter(values).items(), key=lambda item: (item[1], item[0]), reverse=True)
    shape = tuple(count for _, count in groups)
    ranks = tuple(value for value, _ in groups)
    flush = len({card[1] for card in cards}) == 1
    straight = 0
    if len(ranks) == 5:
        if values[0] - values[4] == 4:
            straight = values[0]
        elif values == [14, 5, 4, 3, 2]:
            straight = 5
    if straight and flush:
        return (8, straight)
    if shape[0] == 4:
        return (7, *ranks)
    if shape == (3, 2):
        return (6, *ranks)
    if flush:
        return (5, *values)
    if straight:
        return (4, straight)
    return ({(3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(shape, 0), *ranks)


def rank(run: str) -> tuple[int, ...]:
    """The best rank among all choices of five cards."""
    cards = [run[start : start + 2] for start in range(0, len(run), 2)]
    return max(rank_five(five) for five in combinations(cards, 5))


def winnings(
    put_in: Mapping[int, int],
    *,
    dead: int,
    live: Iterable[int],
    hands: Mapping[int, str],
    board: str,
    order: Sequence[int],
    chip: int,
) -> dict[int, int]:
    """What each seat gets back from the middle. `order` is clockwise from the button's left.

    Chip by chip: the n-th chips of all seats form a slice that belongs to the live seats with at least n chips in;
    a slice nobody live has reached belongs with the one below. Slices with the same owners are one pot.
    """
    owners_before = tuple(seat for seat in order if seat in set(live))
    slices: list[tuple[tuple[int, ...], int]] = [(owners_before, dead)]
    for level in range(chip, max(put_in.values()) + 1, chip):
        owners = tuple(seat for seat in order if seat in set(live) and put_in[seat] >= level) or slices[-1][0]
        slices.append((owners, sum(chip for amount in put_in.values() if amount >= level)))
    pots: dict[tuple[int, ...], int] = {}
    for owners, amount in slices:
        pots[owners] = pots.get(owners, 0) + amount
    won = dict.fromkeys(order, 0)
    for owners, amount in pots.items():
        if len(owners) == 1:
            won[owners[0]] += amount
            continue
        best = max(rank(hands[seat] + board) for seat in owners)
        winners = [seat for seat in owners if rank(hands[seat] + board) == best]
        for number in range(amount // chip):
            won[winners[number % len(winners)]] += chip
    return won
