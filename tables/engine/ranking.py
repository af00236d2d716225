"""How strong a hand is and what it is called (R-7.1, R-7.2).

Strength comes from the ranking library and is only compared; the name and the best five cards are ours, because the
readout beside a player's cards, the log and the history must all say the same words.
"""

from __future__ import annotations

from phevaluator import evaluate_cards

from tables.engine.cards import CARD_ID, RANKS, SUITS

SINGULAR = dict(
    zip(
        RANKS,
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"],
        strict=True,
    )
)
PLURAL = {rank: word + ("es" if word == "six" else "s") for rank, word in SINGULAR.items()}
WHEEL = "5432A"
ORDER = CARD_ID.__getitem__
_WORDS: dict[int, str] = {}
RUNS: tuple[str, ...] = (*(RANKS[low : low + 5][::-1] for low in range(8, -1, -1)), WHEEL)


def strength(run: str) -> int:
    """The strength of the best five of five to seven cards: lower is better, equal means a split (R-7.2)."""
    return evaluate_ids([CARD_ID[run[start : start + 2]] for start in range(0, len(run), 2)])


def evaluate_ids(ids: list[int]) -> int:
    """`strength` for cards already given as `CARD_ID` numbers."""
    return int(evaluate_cards(*ids))


def name(run: str) -> str:
    """What two to seven cards make, in words: "Two pair, kings and nines"."""
    return read(run)[0]


def best_five(run: str) -> str:
    """The five cards that play, most telling first; fewer when fewer are given."""
    return read(run)[1]


def name_ranked(run: str, rank: int) -> str:
    """`name` of five to seven cards whose strength is known: equal strength, equal words."""
    words = _WORDS.get(rank)
    if words is None:
        words = _WORDS[rank] = name(run)
    return words


def read(run: str) -> tuple[str, str]:
    """`name` and `best_five` of a run at once."""
    cards = sorted([run[start : start + 2] for start in range(0, len(run), 2)], key=ORDER, reverse=True)
    suits = run[1::2]
    suited = next(([card for card in cards if card[1] == suit] for suit in SUITS if suits.count(suit) >= 5), None)
    if suited:
        straight = _straight(suited)
        if straight and straight[0] == "A":
            return "Royal flush", straight
        if straight:
            return f"Straight flush, {SINGULAR[straight[0]]} high", straight
    return _groups(cards, suited)


def _straight(cards: list[str]) -> str | None:
    """The five cards of the highest straight, if there is one. `cards` are sorted from the highest rank down."""
    by_rank = {card[0]: card for card in reversed(cards)}
    if len(by_rank) < 5:
        return None
    held = "".join(reversed(by_rank))
    for run in RUNS:
        if run in held or (run is WHEEL and held[0] == "A" and held.endswith("5432")):
            return "".join([by_rank[rank] for rank in run])
    return None


def _groups(cards: list[str], suited: list[str] | None) -> tuple[str, str]:
    """Everything below a straight flush. `cards` are sorted from the highest rank down."""
    ranks = "".join([card[0] for card in cards])
    groups = sorted([(ranks.count(rank), ORDER(rank + "c"), rank) for rank in set(ranks)], reverse=True)
    (size, _, first), (next_size, _, second) = groups[0], groups[1] if len(groups) > 1 else (0, 0, "")
    if size == 4:
        return f"Four of a kind, {PLURAL[first]}", _pick(cards, first)
    if size == 3 and next_size >= 2:
        return _full_house(cards, groups)
    if suited:
        return f"Flush, {SINGULAR[suited[0][0]]} high", "".join(suited[:5])
    straight = _straight(cards)
    if straight:
        return f"Straight, {SINGULAR[straight[0]]} high", straight
    if size == 3:
        return f"Three of a kind, {PLURAL[first]}", _pick(cards, first)
    if size == next_size == 2:
        return f"Two pair, {PLURAL[first]} and {PLURAL[second]}", _pick(cards, first + second)
    if size == 2:
        return f"Pair of {PLURAL[first]}", _pick(cards, first)
    return f"{SINGULAR[first].capitalize()} high", "".join(cards[:5])


def _full_house(cards: list[str], groups: list[tuple[int, int, str]]) -> tuple[str, str]:
    """With two threes of a kind or several pairs the highest rank that is left fills the house."""
    three = groups[0][2]
    filler = max(group[1:] for group in groups[1:] if group[0] >= 2)[1]
    threes, fillers = ([card for card in cards if card[0] == rank] for rank in (three, filler))
    return f"Full house, {PLURAL[three]} full of {PLURAL[filler]}", "".join(threes + fillers[:2])


def _pick(cards: list[str], ranks: str) -> str:
    """The cards of these ranks, then the highest others, five in all."""
    grouped = [card for rank in ranks for card in cards if card[0] == rank]
    return "".join([*grouped, *(card for card in cards if card[0] not in ranks)][:5])
