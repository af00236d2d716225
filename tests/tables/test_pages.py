"""The lobby, play now in two clicks, a hand's page for its viewers (R-7.6)."""

import json
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import Player as Account
from cashier import services
from tables import quick_seat, selectors
from tables.live import floor, row
from tables.models import PLAY, Hand, SeatSession, Table
from tables.protocol import ErrorCode, Refusal
from tests.tables import room

pytestmark = pytest.mark.django_db(transaction=True)


def browser_of(caller) -> Client:
    client = Client()
    client.force_login(Account.objects.get(pk=caller.who.id), "django.contrib.auth.backends.ModelBackend")
    return client


def test_the_demo_tables_are_opened_once() -> None:
    for _ in range(2):
        call_command("open_demo", verbosity=0)
    assert list(Table.objects.values_list("slug", "game")) == [
        ("amber", "fixed"), ("topaz", "fixed"), ("jade", "pot"), ("onyx", "no"),
    ]  # fmt: skip
    rows = {row.slug: row for row in selectors.lobby_rows()}
    assert rows["amber"].stakes == "$2/$4"
    assert rows["topaz"].stakes == "$10/$20"
    assert rows["onyx"].stakes == "$1/$2"
    assert rows["amber"].average_pot is None


def test_a_real_money_demo_table_is_opened_only_where_its_money_is_nobodys(settings) -> None:
    settings.REAL_MONEY_ENABLED, settings.LOCAL = True, False
    call_command("open_demo", verbosity=0)
    assert not Table.objects.exclude(currency=PLAY).exists()
    settings.LOCAL = True
    for _ in range(2):
        call_command("open_demo", verbosity=0)
    (table,) = Table.objects.exclude(currency=PLAY)
    assert (table.slug, table.currency) == ("garnet", "EUR")
    view = row.read(table.pk)[1]["table"]
    assert view["money"] == "real"
    assert view["rake"].startswith("5% in steps of 0.05, max 0.50, 2.00 from 4 players, 3.00 from 6 players")


def test_a_table_that_fills_at_that_moment_is_passed_over(monkeypatch) -> None:
    room.make_table("first", name="First", big_blind=200)
    room.make_table("second", name="Second", big_blind=400, small_bet=400, big_bet=800, small_blind=200)
    real = quick_seat.commands.run

    def full_meanwhile(table, caller, command):
        if Table.objects.get(pk=table).slug == "first":
            raise Refusal(ErrorCode.TABLE_FULL)
        real(table, caller, command)

    monkeypatch.setattr(quick_seat.commands, "run", full_meanwhile)
    assert Client().post(reverse("tables:play_now")).headers["Location"] == "/tables/second/"


def test_a_stranger_is_seated_with_play_money_by_one_click() -> None:
    room.make_table(seats=2)
    client = Client()
    answer = client.post(reverse("tables:play_now"))
    assert answer.headers["Location"] == "/tables/amber/"
    session = SeatSession.objects.get()
    assert session.player.is_guest
    stack = services.stacks([str(session.pk)])[str(session.pk)]
    assert services.balance(session.player_id, PLAY) + stack == room.GRANT
    again = client.post(reverse("tables:play_now"))
    assert again.headers["Location"] == "/tables/amber/"
    assert SeatSession.objects.count() == 1


def test_who_signs_up_has_play_money_once() -> None:
    form = {"username": "newcomer", "email": "newcomer@example.org", "password1": "a long pass phrase 7", "password2": "a long pass phrase 7"}  # fmt: skip # noqa: E501
    client = Client()
    assert client.post(reverse("account_signup"), form).status_code == 302
    account = Account.objects.get(username="newcomer")
    assert services.balance(account.pk, PLAY) == room.GRANT
    room.make_table()
    client.post(reverse("tables:play_now"))
    stack = sum(services.stacks([str(SeatSession.objects.get().pk)]).values())
    assert services.balance(account.pk, PLAY) + stack == room.GRANT


def test_play_now_is_a_post_with_a_token() -> None:
    assert Client().get(reverse("tables:play_now")).status_code == 405
    assert Client(enforce_csrf_checks=True).post(reverse("tables:play_now")).status_code == 403
    assert not Account.objects.exists()


def test_play_now_passes_by_full_and_closed_tables() -> None:
    full, closed, free = (room.make_table(slug, seats=2) for slug in ("amber", "jade", "onyx"))
    for number, name in enumerate(("ann", "bob"), start=1):
        room.do(full, room.make_player(name), "sit", seat=number, buy_in=4_000)
    floor.set_state(closed.pk, Table.State.CLOSED)
    assert Client().post(reverse("tables:play_now")).headers["Location"] == f"/tables/{free.slug}/"


def test_play_now_without_a_free_seat_says_so() -> None:
    assert Client().post(reverse("tables:play_now")).headers["Location"] == "/"


@pytest.fixture
def finished():
    """A hand called down: the first to show wins, the other mucks; cat folded."""
    table, players = room.make_table(), [room.make_player(name) for name in ("ann", "bob", "cat")]
    monkeypatch = pytest.MonkeyPatch()
    room.stack_deck(monkeypatch, ["AsAh", "KsKh", "QsQh"], "2c3d4h8s9c")
    room.start(table, *players)
    monkeypatch.undo()
    room.act(table, room.actor(table, *players), "fold")
    room.play_out(table, *players)
    return Hand.objects.get(), *players


