"""The course of a hand: posting and dealing, one decision after the other, rounds, streets and run-outs.

These verbs change a `State` in place and append what happened to a list of events. `begin` makes the first state;
`step` makes one decision, refusing before it touches anything. `Hand` wraps both so that the outside sees values.
"""

from __future__ import annotations

from operator import add

from tables.engine.actions import Action, Cause, Code, Move, RuleViolation
from tables.engine.answers import Legal
from tables.engine.betting import next_turn, options, wager
from tables.engine.events import Event, EventKind
from tables.engine.setup import PostKind, Setup
from tables.engine.showdown import finish, show, shown
from tables.engine.state import BOARD_LENGTH, RIVER, STREETS, Cards, Frame, State, Status

FOLD, CHECK, CALL = Move.FOLD, Move.CHECK, Move.CALL  # looked up at every decision
WAGERS = {Move.BET: EventKind.BET, Move.RAISE: EventKind.RAISE}


def begin(setup: Setup, events: list[Event]) -> State:
    """Posts, deals, and finds the first to act: left of the big blind (R-4.1), whoever else has posted."""
    frame = Frame(setup)
    state = State(frame)
    _post_antes(state, events)
    blinds = [frame.places[seat] for seat in (setup.small_blind, setup.big_blind) if seat is not None]
    others = [place for place, posts in enumerate(frame.posts) if posts and place not in blinds]
    for place in (*blinds, *others):
        _post(state, place, events)
    state.level = max(frame.big_blind, *state.bets)
    state.full, state.full_level, state.count = frame.big_blind, state.level, 1
    events += [
        Event(EventKind.DEALT, seat, None, None, cards) for seat, cards in zip(frame.numbers, frame.holes, strict=True)
    ]
    _go_on(state, frame.places[setup.big_blind], events)
    return state


def _post_antes(state: State, events: list[Event]) -> None:
    """Antes first of all (R-2.4, R-2.11); the part nobody matches goes back (R-4.10)."""
    for place, posts in enumerate(state.frame.posts):
        for post in posts:
            if post.kind is PostKind.ANTE:
                state.gathered[place] = _put(state, place, post.amount, post.kind, events)
    if state.middle:
        _return_uncalled(state, state.gathered, events)


def _post(state: State, place: int, events: list[Event]) -> None:
    """One player's dead post, then his live one; a dead post belongs to nobody and counts towards nothing."""
    posts = state.frame.posts[place]
    for post in posts:
        if post.kind is PostKind.DEAD:
            state.dead += _put(state, place, post.amount, post.kind, events)
    for post in posts:
        if post.kind not in (PostKind.ANTE, PostKind.DEAD):
            state.bets[place] += _put(state, place, post.amount, post.kind, events)


def _put(state: State, place: int, amount: int, kind: PostKind, events: list[Event]) -> int:
    amount = min(amount, state.stacks[place])
    if amount:
        state.pay(place, amount)
        all_in = state.stacks[place] == 0
        events.append(Event(EventKind.POSTED, state.frame.numbers[place], amount, text=kind.value, all_in=all_in))
        state.last[place] = kind.value
    return amount


def step(state: State, action: Action, events: list[Event]) -> None:
    """Makes one decision in place. Raises RuleViolation before anything has changed."""
    place = state.frame.places.get(action.seat, -1)
    if action.move is Move.SHOW:
        _show_after(state, place, action.to, events)
        return
    if place < 0 or place != state.turn:
        raise RuleViolation(Code.NOT_YOUR_TURN, "it is not this seat's turn")
    legal = options(state)
    _verify(state, action, legal)
    state.legal = None
    state.no += 1
    _move(state, action, legal, events)
    state.seen[place] = state.level
    _go_on(state, place, events)


def _verify(state: State, action: Action, legal: Legal) -> None:
    """Refuses what is out of range; nothing is ever adjusted (R-4.11)."""
    move, to = action.move, action.to
    if move is CALL:
        allowed = legal.call > 0
    elif move is CHECK:
        allowed = legal.check
    elif move is FOLD:
        allowed = True
    elif move is Move.PROTECT:
        place = state.turn
        allowed = action.cause is not Cause.PLAYER and state.stacks[place] < state.frame.starts[place]
    else:
        allowed = move == legal.word
    if not allowed:
        raise RuleViolation(Code.ILLEGAL_MOVE, f"{move} is not possible now")
    if move not in WAGERS:
        if to is not None:
            raise RuleViolation(Code.BAD_AMOUNT, "this move has no amount")
    elif type(to) is not int or not (legal.min or 0) <= to <= (legal.max or 0) or to % state.frame.chip:
        raise RuleViolation(Code.BAD_AMOUNT, f"from {legal.min} to {legal.max} is possible")


