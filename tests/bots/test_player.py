"""A house bot through good and bad times: it sits, plays, rebuys, is refused, loses its connection, leaves."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tables.bots.dice import Dice
from tables.bots.house import Job, keep_house, origin_of, socket_url, spread
from tables.bots.manners import Crowd
from tables.bots.player import FAST, HUMAN, Bot, Place
from tables.bots.tally import Tally
from tests.bots.scripted_table import Json, ScriptedTable, accept, scripted
from tests.bots.spots import seat, view


@dataclass
class Account:
    """An identity that counts what it is asked for."""

    cookies: int = 0
    funds: int = 0
    problems: list[str] = field(default_factory=list)

    async def cookie(self) -> str:
        self.cookies += 1
        return f"sessionid={self.cookies}"

    async def fund(self) -> None:
        self.funds += 1


@dataclass
class Playing:
    """A bot at work at a scripted table."""

    table: ScriptedTable
    account: Account
    tally: Tally
    bot: Bot


@asynccontextmanager
async def playing(hello: Json, answer: Callable[..., object] = accept) -> AsyncIterator[Playing]:
    """A fast bot, seat 2's player, at a scripted table."""
    opening = {"version": 1, "you": {"player": "p_2", "name": "bot-2"}} | hello
    async with scripted(opening, answer) as table:
        place = Place(url=table.url, origin="", slug="amber", crowd=Crowd(bots=5, keep_free=2), seats=asyncio.Lock())
        account, tally = Account(), Tally()
        bot = Bot(place=place, identity=account, pace=FAST, dice=Dice(b"bot"), tally=tally)
        task = asyncio.create_task(bot.run())
        try:
            yield Playing(table, account, tally, bot)
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


def deciding(number: int, turn: int, **changes: int) -> Json:
    """Hand `number` in which seat 2 has to decide."""
    facts = {"no": turn, "seat": 2, "call": 0} | changes
    return {"number": number, "street": "preflop", "board": "", "bet": 200, "pot": 300, "turn": facts}


OWN_TURN: Json = {"view": view(seat(1), seat(2), hand=deciding(7, 3)), "private": {"cards": "AsKd"}}


async def test_a_bot_without_a_seat_sits_down_where_there_is_room() -> None:
    async with playing({"view": view(seat(1))}) as at:
        sit = await at.table.until_heard("sit")
        assert sit["seat"] in range(2, 10)
        assert sit["entry"] in {"post", "wait"}


async def test_a_bot_stays_standing_at_a_real_money_table() -> None:
    real = view(seat(1))
    real["table"]["money"] = "real"
    async with playing({"view": real}) as at:
        await asyncio.sleep(0.2)
        assert at.table.heard == []


async def test_a_turn_is_answered_once_and_its_time_is_measured() -> None:
    async def answer(table: ScriptedTable, socket: object, message: Json) -> None:
        if message["type"] == "act":
            patch = {"hand": {"turn": {"no": 4, "seat": 1}}}
            events = [{"kind": "check", "seat": 2}]
            await table.tell_all({"type": "update", "version": 2, "now": 0, "patch": patch, "events": events})
            await accept(table, socket, message)

    async with playing(OWN_TURN, answer) as at:
        act = await at.table.until_heard("act")
        assert (act["hand"], act["turn"]) == (7, 3)
        await asyncio.sleep(0.1)
        assert not [message for message in at.table.heard if message["type"] == "act"]
        assert at.tally.actions == 1
        assert 0 < at.tally.latencies[0] < 1000


async def test_an_unavailable_room_is_asked_again() -> None:
    async def answer(table: ScriptedTable, socket: object, message: Json) -> None:
        if message["type"] == "act":
            error = {"code": "unavailable", "message": "Try again."}
            await table.tell_all({"type": "reply", "id": message["id"], "ok": False, "error": error})

    async with playing(OWN_TURN, answer) as at:
        first, second = await at.table.until_heard("act"), await at.table.until_heard("act")
        assert (first["hand"], first["turn"]) == (second["hand"], second["turn"])
        assert at.tally.refusals["unavailable"] >= 1


async def test_a_refused_move_is_counted_and_replaced_by_a_safe_one() -> None:
    async def answer(table: ScriptedTable, socket: object, message: Json) -> None:
        if message["type"] == "act":
            error = {"code": "bad_amount", "message": "No."}
            await table.tell_all({"type": "reply", "id": message["id"], "ok": False, "error": error})

    async with playing(OWN_TURN, answer) as at:
        await at.table.until_heard("act")
        safe = await at.table.until_heard("act")
        assert (safe["move"], safe["turn"]) == ("check", 3)
        await asyncio.sleep(0.05)
        assert at.tally.refusals["bad_amount"] == 2


async def test_a_lost_connection_is_made_again_and_the_turn_still_answered() -> None:
    """R-6.8."""
    async with playing({"view": view(seat(1), seat(2))}) as at:
        await at.table.until_connected(1)
        at.table.hello = at.table.hello | OWN_TURN
        await at.table.sockets[0].close(1012)
        await at.table.until_heard("act")
        assert at.tally.reconnects == 1
        assert at.account.cookies == 1


