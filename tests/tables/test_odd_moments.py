"""What is done at a table in the moments between: while blinds are asked, money is frozen, a hand is being voided."""

import pytest

from accounts import allowance
from cashier import freezing
from tables.engine.candidates import running
from tables.live import account_news, floor
from tables.live.facts import last_hand
from tables.live.state import Status
from tables.live.times import moment, now_ms
from tables.live.view import private_view
from tables.models import PLAY, Table
from tests.tables import room
from tests.tables.gold import make_gold, make_rich

pytestmark = pytest.mark.django_db(transaction=True)
NO_LIMIT = {"game": "no", "min_buy_in": 1_000, "max_buy_in": 20_000}


def people(names: str) -> list:
    return [room.make_player(name) for name in names.split()]


def asked_by_prompt(table, *callers):
    """All sit, nobody posts by himself, and the two posters are asked."""
    for seat, caller in enumerate(callers, start=1):
        assert room.do(table, caller, "sit", seat=seat, buy_in=5_000) is None
        room.do(table, caller, "set", auto_post=False)
    room.wake(table)
    assert room.live(table).status is Status.POSTING
    return room.live(table).seating.asking.prompts


def beside_a_hand(*, entry: str):
    """Ann and bob play; cat, who owes nothing yet or has sat out, is beside their hand."""
    table, (ann, bob, cat) = room.make_table(**NO_LIMIT), people("ann bob cat")
    room.start(table, ann, bob)
    assert room.do(table, cat, "sit", seat=3, buy_in=5_000, entry=entry) is None
    room.play_out(table, ann, bob)
    return table, ann, bob, cat


def test_signing_out_while_frozen_is_leaving() -> None:
    """R-1.7: his fold would end a hand that cannot be booked; he goes when it can, and no allowance is used for him."""
    table, (ann, bob) = room.make_table(), people("ann bob")
    room.start(table, ann, bob)
    who = room.actor(table, ann, bob)
    room.listen(table=table, here=(ann, bob))
    freezing.freeze(PLAY, reason="a drill")
    account_news.leave_everywhere(who.who.id)
    assert room.live(table).seating.seats[room.seat_of(table, who)].leaving
    freezing.lift(PLAY)
    room.listen(who, table=table, here=(bob if who is ann else ann,))
    if room.seat_of(table, who) is not None:
        room.wake(table)
    assert allowance.state(who.who.id, moment(now_ms())).left == 2
    assert room.seat_of(table, who) is None


@pytest.fixture
def without_cat():
    """A hand of ann and bob; cat, who played the one before, has left beside it."""
    table, (ann, bob, cat) = room.make_table(), people("ann bob cat")
    room.start(table, ann, bob, cat)
    room.play_out(table, ann, bob, cat)
    room.do(table, cat, "sit_out", when="now")
    room.wake(table)
    assert room.do(table, cat, "leave") is None
    return table, ann


def test_a_void_brings_nobody_back_who_left(without_cat) -> None:
    """R-2.8: who took the seat meanwhile is a newcomer and pays as one."""
    table, _ = without_cat
    dan, eve = people("dan eve")
    room.do(table, dan, "sit", seat=3, buy_in=5_000, entry="wait")
    room.do(table, eve, "sit", seat=4, buy_in=5_000, entry="wait")
    floor.void_hand(table.pk, reason="a fault", actor="floor", account=0)
    assert 3 not in room.live(table).seating.last["players"]
    assert "price" in private_view(room.live(table), dan.who.public)
    assert "price" in private_view(room.live(table), eve.who.public)


def test_who_is_left_alone_by_a_void_begins_anew(without_cat) -> None:
    """R-2.12."""
    table, ann = without_cat
    room.do(table, ann, "leave")
    assert not room.live(table).deal.settled
    floor.void_hand(table.pk, reason="a fault", actor="floor", account=0)
    assert not running(last_hand(room.live(table)))


def test_a_void_leaves_the_choices_of_those_beside_it() -> None:
    table, _ann, _bob, cat = beside_a_hand(entry="wait")
    room.do(table, cat, "sit_out", when="now")
    room.wake(table)
    assert room.do(table, cat, "sit_in", entry="post") is None
    floor.void_hand(table.pk, reason="a fault", actor="floor", account=0)
    assert room.live(table).seating.seats[3].entry == "post"


