"""Every page of the room as each viewer gets it, and what cards he may find there.

The pages of a finished hand may show its board, the hands that lay face up, one's own, and to who was dealt in those
that were called down and mucked (R-7.6). Every other page, the staff's included, shows no card at all.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.contrib import admin
from django.urls import NoReverseMatch, reverse

from tests.secrecy.cards import CARD, fields, found
from tests.secrecy.record import Outcome
from tests.secrecy.truth import Truth

ENDINGS = ("/", ".txt", ".ohh", ".phh")
DATA = re.compile(r'<script id="hand-data" type="application/json">(.*?)</script>', re.DOTALL)


class Browser(Protocol):
    """Django's test client, or one that asks a served room."""

    def get(self, path: str, *, follow: bool = False) -> Any:
        """The answer, with `status_code` and `content`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Viewer:
    """Somebody with a browser: a player, staff or nobody in particular."""

    name: str
    player: str | None
    client: Browser


def hand_pages(hand: Truth, outcome: Outcome, viewer: Viewer, *, endings: Sequence[str] = ENDINGS) -> list[str]:
    """The faults on a finished hand's page and in its files, as this viewer gets them."""
    faults = []
    for ending in endings:
        address = f"/hands/{hand.public_id}{ending}"
        answer = viewer.client.get(address)
        if hand.void and ending != "/":
            faults += [] if answer.status_code == 404 else [f"{viewer.name}: {address} tells a void hand"]
            continue
        if answer.status_code != 200:
            faults.append(f"{viewer.name}: {address} answers {answer.status_code}")
            continue
        faults += [
            f"{viewer.name}: {address}: {fault}" for fault in told(answer.content.decode(), hand, outcome, viewer)
        ]
    return faults


def told(text: str, hand: Truth, outcome: Outcome, viewer: Viewer) -> Iterator[str]:
    """What a page or file of this hand says that it should not."""
    allowed = may_know(hand, outcome, viewer.player)
    for run in found(text):
        if not set(run) <= allowed:
            yield "cards " + "".join(run)
    for match in DATA.finditer(text):
        data = json.loads(match[1])
        for path, run in fields(data):
            if not set(run) <= allowed:
                yield f"{path} = {''.join(run)}"
        for event in data["events"]:
            if event["kind"] in ("shown", "pot_won") and event.get("text") and event["seat"] not in outcome.shown:
                yield f"what a hidden hand makes: {event}"


def may_know(hand: Truth, outcome: Outcome, player: str | None) -> set[str]:
    """The cards of a finished hand this player may see in its history; None was not dealt in."""
    seats = set(outcome.shown)
    seat = hand.seat_of(player)
    if seat is not None:
        seats.add(seat)
        if len(hand.live) > 1:
            seats |= hand.live
    cards = "".join([hand.board[: 2 * outcome.board], *(hand.holes[one] for one in seats)])
    return set(CARD.findall(cards))


def plain_pages(viewer: Viewer, addresses: list[str]) -> list[str]:
    """The cards on pages that should have none."""
    faults = []
    for address in addresses:
        answer = viewer.client.get(address, follow=True)
        if answer.status_code >= 500:
            faults.append(f"{viewer.name}: {address} fails")
        text = b"".join(answer.streaming_content) if answer.streaming else answer.content
        faults += [f"{viewer.name}: {address} shows {''.join(run)}" for run in found(text.decode(errors="replace"))]
    return faults


def hidden_hand(viewer: Viewer, public_id: str) -> list[str]:
    """A hand that is being played has no page and no file, for nobody."""
    return [
        f"{viewer.name}: a live hand at {ending}"
        for ending in ENDINGS
        if viewer.client.get(f"/hands/{public_id}{ending}").status_code != 404
    ]


def desk_addresses() -> list[str]:
    """Every page of the administration that shows rows, with the first and the last row of each kind."""
    addresses = [reverse("admin:index")]
    for model in admin.site._registry:
        stem = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        addresses.append(reverse(f"{stem}_changelist"))
        rows = model._default_manager.order_by("pk")
        for row in {row.pk for row in (rows.first(), rows.last()) if row is not None}:
            for verb in ("change", "history", "delete", "void"):
                try:
                    addresses.append(reverse(f"{stem}_{verb}", args=[row]))
                except NoReverseMatch:
                    continue
    return addresses
