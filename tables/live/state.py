"""What the live row of a table says, as frozen records. A verb takes one and makes the next.

Nothing here is derived: who sits where with what wishes (`Seating`), the hand's setup and who is in it (`Deal`), what
was decided and until when the next decision is awaited (`Moves`). The engine's hand is replayed from these. Accounts
are known by id here and by public id everywhere outside. Times are epoch milliseconds of the database's clock.
"""

from enum import StrEnum
from typing import Any

import msgspec


class Status(StrEnum):
    """What the table is doing, as the wire shows it."""

    WAITING = "waiting"
    POSTING = "posting"
    PLAYING = "playing"
    SHOWDOWN = "showdown"
    PAUSED = "paused"
    CLOSED = "closed"


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A frozen record that is stored as JSON without what is at its default."""


class Terms(Record, frozen=True, kw_only=True, omit_defaults=True):
    """What the table plays, copied from its `Table` between hands, so that a change counts from the next one."""

    slug: str
    name: str
    game: str
    small_bet: int = 0
    big_bet: int = 0
    small_blind: int
    big_blind: int
    ante: int = 0
    chip: int
    currency: str
    play_money: bool
    seats: int
    min_buy_in: int
    max_buy_in: int
    rules: dict[str, Any]
    rake: dict[str, Any]
    rake_text: str = ""
    pause_ms: int
    away_ms: int
    state: str = "open"


class Player(Record, frozen=True, kw_only=True, omit_defaults=True):
    """Who: the account's id, never shown, and what others may see of him."""

    id: int
    public: str
    name: str
    bot: bool = False


class Reminder(Record, frozen=True, kw_only=True, omit_defaults=True):
    """What a player is told of his session when its time has come: how long, and what it has brought."""

    minutes: int
    net: int


class Seat(Record, frozen=True, kw_only=True, omit_defaults=True):
    """One seated player. `stack` is the escrow account as of the last hand boundary; `played` is R-1.3's stack."""

    session: int
    who: Player
    stack: int
    since: int
    played: int | None = None
    pending: int = 0
    newcomer: bool = True
    entry: str = "wait"
    owes_small: bool = False
    owes_big: bool = False
    out: bool = False
    out_since: int | None = None
    out_next: bool = False
    out_big: bool = False
    leaving: bool = False
    connected: bool = True
    auto_post: bool = True
    auto_muck: bool = True
    # What is left of his time bank; None is all of it.
    bank: int | None = None
    reminded: int | None = None
    reminder: Reminder | None = None


class Reservation(Record, frozen=True, kw_only=True, omit_defaults=True):
    """A seat held for a player until a moment: he chooses a buy-in, or it is his turn on the waiting list."""

    who: Player
    until: int
    offered: bool = False


class Prompt(Record, frozen=True, kw_only=True, omit_defaults=True):
    """A blind somebody is asked to post (R-2.10)."""

    kind: str
    amount: int


class Asking(Record, frozen=True, kw_only=True, omit_defaults=True):
    """The open blind prompts before a deal, by seat, and what was agreed to: (seat, kind)."""

    deadline: int
    prompts: dict[int, Prompt]
    agreed: tuple[tuple[int, str], ...] = ()


class Seating(Record, frozen=True, kw_only=True, omit_defaults=True):
    """Everybody at the table and what the next hand continues from. `last` is the engine's LastHand.

    `hold` says why no money moves here and so nothing is dealt; "" when it does.
    """

    seats: dict[int, Seat] = {}
    reserved: dict[int, Reservation] = {}
    waiting: tuple[Player, ...] = ()
    last: dict[str, Any] | None = None
    asking: Asking | None = None
    deal_at: int | None = None
    check_at: int | None = None
    hold: str = ""


class Debts(Record, frozen=True, kw_only=True, omit_defaults=True):
    """How a seat stood before a deal changed it; it stands so again when the hand is void."""

    session: int
    newcomer: bool
    entry: str
    owes_small: bool
    owes_big: bool


class Dealt(Record, frozen=True, kw_only=True, omit_defaults=True):
    """Who was dealt in at a seat: he stays in the hand when he leaves his seat."""

    session: int
    who: Player


class Deal(Record, frozen=True, kw_only=True, omit_defaults=True):
    """The hand on the table: its number, its setup without the deck, who is in it."""

    number: int
    public_id: str
    started: int
    setup: dict[str, Any]
    seats: dict[int, Dealt]
    last_before: dict[str, Any] | None = None
    debts_before: dict[int, Debts] = {}
    settled: bool = False
    void: str = ""


class Moves(Record, frozen=True, kw_only=True, omit_defaults=True):
    """What was decided, in the engine's compact form, and the clock of the decision that is awaited."""

    actions: list[list[int | str | None]] = []
    warn_at: int | None = None
    deadline: int | None = None
    hold_until: int | None = None
    # Since when the decision draws on its player's time bank.
    bank_since: int | None = None


def dump(record: msgspec.Struct | None) -> str:
    """A record as the text of its column."""
    return msgspec.json.encode(record).decode()


change = msgspec.structs.replace