def data_for(client: Client, hand: Hand) -> dict:
    answer = client.get(reverse("tables:hand", args=[hand.public_id]))
    assert answer.status_code == 200
    return answer.context["data"]


def test_a_hands_page_shows_each_viewer_what_he_may_see(finished) -> None:
    """R-7.6: folded hands to their owner alone, mucked ones to those dealt in, shown ones to all."""
    hand, ann, bob, cat = finished
    folded = next(seat.seat for seat in hand.seats.all() if seat.net == 0)
    owner = {1: ann, 2: bob, 3: cat}[folded]
    others = [caller for caller in (ann, bob, cat) if caller is not owner]
    stranger = data_for(Client(), hand)
    assert str(folded) not in stranger["cards"]
    assert len(stranger["cards"]) == 1
    assert set(data_for(browser_of(owner), hand)["cards"]) == {"1", "2", "3"}
    for caller in others:
        cards = data_for(browser_of(caller), hand)["cards"]
        assert set(cards) == {"1", "2", "3"} - {str(folded)}
    page = Client().get(reverse("tables:hand", args=[hand.public_id])).content.decode()
    assert "QsQh" not in page
    dealt = [event for event in stranger["events"] if event["kind"] == "dealt"]
    assert [event["cards"] for event in dealt].count("????") == 2


def test_a_hands_page_has_the_whole_table_and_marks_the_bots() -> None:
    table = room.make_table(seats=8)
    bot, ann = room.make_player("bot-1", is_bot=True), room.make_player("ann")
    room.start(table, bot, ann)
    room.play_out(table, bot, ann)
    data = data_for(Client(), Hand.objects.get())
    assert (data["table"]["seats"], data["bots"]) == (8, [1])


def test_a_hands_page_is_for_one_viewer_and_tells_nobodys_wishes(finished) -> None:
    """No proxy or shared browser keeps it; whether a seat mucks by itself is between its player and the room."""
    hand, ann, *_ = finished
    client = browser_of(ann)
    for ending in ("/", ".txt", ".ohh", ".phh"):
        assert client.get(f"/hands/{hand.public_id}{ending}").headers["Cache-Control"] == "private, no-store"
    seats = data_for(client, hand)["setup"]["seats"]
    assert [len(seat) for seat in seats] == [3, 3, 3]


def test_the_account_page_lists_the_own_last_hands(finished) -> None:
    hand, ann, *_ = finished
    page = browser_of(ann).get("/account/").content.decode()
    assert f'<a href="/hands/{hand.public_id}/">{hand.number}</a>' in page
    stranger = browser_of(room.make_player("eve")).get("/account/").content.decode()
    assert str(hand.number) not in stranger
    assert "None yet." in stranger


def test_a_void_hand_says_so_and_not_who_found_what() -> None:
    """Who voided it and what the room found wrong is for staff."""
    table = room.make_table(seats=3)
    for seat, name in enumerate(("ann", "bob", "cat"), start=1):
        assert room.do(table, room.make_player(name), "sit", seat=seat, buy_in=4_000) is None
    room.wake(table)
    floor.void_hand(table.pk, reason="dealt twice", actor="Floor Person", account=0)
    (hand,) = Hand.objects.all()
    assert hand.void_reason == "dealt twice (Floor Person)"
    page = Client().get(f"/hands/{hand.public_id}/").content.decode()
    assert "This hand is void" in page
    assert "dealt twice" not in page and "Floor Person" not in page


def test_a_hand_that_is_not_there_is_404() -> None:
    assert Client().get("/hands/nothing-here/").status_code == 404


def test_the_lobby_counts_seats_pots_and_pace(finished) -> None:
    (row,) = selectors.lobby_rows()
    hand = finished[0]
    assert (row.taken, row.seats, row.waiting) == (3, 9, 0)
    assert sorted(row.players) == ["ann", "bob", "cat"]
    assert row.average_pot == hand.pot
    assert row.players_per_flop == 66
    Hand.objects.create(
        number=1, table=hand.table, currency=PLAY, setup={}, actions=[], deck=b"", result={}, void_reason="void",
        pot=10**6, started=hand.started - timedelta(hours=2), ended=hand.ended,
    )  # fmt: skip
    assert selectors._statistics(hand.table_id)["average_pot"] == hand.pot


def test_an_open_lobby_fetches_its_rows_alone(finished) -> None:
    page = Client().get("/?fragment=rows").content.decode()
    assert page.lstrip().startswith("<tbody")
    assert "ann, bob, cat" in page
    assert page.strip() in Client().get("/").content.decode()


def test_looking_at_pages_changes_nothing(finished) -> None:
    hand, ann, *_ = finished
    before = room.picture(hand.table, *finished[1:])
    client = browser_of(ann)
    for address in ("/", "/tables/amber/", f"/hands/{hand.public_id}/"):
        assert client.get(address).status_code == 200
    assert room.picture(hand.table, *finished[1:]) == before
    assert json.dumps(data_for(client, hand))