def test_no_hand_is_dealt_by_an_answer_when_its_money_was_switched_off(settings) -> None:
    settings.REAL_MONEY_ENABLED = True
    table, ann, bob = make_gold(), make_rich("ann"), make_rich("bob")
    asked_by_prompt(table, ann, bob)
    settings.REAL_MONEY_ENABLED = False
    for caller in (ann, bob):
        room.do(table, caller, "post")
    assert room.live(table).status is Status.PAUSED


def test_stakes_do_not_change_while_blinds_are_asked() -> None:
    """He agreed to the blind he was asked for (R-2.10)."""
    table, (ann, bob) = room.make_table(**NO_LIMIT), people("ann bob")
    prompts = asked_by_prompt(table, ann, bob)
    room.do(table, next(one for one in (ann, bob) if room.seat_of(table, one) in prompts), "post")
    Table.objects.filter(pk=table.pk).update(big_blind=4_000, small_blind=2_000)
    floor.refresh(table.pk)
    for caller in (ann, bob):
        room.do(table, caller, "post")
    assert room.live(table).hand.setup.stakes.big_blind == 200


def test_a_new_price_is_told_to_who_would_pay_it(announced) -> None:
    table, _ann, _bob, cat = beside_a_hand(entry="wait")
    before = private_view(room.live(table), cat.who.public)
    announced.clear()
    Table.objects.filter(pk=table.pk).update(big_blind=400, small_blind=200)
    floor.refresh(table.pk)
    assert private_view(room.live(table), cat.who.public) != before
    assert any(cat.who.public in message["told"] for message in announced)


def test_added_seats_are_offered_to_those_who_wait() -> None:
    """R-1.5."""
    table, (ann, bob, cat) = room.make_table(seats=2), people("ann bob cat")
    room.do(table, ann, "sit", seat=1, buy_in=5_000)
    room.do(table, bob, "sit", seat=2, buy_in=5_000)
    room.do(table, ann, "sit_out", when="now")
    assert room.do(table, cat, "wait_list", join=True) is None
    Table.objects.filter(pk=table.pk).update(seats=4)
    floor.refresh(table.pk)
    assert [held.who.id for held in room.live(table).seating.reserved.values()] == [cat.who.id]


def test_sitting_out_and_in_holds_no_seat_without_chips(monkeypatch: pytest.MonkeyPatch) -> None:
    room.stack_deck(monkeypatch, ["AsAh", "KsKh"], "2c3d4h8s9c")
    table, (ann, bob) = room.make_table(**NO_LIMIT), people("ann bob")
    room.start(table, ann, bob, buy_in=1_000)
    who = room.actor(table, ann, bob)
    room.act(table, who, "raise", 1_000)
    room.act(table, bob if who is ann else ann, "call")
    number, seat = next((n, one) for n, one in room.live(table).seating.seats.items() if one.stack == 0)
    poor = ann if room.seat_of(table, ann) == number else bob
    room.pass_time(1_000)
    room.do(table, poor, "sit_out", when="now")
    room.do(table, poor, "sit_in", entry="wait")
    assert room.live(table).seating.seats[number].out_since == seat.out_since


def test_a_seat_passes_on_no_yes_to_a_blind() -> None:
    """R-2.10."""
    table, (ann, bob, cat, dan) = room.make_table(), people("ann bob cat dan")
    prompts = asked_by_prompt(table, ann, bob, cat)
    big = next(number for number, prompt in prompts.items() if prompt.kind == "big_blind")
    who = next(one for one in (ann, bob, cat) if room.seat_of(table, one) == big)
    room.do(table, who, "post")
    room.do(table, who, "leave")
    room.do(table, dan, "sit", seat=big, buy_in=5_000)
    room.do(table, dan, "set", auto_post=False)
    asking = room.live(table).seating.asking
    assert asking is None or (big, "big_blind") not in asking.agreed


def test_a_top_up_repeated_is_answered_as_the_first() -> None:
    """R-1.4: also where the first has used up what the table allows."""
    table, (ann,) = room.make_table(), people("ann")
    room.do(table, ann, "sit", seat=1, buy_in=10_000)
    for _ in range(2):
        assert room.do(table, ann, "top_up", amount=10_000, id="k") is None
    assert room.live(table).seating.seats[1].stack == 20_000


def test_who_leaves_while_frozen_takes_no_finished_hand_from_the_table() -> None:
    table, _ann, _bob, cat = beside_a_hand(entry="wait")
    freezing.freeze(PLAY, reason="a drill")
    room.do(table, cat, "leave")
    assert room.live(table).deal is not None
    room.wake(table)
    assert room.live(table).deal is None
