"""Cases that went wrong in other rooms, about clicks, hidden cards and abuse, come out right here."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts import blocking
from accounts.models import Player as Account
from cashier import audit, services
from tables.live import row, snapshot
from tables.models import PLAY, Hand, HandSeat
from tests.abuse.attack import print_of_everything
from tests.secrecy.cards import found
from tests.tables import room
from tests.tables.room import act, do

pytestmark = pytest.mark.django_db(transaction=True)
TABLES = {"game": "no", "min_buy_in": 1_000, "max_buy_in": 20_000}


def seated(*names: str, slug: str = "amber", **terms: Any):
    """A table where these play the first hand."""
    table, players = room.make_table(slug, **terms), [room.make_player(name) for name in names]
    room.start(table, *players)
    return table, players


def test_case_19_a_raise_clicked_many_times_counts_once_also_not_in_the_next_hand() -> None:
    table, players = seated("ann", "bob", **TABLES)
    first = room.actor(table, *players)
    number = room.live(table).deal.number
    click = {"hand": number, "turn": 0, "move": "raise", "to": 600}
    assert [do(table, first, "act", **click) for _ in range(7)] == [None] * 7
    assert room.live(table).hand.state.level == 600
    assert act(table, room.actor(table, *players), "fold") is None
    room.wake(table)
    assert room.live(table).deal.number == number + 1
    before = print_of_everything()
    for player in players:
        for _ in range(3):
            do(table, player, "act", **click)
    assert print_of_everything() == before


def test_case_20_the_amount_that_was_typed_or_none() -> None:
    table, players = seated("ann", "bob", **TABLES)
    first = room.actor(table, *players)
    before = print_of_everything()
    assert act(table, first, "raise", 650) == "bad_amount"
    assert print_of_everything() == before
    assert act(table, first, "raise", 600) is None
    assert row.read(table.pk)[1]["hand"]["bet"] == 600


def test_case_24_rubbish_does_not_stop_the_clock() -> None:
    table, players = seated("ann", "bob")
    deadline = room.live(table).moves.deadline
    first = room.actor(table, *players)
    for type_, fields in [("act", {}), ("act", {"hand": 1, "turn": 0, "move": "dance"}), ("sit", {"seat": 99}),
                          ("top_up", {"amount": -1}), ("show", {}), ("post", {})]:  # fmt: skip
        assert do(table, first, type_, **fields) is not None
        assert room.live(table).moves.deadline == deadline
    room.listen(table=table, here=tuple(players))
    room.wake(table)
    assert room.live(table).moves is None or room.live(table).moves.deadline != deadline


def test_case_25_the_hand_that_was_not_called_is_in_nobodys_json() -> None:
    table, players = seated("ann", "bob")
    holes = set(room.live(table).hand.state.frame.holes)
    act(table, room.actor(table, *players), "raise")
    act(table, room.actor(table, *players), "fold")
    for who in [None, *(player.who for player in players)]:
        seen = snapshot.snapshot(table.pk, who)
        own = {seen.private["cards"]} if "cards" in seen.private else set()
        assert not any(cards in str(seen.view) for cards in holes)
        assert len(own) == (who is not None)
    page = Client().get(f"/hands/{Hand.objects.get().public_id}/").content.decode()
    assert not any(cards in page for cards in holes)


def test_case_26_the_actor_is_who_is_signed_in() -> None:
    table, players = seated("ann", "bob")
    first = room.actor(table, *players)
    other = next(player for player in players if player is not first)
    before = print_of_everything()
    number = room.live(table).deal.number
    for said in ({"seat": room.seat_of(table, first)}, {"player": first.who.public}):
        assert do(table, other, "act", hand=number, turn=0, move="fold", **said) == "bad_message"
    assert do(table, other, "act", hand=number, turn=0, move="fold") == "not_your_turn"
    assert print_of_everything() == before


def test_case_27_folding_again_after_the_end_pays_nobody_twice() -> None:
    table, players = seated("ann", "bob")
    loser = room.actor(table, *players)
    number = room.live(table).deal.number
    assert act(table, loser, "fold") is None
    after = print_of_everything()
    for turn in (0, 0, 1, 2):
        do(table, loser, "act", hand=number, turn=turn, move="fold")
    assert print_of_everything() == after
    assert HandSeat.objects.count() == 2
    assert audit.run().ok


@pytest.mark.parametrize("to", [4, -800, -(2**31), 2**31, 10**15, 0])
def test_case_28_no_amount_is_too_odd_to_be_refused(to: int) -> None:
    table, players = seated("ann", "bob", **TABLES)
    before = print_of_everything()
    assert act(table, room.actor(table, *players), "raise", to) == "bad_amount"
    assert do(table, players[0], "top_up", amount=to) == "bad_amount"
    assert print_of_everything() == before


def test_case_29_who_was_blocked_is_nobody_at_the_next_door() -> None:
    """The open socket dies in `test_signed_out`; a new one with the old cookie is an observer's, pages sign him out."""
    _table, (ann, *_) = seated("ann", "bob")
    client = Client()
    client.force_login(Account.objects.get(pk=ann.who.id), "django.contrib.auth.backends.ModelBackend")
    boss = Account.objects.create_superuser("boss")
    assert blocking.block(ann.who.id, actor=boss, reason="chip dumping")
    assert client.get(reverse("accounts:account")).status_code == 302
    assert client.post(reverse("tables:play_now")).status_code in {302, 429}
    assert not Account.objects.get(pk=ann.who.id).is_active


def test_case_30_two_tables_cannot_spend_the_same_chips() -> None:
    rich = {"min_buy_in": 150_000, "max_buy_in": 200_000}
    tables = [room.make_table(slug, **rich) for slug in ("amber", "jade", "onyx", "ruby")]
    ann = room.make_player("ann")
    barrier, codes = threading.Barrier(len(tables)), []

    def take(table: Any) -> None:
        barrier.wait()
        codes.append(do(table, ann, "sit", seat=1, buy_in=150_000))
        connection.close()

    threads = [threading.Thread(target=take, args=(table,)) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(map(str, codes)) == ["None", *["insufficient_funds"] * 3]
    assert services.balance(ann.who.id, PLAY) == room.GRANT - 150_000
    assert audit.run().ok


def test_the_deck_is_never_part_of_what_a_process_prints() -> None:
    """Logs, tracebacks and fault reporters print what they are given: no repr of a live hand has a card."""
    table, _players = seated("ann", "bob")
    live = room.live(table)
    for thing in (live, live.hand, live.hand.setup, live.deal, row.Locked(live=live, now=0), row.Kept.tables):
        words = repr(thing)
        assert not any(cards in words for cards in live.hand.state.frame.holes)
        assert found(words) == []


def test_a_seat_is_not_held_for_ever_by_asking_again() -> None:
    """R-1.5: asking again, for this seat or another, brings no new minute; then others get it."""
    table, ann, bob = room.make_table(), room.make_player("ann"), room.make_player("bob")
    assert do(table, ann, "reserve", seat=1) is None
    until = room.live(table).seating.reserved[1].until
    for seat in (1, 2, 1):
        room.pass_time(15_000)
        assert do(table, ann, "reserve", seat=seat) is None
        assert room.live(table).seating.reserved[seat].until == until
    room.wake(table)
    assert room.live(table).seating.reserved == {}
    assert do(table, bob, "sit", seat=1, buy_in=4_000) is None
