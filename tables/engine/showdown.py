"""The end of a hand: who shows, who wins what, and the rake out of it (R-7, R-5.3, R-8.3).

Cards speak: the best hand is found here, not declared. Hands are only ranked when at least two are still live.
"""

from __future__ import annotations

from operator import sub

from tables.engine.answers import PotResult, Result
from tables.engine.cards import CARD_ID
from tables.engine.events import Event, EventKind
from tables.engine.pots import Pot, gathered_pots, split
from tables.engine.rake import spread, total_rake
from tables.engine.ranking import evaluate_ids, name, name_ranked, read
from tables.engine.state import Cards, State, Status


def show(state: State, place: int, events: list[Event], rank: int | None = None) -> None:
    """Turns a hand face up for all, with what it makes on the board so far; `rank` if it is known already."""
    state.cards[place] = Cards.SHOWN
    cards = state.frame.holes[place]
    run = cards + state.board()
    text = name(run) if rank is None else name_ranked(run, rank)
    events.append(Event(EventKind.SHOWN, state.frame.numbers[place], cards=cards, text=text))


def finish(state: State, events: list[Event]) -> None:
    """Ends the hand: shows or not, takes the rake, pays the pots and sets the result. All bets are gathered."""
    pots = gathered_pots(state)
    ranks: dict[int, int] = {}
    if state.live > 1:
        ranks = _rank(state)
        events.append(Event(EventKind.SHOWDOWN, cards=state.board()))
        for pot in reversed(pots):
            _show_down(state, pot, ranks, events)
    setup = state.frame.setup
    amounts = tuple(pot.amount for pot in pots)
    flop_dealt = state.street > 0
    rake = total_rake(setup.rake, pots=sum(amounts), players=len(state.stacks), flop_dealt=flop_dealt)
    rakes = spread(rake, pots=amounts, chip=state.frame.chip)
    paid = tuple(_pay(state, pot, taken, ranks) for pot, taken in zip(pots, rakes, strict=True))
    _tell(state, paid, events)
    state.middle = 0
    state.gathered = [0] * len(state.stacks)
    state.dead = 0
    state.result = _result(state, paid, rake)


def _rank(state: State) -> dict[int, int]:
    board = state.board()
    common = [CARD_ID[board[start : start + 2]] for start in range(0, 10, 2)]
    ranks = {}
    for place, status in enumerate(state.status):
        if status is not Status.FOLDED:
            hole = state.frame.holes[place]
            ranks[place] = evaluate_ids([CARD_ID[hole[:2]], CARD_ID[hole[2:]], *common])
    return ranks


def _show_down(state: State, pot: Pot, ranks: dict[int, int], events: list[Event]) -> None:
    """One pot's showdown (R-7.3, R-7.4): the last to bet or raise for it first, then clockwise."""
    if len(pot.places) == 1:
        return
    first = next((place for place in reversed(state.aggressors) if place in pot.places), pot.places[0])
    at = pot.places.index(first)
    best = min((ranks[place] for place in pot.places if state.cards[place] is Cards.SHOWN), default=None)
    for place in (*pot.places[at:], *pot.places[:at]):
        if state.cards[place] is not Cards.HIDDEN:
            continue
        if best is None or ranks[place] <= best or not state.frame.auto_muck[place]:
            show(state, place, events, ranks[place])
            best = ranks[place] if best is None else min(best, ranks[place])
        else:
            state.cards[place] = Cards.MUCKED
            events.append(Event(EventKind.MUCKED, state.frame.numbers[place]))


def _pay(state: State, pot: Pot, rake: int, ranks: dict[int, int]) -> PotResult:
    """Splits a pot, rake already out, among the best of those entitled to it."""
    best = min(ranks[place] for place in pot.places) if ranks else None
    winners = [place for place in pot.places if best is None or ranks[place] == best]
    shares = split(pot.amount - rake, winners=winners, chip=state.frame.chip)
    for place, share in shares.items():
        state.stacks[place] += share
    numbers = state.frame.numbers
    return PotResult(
        pot.amount,
        rake,
        tuple(numbers[place] for place in pot.places),
        {numbers[place]: share for place, share in shares.items()},
    )


def _tell(state: State, paid: tuple[PotResult, ...], events: list[Event]) -> None:
    """The facts of the payout, last side pot first as it was shown down."""
    board = state.board()
    for number in range(len(paid) - 1, -1, -1):
        for seat, share in paid[number].shares.items():
            place = state.frame.places[seat]
            text = cards = ""
            if state.cards[place] is Cards.SHOWN and len(paid[number].seats) > 1:
                text, cards = read(state.frame.holes[place] + board)
            events.append(Event(EventKind.POT_WON, seat, share, cards=cards, text=text, pot=number))
    rake = sum(pot.rake for pot in paid)
    if rake:
        events.append(Event(EventKind.RAKE, amount=rake))
    events.append(Event(EventKind.HAND_OVER))


def _result(state: State, paid: tuple[PotResult, ...], rake: int) -> Result:
    numbers, starts = state.frame.numbers, state.frame.starts
    stacks = dict(zip(numbers, state.stacks, strict=True))
    nets = dict(zip(numbers, map(sub, state.stacks, starts), strict=True))
    spent = {seat: -net for seat, net in nets.items()}
    for pot in paid:
        for seat, share in pot.shares.items():
            spent[seat] += share
    return Result(
        stacks=stacks,
        nets=nets,
        paid=spent,
        rake=rake,
        pots=paid,
        returned={numbers[place]: amount for place, amount in sorted(state.returned.items())},
        shown=shown(state),
        flop_dealt=state.street > 0,
        showdown=state.live > 1,
    )


def shown(state: State) -> dict[int, str]:
    """The hands that lie face up, by seat."""
    frame = state.frame
    return {frame.numbers[place]: frame.holes[place] for place, card in enumerate(state.cards) if card is Cards.SHOWN}
