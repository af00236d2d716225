"""Main and side pots, and what a finished hand comes to (R-5.2, R-5.3).

A pot is a layer of the chips in the middle, cut where a live player's own chips end, so layers with the same
claimants are one pot and layers only folded players reached lie in the pot below. Dead posts are the main pot's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tables.engine.state import State, Status


class Pot(NamedTuple):
    """Chips and the places entitled to them, in order from the button's left."""

    amount: int
    places: tuple[int, ...]


def layers(chips: Sequence[int], *, status: Sequence[Status], dead: int) -> tuple[Pot, ...]:
    """The pots made by what each place has put in (dead posts apart), the main pot first; empty ones left out."""
    live = [place for place, standing in enumerate(status) if standing is not Status.FOLDED]
    cuts = sorted({chips[place] for place in live})
    if len(cuts) == 1:
        whole = dead + sum(chips)
        return (Pot(whole, tuple(live)),) if whole else ()
    pots = []
    below, loose = 0, dead
    for cut in cuts:
        top = None if cut == cuts[-1] else cut
        amount = loose + sum((own if top is None or own < top else top) - below for own in chips if own > below)
        if amount:
            pots.append(Pot(amount, tuple(place for place in live if chips[place] >= cut)))
        below, loose = cut, 0
    return tuple(pots)


def gathered_pots(state: State) -> tuple[Pot, ...]:
    """The pots lying in the middle now, this round's bets not among them."""
    return layers(state.gathered, status=state.status, dead=state.dead)


def split(amount: int, *, winners: Sequence[int], chip: int) -> dict[int, int]:
    """Equal shares in whole chips; odd chips one each to the winners in order from the button's left (R-5.3)."""
    each, odd = divmod(amount // chip, len(winners))
    return {place: (each + (1 if order < odd else 0)) * chip for order, place in enumerate(winners)}
