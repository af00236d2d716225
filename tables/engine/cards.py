"""Cards as two-character strings, and the order in which a deck is dealt.

A card is rank then suit ("As", "Td"); a run of cards is the concatenation ("AsKd7c"), which is also how cards are
stored and sent. The deck comes from outside, already shuffled (R-3.2): the engine only deals it in order (R-3.1).
"""

from __future__ import annotations

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
CARD_ID: dict[str, int] = {card: number for number, card in enumerate(DECK)}
DECK_LENGTH = 2 * len(DECK)


def split(run: str) -> tuple[str, ...]:
    """The cards of a run, in order. Raises ValueError when the run is not made of different cards."""
    cards = tuple(run[start : start + 2] for start in range(0, len(run), 2))
    if not all(card in CARD_ID for card in cards) or len(set(cards)) != len(cards):
        raise ValueError("not a run of different cards")
    return cards


def is_deck(run: str) -> bool:
    """Whether the run holds each of the 52 cards exactly once."""
    return len(run) == DECK_LENGTH and CARD_ID.keys() == {run[start : start + 2] for start in range(0, DECK_LENGTH, 2)}


def hole_cards(deck: str, *, players: int) -> tuple[str, ...]:
    """Two cards for each player, dealt one at a time in order from the button's left (R-3.1)."""
    second = 2 * players
    return tuple([deck[i : i + 2] + deck[second + i : second + i + 2] for i in range(0, second, 2)])


def full_board(deck: str, *, players: int) -> str:
    """The five board cards the deck holds for this many players; a card is burnt before each street (R-3.1)."""
    start = 4 * players
    return deck[start + 2 : start + 8] + deck[start + 10 : start + 12] + deck[start + 14 : start + 16]
