"""Frames that are not of the protocol, or not for now, get their exact code and change nothing (docs/protocol.md):
the socket stays open, the clock of whose turn it is runs on, money and rows are what they were."""

from __future__ import annotations

import json

import pytest
from asgiref.sync import sync_to_async

from tables import consumers
from tests.abuse.attack import Party, answer, unchanged
from tests.tables import room

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]
DEEP = 2_000
BAD = "bad_message"


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred odd frames in a row are a matter of the rate limit's own test."""
    monkeypatch.setattr(consumers, "PER_SECOND", 10_000)
    monkeypatch.setattr(consumers, "BURST", 10_000)


def act(amount: str, *, move: str = "raise", extra: str = "") -> str:
    """A raise in the running hand whose amount is written so."""
    return f'{{"type":"act","hand":HAND,"turn":TURN,"move":"{move}","to":{amount}{extra}}}'


NUMBERS = [
    "NaN", "Infinity", "-Infinity", "1e3", "4e2", "1e400", "400.0", "-0.0", "true", "false", "null", '"400"', '"١٢"',
    '"4_0_0"', "4_00", "+400", "0x190", "0400", "[400]", '{"n":400}', "9" * 17, "-" + "9" * 17, str(2**63),
    str(-(2**63)), str(2**64), "9" * 4_000, "",
]  # fmt: skip
MALFORMED: list[str | bytes] = [
    *[act(number) for number in NUMBERS],
    *[f'{{"type":"top_up","amount":{number}}}' for number in NUMBERS],
    *[f'{{"type":"sit","seat":3,"buy_in":{number}}}' for number in NUMBERS],
    *[f'{{"type":"act","hand":{number},"turn":0,"move":"fold"}}' for number in NUMBERS],
    *[f'{{"type":"act","hand":HAND,"turn":{number},"move":"fold"}}' for number in NUMBERS],
    act("400", extra=',"to":800'), act("400", extra=',"type":"act"'), act("400", extra=',"seat":1'),
    act("400", extra=',"player":"p_0"'), act("400", extra=',"cause":"clock"'), act("400", move="protect"),
    act("400", move="show"), act("400", move="RAISE"), act("400", move=""), act("400", extra=","),
    '{"type":"act","hand":HAND,"turn":TURN}', '{"type":"act","hand":HAND,"move":"fold"}', '{"type":"fold"}',
    '{"type":"ACT"}', '{"type":"hello"}', '{"type":"update"}', '{"type":"table.update"}', '{"type":"websocket.close"}',
    '{"type":["act"]}', '{"type":{"act":1}}', '{"type":null}', '{"type":true}', '{"type":0}', "{}", "[]", "null",
    "true", "0", '"leave"', "", " ", "\n", "\x00", "{", "}", '{"type"', '{"type":"leave"', '{"type":"leave"}}',
    '{"type":"leave"} x',
    "{'type':'leave'}", '{type:"leave"}', '\ufeff{"type":"leave"}', '{"type":"leave","type":"leave"}',
    '{"type":"leave","id":""}', '{"type":"leave","id":7}', '{"type":"leave","id":null}',
    '{"type":"leave","id":"a\\u0000b"}',
    '{"type":"leave","id":"a\\nb"}', '{"type":"leave","id":"\\u202e"}', '{"type":"leave","id":"\\ud800"}',
    '{"type":"leave","id":"' + "x" * 37 + '"}', '{"type":"leave","\\ud800":1}', '{"type":"leave","__proto__":{}}',
    '{"type":"chat","text":"\\ud800"}', '{"type":"chat","text":""}', '{"type":"chat","text":7}', '{"type":"chat"}',
    '{"type":"chat","text":"' + "x" * 201 + '"}', '{"type":"chat","text":["x"]}',
    '{"type":"set","auto_muck":1}', '{"type":"set","auto_post":"true"}', '{"type":"set","auto_show":true}',
    '{"type":"wait_list","join":1}', '{"type":"wait_list","join":"yes"}', '{"type":"sit_out","when":"never"}',
    '{"type":"sit_in","entry":""}', '{"type":"reserve","seat":0}', '{"type":"reserve","seat":-1}',
    '{"type":"reserve","seat":11}', '{"type":"reserve","seat":"3"}', '{"type":"reserve","seat":3.0}',
    "[" * DEEP, "[" * DEEP + "]" * DEEP, '{"a":' * 600 + "1" + "}" * 600,
    '{"type":"chat","text":' + "[" * 1500 + "]" * 1500 + "}",
    b"", b"{}", b'{"type":"leave"}', b"\xff\xfe\x00", b"\x00" * 200,
]  # fmt: skip
TOO_LARGE: list[str] = [
    '{"type":"leave","id":"' + "x" * 5_000 + '"}', "9" * 5_000, '{"type":"top_up","amount":' + "9" * 5_000 + "}",
    "[" * 5_000, " " * 4_097, '{"type":"leave"}' + " " * 4_090, '{"type":"chat","text":"' + "\U0001f0a1" * 1_100 + '"}',
]  # fmt: skip


