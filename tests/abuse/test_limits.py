"""How much one may send and how many sockets one may have; the others at the room's tables go on undisturbed."""

from __future__ import annotations

import asyncio
import json
import statistics
import time
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from websockets.exceptions import ConnectionClosed

from pokerroom.launch.room import Room
from tables import consumers, hub, pulse, throttle
from tables.live import presence, snapshot
from tests.abuse.attack import Party
from tests.secrecy.eye import LocalEye, RemoteEye
from tests.secrecy.served import people_of
from tests.tables import room
from tests.tables.sockets import cookie_of

database = pytest.mark.django_db(transaction=True)


async def eye_of(table: str, name: str | None = None) -> LocalEye:
    """A new player's socket, or a stranger's."""
    caller = await sync_to_async(room.make_player)(name) if name else None
    cookie = await sync_to_async(cookie_of)(caller) if caller else ""
    return LocalEye(name=name or "stranger", table=table, cookie=cookie)


@database
async def test_a_second_socket_brings_no_new_tokens() -> None:
    """The limits are the account's: tabs and reconnecting multiply nothing; another account has its own."""
    await sync_to_async(room.make_table)()
    first, other = await eye_of("amber", "ann"), await eye_of("amber", "bob")
    await first.open()
    await other.open()
    assert [await first.say("chat", text=f"line {number}") for number in range(4)][-1] == "rate_limited"
    for _ in range(3):
        tab = await LocalEye(name="tab", table="amber", cookie=first.cookie).open()
        assert await tab.say("chat", text="once more") == "rate_limited"
        await tab.close()
    assert await other.say("chat", text="hello") is None
    for eye in (first, other):
        await eye.close()


@database
async def test_messages_are_counted_over_all_sockets_of_an_account() -> None:
    await sync_to_async(room.make_table)()
    first = await (await eye_of("amber", "ann")).open()
    tabs = [await LocalEye(name="tab", table="amber", cookie=first.cookie).open() for _ in range(4)]
    for _ in range(consumers.BURST):
        for tab in tabs:
            await tab.send('{"type":"ping"}')
    await asyncio.sleep(0.3)
    answers = [json.loads(text)["type"] for tab in tabs for text in tab.texts[1:]]
    assert answers.count("pong") < 2 * consumers.BURST
    assert answers.count("reply") > 2 * consumers.BURST
    for eye in (first, *tabs):
        await eye.close()


@database
async def test_an_account_has_so_many_sockets_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """One too many is told so and closed; when another closes there is room again."""
    monkeypatch.setattr(pulse, "MOST_OF_PLAYER", 3)
    monkeypatch.setattr(pulse, "MOST_OF_ADDRESS", 2)
    await sync_to_async(room.make_table)()
    for name, most in (("ann", 3), (None, 2)):
        first = await eye_of("amber", name)
        eyes = [await LocalEye(name="tab", table="amber", cookie=first.cookie).open() for _ in range(most)]
        extra = LocalEye(name="extra", table="amber", cookie=first.cookie)
        await extra.open()
        assert (extra.closed, extra.texts) == (consumers.TOO_MANY, [])
        await eyes.pop().close()
        again = await LocalEye(name="again", table="amber", cookie=first.cookie).open()
        assert again.closed is None
        for eye in (*eyes, again, extra):
            await eye.close()


@database
async def test_a_socket_that_was_ended_counts_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that does not answer the close keeps nobody out, nor does it keep its player connected."""
    monkeypatch.setattr(pulse, "MOST_OF_PLAYER", 1)
    table = await sync_to_async(room.make_table)()
    caller = await sync_to_async(room.make_player)("ann")
    cookie = await sync_to_async(cookie_of)(caller)
    ann = await LocalEye(name="ann", table="amber", cookie=cookie).open()
    assert await ann.say("sit", seat=1, buy_in=4_000) is None
    for _ in range(consumers.BURST + consumers.FLOODED + 5):
        await ann.send('{"type":"ping"}')
    with pytest.raises(AssertionError, match="closed with"):
        await ann.until(lambda: False)
    assert ann.closed == consumers.FLOOD
    await sync_to_async(room.listen)(table=table, here=())
    known = await sync_to_async(presence.look)(table.pk, [caller.who.id])
    assert known[caller.who.id] is not presence.Presence.CONNECTED
    again = await LocalEye(name="again", table="amber", cookie=cookie).open()
    assert again.closed is None
    for eye in (ann, again):
        await eye.close()


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [(0, b"6.6.6.6", "10.0.0.1"), (1, b"6.6.6.6, 8.8.8.8", "8.8.8.8"), (2, b"6.6.6.6, 8.8.8.8, 9.9.9.9", "8.8.8.8"),
     (1, b"", "10.0.0.1"), (2, b"8.8.8.8", "10.0.0.1")],
)  # fmt: skip
def test_an_address_is_what_our_own_proxies_say(proxies: int, forwarded: bytes, expected: str, settings: Any) -> None:
    """What a client writes into the header itself counts for nothing."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    headers = [(b"x-forwarded-for", forwarded)] if forwarded else []
    assert throttle.address_of({"headers": headers, "client": ["10.0.0.1", 5]}) == expected


