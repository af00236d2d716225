"""The protocol client: merged views, healed gaps, matched replies (docs/protocol.md "How state travels")."""

import asyncio

import pytest

from tables.bots.client import Disconnected, Reply, TableClient
from tests.bots.scripted_table import Json, ScriptedTable, accept, scripted
from tests.bots.spots import seat, view

HELLO: Json = {"version": 17, "you": {"player": "p_2", "name": "bot-2"}, "view": view(seat(1), seat(2))}


def update(version: int, patch: Json) -> Json:
    return {"type": "update", "version": version, "now": 0, "patch": patch, "events": []}


async def test_hello_and_updates_make_the_view() -> None:
    async with scripted(HELLO) as table, TableClient(table.url) as client:
        assert (client.version, client.seat) == (17, 2)
        await table.tell_all(update(18, {"seats": {"1": {"stack": 5}, "2": None}}))
        await client.until(lambda now: now.version == 18, seconds=2)
        assert client.view["seats"]["1"]["stack"] == 5
        assert client.seat is None


async def test_a_gap_asks_for_one_sync_and_the_hello_heals_it() -> None:
    async with scripted(HELLO) as table, TableClient(table.url) as client:
        await table.tell_all(update(19, {"status": "paused"}))
        await table.tell_all(update(20, {"status": "closed"}))
        await table.until_heard("sync")
        assert client.view["status"] == "playing"
        await table.tell_all(table.hello | {"version": 20, "view": view(status="closed")})
        await client.until(lambda now: now.version == 20, seconds=2)
        assert client.view["status"] == "closed"
        assert (client.syncs, table.heard) == (1, [])


async def test_an_old_update_changes_nothing() -> None:
    async with scripted(HELLO) as table, TableClient(table.url) as client:
        await table.tell_all(update(17, {"status": "closed"}))
        await table.tell_all(update(18, {"button": 3}))
        await client.until(lambda now: now.version == 18, seconds=2)
        assert client.view["status"] == "playing"


async def test_a_lost_last_update_is_noticed_by_the_second_heartbeat() -> None:
    async def pong(table: ScriptedTable, socket: object, message: Json) -> None:
        if message["type"] == "ping":
            await table.tell_all({"type": "pong", "now": 0, "version": 18})

    async with scripted(HELLO | {"heartbeat_ms": 30}, pong) as table, TableClient(table.url):
        await table.until_heard("sync")
        assert sum(message["type"] == "ping" for message in table.heard) == 2


async def test_who_sits_down_keeps_the_heartbeat_of_a_seated_player() -> None:
    """R-6.1: an observer's heartbeat is longer than the silence that makes a seated player disconnected."""
    watching: Json = {"version": 17, "you": {"player": "p_9", "name": "bot-9"}, "view": view(seat(1))}

    async def answer(table: ScriptedTable, socket: object, message: Json) -> None:
        if message["type"] == "sync":
            await table.tell_all(table.hello | {"version": 18, "heartbeat_ms": 30, "view": seated})

    async with scripted(watching, answer) as table, TableClient(table.url) as client:
        seated = view(seat(1), seat(9))
        await table.tell_all(update(18, {"seats": {"9": seated["seats"]["9"]}}))
        await table.until_heard("sync")
        await table.until_heard("ping")
        await table.until_heard("ping")
        assert (client.seat, client.syncs) == (9, 1)


async def test_replies_find_their_commands() -> None:
    async def answer(table: ScriptedTable, socket: object, message: Json) -> None:
        if message["type"] == "chat":
            await asyncio.sleep(0.05)
            await table.tell_all({"type": "reply", "id": message["id"], "ok": True})
        elif message["type"] == "leave":
            error = {"code": "not_seated", "message": "You have no seat here."}
            await table.tell_all({"type": "reply", "id": message["id"], "ok": False, "error": error})

    async with scripted(HELLO, answer) as table, TableClient(table.url) as client:
        late, early = await asyncio.gather(client.command("chat", text="hi"), client.command("leave"))
        assert late == Reply(ok=True)
        assert early == Reply(ok=False, code="not_seated", message="You have no seat here.")


async def test_act_names_the_current_hand_and_turn() -> None:
    hand = {"number": 1042, "turn": {"no": 7, "seat": 2}}
    async with scripted(HELLO | {"view": view(seat(2), hand=hand)}, accept) as table:
        async with TableClient(table.url) as client:
            await client.act("raise", 800)
            await client.act("fold")
        raised, folded = await table.until_heard("act"), await table.until_heard("act")
        assert {**raised, "id": ""} == {"type": "act", "id": "", "hand": 1042, "turn": 7, "move": "raise", "to": 800}
        assert "to" not in folded


async def test_private_patches_stay_apart_from_the_view() -> None:
    async with scripted(HELLO) as table, TableClient(table.url) as client:
        await table.tell_all({"type": "private", "patch": {"cards": "AsKd"}})
        await table.tell_all({"type": "private", "patch": {"strength": "Ace high"}})
        await client.until(lambda now: "strength" in now.private, seconds=2)
        assert client.private == {"cards": "AsKd", "strength": "Ace high"}
        assert "cards" not in client.view


async def test_a_closed_connection_ends_every_wait_with_its_code() -> None:
    async with scripted(HELLO) as table:
        client = await TableClient(table.url).open()
        waiting = [asyncio.ensure_future(client.changed()), asyncio.ensure_future(client.command("leave"))]
        await table.until_heard("leave")
        await table.sockets[0].close(4401)
        for wait in waiting:
            with pytest.raises(Disconnected) as caught:
                await wait
            assert caught.value.code == 4401
        assert not client.connected
        with pytest.raises(Disconnected):
            await client.send({"type": "ping"})
        await client.close()


async def test_the_cookie_is_sent() -> None:
    async with scripted(HELLO) as table, TableClient(table.url, cookie="sessionid=abc"):
        assert table.cookies == ["sessionid=abc"]


async def test_a_server_that_never_greets_is_an_error() -> None:
    class Silent(ScriptedTable):
        async def greet(self, socket: object) -> None:
            await self.tell_all({"type": "pong", "now": 0, "version": 1})

    async with scripted(HELLO) as table:
        table.greet = Silent.greet.__get__(table)  # type: ignore[method-assign]
        client = TableClient(table.url)
        opening = asyncio.ensure_future(client.open())
        await asyncio.sleep(0.05)
        for socket in list(table.sockets):
            await socket.close()
        with pytest.raises(Disconnected):
            await opening
