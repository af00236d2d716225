"""How strong a hand is and what it is called (R-7.1, R-7.2).

Strength comes from the ranking library and is only compared; the name and the best five cards are ours, because the
readout beside a player's cards, the log and the history must all say the same words.
"""

from __future__ import annotations

from phevaluator import evaluate_cards

from tables.engine.cards import CARD_ID, RANKS, split

SINGULAR = dict(
    zip(
        RANKS,
        ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"],
        strict=True,
    )
)
PLURAL = {rank: word + ("es" if word == "six" else "s") for rank, word in SINGULAR.items()}
WHEEL = "5432A"
RUNS: tuple[str, ...] = (*(RANKS[low : low + 5][::-1] for low in range(8, -1, -1)), WHEEL)


def strength(run: str) -> int:
    """The strength of the best five of five to seven cards: lower is better, equal means a split (R-7.2)."""
    return evaluate_ids([CARD_ID[run[start : start + 2]] for start in range(0, len(run), 2)])


def evaluate_ids(ids: list[int]) -> int:
    """`strength` for cards already given as `CARD_ID` numbers."""
    return int(evaluate_cards(*ids))


def name(run: str) -> str:
    """What two to seven cards make, in words: "Two pair, kings and nines"."""
    return _read(split(run))[0]


def best_five(run: str) -> str:
    """The five cards that play, most telling first; fewer when fewer are given."""
    return "".join(_read(split(run))[1])


def _read(cards: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Name and playing cards of a hand, tried from the best category down."""
    ordered = tuple(sorted(cards, key=CARD_ID.__getitem__, reverse=True))
    return _straight_flush(ordered) or _groups(ordered)


def _straight(cards: tuple[str, ...]) -> tuple[str, ...] | None:
    by_rank = {card[0]: card for card in reversed(cards)}
    for run in RUNS:
        if all(rank in by_rank for rank in run):
            return tuple(by_rank[rank] for rank in run)
    return None


def _flush(cards: tuple[str, ...]) -> tuple[str, ...] | None:
    for suit in "cdhs":
        suited = tuple(card for card in cards if card[1] == suit)
        if len(suited) >= 5:
            return suited
    return None


def _straight_flush(cards: tuple[str, ...]) -> tuple[str, tuple[str, ...]] | None:
    suited = _flush(cards)
    run = _straight(suited) if suited else None
    if run is None:
        return None
    if run[0][0] == "A":
        return "Royal flush", run
    return f"Straight flush, {SINGULAR[run[0][0]]} high", run


def _groups(cards: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Everything below a straight flush. `cards` are sorted from the highest rank down."""
    count: dict[str, int] = {}
    for card in cards:
        count[card[0]] = count.get(card[0], 0) + 1
    ranks = sorted(count, key=lambda rank: (count[rank], RANKS.index(rank)), reverse=True)
    first, second = ranks[0], ranks[1] if len(ranks) > 1 else ""
    sizes = (count[first], count.get(second, 0))
    if sizes[0] == 4:
        return f"Four of a kind, {PLURAL[first]}", _pick(cards, first)
    if sizes[0] == 3 and sizes[1] >= 2:
        # with two threes of a kind or several pairs, the higher rank fills the house
        filler = max((rank for rank in ranks[1:] if count[rank] >= 2), key=RANKS.index)
        return f"Full house, {PLURAL[first]} full of {PLURAL[filler]}", (*_of(cards, first), *_of(cards, filler)[:2])
    suited, run = _flush(cards), _straight(cards)
    if suited:
        return f"Flush, {SINGULAR[suited[0][0]]} high", suited[:5]
    if run:
        return f"Straight, {SINGULAR[run[0][0]]} high", run
    if sizes[0] == 3:
        return f"Three of a kind, {PLURAL[first]}", _pick(cards, first)
    if sizes == (2, 2):
        return f"Two pair, {PLURAL[first]} and {PLURAL[second]}", _pick(cards, first, second)
    if sizes[0] == 2:
        return f"Pair of {PLURAL[first]}", _pick(cards, first)
    return f"{SINGULAR[first].capitalize()} high", cards[:5]


def _of(cards: tuple[str, ...], rank: str) -> tuple[str, ...]:
    return tuple(card for card in cards if card[0] == rank)


def _pick(cards: tuple[str, ...], *ranks: str) -> tuple[str, ...]:
    """The cards of these ranks, then the highest others, five in all."""
    grouped = tuple(card for rank in ranks for card in _of(cards, rank))
    return (*grouped, *(card for card in cards if card[0] not in ranks))[:5]