async def test_what_is_not_of_the_protocol_changes_nothing_and_is_told_so() -> None:
    party = await Party().open()
    before, deadline = await unchanged(), party.hand["turn"]["deadline"]
    wrong = []
    for eye in (party.actor, party.eyes[-1]):
        for frame in MALFORMED:
            code = await answer(eye, _filled(frame, party))
            wrong += [(eye.name, frame[:80], code)] if code != BAD else []
        for large in TOO_LARGE:
            code = await answer(eye, large)
            wrong += [(eye.name, large[:80], code)] if code != "too_large" else []
    assert wrong == []
    assert await answer(party.actor, '{"type":"chat","text":"\\u200b\\u202e"}') == BAD
    assert all(eye.closed is None for eye in party.eyes)
    assert await unchanged() == before
    assert party.hand["turn"]["deadline"] == deadline
    assert await party.act("call") is None
    await party.close()


def _filled(frame: str | bytes, party: Party) -> str | bytes:
    if isinstance(frame, bytes):
        return frame
    return frame.replace("HAND", str(party.hand["number"])).replace("TURN", str(party.hand["turn"]["no"]))


@pytest.mark.parametrize(
    ("to", "code"),
    [(4, "bad_amount"), (0, "bad_amount"), (-800, "bad_amount"), (-(2**31) - 1, "bad_amount"), (399, "bad_amount"),
     (401, "bad_amount"), (4_100, "bad_amount"), (2**53, "bad_amount"), (10**16 - 1, "bad_amount"),
     (None, "bad_amount")],
)  # fmt: skip
async def test_amounts_out_of_range_are_refused_never_adjusted(to: int | None, code: str) -> None:
    """R-4.11."""
    party = await Party(game="no", min_buy_in=1_000, max_buy_in=4_000).open()
    before = await unchanged()
    assert await party.act("raise", **({} if to is None else {"to": to})) == code
    assert await unchanged() == before
    assert await party.act("raise", to=600) is None
    assert party.hand["bet"] == 600
    await party.close()


async def test_old_frames_again_and_frames_out_of_order_change_nothing() -> None:
    """Everything a player ever said, said again in any order, in this hand and in the next ones."""
    party = await Party().open()
    said: list[tuple[int, str]] = []
    for _ in range(2):
        while "turn" in party.hand:
            turn = party.hand["turn"]
            frame = {
                "type": "act",
                "hand": party.hand["number"],
                "turn": turn["no"],
                "move": "check" if turn["check"] else "call",
            }
            said.append((turn["seat"] - 1, json.dumps(frame)))
            early = {**frame, "turn": turn["no"] + 1}
            assert await answer(party.actor, json.dumps(early)) == "stale_turn"
            assert await party.act(frame["move"]) is None
        await sync_to_async(room.wake)(party.table)
        await party.level()
    before = await unchanged()
    for place, frame in [*reversed(said), *said, *said[1::2]]:
        assert await answer(party.eyes[place], frame) is None, "a repeat is answered as the first time"
        for other in {0, 1, 2} - {place}:
            assert await answer(party.eyes[other], frame) == "stale_turn"
        assert await answer(party.eyes[3], frame) == "not_seated"
        assert await answer(party.eyes[4], frame) == "sign_in_first"
    assert await unchanged() == before
    await party.close()
