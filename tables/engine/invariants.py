"""What must hold at every moment of a hand; a hand accuses itself (docs/architecture.md).

Checked after every step in tests and before every settlement in production: a hand that breaks one is voided.
"""

from __future__ import annotations

from tables.engine.betting import options
from tables.engine.cards import split
from tables.engine.state import Cards, State, Status


def broken(state: State) -> list[str]:
    """The names of the broken invariants, empty for a sound state."""
    checks = {
        "chips are conserved": _conserved(state),
        "no stack, bet or pot is negative": min(*state.stacks, *state.bets, *state.gathered, state.dead) >= 0,
        "the middle is what was put in": state.middle == sum(state.bets) + sum(state.gathered) + state.dead,
        "no twin cards": _no_twins(state),
        "counts of players are right": _counted(state),
        "one actor or a result": (state.turn >= 0) is (state.result is None),
        "the actor can act": state.turn < 0 or _has_choice(state),
        "all-in means no chips, able to act means some": all(
            state.result is not None or (stack == 0) is (status is Status.ALL_IN)
            for stack, status in zip(state.stacks, state.status, strict=True)
            if status in (Status.IN, Status.ALL_IN)
        ),
        "no folded hand is shown before the end": state.result is not None
        or not any(
            card is Cards.SHOWN and status is Status.FOLDED
            for card, status in zip(state.cards, state.status, strict=True)
        ),
        "the pots are paid exactly": _paid_exactly(state),
        "amounts are whole chips": all(
            amount % state.frame.chip == 0 for amount in (*state.stacks, *state.bets, *state.gathered, state.dead)
        ),
    }
    return [name for name, holds in checks.items() if not holds]


def _conserved(state: State) -> bool:
    rake = state.result.rake if state.result is not None else 0
    return sum(state.stacks) + state.middle + rake == sum(state.frame.starts)


def _no_twins(state: State) -> bool:
    try:
        split("".join(state.frame.holes) + state.frame.board)
    except ValueError:
        return False
    return True


def _counted(state: State) -> bool:
    live = sum(status is not Status.FOLDED for status in state.status)
    can_act = sum(status is Status.IN for status in state.status)
    return (live, can_act) == (state.live, state.can_act) and live >= 1


def _has_choice(state: State) -> bool:
    legal = options(state)
    place = state.turn
    in_range = legal.min is None or (
        legal.max is not None and state.level < legal.min <= legal.max <= state.bets[place] + state.stacks[place]
    )
    return (
        state.status[place] is Status.IN
        and state.stacks[place] > 0
        and 0 <= legal.call <= state.stacks[place]
        and in_range
        and not (legal.call == 0 and state.can_act == 1)
    )


def _paid_exactly(state: State) -> bool:
    """Every pot equals rake plus shares, goes to entitled live seats, and the nets sum to minus the rake."""
    result = state.result
    if result is None:
        return True
    folded = {state.frame.numbers[place] for place, status in enumerate(state.status) if status is Status.FOLDED}
    return (
        all(
            pot.amount == pot.rake + sum(pot.shares.values())
            and pot.rake >= 0
            and set(pot.shares) <= set(pot.seats)
            and not folded & set(pot.seats)
            for pot in result.pots
        )
        and sum(pot.rake for pot in result.pots) == result.rake
        and sum(result.nets.values()) == -result.rake
        and sum(pot.amount for pot in result.pots) == sum(result.paid.values())
        and all(paid >= 0 for paid in result.paid.values())
    )
