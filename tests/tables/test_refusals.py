"""Every refusal leaves table and money exactly as they were (docs/protocol.md, R-1.1, R-1.4, R-4.11)."""

import json

import pytest

from cashier import services
from cashier.errors import CashierCode, CashierError
from tables.models import Table
from tests.tables import room

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def running():
    """Three in a hand at a table of four, one stranger with money, one without."""
    table = room.make_table(seats=4)
    ann, bob, cat, eve = (room.make_player(name) for name in ("ann", "bob", "cat", "eve"))
    room.start(table, ann, bob, cat)
    return table, ann, bob, cat, eve


def refused(table: Table, caller, type_: str, **fields) -> str | None:
    """The code, after proving that nothing changed."""
    everybody = [one for one in (caller,) if one is not None]
    before = room.picture(table, *everybody)
    code = room.do(table, caller, type_, **fields)
    assert room.picture(table, *everybody) == before
    return code


SEATLESS = ["top_up", "sit_out", "sit_in", "post", "decline", "show", "set", "leave", "act"]
FIELDS = {"top_up": {"amount": 1_000}, "act": {"hand": 1, "turn": 0, "move": "fold"}}


@pytest.mark.parametrize("type_", [*SEATLESS, "reserve", "sit", "chat", "wait_list"])
def test_without_an_account_nothing_is_done(running, type_: str) -> None:
    fields = {"reserve": {"seat": 4}, "sit": {"seat": 4, "buy_in": 4_000}, "chat": {"text": "x"},
              "wait_list": {"join": True}, **FIELDS}  # fmt: skip
    assert refused(running[0], None, type_, **fields.get(type_, {})) == "sign_in_first"


@pytest.mark.parametrize("type_", SEATLESS)
def test_without_a_seat_there_is_nothing_to_do(running, type_: str) -> None:
    table, *_, eve = running
    fields = dict(FIELDS.get(type_, {}))
    if type_ == "act":
        fields["hand"] = room.live(table).deal.number
    assert refused(table, eve, type_, **fields) == "not_seated"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"seat": 1, "buy_in": 4_000}, "seat_taken"),
        ({"seat": 5, "buy_in": 4_000}, "bad_message"),
        ({"seat": 4, "buy_in": 0}, "bad_amount"),
        ({"seat": 4, "buy_in": -4_000}, "bad_amount"),
        ({"seat": 4, "buy_in": 1_900}, "bad_amount"),
        ({"seat": 4, "buy_in": 20_100}, "bad_amount"),
        ({"seat": 4, "buy_in": 4_050}, "bad_amount"),
        ({"seat": 4, "buy_in": 2**53}, "bad_amount"),
    ],
)
def test_a_seat_is_refused(running, fields: dict, code: str) -> None:
    table, *_, eve = running
    assert refused(table, eve, "sit", **fields) == code


def test_money_one_does_not_have_buys_no_seat(running) -> None:
    table, *_, eve = running
    rich = room.make_table("topaz", min_buy_in=190_000, max_buy_in=300_000, seats=2)
    assert refused(rich, eve, "sit", seat=1, buy_in=200_100) == "insufficient_funds"
    assert room.do(rich, eve, "sit", seat=1, buy_in=200_000) is None
    assert refused(table, eve, "sit", seat=4, buy_in=2_000) == "insufficient_funds"


def test_a_second_seat_at_the_table_is_refused(running) -> None:
    """R-1.4."""
    table, ann, *_ = running
    assert refused(table, ann, "sit", seat=4, buy_in=4_000) == "already_seated"
    assert refused(table, ann, "reserve", seat=4) == "already_seated"
    assert refused(table, ann, "wait_list", join=True) == "already_seated"


def test_a_full_table_is_full(running) -> None:
    table, *_, eve = running
    dan = room.make_player("dan")
    assert room.do(table, dan, "sit", seat=4, buy_in=4_000) is None
    assert refused(table, eve, "sit", seat=4, buy_in=4_000) == "table_full"
    assert refused(table, eve, "reserve", seat=1) == "table_full"


@pytest.mark.parametrize("amount", [0, -100, 50, 10_100, 2**52])
def test_a_top_up_out_of_bounds_is_refused(running, amount: int) -> None:
    table, ann, *_ = running
    assert refused(table, ann, "top_up", amount=amount) == "bad_amount"


