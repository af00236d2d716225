"""A stored hand's files over HTTP: for each viewer what he may know, for a void hand nothing (R-7.6)."""

import re

import pytest
from django.test import Client

from tables.history import files
from tables.live import settling
from tables.live.commands import Caller
from tables.live.row import locked
from tables.models import Hand
from tests.history.ohh_checker import read_ohh
from tests.history.text_reader import read_text
from tests.tables import room

pytestmark = pytest.mark.django_db(transaction=True)


def get(hand: Hand, ending: str, caller: Caller | None = None):
    client = Client()
    if caller is not None:
        client.force_login(room.Account.objects.get(pk=caller.who.id), "django.contrib.auth.backends.ModelBackend")
    return client.get(f"/hands/{hand.public_id}.{ending}", secure=True)


@pytest.fixture
def played() -> tuple[Hand, list[Caller]]:
    """A hand of three in which the first to act folds and the others show down, and somebody who only watched."""
    table = room.make_table()
    callers = [room.make_player(name) for name in ("ann", "bob", "cleo", "dora")]
    room.start(table, *callers[:3])
    folder = room.actor(table, *callers)
    assert room.act(table, folder, "fold") is None
    room.play_out(table, *callers)
    rest = [caller for caller in callers[:3] if caller is not folder]
    return Hand.objects.get(), [folder, *rest, callers[3]]


def test_each_viewer_gets_his_own_cards_and_what_was_shown(played: tuple[Hand, list[Caller]]) -> None:
    hand, (folder, first, second, watcher) = played
    nets = {seat.player.username: seat.net for seat in hand.seats.all()}
    for caller in (folder, first, second, watcher, None):
        reading = read_text(get(hand, "txt", caller).content.decode())
        assert {name: int(net * 100) for name, net in reading.nets.items()} == nets
        assert (folder.who.name in reading.cards) == (caller is folder)
        read_ohh(get(hand, "ohh", caller).content.decode())
        assert get(hand, "phh", caller).content.decode().startswith("variant")
    told = {len(read_text(get(hand, "txt", caller).content.decode()).cards) for caller in (watcher, None)}
    assert told <= {1, 2}


def test_the_file_is_a_private_download(played: tuple[Hand, list[Caller]]) -> None:
    hand, _ = played
    response = get(hand, "txt")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    assert response["Content-Disposition"] == f'attachment; filename="hand-{hand.number}.txt"'
    assert "no-store" in response["Cache-Control"]


def test_the_hands_page_links_every_file_and_each_link_works(played: tuple[Hand, list[Caller]]) -> None:
    hand, _ = played
    page = Client().get(f"/hands/{hand.public_id}/").content.decode()
    links = re.findall(r'href="(/hands/[^"]+)" download', page)
    assert sorted(link.rsplit(".", 1)[1] for link in links) == sorted(files.WRITERS)
    assert {Client().get(link).status_code for link in links} == {200}


def test_other_endings_and_hands_are_not_found(played: tuple[Hand, list[Caller]]) -> None:
    hand, _ = played
    assert get(hand, "html").status_code == 404
    assert Client().get("/hands/nothing.txt", secure=True).status_code == 404


def test_a_void_hand_has_no_file() -> None:
    """R-9.3."""
    table, ann, bob = room.make_table(), room.make_player("ann"), room.make_player("bob")
    room.start(table, ann, bob)
    with locked(table.pk) as held:
        assert held is not None
        settling.void(held, reason="a test")
    hand = Hand.objects.get()
    for ending in files.WRITERS:
        assert get(hand, ending, ann).status_code == 404
    assert "download>" not in Client().get(f"/hands/{hand.public_id}/").content.decode()
