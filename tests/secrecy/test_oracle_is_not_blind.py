"""Each of these rooms leaks in one place, as rooms have, and the oracle must say so."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.utils import timezone

from tables import admin, hub, views
from tables.engine import showdown
from tables.engine import views as door
from tables.engine.setup import Setup
from tables.engine.state import Cards, Status
from tables.history import replayed
from tables.live import dealing, deck, row, view
from tables.models import HandSeat, Table
from tests.secrecy.campaign import Campaign
from tests.secrecy.cards import found
from tests.secrecy.stores import Diary, in_log

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]
Patch = pytest.MonkeyPatch


def all_hands_in_the_view(patch: Patch) -> None:
    """Every live hand is in the table's JSON, to be masked by the client."""
    real = door.public

    def public(hand: Any) -> dict[str, Any]:
        told = real(hand)
        for seat, place in hand.state.frame.places.items():
            told["seats"][str(seat)]["cards"] = hand.state.frame.holes[place]
        return told

    patch.setattr(door, "public", public)


def the_board_before_its_time(patch: Patch) -> None:
    """The view has the whole board from the first moment."""
    real = door.public

    def public(hand: Any) -> dict[str, Any]:
        told = real(hand)
        return {**told, "hand": {**told["hand"], "board": hand.state.frame.board}}

    patch.setattr(door, "public", public)


def the_next_card_under_another_name(patch: Patch) -> None:
    """One burnt card, in a field of its own."""
    real = door.public

    def public(hand: Any) -> dict[str, Any]:
        told = real(hand)
        burnt = hand.setup.deck[4 * len(hand.state.stacks) :][:2]
        return {**told, "hand": {**told["hand"], "burnt": burnt}}

    patch.setattr(door, "public", public)


def dealt_cards_in_the_events(patch: Patch) -> None:
    """The deal is told to everybody as it was."""
    patch.setattr(door, "told", lambda events, *, seat=None: [event.wire() for event in events])


def cards_of_the_next_socket(patch: Patch) -> None:
    """Hole cards go to the i-th place instead of to their owner."""

    def own(hand: Any, seat: int) -> dict[str, str]:
        place = (hand.state.frame.places[seat] + 1) % len(hand.state.frame.holes)
        return {"cards": hand.state.frame.holes[place], "strength": "High card"}

    patch.setattr(view.views, "own", own)


def private_parts_to_the_whole_table(patch: Patch) -> None:
    """What is for one player is sent to every socket of the hub."""

    async def tell(self: Any, member: Any, private: Any, *, purse: bool) -> None:
        for other in self.members.values():
            await other.socket.deliver(hub.encode({"type": "private", "patch": private}))

    patch.setattr(hub.Hub, "_tell", tell)


def cards_through_the_broker(patch: Patch) -> None:
    """The private part travels with the announcement, for the hubs to pick from."""
    real = row._message

    def message(handle: Any, live: Any, patch_: Any) -> dict[str, Any]:
        holes = list(live.hand.state.frame.holes) if live.hand is not None else []
        return real(handle, live, patch_) | {"privates": holes}

    patch.setattr(row, "_message", message)


def the_winner_shown_when_all_fold(patch: Patch) -> None:
    """Everybody's cards are turned up at the end, also where no one called."""
    real = showdown.finish

    def finish(state: Any, events: Any) -> None:
        for place, status in enumerate(state.status):
            if status is not Status.FOLDED and state.live == 1:
                showdown.show(state, place, events)
        real(state, events)

    _everywhere(patch, "finish", real, finish)


def beaten_hands_shown(patch: Patch) -> None:
    """Who could muck does not get to."""
    real = showdown._show_down

    def show_down(state: Any, pot: Any, ranks: Any, events: Any) -> None:
        for place in pot.places:
            if state.cards[place] is Cards.HIDDEN:
                showdown.show(state, place, events, ranks[place])

    _everywhere(patch, "_show_down", real, show_down)


def mucked_hands_for_strangers(patch: Patch) -> None:
    """The history tells everybody what only those dealt in may read (R-7.6)."""

    def seen_by(hand: Any, seat: int | None) -> dict[int, str]:
        state = hand.state
        places = enumerate(state.frame.numbers)
        return {n: state.frame.holes[place] for place, n in places if state.status[place] is not Status.FOLDED}

    patch.setattr(door, "seen_by", seen_by)


def folded_hands_in_the_history(patch: Patch) -> None:
    """The events of a finished hand are told as they were."""
    patch.setattr(replayed.views, "told", lambda events, *, seat=None: [event.wire() for event in events])


def a_live_hand_has_a_page(patch: Patch) -> None:
    """The address of the hand being played answers."""
    started = timezone.now()
    table = Table(slug="amber", name="Amber", game=Table.Game.FIXED, currency="PLAY", seats=9)
    hand = SimpleNamespace(
        number=1,
        public_id="",
        table=table,
        currency="PLAY",
        started=started,
        void_reason="",
        setup={},
        seats=HandSeat.objects.none(),
    )
    patch.setattr(views.selectors, "hand_by_public_id", lambda public_id: hand)
    patch.setattr(views, "told", lambda *a, **k: SimpleNamespace(names={}, seat=None, cards={}, events=[]))
    patch.setattr(views.files, "write", lambda *a: "")
    patch.setattr(views, "render", lambda *a, **k: HttpResponse())


