"""Whose turn it is and what he may do (R-4.1 to R-4.9): the one place where legality is decided.

`options` answers for the player whose turn it is; `wager` books a bet or raise that was allowed. Fixed limit follows
the half-bet rule, pot and no limit the full-raise rule; both need only what a player has seen of the round so far.
"""

from __future__ import annotations

from tables.engine.answers import Legal
from tables.engine.rules import Game
from tables.engine.state import State, Status

IN, FIXED = Status.IN, Game.FIXED  # looked up at every decision


def options(state: State) -> Legal:
    """The options at this moment; only asked while somebody is to act."""
    if state.legal is None:
        state.legal = _options(state)
    return state.legal


def owed(state: State, place: int) -> int:
    """What a player must add to stay in, before his stack is looked at; never below 0.

    Who alone can still bet owes no more than the highest total of the others, also below a big blind that was
    posted short (R-2.11).
    """
    target = state.level
    if state.can_act == 1:
        target = min(target, max(bet for other, bet in enumerate(state.bets) if other != place))
    return max(0, target - state.bets[place])


def _options(state: State) -> Legal:
    place, bets, level, frame = state.turn, state.bets, state.level, state.frame
    stack, bet = state.stacks[place], bets[place]
    call = level - bet if state.can_act > 1 else owed(state, place)
    if call > stack:
        call = stack
    seat, reach, capped = frame.numbers[place], bet + stack, False
    if reach > level and _answerable(state, place):
        if frame.game is FIXED:
            least, capped = _fixed(state, place)
            most = least
        else:
            least, most = _open(state, place)
        if least is not None and most is not None:
            word = "raise" if level else "bet"
            low, high = least if least < reach else reach, most if most < reach else reach
            return Legal(seat, state.no, call, call == 0, low, high, word, False)
    return Legal(seat, state.no, call, call == 0, None, None, None, capped)


def _answerable(state: State, place: int) -> bool:
    """Whether anybody who can act has chips beyond the bet to match; a raise nobody can call is none."""
    bets, stacks, level = state.bets, state.stacks, state.level
    for other, standing in enumerate(state.status):
        if standing is IN and other != place and bets[other] + stacks[other] > level:
            return True
    return False


def _open(state: State, place: int) -> tuple[int | None, int | None]:
    """Pot and no limit: the smallest and largest total, or none where short all-ins do not reopen (R-4.8)."""
    seen, level = state.seen[place], state.level
    if seen >= 0 and level - seen < state.full:
        return None, None
    least = level + state.full
    if state.frame.game is Game.NO_LIMIT:
        return least, max(least, state.bets[place] + state.stacks[place])
    pot_raise = level + state.middle + level - state.bets[place]
    return least, max(least, pot_raise)


def _half_bets(state: State) -> int:
    """1 when small all-ins above the last full bet make at least half a bet together, so a raise (R-4.8)."""
    return 1 if 2 * (state.level - state.full_level) >= state.unit else 0


def _fixed(state: State, place: int) -> tuple[int | None, bool]:
    """Fixed limit: the only total allowed, or none; and whether it is the cap that forbids it."""
    size, seen = state.unit, state.seen[place]
    if seen >= 0 and 2 * (state.level - seen) < size:
        return None, False
    small_ones = _half_bets(state)
    if state.count + small_ones >= state.frame.bets_per_round and not _cap_lifted(state):
        return None, True
    return (state.level if small_ones else state.full_level) + size, False


def _cap_lifted(state: State) -> bool:
    """R-4.5, asked when the raise would be made; a round capped with more than two stays capped."""
    return state.frame.lifts_cap and state.can_act == 2 and not state.closed


def wager(state: State, to: int) -> None:
    """Books the bet or raise of the player to act, already found legal: chips, level, what counts as full."""
    place, could_act = state.turn, state.can_act
    if state.frame.game is FIXED:
        _count_fixed(state, to)
    elif to - state.level >= state.full:
        state.full = to - state.level
    state.level = to
    if state.frame.game is FIXED and could_act > 2 and state.count + _half_bets(state) >= state.frame.bets_per_round:
        state.closed = True
    state.pay(place, to - state.bets[place])
    state.bets[place] = to
    state.aggressors = (*state.aggressors, place)


def _count_fixed(state: State, to: int) -> None:
    """Half-bet rule: at least half a bet above what it faces counts and reopens; only an all-in can be less."""
    if 2 * (to - state.level) >= state.unit:
        state.count += 1 + _half_bets(state)
        state.full_level = to


def next_turn(state: State, after: int) -> int:
    """The next place that has something to decide, clockwise after a place; -1 when the round is over (R-4.9)."""
    if state.live == 1 or state.can_act == 0:
        return -1
    status, seen, bets, level = state.status, state.seen, state.bets, state.level
    for place in state.frame.after[after]:
        if status[place] is IN and (seen[place] < 0 or bets[place] < level):
            return -1 if state.can_act == 1 and owed(state, place) == 0 else place
    return -1
