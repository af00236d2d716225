"""Frames are read strictly (docs/protocol.md): what is not exactly documented is refused and changes nothing."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tables import protocol
from tables.protocol import ErrorCode, Refusal

GOOD = [
    ('{"type":"act","hand":7,"turn":0,"move":"raise","to":800,"id":"c-1"}', protocol.Act),
    ('{"type":"act","hand":7,"turn":0,"move":"fold"}', protocol.Act),
    ('{"type":"reserve","seat":1}', protocol.Reserve),
    ('{"type":"sit","seat":10,"buy_in":4000,"entry":"post"}', protocol.Sit),
    ('{"type":"leave"}', protocol.Leave),
    ('{"type":"top_up","amount":4000}', protocol.TopUp),
    ('{"type":"sit_out","when":"big_blind"}', protocol.SitOut),
    ('{"type":"sit_in","entry":"wait"}', protocol.SitIn),
    ('{"type":"post"}', protocol.PostBlind),
    ('{"type":"decline"}', protocol.Decline),
    ('{"type":"show"}', protocol.Show),
    ('{"type":"set","auto_post":false}', protocol.Set),
    ('{"type":"chat","text":"good hand"}', protocol.Chat),
    ('{"type":"wait_list","join":true}', protocol.WaitList),
    ('{"type":"ping"}', protocol.Ping),
    ('{"type":"sync"}', protocol.Sync),
]

BAD = [
    "", " ", "null", "true", "7", '"act"', "[]", "{}", "{", '{"type":"act"', "\x00",
    '{"type":"cheat"}', '{"type":null}', '{"type":["act"]}', '{"typ":"ping"}',
    '{"type":"ping","more":1}', '{"type":"ping","type":"ping"}', '{"type":"ping","id":"a","id":"b"}',
    '{"type":"ping","id":"a\\u0000b"}',
    '{"type":"ping","id":"\\u202e"}',
    '{"type":"ping","id":""}', '{"type":"ping","id":7}', '{"type":"ping","id":"' + "x" * 37 + '"}',
    '{"type":"top_up","amount":1.0}', '{"type":"top_up","amount":1e3}', '{"type":"top_up","amount":1e400}',
    '{"type":"top_up","amount":NaN}', '{"type":"top_up","amount":Infinity}', '{"type":"top_up","amount":-Infinity}',
    '{"type":"top_up","amount":true}', '{"type":"top_up","amount":"400"}', '{"type":"top_up","amount":"١٢"}',
    '{"type":"top_up","amount":7_0}', '{"type":"top_up","amount":+7}', '{"type":"top_up","amount":0x10}',
    '{"type":"top_up","amount":[400]}', '{"type":"top_up","amount":null}', '{"type":"top_up"}',
    '{"type":"top_up","amount":' + "9" * 17 + "}", '{"type":"top_up","amount":' + "9" * 4000 + "}",
    '{"type":"act","hand":7,"turn":0,"move":"raise","to":null}', '{"type":"act","hand":7,"turn":0,"move":"protect"}',
    '{"type":"act","hand":7,"turn":0,"move":"show"}', '{"type":"act","hand":7,"turn":0,"move":"fold","seat":3}',
    '{"type":"act","hand":7,"turn":0,"move":"fold","player":"p_1"}', '{"type":"act","hand":"7","turn":0,"move":"fold"}',
    '{"type":"reserve","seat":0}', '{"type":"reserve","seat":11}', '{"type":"reserve","seat":-1}',
    '{"type":"sit","seat":1,"buy_in":4000,"entry":"now"}', '{"type":"set","auto_post":1}',
    '{"type":"set","auto_post":"yes"}',
    '{"type":"chat","text":""}', '{"type":"chat","text":"' + "x" * 201 + '"}', '{"type":"chat","text":"\\ud800"}',
    '{"type":"wait_list","join":"true"}', "[" * 2000, '{"type":' * 400, '{"type":"chat","text":{"a":{"b":{}}}}',
]  # fmt: skip


@pytest.mark.parametrize(("frame", "kind"), GOOD)
def test_every_documented_command_is_read(frame: str, kind: type) -> None:
    assert type(protocol.parse(frame)) is kind


@pytest.mark.parametrize("frame", BAD, ids=range(len(BAD)))
def test_anything_else_is_a_bad_message(frame: str) -> None:
    with pytest.raises(Refusal) as caught:
        protocol.parse(frame)
    assert caught.value.code is ErrorCode.BAD_MESSAGE


def test_a_refusal_names_the_command_when_it_had_an_id() -> None:
    with pytest.raises(Refusal) as caught:
        protocol.parse('{"type":"top_up","amount":1,"id":"c-9","more":true}')
    assert caught.value.command == "c-9"


def test_a_frame_over_the_limit_is_too_large() -> None:
    with pytest.raises(Refusal) as caught:
        protocol.parse('{"type":"chat","text":"' + "x" * 5000 + '"}')
    assert caught.value.code is ErrorCode.TOO_LARGE


NAMES = st.sampled_from(["type", "id", "amount", "seat", "hand", "move", "to", "x"])
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
ANYTHING = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner), max_leaves=8)


@settings(max_examples=150)
@given(ANYTHING)
def test_whatever_arrives_is_a_command_or_a_refusal(value: object) -> None:
    for frame in (json.dumps(value), json.dumps(value)[:-1], str(value)):
        try:
            protocol.parse(frame)
        except Refusal as refusal:
            assert refusal.code in {ErrorCode.BAD_MESSAGE, ErrorCode.TOO_LARGE}