def the_deck_in_the_setup(patch: Patch) -> None:
    """The deck is stored with the setup, in the clear."""
    real = Setup.dump
    patch.setattr(Setup, "dump", lambda self: {**real(self), "note": self.deck})


def the_deck_not_encrypted(patch: Patch) -> None:
    """The box is only a box."""
    patch.setattr(deck, "close", lambda cards, *, hand: b"\0" * 16 + cards.encode())
    patch.setattr(deck, "open_box", lambda box, *, hand: box[16:].decode())
    patch.setattr(row, "open_box", deck.open_box)
    patch.setattr(replayed, "open_box", deck.open_box)
    patch.setattr("tests.secrecy.truth.opened", lambda box, *, number, keys: box[16:].decode())


def cards_in_the_log(patch: Patch) -> None:
    """Somebody looked for a fault and left the line in."""
    real = dealing.Hand.start

    def start(setup: Any) -> Any:
        logging.getLogger("tables.live").debug("dealing %s", real(setup).state.frame.holes)
        return real(setup)

    patch.setattr(dealing.Hand, "start", start)


def cards_in_the_cache(patch: Patch) -> None:
    """Replayed hands are kept in the cache, where staff and other programs look."""
    real = row._committed

    def committed(live: Any, view_: Any, message: Any) -> None:
        if live.hand is not None:
            cache.set(f"hand:{live.table}", list(live.hand.state.frame.holes))
        real(live, view_, message)

    patch.setattr(row, "_committed", committed)


def the_deck_for_staff(patch: Patch) -> None:
    """The desk shows what lies on the table, to help with complaints."""

    def status(self: Any, table: Any) -> str:
        hand = row.read(table.pk)[0].hand
        return " ".join(hand.state.frame.holes) if hand is not None else ""

    patch.setattr(admin.TableAdmin, "status", status)


def _everywhere(patch: Patch, name: str, real: Any, mutant: Any) -> None:
    """A function that other modules of the engine imported by name."""
    for module in [one for key, one in sys.modules.items() if key.startswith("tables.engine")]:
        if getattr(module, name, None) is real:
            patch.setattr(module, name, mutant)


IN_PLAY = [
    (all_hands_in_the_view, "a hand face up while somebody still decides"),
    (the_board_before_its_time, "not the board of this moment"),
    (the_next_card_under_another_name, "a card he may not know"),
    (dealt_cards_in_the_events, "a dealt hand was told"),
    (cards_of_the_next_socket, "private cards that are not his"),
    (private_parts_to_the_whole_table, "private cards that are not his"),
    (cards_through_the_broker, "the channel layer carries cards"),
    (the_winner_shown_when_all_fold, "the winner of an uncontested pot was shown"),
    (beaten_hands_shown, "a beaten hand was shown"),
    (mucked_hands_for_strangers, ": cards "),
    (folded_hands_in_the_history, ".cards = "),
    (the_deck_in_the_setup, "table tables_hand holds"),
    (the_deck_not_encrypted, "table tables_hand holds"),
    (cards_in_the_cache, "holds"),
]
WHILE_LOOKED_AT = [(a_live_hand_has_a_page, "a live hand at"), (the_deck_for_staff, "/admin/tables/table/")]


@pytest.mark.parametrize(("leak", "fault"), IN_PLAY, ids=lambda one: getattr(one, "__name__", ""))
async def test_a_room_that_leaks_is_found_out(leak: Callable[[Patch], None], fault: str, monkeypatch: Patch) -> None:
    """In the four hands of this seed one is mucked, two are won uncontested, and some fold before a showdown."""
    leak(monkeypatch)
    faults = await Campaign(seed=20, seats=3, look_every=0).run(4)
    assert any(fault in one for one in faults), faults[:5]


@pytest.mark.parametrize(("leak", "fault"), WHILE_LOOKED_AT, ids=lambda one: getattr(one, "__name__", ""))
async def test_a_page_that_leaks_while_a_hand_is_played_is_found_out(
    leak: Callable[[Patch], None], fault: str, monkeypatch: Patch
) -> None:
    leak(monkeypatch)
    faults = await Campaign(seed=5, seats=2, look_every=1, game="no").run(1)
    assert any(fault in one for one in faults), faults[:5]


async def test_a_card_in_the_log_is_found(diary: Diary, monkeypatch: Patch) -> None:
    cards_in_the_log(monkeypatch)
    assert await Campaign(seed=5, seats=2, look_every=0).run(1) == []
    assert in_log("\n".join(diary.lines))


@pytest.mark.parametrize(
    "text",
    ["AsKd", "x=AsKd;", "[As Kd]", '["As", "Kd"]', "As,Kd", "A♠K♦", "10♠ 9♦", "A&spades; K&diams;", r"A\u2660 K\u2666",
     "ace of spades, king of diamonds", "cards_AsKd", 'cards=\\"AsKd\\"', "xxAsKdQhJcTcxx", "b'AsKdQh'"],
)  # fmt: skip
def test_cards_are_found_however_they_are_written(text: str) -> None:
    assert found(text)


@pytest.mark.parametrize(
    "text",
    ["As you like it", "in 2s", "0d2a5e1f-9c5c-4d6c-8d9d-0d2a5e1f9c5c", "0d2a5e1f4d8d7c3d9c5c0d2a5e1f9c5c", "b'As4d'",
     "Ks", "x9s8hx", "????"],
)  # fmt: skip
def test_what_is_no_card_is_not_found(text: str) -> None:
    assert not found(text)