def test_buckets_that_nobody_uses_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "KEPT", 2)
    monkeypatch.setattr(throttle.Shared, "buckets", throttle.OrderedDict())
    one = throttle.Shared.of("chat", "one", per_second=1, burst=1)
    for other in ("two", "three"):
        assert throttle.Shared.of("chat", "one", per_second=1, burst=1) is one
        throttle.Shared.of("chat", other, per_second=1, burst=1)
    assert list(throttle.Shared.buckets) == [("chat", "one", 1, 1), ("chat", "three", 1, 1)]


@database
async def test_a_slow_answer_to_sync_takes_nothing_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture that was overtaken while it was read is read again: a socket's version never falls."""
    party = await Party().open()
    real, slow = snapshot.snapshot, party.eyes[1]
    overtaken = []

    def late(table: int, who: Any) -> Any:
        picture = real(table, who)
        if who is not None and who.public == slow.player and not overtaken:
            overtaken.append(room.do(party.table, party.callers[0], "chat", text="meanwhile"))
            time.sleep(0.3)
        return picture

    monkeypatch.setattr(hub.snapshot, "snapshot", late)
    assert await slow.say("sync") is None
    await slow.until(lambda: slow.version >= party.eyes[0].version)
    versions = [json.loads(text)["version"] for text in slow.texts if json.loads(text)["type"] in ("hello", "update")]
    assert overtaken == [None]
    assert versions == sorted(versions)
    await party.close()


async def test_a_flood_at_one_table_leaves_another_its_pace(serve: Room) -> None:
    """A guest with five sockets sends all he can; commands at another table take about as long as before."""
    names = ["calm-1", "calm-2", "flood"]
    people = await asyncio.to_thread(people_of, serve, {"calm": {}, "stormy": {}}, players=names)

    async def open_eye(name: str, table: str) -> RemoteEye:
        return await RemoteEye(name=name, table=table, cookie=people[name]["cookie"]).open(serve.url)

    calm = [await open_eye("calm-1", "calm"), await open_eye("calm-2", "calm")]
    for seat, eye in enumerate(calm, start=1):
        assert await eye.say("sit", seat=seat, buy_in=10_000) is None

    async def pace() -> float:
        taken = []
        for number in range(12):
            began = time.monotonic()
            assert await calm[number % 2].say("set", auto_post=True) is None
            taken.append(time.monotonic() - began)
            await asyncio.sleep(0.12)
        return statistics.median(taken)

    async def storm(eye: RemoteEye) -> None:
        try:
            while True:
                await eye.send('{"type":"reserve","seat":1,"id":"x"}')
                await eye.send("x" * 3_000)
                await asyncio.sleep(0.002)
        except ConnectionClosed:
            return

    before = await pace()
    floods = [await open_eye("flood", "stormy") for _ in range(5)]
    storms = [(eye, asyncio.create_task(storm(eye))) for eye in floods]
    meanwhile = await pace()
    await asyncio.wait_for(asyncio.gather(*(storm for _, storm in storms)), 30)
    assert {eye.closed for eye, _ in storms} == {consumers.FLOOD}
    assert meanwhile < 20 * before + 0.25, (before, meanwhile)
    assert all(eye.closed is None for eye in calm)
    for eye in calm:
        await eye.close()


async def test_twenty_sockets_take_one_seat_and_one_gets_it(serve: Room) -> None:
    """Over the real server: the losers keep their money and are told why."""
    names = [f"taker-{number}" for number in range(20)]
    people = await asyncio.to_thread(people_of, serve, {"wanted": {"seats": 2}}, players=names)
    eyes = [
        await RemoteEye(name=name, table="wanted", cookie=people[name]["cookie"], player=people[name]["public"]).open(
            serve.url
        )
        for name in names
    ]
    codes = await asyncio.gather(*(eye.say("sit", seat=1, buy_in=10_000) for eye in eyes))
    assert codes.count(None) == 1
    assert set(codes) == {None, "seat_taken"}
    winner = eyes[codes.index(None)]
    for eye in eyes:
        await eye.say("sync")
        await eye.until(lambda eye=eye: eye.view["seats"].get("1", {}).get("player") == winner.player)
        spent = 10_000 if eye is winner else 0
        assert eye.private["balance"]["play"] == room.GRANT - spent
        await eye.close()
