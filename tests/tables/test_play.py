"""A hand at a live table: dealt, played once, settled to the chip (R-4.11, R-9.3)."""

import pytest

from cashier import services
from tables.live.state import Status
from tables.models import Hand, HandSeat
from tests.tables import room

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_sit_and_a_hand_is_dealt_played_and_settled() -> None:
    table, ann, bob = room.make_table(), room.make_player("ann"), room.make_player("bob")
    room.start(table, ann, bob)
    assert room.live(table).status is Status.PLAYING
    room.play_out(table, ann, bob)
    live = room.live(table)
    assert live.status is Status.SHOWDOWN
    hand = Hand.objects.get()
    assert hand.number == live.deal.number
    nets = dict(HandSeat.objects.values_list("seat", "net"))
    assert sum(nets.values()) == -hand.rake == 0
    assert {n: 10_000 + net for n, net in nets.items()} == {n: seat.stack for n, seat in live.seating.seats.items()}
    sessions = {n: str(seat.session) for n, seat in live.seating.seats.items()}
    assert services.stacks(list(sessions.values())) == {sessions[n]: 10_000 + net for n, net in nets.items()}
    room.wake(table)
    assert room.live(table).status is Status.PLAYING
    assert room.live(table).deal.number > hand.number
