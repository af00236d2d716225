"""The end of a hand is one booking or none (R-9.3): void rules, crashes, the ledger's word."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from accounts import allowance
from cashier import audit, services
from cashier.models.rake import RakeSchedule
from tables.engine.hand import Hand as Played
from tables.live import clock, floor, row, settling
from tables.live.state import Status
from tables.live.times import moment, now_ms
from tables.models import Hand, HandSeat, LiveTable, Table
from tests.tables import room
from tests.triggers import without_triggers

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def running():
    table, players = room.make_table(), [room.make_player(name) for name in ("ann", "bob", "cat")]
    room.start(table, *players)
    return table, *players


def stacks(table):
    return {number: seat.stack for number, seat in room.live(table).seating.seats.items()}


def start_again(table) -> None:
    """As after a restart: nothing is remembered."""
    row.forget()


def test_a_hand_that_accuses_itself_is_void(running, monkeypatch) -> None:
    """Never continued, stacks as before, an alarm, no journal."""
    table, *players = running
    monkeypatch.setattr(Played, "problems", lambda hand: ["a chip is missing"])
    room.play_out(table, *players)
    assert stacks(table) == {1: 10_000, 2: 10_000, 3: 10_000}
    hand = Hand.objects.get()
    assert hand.void_reason == "a chip is missing"
    assert set(HandSeat.objects.values_list("net", flat=True)) == {0}
    assert audit.run().ok
    monkeypatch.undo()
    room.wake(table)
    assert room.live(table).status is Status.PLAYING
    assert room.live(table).deal.number > hand.number


def test_after_a_void_hand_the_same_blinds_are_due_again(running, monkeypatch) -> None:
    table, *_players = running
    first = room.live(table).hand.setup
    floor.void_hand(table.pk, reason="a fault", actor="floor", account=0)
    room.wake(table)
    again = room.live(table).hand.setup
    assert (again.button, again.small_blind, again.big_blind) == (first.button, first.small_blind, first.big_blind)


def test_a_ledger_that_disagrees_voids_the_hand_and_books_nothing(running, monkeypatch) -> None:
    table, *players = running
    real = services.settle_hand
    monkeypatch.setattr(services, "settle_hand", lambda **fields: {k: v + 1 for k, v in real(**fields).items()})
    room.play_out(table, *players)
    assert "the ledger has" in Hand.objects.get().void_reason
    assert stacks(table) == {1: 10_000, 2: 10_000, 3: 10_000}
    monkeypatch.undo()
    assert audit.run().ok


def test_a_database_that_fails_while_settling_leaves_the_decision_open(running, monkeypatch) -> None:
    """Nothing is half done; the same decision is awaited, and accepted when the database is back."""
    table, *players = running
    first = room.actor(table, *players)
    room.act(table, first, "fold")
    second = room.actor(table, *players)
    real = settling._insert

    def fail(*args, **fields):
        real(*args, **fields)
        raise DatabaseError("the disk is full")

    monkeypatch.setattr(settling, "_insert", fail)
    before = room.picture(table, *players)
    assert room.act(table, second, "fold") == "unavailable"
    monkeypatch.undo()
    assert room.picture(table, *players) == before
    start_again(table)
    assert room.picture(table, *players) == before
    assert not Hand.objects.exists()
    assert room.act(table, second, "fold") is None
    assert Hand.objects.get().void_reason == ""
    assert audit.run().ok


def test_a_restart_resumes_the_same_hand_deck_and_decision_after_each_action(running) -> None:
    """A refresh must not deal the hand again."""
    table, *players = running
    deck = room.live(table).hand.setup.deck
    while (hand := room.live(table).hand).legal() is not None:
        start_again(table)
        assert room.live(table).hand.setup.deck == deck
        assert room.live(table).hand.legal() == hand.legal()
        room.act(table, room.actor(table, *players), "check" if hand.legal().check else "call")
    assert sum(stacks(table).values()) == 30_000


def test_a_lost_deck_key_voids_the_hand_at_its_time_and_the_table_goes_on(running, settings) -> None:
    table, *players = running
    settings.DECK_KEYS = ["another key"]
    start_again(table)
    assert room.act_blind(table, players[0]) == "unavailable"
    room.wake(table)
    assert Hand.objects.get().void_reason.startswith("cannot be replayed")
    assert stacks(table) == {1: 10_000, 2: 10_000, 3: 10_000}
    room.wake(table)
    assert room.live(table).status is Status.PLAYING


def test_a_rotated_deck_key_still_opens_what_it_closed(running, settings) -> None:
    table, *players = running
    settings.DECK_KEYS = ["the new key", *settings.DECK_KEYS]
    start_again(table)
    room.play_out(table, *players)
    assert Hand.objects.get().void_reason == ""


def test_the_deck_lies_in_no_column_in_the_clear(running) -> None:
    table, *_players = running
    live = LiveTable.objects.get()
    deck = room.live(table).hand.setup.deck
    text = " ".join([live.terms, live.seating, live.deal, live.moves, bytes(live.deck).decode("latin1")])
    # Four cards in a row: two of them, as in "2c3d", may stand in any hexadecimal number by chance.
    assert not any(deck[n : n + 8] in text for n in range(0, 98, 2))


def test_void_gives_a_used_allowance_back(running) -> None:
    table, ann, bob, _cat = running
    room.act(table, ann, "raise", 400)
    room.listen(bob, table=table)
    room.wake(table)
    assert allowance.state(bob.who.id, moment(now_ms())).left == 1
    floor.void_hand(table.pk, reason="a fault", actor="floor", account=0)
    room.pass_time(1)
    assert allowance.state(bob.who.id, moment(now_ms())).left == 2


def test_only_a_hand_being_played_can_be_voided(running) -> None:
    table, *players = running
    room.play_out(table, *players)
    with pytest.raises(floor.NothingToVoid):
        floor.void_hand(table.pk, reason="too late", actor="floor", account=0)


def test_a_closed_table_plays_its_hand_out_and_pays_everybody(running) -> None:
    """Also who is disconnected."""
    table, *players = running
    floor.set_state(table.pk, Table.State.CLOSED)
    assert room.live(table).status is Status.PLAYING
    room.listen(*players, table=table)
    room.play_out(table, *players)
    room.wake(table)
    assert room.live(table).status is Status.CLOSED
    assert sum(room.money(*players).values()) == 3 * room.GRANT
    assert audit.run().ok


def test_a_paused_table_deals_no_hand_until_it_is_opened(running) -> None:
    table, *players = running
    floor.set_state(table.pk, Table.State.PAUSED)
    room.play_out(table, *players)
    room.wake(table)
    assert room.live(table).status is Status.PAUSED
    assert room.live(table).wake_at is None or not clock.wake(table.pk)
    floor.set_state(table.pk, Table.State.OPEN)
    room.wake(table)
    assert room.live(table).status is Status.PLAYING


def test_changes_of_a_table_count_from_the_next_hand(running) -> None:
    table, *players = running
    Table.objects.update(small_bet=400, big_bet=800, small_blind=200, big_blind=400)
    floor.refresh(table.pk)
    assert room.live(table).terms.small_bet == 200
    room.play_out(table, *players)
    room.wake(table)
    assert room.live(table).terms.small_bet == 400
    assert room.live(table).hand.setup.stakes.small_bet == 400
    assert Hand.objects.get().setup["stakes"]["small_bet"] == 200


def test_winners_may_show_after_the_hand_and_the_record_is_not_touched(running) -> None:
    """R-7.5."""
    table, *players = running
    room.act(table, room.actor(table, *players), "fold")
    winner = next(one for one in players if one is not room.actor(table, *players) and room.seat_of(table, one) != 1)
    room.act(table, room.actor(table, *players), "fold")
    hand = Hand.objects.get()
    assert room.do(table, winner, "show") is None
    cards = room.live(table).hand.state.frame.holes
    view = row.read(table.pk)[1]["seats"][str(room.seat_of(table, winner))]
    assert view["cards"] in cards
    assert Hand.objects.get().actions == hand.actions
    assert hand.shows.count() == 1
    assert audit.run().ok


def make_schedule(*, caps: list[list[int]]) -> RakeSchedule:
    """5 % in whole chips from every pot, also before the flop."""
    schedule = RakeSchedule.objects.create(name="five", no_flop_no_drop=False)
    schedule.brackets.create(from_average_pot=0, basis_points=500, step=100, caps=caps)
    return schedule


def test_rake_is_booked_and_recomputed() -> None:
    schedule = make_schedule(caps=[[2, 300]])
    table, ann, bob = room.make_table(schedule=schedule), room.make_player("ann"), room.make_player("bob")
    room.start(table, ann, bob)
    while (hand := room.live(table).hand).legal() is not None:
        legal = hand.legal()
        move = "check" if legal.check else "call"
        raises = legal.min is not None and not legal.capped and len(room.live(table).moves.actions) < 12
        room.act(table, room.actor(table, ann, bob), legal.word if raises else move, legal.min if raises else None)
    hand = Hand.objects.get()
    assert hand.rake == hand.pot * 5 // 100 // 100 * 100 > 0
    assert sum(stacks(table).values()) == 20_000 - hand.rake
    assert audit.run().ok


def test_the_schedules_bracket_follows_the_average_pot_of_settled_hands() -> None:
    """R-8.2: under so many hands the lowest bracket; void hands don't count; fixed when a hand starts, and shown."""
    schedule = RakeSchedule.objects.create(name="dynamic", enough_hands=2, no_flop_no_drop=False)
    for start, points in ((0, 500), (300, 1_000)):
        schedule.brackets.create(from_average_pot=start, basis_points=points, step=100, caps=[[2, 300]])
    table, ann, bob = room.make_table(schedule=schedule), room.make_player("ann"), room.make_player("bob")
    room.start(table, ann, bob)
    for percent in ("5%", "5%", "10%"):
        assert row.read(table.pk)[1]["table"]["rake"] == f"{percent} in steps of 1.00, max 3.00"
        room.play_out(table, ann, bob)
        room.listen(table=table, here=(ann, bob))
        room.wake(table)
    floor.void_hand(table.pk, reason="a fault", actor="floor", account=0)
    assert [hand.setup["rake"]["basis_points"] for hand in Hand.objects.order_by("number")][:3] == [500, 500, 1_000]
    assert audit.run().ok


def test_a_finished_hand_is_never_changed(running) -> None:
    """The database refuses, whoever asks."""
    table, *players = running
    room.play_out(table, *players)
    for change in (
        lambda: Hand.objects.update(void_reason="forged"),
        lambda: HandSeat.objects.update(net=0),
        lambda: HandSeat.objects.all().delete(),
        lambda: Hand.objects.all()._raw_delete("default"),
    ):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            change()
    assert audit.run().ok


def test_the_audit_finds_what_was_forged(running) -> None:
    """Each check goes red on the fault it is for."""
    table, *players = running
    room.play_out(table, *players)
    assert audit.run().ok
    seat = HandSeat.objects.exclude(net=0).first()
    with without_triggers(connection):
        HandSeat.objects.filter(pk=seat.pk).update(net=seat.net + 1)
        assert audit.run().findings["replayed hands"]
        HandSeat.objects.filter(pk=seat.pk).update(net=seat.net)
        Hand.objects.update(void_reason="forged")
        assert audit.run().findings["hands"]
        Hand.objects.update(void_reason="")
    live = LiveTable.objects.get()
    LiveTable.objects.update(seating=live.seating.replace('"stack":', '"stack":1', 1))
    assert audit.run().findings["live stacks"]
