"""The table protocol, version 1: what a client may say, how a frame is read, how it is refused.

A frame is read strictly: exactly the documented fields with exactly the documented types, or `bad_message`. The
standard JSON reader is asked to refuse what it would let through (floats, NaN, duplicate keys, endless digits, deep
nesting), then one msgspec union decides. Nothing here knows a table or a player.
"""

import json
from enum import StrEnum
from typing import Annotated, Any, Literal, NoReturn

import msgspec

PROTOCOL = 1
MAX_FRAME = 4096
MAX_DIGITS = 16
# Why a socket is closed (docs/protocol.md "Close codes").
SILENT, FLOOD, TRY_AGAIN, SIGNED_OUT, NO_TABLE, TOO_MANY = 1001, 1008, 1013, 4401, 4404, 4429
HEARTBEAT_MS = 2_500
OBSERVER_HEARTBEAT_MS = 10_000


class ErrorCode(StrEnum):
    """Why a command was refused."""

    BAD_MESSAGE = "bad_message"
    TOO_LARGE = "too_large"
    RATE_LIMITED = "rate_limited"
    SIGN_IN_FIRST = "sign_in_first"
    FORBIDDEN = "forbidden"
    NOT_SEATED = "not_seated"
    SEAT_TAKEN = "seat_taken"
    ALREADY_SEATED = "already_seated"
    TABLE_FULL = "table_full"
    TABLE_CLOSED = "table_closed"
    BAD_AMOUNT = "bad_amount"
    INSUFFICIENT_FUNDS = "insufficient_funds"
    BELOW_PREVIOUS_STACK = "below_previous_stack"
    LIMIT_REACHED = "limit_reached"
    SELF_EXCLUDED = "self_excluded"
    STALE_TURN = "stale_turn"
    NOT_YOUR_TURN = "not_your_turn"
    ILLEGAL_MOVE = "illegal_move"
    NOTHING_TO_POST = "nothing_to_post"
    UNAVAILABLE = "unavailable"


MESSAGES = {
    ErrorCode.BAD_MESSAGE: "That message is not part of the protocol.",
    ErrorCode.TOO_LARGE: "That message is too large.",
    ErrorCode.RATE_LIMITED: "Too many messages at once.",
    ErrorCode.SIGN_IN_FIRST: "Sign in first.",
    ErrorCode.FORBIDDEN: "That is not open to you.",
    ErrorCode.NOT_SEATED: "You have no seat at this table.",
    ErrorCode.SEAT_TAKEN: "That seat is taken.",
    ErrorCode.ALREADY_SEATED: "You already have a seat at this table.",
    ErrorCode.TABLE_FULL: "There is no free seat.",
    ErrorCode.TABLE_CLOSED: "This table is closed.",
    ErrorCode.BAD_AMOUNT: "That amount is not allowed here.",
    ErrorCode.INSUFFICIENT_FUNDS: "Your balance does not hold that much.",
    ErrorCode.BELOW_PREVIOUS_STACK: "Bring at least the stack you left with.",
    ErrorCode.LIMIT_REACHED: "A limit of your account is reached.",
    ErrorCode.SELF_EXCLUDED: "Your account is excluded from play.",
    ErrorCode.STALE_TURN: "That decision is over.",
    ErrorCode.NOT_YOUR_TURN: "It is not your turn.",
    ErrorCode.ILLEGAL_MOVE: "That move is not allowed now.",
    ErrorCode.NOTHING_TO_POST: "You are not asked to post.",
    ErrorCode.UNAVAILABLE: "The table cannot be reached just now; try again.",
}


class Refusal(Exception):
    """A command that was refused; nothing has changed. `command` is its id, where it could be read.

    `reason` is the cashier's own word for what stands against it, more exact than the code.
    """

    def __init__(self, code: ErrorCode, *, command: str | None = None, reason: str | None = None) -> None:
        super().__init__(code.value)
        self.code = code
        self.command = command
        self.reason = reason


Id = Annotated[str, msgspec.Meta(min_length=1, max_length=36)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=10)]
Amount = int
Choice = Literal["post", "wait"]


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    """What every command has."""

    id: Id | msgspec.UnsetType = msgspec.UNSET

    @property
    def name(self) -> str | None:
        """The id the client gave it, if any."""
        return self.id if isinstance(self.id, str) else None


class Act(Command, frozen=True, kw_only=True, tag="act"):
    """One decision of one hand."""

    hand: int
    turn: int
    move: Literal["fold", "check", "call", "bet", "raise"]
    to: Amount | msgspec.UnsetType = msgspec.UNSET


class Reserve(Command, frozen=True, kw_only=True, tag="reserve"):
    """Hold a seat while choosing a buy-in (R-1.5)."""

    seat: SeatNumber