def _move(state: State, action: Action, legal: Legal, events: list[Event]) -> None:
    place, seat, move = state.turn, action.seat, action.move
    before = state.bets[place]
    if move is Move.PROTECT:
        _out(state, Status.PROTECTED)
        events.append(Event(EventKind.PROTECTED, seat, to=before, cause=action.cause))
        return
    state.last[place] = move
    if move is FOLD:
        _out(state, Status.FOLDED)
        state.live -= 1
        events.append(Event(EventKind.FOLD, seat, cause=action.cause))
        return
    if move is CHECK:
        events.append(Event(EventKind.CHECK, seat, cause=action.cause))
        return
    if move is CALL:
        state.pay(place, legal.call)
        state.bets[place] = before + legal.call
    else:
        wager(state, action.to or 0)
    kind, to, all_in = WAGERS.get(move, EventKind.CALL), state.bets[place], state.stacks[place] == 0
    events.append(Event(kind, seat, to - before, to, "", action.cause, "", None, all_in))


def _out(state: State, status: Status) -> None:
    """The player to act takes no further action in this hand."""
    state.status[state.turn] = status
    state.can_act -= 1


def _go_on(state: State, after: int, events: list[Event]) -> None:
    """Finds the next decision; where there is none, ends the round and deals on until there is one or the end."""
    state.turn = next_turn(state, after)
    while state.turn < 0:
        _return_uncalled(state, state.bets, events)
        state.gathered = list(map(add, state.gathered, state.bets))
        state.bets = [0] * len(state.bets)
        if state.live == 1 or state.street == RIVER:
            finish(state, events)
            return
        if state.can_act <= 1 and state.frame.face_up:
            _turn_up(state, events)
        _next_street(state, events)


def _return_uncalled(state: State, totals: list[int], events: list[Event]) -> None:
    """The part of a total above the second-highest goes back to its owner (R-4.10)."""
    second, highest = sorted(totals)[-2:]
    if highest > second:
        place = totals.index(highest)
        totals[place] = second
        state.give_back(place, highest - second)
        events.append(Event(EventKind.RETURNED, state.frame.numbers[place], highest - second))


def _turn_up(state: State, events: list[Event]) -> None:
    """Nobody can bet any more and cards are to come: the live hands lie face up first (R-5.4)."""
    for place, status in enumerate(state.status):
        if status is not Status.FOLDED and state.cards[place] is Cards.HIDDEN:
            show(state, place, events)


def _next_street(state: State, events: list[Event]) -> None:
    """Deals the next street and opens its round; with nobody to bet there is no turn in it."""
    players = len(state.bets)
    old = BOARD_LENGTH[state.street]
    state.street += 1
    cards = state.frame.board[old : BOARD_LENGTH[state.street]]
    events.append(Event(EventKind.STREET, cards=cards, text=STREETS[state.street]))
    state.level = state.full_level = state.count = 0
    state.full = state.frame.big_blind
    state.unit = state.frame.small_bet if state.street == 1 else state.frame.big_bet
    state.closed = False
    state.seen = [-1] * players
    state.last = ["" if status is not Status.FOLDED else "fold" for status in state.status]
    state.aggressors = ()
    state.turn = next_turn(state, players - 1) if state.can_act > 1 else -1


def _show_after(state: State, place: int, to: int | None, events: list[Event]) -> None:
    """After the hand a player dealt in may show what he has not shown (R-7.5)."""
    if to is not None:
        raise RuleViolation(Code.BAD_AMOUNT, "this move has no amount")
    if state.result is None or place < 0 or state.cards[place] is Cards.SHOWN:
        raise RuleViolation(Code.ILLEGAL_MOVE, "there is nothing to show")
    show(state, place, events)
    state.result = state.result.with_shown(shown(state))
