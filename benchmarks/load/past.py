"""Finished hands by the hundred thousand, in bulk, that `ledger_check` takes for what they are.

A few hundred different hands are played on the engine, each by all nine seats in turn, so that nine
of them together move nothing. Rows are inserted set by set under the books' own triggers, with their
journals, legs and seals; the stays they belong to are bought in before and cashed out after.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tables.bots.dice import Dice
from tables.engine.actions import Action, Move
from tables.engine.cards import DECK
from tables.engine.hand import Hand as Played
from tables.engine.rules import preset
from tables.engine.setup import Post, PostKind, SeatSetup, Setup, fixed_stakes

PLAYERS, STACK, BATCH, KINDS = 9, 100_000, 500, 40
PLAY = "PLAY"
DAYS = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """A hand as it is stored, but for its number, table, time and encrypted deck."""

    setup: dict[str, Any]
    actions: list[list[Any]]
    result: dict[str, Any]
    nets: dict[int, int]
    paid: dict[int, int]
    pot: int
    deck: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """A seat in the past: its session, player and escrow account."""

    session: int
    player: int
    account: int


def seed(hands: int, *, tables: Sequence[int], now: datetime) -> None:
    """Insert so many settled hands, spread over the tables and the last month."""
    stays = {table: _buy_in(table, number, now) for number, table in enumerate(tables)}
    patterns = [pattern for kind in range(KINDS) for pattern in _patterns(Dice(b"past %d" % kind))]
    step = timedelta(days=DAYS) / max(hands, 1)
    for start in range(0, hands, BATCH):
        rows = []
        for index in range(start, min(start + BATCH, hands)):
            table = tables[index % len(tables)]
            pattern = patterns[index // len(tables) % len(patterns)]
            rows.append((table, pattern, now - timedelta(days=DAYS) + step * index))
        _insert(rows, stays)
    _cash_out(stays, now)


def _patterns(dice: Dice) -> list[Pattern]:
    """One hand, played by each seat in turn."""
    deck = "".join(dice.draw(list(DECK), 52))
    plays = [dice.below(10) for _ in range(400)]
    return [_pattern(deck, plays, turn) for turn in range(PLAYERS)]


def _pattern(deck: str, plays: list[int], turn: int) -> Pattern:
    """The hand with everybody `turn` seats further round."""
    seats = [(place + turn) % PLAYERS + 1 for place in range(PLAYERS)]
    posts = {seats[1]: (Post(PostKind.SMALL_BLIND, 100),), seats[2]: (Post(PostKind.BIG_BLIND, 200),)}
    setup = Setup(
        rules=preset("house"),
        stakes=fixed_stakes(small_bet=200, chip=100),
        button=seats[0],
        small_blind=seats[1],
        big_blind=seats[2],
        seats=tuple(SeatSetup(seat, STACK, posts.get(seat, ())) for seat in sorted(seats)),
        deck=deck,
    )
    hand = Played.start(setup)
    while (legal := hand.legal()) is not None:
        play = plays[legal.no]
        if play < 2 and legal.word is not None:
            hand = hand.apply(Action(legal.seat, Move(legal.word), legal.min))
        elif play < 6 and legal.call:
            hand = hand.apply(Action(legal.seat, Move.FOLD))
        else:
            hand = hand.apply(Action(legal.seat, Move.CALL if legal.call else Move.CHECK))
    result = hand.result
    assert result is not None
    return Pattern(
        setup=setup.dump(),
        actions=[action.dump() for action in hand.actions],
        result={"stacks": {str(seat): stack for seat, stack in result.stacks.items()}, "rake": result.rake},
        nets=result.nets,
        paid=result.paid,
        pot=sum(pot.amount for pot in result.pots),
        deck=deck,
    )


def _buy_in(table: int, number: int, now: datetime) -> list[Stay]:
    """Nine stays at the table that began before the first hand."""
    from cashier import services
    from cashier.models.books import Account, AccountKind
    from tables.bots.roster import bot_players
    from tables.models import SeatSession

    stays = []
    for seat, player in enumerate(bot_players((number + 1) * PLAYERS)[number * PLAYERS :], start=1):
        started = now - timedelta(days=DAYS + 1)
        # Ended from the start, so that the seat is free for whoever plays now.
        session = SeatSession.objects.create(table_id=table, seat=seat, player=player, started=started, ended=now)
        key = uuid.uuid4().hex
        services.buy_in(player.pk, session=str(session.pk), currency=PLAY, amount=STACK, key=key)
        account = Account.objects.get(kind=AccountKind.SEAT, ref=str(session.pk))
        stays.append(Stay(session=session.pk, player=player.pk, account=account.pk))
    return stays


def _cash_out(stays: dict[int, list[Stay]], now: datetime) -> None:
    from cashier import services
    from tables.models import SeatSession

    for stay in (stay for seats in stays.values() for stay in seats):
        paid = services.cash_out(stay.player, session=str(stay.session), currency=PLAY)
        SeatSession.objects.filter(pk=stay.session).update(ended=now - timedelta(days=1), cashed_out=paid)


def _insert(rows: list[tuple[int, Pattern, datetime]], stays: dict[int, list[Stay]]) -> None:
    """One batch, in one transaction."""
    from django.db import transaction

    from tables.live.deck import close
    from tables.models import Hand, HandSeat

    with transaction.atomic():
        numbers = _next("tables_hand_number", len(rows))
        hands = [
            Hand(
                number=number, table_id=table, currency=PLAY, setup=pattern.setup, actions=pattern.actions,
                deck=close(pattern.deck, hand=number), result=pattern.result, pot=pattern.pot, rake=0,
                dealt_in=PLAYERS, saw_flop=0, started=at, ended=at + timedelta(seconds=40),
            )
            for number, (table, pattern, at) in zip(numbers, rows, strict=True)
        ]  # fmt: skip
        Hand.objects.bulk_create(hands)
        HandSeat.objects.bulk_create(
            HandSeat(
                hand=hand, seat=seat, player_id=stay.player, session_id=stay.session, stack=STACK,
                net=pattern.nets[seat], paid=pattern.paid[seat],
            )
            for hand, (table, pattern, _) in zip(hands, rows, strict=True)
            for seat, stay in enumerate(stays[table], start=1)
        )  # fmt: skip
        moved = [
            (number, at, [(stay.account, pattern.nets[seat]) for seat, stay in enumerate(stays[table], start=1)])
            for number, (table, pattern, at) in zip(numbers, rows, strict=True)
            if any(pattern.nets.values())
        ]
        _book(moved)


def _book(moved: list[tuple[int, datetime, list[tuple[int, int]]]]) -> None:
    """The hands' journals, legs and seals."""
    from django.db import connection

    from cashier.fingerprints import fingerprint

    ids = _next("cashier_journal_id_seq", len(moved))
    keys = [f"hand:{number}" for number, _, _ in moved]
    prints = [fingerprint(["hand", PLAY, sorted(map(list, legs)), "past", None]) for _, _, legs in moved]
    legs = [(each, *leg) for each, (_, _, row) in zip(ids, moved, strict=True) for leg in row if leg[1]]
    counts = [sum(amount != 0 for _, amount in row) for _, _, row in moved]
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO cashier_journal (id, seal_id, key, fingerprint, kind, currency, hand, reason, created)"
            " SELECT id, id, key, print, 'hand', 'PLAY', hand, '', made FROM"
            " unnest(%s::bigint[], %s::text[], %s::text[], %s::bigint[], %s::timestamptz[])"
            " AS t(id, key, print, hand, made)",
            [ids, keys, prints, [number for number, _, _ in moved], [at for _, at, _ in moved]],
        )
        cursor.execute(
            "INSERT INTO cashier_leg (journal_id, account_id, amount)"
            " SELECT * FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[])",
            [list(column) for column in zip(*legs, strict=True)],
        )
        cursor.execute(
            "INSERT INTO cashier_seal (id, legs) SELECT * FROM unnest(%s::bigint[], %s::int[])", [ids, counts]
        )


def _next(sequence: str, count: int) -> list[int]:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(f"SELECT nextval('{sequence}') FROM generate_series(1, %s)", [count])
        return [row[0] for row in cursor.fetchall()]