def test_what_is_not_asked_cannot_be_posted(running) -> None:
    table, ann, *_ = running
    assert refused(table, ann, "post") == "nothing_to_post"
    assert refused(table, ann, "decline") == "nothing_to_post"
    assert refused(table, ann, "show") == "illegal_move"


@pytest.mark.parametrize(
    ("move", "to", "code"),
    [
        ("check", None, "illegal_move"),
        ("bet", 400, "illegal_move"),
        ("raise", None, "bad_amount"),
        ("raise", 500, "bad_amount"),
        ("raise", 300, "bad_amount"),
        ("raise", -400, "bad_amount"),
        ("raise", 2**52, "bad_amount"),
        ("raise", 0, "bad_amount"),
    ],
)
def test_a_move_that_is_not_legal_is_refused_never_adjusted(running, move: str, to: int | None, code: str) -> None:
    """R-4.11."""
    table, ann, bob, cat, _ = running
    caller = room.actor(table, ann, bob, cat)
    before = room.picture(table, caller)
    assert room.act(table, caller, move, to) in (code, "illegal_move")
    assert room.picture(table, caller) == before


def test_only_the_one_to_act_acts(running) -> None:
    table, ann, bob, cat, _ = running
    first = room.actor(table, ann, bob, cat)
    for other in {ann, bob, cat} - {first}:
        before = room.picture(table, other)
        assert room.act(table, other, "fold") == "not_your_turn"
        assert room.picture(table, other) == before


def test_a_stale_decision_is_refused(running) -> None:
    """A click meant for an earlier decision or hand does nothing now."""
    table, ann, bob, cat, _ = running
    caller = room.actor(table, ann, bob, cat)
    number = room.live(table).deal.number
    for hand, turn in [(number, 1), (number, -1), (number, 7), (number - 1, 0), (number + 1, 0), (0, 0)]:
        assert refused(table, caller, "act", hand=hand, turn=turn, move="call") == "stale_turn"


def test_a_closed_table_takes_nobody(running) -> None:
    from tables.live import floor

    *_, eve = running
    closed = room.make_table("jade", seats=2)
    floor.set_state(closed.pk, Table.State.CLOSED)
    for type_, fields in {
        "sit": {"seat": 1, "buy_in": 4_000},
        "reserve": {"seat": 1},
        "wait_list": {"join": True},
    }.items():
        assert refused(closed, eve, type_, **fields) == "table_closed"


def test_real_money_is_not_for_guests_and_bots() -> None:
    table = room.make_table("gold", currency="EUR")
    for caller in (room.make_player("g", is_guest=True), room.make_player("b", is_bot=True)):
        assert refused(table, caller, "sit", seat=1, buy_in=4_000) == "forbidden"
        assert refused(table, caller, "reserve", seat=1) == "forbidden"


@pytest.mark.parametrize(
    ("ledger", "wire"),
    [("excluded", "self_excluded"), ("limit_reached", "limit_reached"), ("real_money_off", "forbidden"),
     ("not_confirmed", "forbidden"), ("currency_frozen", "forbidden"), ("busy", "unavailable")],
)  # fmt: skip
def test_what_the_cashier_refuses_is_refused_at_the_table(running, monkeypatch, ledger: str, wire: str) -> None:
    table, ann, *_, eve = running

    def refuse(*args, **fields):
        raise CashierError(CashierCode(ledger))

    monkeypatch.setattr(services, "buy_in", refuse)
    monkeypatch.setattr(services, "top_up", refuse)
    assert refused(table, eve, "sit", seat=4, buy_in=4_000) == wire
    assert refused(table, ann, "top_up", amount=1_000) == wire


def test_invisible_text_is_no_chat(running) -> None:
    table, ann, *_ = running
    assert refused(table, ann, "chat", text="\u200b\u202e \u2066") == "bad_message"


def test_chat_is_plain_text_for_everybody(running, announced) -> None:
    table, ann, *_ = running
    assert room.do(table, ann, "chat", text="<b>nice\u202e</b>\n hand") is None
    (event,) = json.loads(announced[-1]["text"])["events"]
    assert event == {"kind": "chat", "seat": 1, "player": ann.who.public, "name": "ann", "text": "<b>nice</b> hand"}