async def test_a_signed_out_bot_signs_in_again() -> None:
    async with playing({"view": view(seat(1), seat(2))}) as at:
        await at.table.until_connected(1)
        await at.table.sockets[0].close(4401)
        async with asyncio.timeout(5):
            while len(at.table.cookies) < 2:
                await asyncio.sleep(0.01)
        assert at.table.cookies == ["sessionid=1", "sessionid=2"]


async def test_a_bot_without_money_is_given_play_money() -> None:
    async with playing({"view": view(seat(1)), "private": {"balance": {"play": 100}}}) as at:
        await at.table.until_heard("sit")
        assert at.account.funds == 1


async def test_a_bot_brings_the_stack_the_room_remembers() -> None:
    """R-1.3."""
    async with playing({"view": view(seat(1)), "private": {"previous_stack": 9_950}}) as at:
        assert (await at.table.until_heard("sit"))["buy_in"] == 9_950


async def test_a_bot_told_to_bring_more_brings_the_most_it_may() -> None:
    """R-1.3."""

    async def answer(table: ScriptedTable, socket: object, message: Json) -> None:
        if message["type"] == "sit":
            error = {"code": "below_previous_stack", "message": "Bring more."}
            await table.tell_all({"type": "reply", "id": message["id"], "ok": False, "error": error})

    async with playing({"view": view(seat(1))}, answer) as at:
        await at.table.until_heard("sit")
        again = await at.table.until_heard("sit")
        assert again["buy_in"] == 10_000


async def test_a_broke_bot_buys_chips_once_a_hand() -> None:
    broke = view(seat(1), seat(2, stack=0, status="sitting_out"), hand=deciding(7, 3, seat=1))
    async with playing({"view": broke}) as at:
        await at.table.until_heard("top_up")
        await asyncio.sleep(1.3)
        assert not [message for message in at.table.heard if message["type"] == "top_up"]


async def test_the_house_ends_after_its_hands_and_gives_seats_back() -> None:
    hello = {"version": 1, "you": {"player": "p_2", "name": "bot-2"}, "view": view(seat(1), seat(2))}
    async with scripted(hello, accept) as table:
        url = table.url.replace("ws://", "http://").split("/ws/")[0]
        job = Job(url=url, tables={"amber": Crowd(bots=2, keep_free=2)}, pace=FAST, hands=1)
        tally, stop = Tally(), asyncio.Event()
        house = asyncio.create_task(keep_house(job, [Account(), Account()], tally=tally, stop=stop))
        await table.until_connected(2)
        over = [{"kind": "hand_over"}]
        patch = {"hand": {"number": 7}}
        await table.tell_all({"type": "update", "version": 2, "now": 0, "patch": patch, "events": over})
        async with asyncio.timeout(5):
            await house
        assert tally.hands == 1
        assert await table.until_heard("leave")


async def test_a_bot_that_has_left_does_not_sit_down_again() -> None:
    """R-1.7."""

    async def answer(table: ScriptedTable, socket: object, message: Json) -> None:
        if message["type"] == "leave":
            patch = {"seats": {"2": None}}
            await table.tell_all({"type": "update", "version": 2, "now": 0, "patch": patch, "events": []})
            await accept(table, socket, message)

    async with playing({"view": view(seat(1), seat(2))}, answer) as at:
        await at.table.until_connected(1)
        await at.bot.leave()
        await asyncio.sleep(0.2)
        assert [message["type"] for message in at.table.heard] == ["leave"]


async def test_the_house_stops_at_once_when_told() -> None:
    async with scripted({"version": 1, "you": {"player": "p_2"}, "view": view(seat(1), seat(2))}, accept) as table:
        url = table.url.replace("ws://", "http://").split("/ws/")[0]
        job = Job(url=url, tables={"amber": Crowd(bots=1, keep_free=2)}, pace=HUMAN)
        stop = asyncio.Event()
        stop.set()
        async with asyncio.timeout(3):
            await keep_house(job, [Account()], tally=Tally(), stop=stop)


def test_a_person_is_not_kept_waiting_longer_than_a_person_would() -> None:
    dice = Dice(b"pace")
    hard = [HUMAN.seconds(dice, easy=False) for _ in range(300)]
    easy = [HUMAN.seconds(dice, easy=True) for _ in range(300)]
    assert min(hard + easy) >= 0.6 and max(hard + easy) <= 2.5
    assert sum(easy) < 0.9 * sum(hard)
    assert FAST.seconds(dice, easy=False) == 0


def test_bots_fill_all_tables_alike_and_leave_seats_for_people() -> None:
    crowds = spread(13, {"amber": 9, "jade": 6, "onyx": 6}, keep_free=3)
    assert [crowd.bots for crowd in crowds.values()] == [6, 4, 3]
    assert [crowd.bots for crowd in spread(20, {"a": 9, "b": 9, "c": 6, "d": 6}, keep_free=2).values()] == [6, 6, 4, 4]
    assert [crowd.bots for crowd in spread(3, {"duel": 2, "amber": 9}, keep_free=2).values()] == [0, 3]
    assert {crowd.keep_free for crowd in crowds.values()} == {3}


def test_addresses_follow_the_room_s() -> None:
    assert socket_url("https://room.example/", "amber") == "wss://room.example/ws/tables/amber/"
    assert socket_url("http://127.0.0.1:8000", "amber") == "ws://127.0.0.1:8000/ws/tables/amber/"
    assert origin_of("http://127.0.0.1:8000/x") == "http://127.0.0.1:8000"
