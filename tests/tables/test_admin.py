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
    "slug": "ruby", "name": "Ruby", "game": "fixed", "small_bet": "2", "big_bet": "4.00", "small_blind": "1",
    "big_blind": "2", "ante": "0", "chip": "1", "currency": "PLAY", "seats": 6, "min_buy_in": "40", "max_buy_in": "200",
    "preset": "allin", "pause_ms": 4000, "away_minutes": 15, "position": 9,
}  # fmt: skip


def test_the_floor_creates_a_table_from_a_preset_that_can_be_played_at() -> None:
    client = staff("floor", "Floor")
    answer = client.post(reverse("admin:tables_table_add"), FORM)
    assert answer.status_code == 302, answer.context["errors"]
    table = Table.objects.get(slug="ruby")
    assert room.live(table).terms.rules["name"] == "allin"
    assert room.do(table, room.make_player("ann"), "sit", seat=1, buy_in=4_000) is None


def test_a_chip_that_stacks_at_the_table_are_no_multiples_of_is_refused(running) -> None:
    """Nothing could be dealt any more; a chip that divides the old one, or an empty table, is no matter."""
    table, ann, bob = running
    client, form = staff("floor", "Floor"), {**FORM, "slug": table.slug, "seats": 9}
    address = reverse("admin:tables_table_change", args=[table.pk])
    old, coarse = table.chip, {**form, "chip": str(table.chip / 50), "small_blind": str(table.chip / 50)}
    coarse |= {"small_bet": str(table.chip / 25), "big_blind": str(table.chip / 25), "big_bet": str(table.chip / 10)}
    assert "new smallest chip" in client.post(address, coarse).content.decode()
    table.refresh_from_db()
    assert table.chip == old
    assert client.post(address, {**form, "chip": "0.50"}).status_code == 302
    table.refresh_from_db()
    assert old % table.chip == 0


@pytest.mark.parametrize(
    "wrong",
    [{"big_bet": "1"}, {"chip": "3"}, {"rule_positions": "no_such"}, {"preset": "nobody"}, {"small_blind": "3"},
     {"min_buy_in": "40.50"}, {"seats": 11}, {"big_blind": "2.005"}, {"rule_quiet_ms": "0"}, {"chip": "0"}],
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
    change = {**FORM, "name": "Amber", "small_bet": "4", "big_bet": "8", "small_blind": "2", "big_blind": "4"}
    answer = staff("floor", "Floor").post(reverse("admin:tables_table_change", args=[table.pk]), change)
    assert answer.status_code == 302, answer.context["errors"]
    assert room.live(table).terms.small_bet == 200
    room.play_out(table, *players)
    room.wake(table)
    assert room.live(table).hand.setup.stakes.small_bet == 400


def test_single_settings_are_typed_and_come_back_as_typed() -> None:
    """What the form does not list stays as it was."""
    client = staff("floor", "Floor")
    typed = {
        "rule_quiet_ms": "9.5", "rule_allowance": "3", "rule_expiry_connected": "fold", "rule_all_in_face_up": "False",
    }  # fmt: skip
    assert client.post(reverse("admin:tables_table_add"), {**FORM, **typed}).status_code == 302
    table = Table.objects.get()
    assert table.changes == {"quiet_ms": 9_500, "allowance": 3, "expiry_connected": "fold", "all_in_face_up": False}
    assert room.live(table).terms.rules["quiet_ms"] == 9_500
    Table.objects.update(changes={**table.changes, "average_over_hands": 20})
    url = reverse("admin:tables_table_change", args=[table.pk])
    form = client.get(url).context["adminform"].form
    again = {name: form[name].value() for name in form.fields}
    assert (again["rule_quiet_ms"], again["rule_countdown_ms"], again["small_bet"]) == ("9.5", None, "2.00")
    assert client.post(url, {**FORM, **typed, "rule_quiet_ms": ""}).status_code == 302
    table.refresh_from_db()
    assert table.changes == {
        "allowance": 3, "expiry_connected": "fold", "all_in_face_up": False, "average_over_hands": 20,
    }  # fmt: skip


def test_the_floor_sees_who_sits_at_a_table_and_how(running) -> None:
    """Seats, stacks, connection, who waits; support finds the same from the player's side."""
    table, ann, bob = running
    room.do(table, bob, "top_up", amount=1_000)
    room.do(table, ann, "sit_out", when="now")
    room.do(table, room.make_player("cat"), "reserve", seat=5)
    page = staff("floor", "Floor").get(reverse("admin:tables_table_change", args=[table.pk])).content.decode()
    for words in ("in the hand, then sits out", "$100 +$10", "Seat 5 is held for cat", "Void hand", "Pause after this"):
        assert words in page
    support = staff("support", "Support")
    page = support.get(reverse("admin:accounts_player_change", args=[bob.who.id])).content.decode()
    for words in ("At the tables now", "Amber", "connected", "$100 +$10"):
        assert words in page
    room.play_out(table, ann, bob)
    room.do(table, ann, "leave")
    page = support.get(reverse("admin:accounts_player_change", args=[ann.who.id])).content.decode()
    for words in ("At no table", "Last hands", str(Hand.objects.get().number), "Last stays"):
        assert words in page


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
