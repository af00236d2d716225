"""What table tests share: a table, players with money, and a short way to say commands."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from django.core.cache import cache

from accounts.models import Player as Account
from cashier import services
from tables import protocol
from tables.engine.cards import DECK
from tables.live import clock, commands, deck, presence, row
from tables.live.commands import Caller
from tables.live.state import Player
from tables.live.terms import open_table
from tables.live.times import Timeline, now_ms
from tables.models import PLAY, Table
from tables.protocol import ErrorCode, Refusal

GRANT = 200_000


def make_table(slug: str = "amber", **changes: Any) -> Table:
    """A $2/$4 fixed-limit table, or what `changes` say; no pause worth waiting for."""
    fields: dict[str, Any] = {
        "slug": slug,
        "name": slug.title(),
        "game": "fixed",
        "small_bet": 200,
        "big_bet": 400,
        "small_blind": 100,
        "big_blind": 200,
        "chip": 100,
        "min_buy_in": 2_000,
        "max_buy_in": 20_000,
        "seats": 9,
        "pause_ms": 3_000,
    }
    if changes.get("game", "fixed") != "fixed":
        del fields["small_bet"], fields["big_bet"]
    return open_table(Table(**{**fields, **changes}))


def make_player(name: str, **fields: Any) -> Caller:
    """An account with its play money, as a table sees it."""
    account = Account.objects.create_user(username=name, password=None, **fields)
    services.grant_play_money(account.pk, key=account.public_id)
    who = Player(id=account.pk, public=account.public_id, name=name, bot=account.is_bot)
    return Caller(who=who)


def do(table: Table, caller: Caller | None, type_: str, **fields: Any) -> ErrorCode | None:
    """Say a command as the wire would; the code of its refusal, or None when it was done."""
    try:
        commands.run(table.pk, caller, protocol.parse(json.dumps({"type": type_, **fields})))
    except Refusal as refusal:
        return refusal.code
    return None


def live(table: Table) -> row.Live:
    """The committed row."""
    return row.read(table.pk)[0]


def pass_time(milliseconds: int) -> None:
    """Move the room's time on."""
    Timeline.shift_ms += milliseconds


def wake(table: Table) -> None:
    """Move to the table's next time and wake it."""
    wake_at = live(table).wake_at
    assert wake_at is not None
    pass_time(max(0, wake_at - now_ms() + 1))
    clock.wake(table.pk)


def listen(*gone: Caller, table: Table, here: tuple[Caller, ...] = ()) -> None:
    """A trusted presence store in which `here` are connected and `gone` are not."""
    presence.listening()
    cache.delete(presence.YOUNG)
    for caller in gone:
        pair = (table.pk, caller.who.id)
        cache.delete_many([presence._fresh(pair), presence._alive(pair)])
    presence.heard((table.pk, caller.who.id) for caller in here)


def seat_of(table: Table, caller: Caller) -> int | None:
    """Where he sits."""
    return next((n for n, seat in live(table).seating.seats.items() if seat.who.id == caller.who.id), None)


def start(table: Table, *callers: Caller, buy_in: int = 10_000) -> None:
    """Seat these players in order and deal the first hand."""
    for number, caller in enumerate(callers, start=1):
        assert do(table, caller, "sit", seat=number, buy_in=buy_in) is None
    wake(table)


def actor(table: Table, *callers: Caller) -> Caller:
    """Whose turn it is."""
    now = live(table)
    assert now.hand is not None
    legal = now.hand.legal()
    assert legal is not None
    return next(caller for caller in callers if seat_of(table, caller) == legal.seat)


def act(table: Table, caller: Caller, move: str, to: int | None = None, **fields: Any) -> ErrorCode | None:
    """The player's decision at this moment."""
    now = live(table)
    assert now.deal is not None
    assert now.hand is not None
    legal = now.hand.legal()
    message = {"hand": now.deal.number, "turn": legal.no if legal else 0, "move": move}
    if to is not None:
        message["to"] = to
    return do(table, caller, "act", **{**message, **fields})


def play_out(table: Table, *callers: Caller) -> None:
    """Everybody checks or calls until the hand is settled."""
    while (hand := live(table).hand) is not None and (legal := hand.legal()) is not None:
        assert act(table, actor(table, *callers), "check" if legal.check else "call") is None


def money(*callers: Caller) -> dict[str, int]:
    """Balances by name."""
    return {caller.who.name: services.balance(caller.who.id, PLAY) for caller in callers}


def picture(table: Table, *callers: Caller) -> bytes:
    """Everything a refusal must not change: the row and the money."""
    now = live(table)
    records = [now.seating, now.deal, now.moves, now.version]
    stacks = services.stacks([str(seat.session) for seat in now.seating.seats.values()])
    return msgspec.json.encode([records, money(*callers), stacks])


def stack_deck(monkeypatch: Any, holes: list[str], board: str = "") -> None:
    """The next decks give these hole cards, in order from the button's left, and this board."""
    used = [cards[n : n + 2] for cards in holes for n in (0, 2)] + [board[n : n + 2] for n in range(0, len(board), 2)]
    rest = iter([card for card in DECK if card not in used])
    dealt = [cards[:2] for cards in holes] + [cards[2:] for cards in holes]
    streets = [board[:6], board[6:8], board[8:10]] if board else []
    for street in streets:
        dealt += [next(rest), *[street[n : n + 2] for n in range(0, len(street), 2)]]
    cards = "".join([*dealt, *rest])
    monkeypatch.setattr(deck, "draw", lambda: cards)


def act_blind(table: Table, caller: Caller) -> ErrorCode | None:
    """An act at a hand whose decision cannot be read."""
    now = live(table)
    assert now.deal is not None
    return do(table, caller, "act", hand=now.deal.number, turn=0, move="fold")
