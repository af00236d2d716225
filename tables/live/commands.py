"""A command from the wire to the verb that does it: one transaction, one outcome, one refusal code.

Who asks comes from the session and is passed in; nothing in a command can name another player or seat to act for.
Runs in a database thread.
"""

from __future__ import annotations

import logging
import uuid
from dataclasses import dataclass

import msgspec
from django.db import DatabaseError, IntegrityError

from accounts import clock as accounts_clock
from cashier import real_money
from cashier.errors import CashierCode, CashierError
from tables.engine.actions import Move
from tables.live import attendance, clock, play, row, seating, talk, waiting
from tables.live.facts import seat_of_player
from tables.live.record import Due, Locked
from tables.live.state import Player
from tables.protocol import (
    Act,
    AnyCommand,
    Chat,
    Decline,
    ErrorCode,
    Leave,
    PostBlind,
    Refusal,
    Reminder,
    Reserve,
    Set,
    Show,
    Sit,
    SitIn,
    SitOut,
    TopUp,
    WaitList,
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who asks: his account as tables know it."""

    who: Player


def run(table: int, caller: Caller | None, command: AnyCommand) -> None:
    """Do what the command says. Raises Refusal; then nothing has changed, except what was due anyway."""
    if caller is None:
        raise Refusal(ErrorCode.SIGN_IN_FIRST)
    try:
        try:
            _once(table, caller, command)
        except Due:
            clock.wake(table)
            _once(table, caller, command)
    except Due as error:
        raise Refusal(ErrorCode.UNAVAILABLE) from error
    except row.NoSuchTable as error:
        raise Refusal(ErrorCode.TABLE_CLOSED) from error
    except CashierError as error:
        # A hand whose last decision this was cannot be booked now: the decision stays open.
        log.warning("a command at table %s met the cashier: %s", table, error)
        if error.code is CashierCode.CURRENCY_FROZEN:
            leaver = caller.who.id if isinstance(command, Leave) else None
            clock.hold(table, leaver=leaver)
            if leaver is not None:
                return
        raise Refusal(ErrorCode.UNAVAILABLE, reason=error.code.value) from error
    except IntegrityError as error:
        # The database's own rules decided a race the checks had not seen.
        log.warning("a command at table %s met a constraint: %s", table, error)
        raise Refusal(ErrorCode.SEAT_TAKEN if isinstance(command, Sit) else ErrorCode.UNAVAILABLE) from error
    except DatabaseError as error:
        log.exception("a command at table %s could not be stored", table)
        raise Refusal(ErrorCode.UNAVAILABLE) from error


def arrived(table: int, player: int) -> None:
    """The player has just opened a socket here: show him as connected, if he was shown as gone."""
    live, _ = row.read(table)
    number = seat_of_player(live, player)
    if number is None or live.seating.seats[number].connected:
        return
    with row.locked(table) as locked:
        assert locked is not None
        attendance.arrived(locked, player=player)


def _once(table: int, caller: Caller, command: AnyCommand) -> None:
    with row.locked(table) as locked:
        assert locked is not None
        if not _at_hand(locked, caller.who.id, command):
            _about_seat(locked, caller, command)


def _at_hand(locked: Locked, player: int, command: AnyCommand) -> bool:
    match command:
        case Act():
            to = None if command.to is msgspec.UNSET else command.to
            play.act(locked, player=player, hand=command.hand, turn=command.turn, move=Move(command.move), to=to)
        case Show():
            play.show(locked, player=player)
        case PostBlind():
            seating.answer(locked, player=player, post=True)
        case Decline():
            seating.answer(locked, player=player, post=False)
        case SitOut():
            seating.sit_out(locked, player=player, when=command.when)
        case SitIn():
            seating.sit_in(locked, player=player, entry=command.entry)
        case Set():
            auto_post = None if command.auto_post is msgspec.UNSET else command.auto_post
            auto_muck = None if command.auto_muck is msgspec.UNSET else command.auto_muck
            seating.set_options(locked, player=player, auto_post=auto_post, auto_muck=auto_muck)
        case Reminder():
            seating.answer_reminder(locked, player=player, go_on=command.answer == "go_on")
        case Leave():
            seating.leave(locked, player=player)
        case _:
            return False
    return True


def _about_seat(locked: Locked, caller: Caller, command: AnyCommand) -> None:
    who = caller.who
    if not locked.live.terms.play_money and _wants_seat(command):
        barred = real_money.barred(who.id, now=accounts_clock.now())
        if barred is not None:
            raise seating.refused(barred)
    match command:
        case Reserve():
            seating.reserve(locked, who=who, seat=command.seat)
        case Sit():
            seating.sit(locked, who=who, seat=command.seat, buy_in=command.buy_in, entry=command.entry)
        case TopUp():
            key = command.name or uuid.uuid4().hex
            seating.top_up(locked, player=who.id, amount=command.amount, key=key)
        case Chat():
            talk.say(locked, who=who, text=command.text)
        case WaitList(join=True):
            waiting.join(locked, who=who)
        case WaitList():
            waiting.leave(locked, player=who.id)
        case _:
            raise Refusal(ErrorCode.BAD_MESSAGE)


def _wants_seat(command: AnyCommand) -> bool:
    return isinstance(command, (Reserve, Sit)) or (isinstance(command, WaitList) and command.join)
