"""What ends or survives: sign-out, two tabs, disconnects everybody sees, a broken layer (R-6.1)."""

import asyncio
import json

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session

from accounts import sessions
from tables import pulse
from tables.live import presence
from tests.tables import room
from tests.tables.sockets import lines

pytestmark = pytest.mark.django_db(transaction=True)


async def two_in_a_hand():
    table = await sync_to_async(room.make_table)()
    callers = [await sync_to_async(room.make_player)(name) for name in ("ann", "bob")]
    opened = await lines("amber", *callers)
    for number, line in enumerate(opened, start=1):
        assert await line.say("sit", seat=number, buy_in=10_000) is None
    await sync_to_async(room.wake)(table)
    for line in opened:
        await line.until_dealt()
    return table, callers, opened


def sign_out(caller) -> None:
    Session.objects.all().delete()


def block(caller) -> None:
    get_user_model().objects.filter(pk=caller.who.id).update(is_active=False)


def change_password(caller) -> None:
    user = get_user_model().objects.get(pk=caller.who.id)
    user.set_password("another long password")
    user.save()


def end_sessions(caller) -> None:
    sessions.end_sessions(caller.who.id)


@pytest.mark.parametrize("how", [sign_out, block, change_password, end_sessions])
async def test_a_socket_dies_within_two_seconds_of_its_session(how) -> None:
    table, (ann, bob), (first, second) = await two_in_a_hand()
    (observer,) = await lines("amber", None)
    await sync_to_async(how)(ann)
    while first.closed is None:
        await first.take(2.5)
    assert first.closed == 4401
    before = await sync_to_async(room.picture)(table, ann, bob)
    await first.send("leave")
    await asyncio.sleep(0.05)
    assert await sync_to_async(room.picture)(table, ann, bob) == before
    await observer.send("ping")
    await observer.until("pong")
    for line in (second, observer):
        await line.close()


async def test_two_tabs_of_one_player_are_one_seat_and_both_see_the_answer() -> None:
    _table, callers, (ann, bob) = await two_in_a_hand()
    (tab,) = await lines("amber", callers[0])
    assert tab.private["cards"] == ann.private["cards"]
    assert await tab.say("sit", seat=5, buy_in=4_000) == "already_seated"
    turn = ann.view["hand"]["turn"]
    line, other = (ann, tab) if turn["seat"] == 1 else (bob, bob)
    message = {"hand": ann.view["hand"]["number"], "turn": turn["no"], "move": "call"}
    assert await line.say("act", **message) is None
    assert await other.say("act", **message) is None
    await ann.settle()
    await tab.settle()
    assert ann.view == tab.view
    assert ann.view["hand"]["turn"]["no"] == turn["no"] + 1
    for one in (ann, bob, tab):
        await one.close()


async def test_everybody_sees_who_is_gone_and_who_is_back() -> None:
    """R-6.1."""
    table, callers, (ann, bob) = await two_in_a_hand()
    await sync_to_async(room.listen)(table=table, here=tuple(callers))
    await bob.close()
    await sync_to_async(presence.cache.delete)(presence._alive((table.pk, callers[1].who.id)))
    await pulse.once()
    await ann.settle()
    assert ann.view["seats"]["2"]["connected"] is False
    (bob,) = await lines("amber", callers[1])
    await ann.settle()
    assert ann.view["seats"]["2"]["connected"] is True
    kinds = [event["kind"] for frame in ann.frames if frame["type"] == "update" for event in frame["events"]]
    assert kinds.index("disconnected") < kinds.index("reconnected")
    for line in (ann, bob):
        await line.close()


async def test_a_closed_tab_does_not_disconnect_the_other_one() -> None:
    table, callers, (ann, bob) = await two_in_a_hand()
    (tab,) = await lines("amber", callers[1])
    await sync_to_async(room.listen)(table=table, here=tuple(callers))
    await tab.close()
    known = await sync_to_async(presence.look)(table.pk, [callers[1].who.id])
    assert known[callers[1].who.id] is presence.Presence.CONNECTED
    for line in (ann, bob):
        await line.close()


async def test_a_broken_layer_breaks_no_action(monkeypatch: pytest.MonkeyPatch) -> None:
    _table, _callers, (ann, bob) = await two_in_a_hand()

    async def broken(group, message):
        raise ConnectionError("the broker is down")

    monkeypatch.setattr(get_channel_layer(), "group_send", broken)
    turn = ann.view["hand"]["turn"]
    line = (ann, bob)[turn["seat"] - 1]
    assert await line.say("act", hand=ann.view["hand"]["number"], turn=turn["no"], move="call") is None
    # The comparison with the database brings what the layer did not.
    while ann.view["hand"]["turn"]["no"] == turn["no"]:
        await ann.take(5)
    for one in (ann, bob):
        await one.close()


async def test_overtaken_announcements_are_put_in_order_and_repeats_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    table, callers, (ann, bob) = await two_in_a_hand()
    kept: list[dict] = []
    layer = get_channel_layer()
    real = layer.group_send

    async def keep(group, message):
        kept.append(message)

    monkeypatch.setattr(layer, "group_send", keep)
    for caller in callers:
        assert await sync_to_async(room.do)(table, caller, "chat", text="hello") is None
    monkeypatch.undo()
    for message in (kept[1], kept[0], kept[0], kept[1]):
        await real(f"table.{table.pk}", message)
    await ann.settle()
    assert [frame["type"] for frame in ann.frames[-2:]] == ["update", "update"]
    assert ann.gaps == 0
    for line in (ann, bob):
        await line.close()


async def test_sync_brings_a_fresh_hello() -> None:
    _, _, (ann, bob) = await two_in_a_hand()
    view = ann.view
    await ann.send("sync")
    hello = await ann.until("hello")
    assert hello["view"] == view
    assert hello["you"]["seat"] == 1
    assert hello["heartbeat_ms"] == 2_500
    for line in (ann, bob):
        await line.close()


async def test_rubbish_on_the_wire_is_answered_and_changes_nothing() -> None:
    """Rubbish must not clear the actor's clock."""
    table, callers, (ann, bob) = await two_in_a_hand()
    before = await sync_to_async(room.picture)(table, *callers)
    deadline = ann.view["hand"]["turn"]["deadline"]
    for frame in ("", "{", "[]", '{"type":"act"}', '{"type":"fold"}', "\u0000", '{"type":"act","hand":1e9}'):
        await ann.wire.send_input({"type": "websocket.receive", "text": frame})
        assert (await ann.until("reply"))["error"]["code"] == "bad_message"
    await ann.wire.send_to(bytes_data=b"\xff\xfe")
    assert (await ann.until("reply"))["error"]["code"] == "bad_message"
    await ann.wire.send_to(text_data=json.dumps({"type": "chat", "text": "x" * 5000}))
    assert (await ann.until("reply"))["error"]["code"] == "too_large"
    assert await sync_to_async(room.picture)(table, *callers) == before
    assert ann.view["hand"]["turn"]["deadline"] == deadline
    for line in (ann, bob):
        await line.close()


async def test_chat_is_rate_limited() -> None:
    _, _, (ann, bob) = await two_in_a_hand()
    codes = [await ann.say("chat", text=f"line {number}") for number in range(5)]
    assert codes[:3] == [None] * 3
    assert codes[-1] == "rate_limited"
    for line in (ann, bob):
        await line.close()
