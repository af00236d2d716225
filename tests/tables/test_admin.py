"""The floor's desk: exactly these rights, nobody sees a card, verbs that keep the money (the staff's part of R-9.3)."""

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from accounts.models import Player as Account
from cashier.models.rake import RakeSchedule
from tables.live.state import Status
from tables.models import Hand, Table
from tests.tables import room

pytestmark = pytest.mark.django_db(transaction=True)


def staff(name: str, group: str | None = None, **fields) -> Client:
    account = Account.objects.create_user(username=name, password=None, is_staff=True, **fields)
    if group is not None:
        from django.apps import apps

        from accounts import groups

        groups.synchronise(apps.get_app_config("tables"))
        account.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(account, "django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def running():
    table, players = room.make_table(), [room.make_player(name) for name in ("ann", "bob")]
    room.start(table, *players)
    return table, *players


FORM = {
    "slug": "ruby", "name": "Ruby", "game": "fixed", "small_bet": 200, "big_bet": 400, "small_blind": 100,
    "big_blind": 200, "ante": 0, "chip": 100, "currency": "PLAY", "seats": 6, "min_buy_in": 4000, "max_buy_in": 20000,
    "preset": "allin", "changes": "{}", "pause_ms": 4000, "away_minutes": 15, "position": 9,
}  # fmt: skip


def test_the_floor_creates_a_table_from_a_preset_that_can_be_played_at() -> None:
    client = staff("floor", "Floor")
    answer = client.post(reverse("admin:tables_table_add"), FORM)
    assert answer.status_code == 302, answer.context["errors"]
    table = Table.objects.get(slug="ruby")
    assert room.live(table).terms.rules["name"] == "allin"
    assert room.do(table, room.make_player("ann"), "sit", seat=1, buy_in=4_000) is None


@pytest.mark.parametrize(
    "wrong",
    [{"big_bet": 100}, {"chip": 300}, {"changes": '{"no_such": 1}'}, {"preset": "nobody"}, {"small_blind": 300},
     {"min_buy_in": 4050}, {"seats": 11}],
)  # fmt: skip
def test_a_table_that_makes_no_game_is_refused(wrong: dict) -> None:
    answer = staff("floor", "Floor").post(reverse("admin:tables_table_add"), {**FORM, **wrong})
    assert answer.status_code == 200
    assert not Table.objects.exists()


def test_a_schedule_that_takes_parts_of_chips_is_refused() -> None:
    """R-8.1: the step is a multiple of the chip."""
    schedule = RakeSchedule.objects.create(name="odd")
    schedule.brackets.create(from_average_pot=0, basis_points=500, step=50)
    answer = staff("floor", "Floor").post(reverse("admin:tables_table_add"), {**FORM, "schedule": schedule.pk})
    assert answer.status_code == 200
    assert not Table.objects.exists()


def test_an_edited_table_plays_so_from_the_next_hand(running) -> None:
    table, *players = running
    change = {**FORM, "name": "Amber", "small_bet": 400, "big_bet": 800, "small_blind": 200, "big_blind": 400}
    answer = staff("floor", "Floor").post(reverse("admin:tables_table_change", args=[table.pk]), change)
    assert answer.status_code == 302, answer.context["errors"]
    assert room.live(table).terms.small_bet == 200
    room.play_out(table, *players)
    room.wake(table)
    assert room.live(table).hand.setup.stakes.small_bet == 400


def test_the_floor_voids_a_hand_with_a_reason(running) -> None:
    table, *_players = running
    client = staff("floor", "Floor")
    url = reverse("admin:tables_table_void", args=[table.pk])
    assert client.post(url, {"reason": ""}).status_code == 200
    assert not Hand.objects.exists()
    assert client.post(url, {"reason": "cards exposed"}).status_code == 302
    assert Hand.objects.get().void_reason == "cards exposed (floor)"
    assert {seat.stack for seat in room.live(table).seating.seats.values()} == {10_000}


def test_who_plays_in_a_hand_does_not_void_it(running) -> None:
    """Somebody of the staff who is losing cannot make it never have been."""
    table, ann, _ = running
    account = Account.objects.get(pk=ann.who.id)
    account.is_staff = account.is_superuser = True
    account.save()
    client = Client()
    client.force_login(account, "django.contrib.auth.backends.ModelBackend")
    answer = client.post(reverse("admin:tables_table_void", args=[table.pk]), {"reason": "no"}, follow=True)
    assert "somebody else must decide" in answer.content.decode()
    assert not Hand.objects.exists()


def test_the_floor_pauses_opens_and_closes(running) -> None:
    table, *players = running
    client = staff("floor", "Floor")
    for verb, state in {"pause": "paused", "open": "open", "close": "closed"}.items():
        url = reverse("admin:tables_table_state", args=[table.pk, verb])
        assert client.get(url).status_code == 302
        assert client.post(url).status_code == 302
        table.refresh_from_db()
        assert table.state == state
    room.play_out(table, *players)
    room.wake(table)
    assert room.live(table).status is Status.CLOSED
    assert sum(room.money(*players).values()) == 2 * room.GRANT


@pytest.mark.parametrize(("group", "look", "change"), [("Floor", 200, 302), ("Support", 200, 403), (None, 403, 403)])
def test_each_group_has_exactly_its_rights(running, group: str | None, look: int, change: int) -> None:
    table, *_players = running
    client = staff("someone", group)
    for name in ("table", "hand", "seatsession"):
        assert client.get(reverse(f"admin:tables_{name}_changelist")).status_code == look
    for name, args in (("table_state", [table.pk, "pause"]), ("table_void", [table.pk])):
        answer = client.post(reverse(f"admin:tables_{name}", args=args), {"reason": "x"})
        assert answer.status_code == change
    assert client.post(reverse("admin:tables_table_delete", args=[table.pk]), {"post": "yes"}).status_code == 403
    assert client.get(reverse("admin:tables_hand_add")).status_code == 403
    with pytest.raises(Exception, match="livetable"):
        reverse("admin:tables_livetable_changelist")


def test_no_page_of_the_administration_shows_a_card_of_a_live_or_finished_hand(running) -> None:
    table, *players = running
    client = staff("root", is_superuser=True)
    frame = room.live(table).hand.state.frame
    pages = [reverse("admin:tables_table_changelist"), reverse("admin:tables_table_change", args=[table.pk])]
    room.act(table, room.actor(table, *players), "fold")
    hand = Hand.objects.get()
    pages += [reverse("admin:tables_hand_changelist"), reverse("admin:tables_hand_change", args=[hand.pk])]
    pages += [reverse("admin:tables_seatsession_changelist"), reverse("admin:index")]
    for page in pages:
        text = client.get(page).content.decode()
        assert not any(cards in text for cards in frame.holes), page