class Sit(Command, frozen=True, kw_only=True, tag="sit"):
    """Take a seat with chips."""

    seat: SeatNumber
    buy_in: Amount
    entry: Choice = "wait"


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Leave the table (R-1.7), a reservation or an offered seat."""


class TopUp(Command, frozen=True, kw_only=True, tag="top_up"):
    """More chips, when the hand ends (R-1.2)."""

    amount: Amount


class SitOut(Command, frozen=True, kw_only=True, tag="sit_out"):
    """Not be dealt in: from the next hand, or before the next big blind."""

    when: Literal["now", "big_blind"] = "now"


class SitIn(Command, frozen=True, kw_only=True, tag="sit_in"):
    """Be dealt in again."""

    entry: Choice = "wait"


class PostBlind(Command, frozen=True, kw_only=True, tag="post"):
    """Yes to a blind prompt."""


class Decline(Command, frozen=True, kw_only=True, tag="decline"):
    """No to a blind prompt."""


class Show(Command, frozen=True, kw_only=True, tag="show"):
    """Show the own cards after the hand (R-7.5)."""


class Set(Command, frozen=True, kw_only=True, tag="set"):
    """Change own options."""

    auto_post: bool | msgspec.UnsetType = msgspec.UNSET
    auto_muck: bool | msgspec.UnsetType = msgspec.UNSET


class Reminder(Command, frozen=True, kw_only=True, tag="reminder"):
    """Answer the reminder of the time: go on, or take a break."""

    answer: Literal["go_on", "break"]


class Chat(Command, frozen=True, kw_only=True, tag="chat"):
    """A line for everybody at the table."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class WaitList(Command, frozen=True, kw_only=True, tag="wait_list"):
    """Join or leave the waiting list (R-1.5)."""

    join: bool


class Ping(Command, frozen=True, kw_only=True, tag="ping"):
    """Heartbeat."""


class Sync(Command, frozen=True, kw_only=True, tag="sync"):
    """Ask for a `hello`."""


AnyCommand = (
    Act
    | Reserve
    | Sit
    | Leave
    | TopUp
    | SitOut
    | SitIn
    | PostBlind
    | Decline
    | Show
    | Set
    | Reminder
    | Chat
    | WaitList
    | Ping
    | Sync
)


def parse(frame: str) -> AnyCommand:
    """The command in a frame. Raises Refusal(`too_large` | `bad_message`), with the command's id if it had one."""
    if len(frame.encode("utf-8", "surrogatepass")) > MAX_FRAME:
        raise Refusal(ErrorCode.TOO_LARGE)
    try:
        plain = _reader.decode(frame)
    except (ValueError, RecursionError) as error:
        raise Refusal(ErrorCode.BAD_MESSAGE) from error
    try:
        frame.encode("utf-8")
        _refuse_lone_surrogates(plain)
        command: AnyCommand = msgspec.convert(plain, AnyCommand)
    except (msgspec.ValidationError, UnicodeEncodeError, RecursionError) as error:
        raise Refusal(ErrorCode.BAD_MESSAGE, command=_id_of(plain)) from error
    # An id may become the key of a booking: no database stores "\0", and nobody reads what can't be seen.
    if command.name is not None and not command.name.isprintable():
        raise Refusal(ErrorCode.BAD_MESSAGE)
    return command


def _refuse_lone_surrogates(plain: Any) -> None:
    if isinstance(plain, dict):
        for value in plain.values():
            if isinstance(value, str):
                value.encode("utf-8")


def _id_of(plain: Any) -> str | None:
    name = plain.get("id") if isinstance(plain, dict) else None
    return name if isinstance(name, str) and 1 <= len(name) <= 36 and name.isprintable() else None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    plain = dict(pairs)
    if len(plain) != len(pairs):
        raise ValueError("duplicate key")
    return plain


def _whole(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError("too many digits")
    return int(digits)


def _never(text: str) -> NoReturn:
    raise ValueError(f"not a whole number: {text[:20]}")


_reader = json.JSONDecoder(object_pairs_hook=_once, parse_int=_whole, parse_float=_never, parse_constant=_never)
_encode = msgspec.json.Encoder().encode


def encode(message: dict[str, Any]) -> str:
    """A message to a client, as the text of its frame."""
    return _encode(message).decode()


def reply(command: str | None, *, error: ErrorCode | None = None, reason: str | None = None) -> dict[str, Any]:
    """The one answer to a command."""
    answer: dict[str, Any] = {"type": "reply", "ok": error is None}
    if command is not None:
        answer["id"] = command
    if error is not None:
        answer["error"] = {"code": error.value, "message": MESSAGES[error]} | ({"reason": reason} if reason else {})
    return answer
