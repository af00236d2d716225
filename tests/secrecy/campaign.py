"""A whole attack on the secrecy of a room in this process: play, collect everything, judge it by the truth.

`Campaign.run` returns the faults as sentences, none for a room that keeps its secrets. The mutations of
`test_oracle_is_not_blind` make it find some.
"""

from __future__ import annotations

import json
import random  # noqa: TID251 - planted decks
from typing import Any

from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Group
from django.core import mail
from django.test import Client

from accounts import groups
from accounts.models import Player as Account
from tables.engine.cards import DECK
from tables.live import deck, row
from tests.secrecy import pages, stores
from tests.secrecy.cards import fields, found
from tests.secrecy.eye import LocalEye
from tests.secrecy.game import Game
from tests.secrecy.pages import Viewer
from tests.secrecy.record import Record
from tests.secrecy.truth import truths
from tests.tables import room
from tests.tables.sockets import cookie_of

BACKEND = "django.contrib.auth.backends.ModelBackend"
LOOK_EVERY = 40


class Campaign:
    """One table and everybody who could look at it; all pages are read in each `look_every`th hand (0: never)."""

    def __init__(self, *, seed: int, seats: int, look_every: int = LOOK_EVERY, **terms: Any) -> None:
        self.seed, self.seats, self.look_every, self.terms = seed, seats, look_every, terms
        self.faults: list[str] = []
        self.announced: list[dict[str, Any]] = []
        self.late: list[LocalEye] = []

    async def run(self, hands: int) -> list[str]:
        """Play so many hands with planted decks and judge everything; the faults found."""
        decks, real = random.Random(self.seed), deck.draw
        deck.draw = lambda: "".join(decks.sample(DECK, len(DECK)))
        try:
            await sync_to_async(self._open)()
            self._listen_to_the_layer()
            await self._play(hands)
        finally:
            deck.draw = real
            get_channel_layer().__dict__.pop("group_send", None)
        await sync_to_async(self._judge)()
        return self.faults

    async def _play(self, hands: int) -> None:
        eyes = [LocalEye(name=name, table=self.table.slug, player=public, cookie=cookie)
                for name, public, cookie in self.cookies]  # fmt: skip
        for eye in eyes:
            await eye.open()
        self.game = Game(seed=self.seed, players=eyes[: self.seats], others=eyes[self.seats :], buy_in=4_000)
        await self.game.sit()
        await self._next()
        await self.game.play(hands, after=self._next, during=self._look)
        for eye in self.game.eyes:
            await eye.close()

    def _open(self) -> None:
        slug = f"t{self.seed}"
        self.table = room.make_table(slug, **{"min_buy_in": 1_000, "max_buy_in": 4_000, "pause_ms": 0, **self.terms})
        # The last sits down and is never dealt in; the one before him only looks on.
        self.people = [room.make_player(f"{slug}-{n}", email=f"{slug}-{n}@example.test") for n in range(self.seats + 2)]
        self.cookies = [(one.who.name, one.who.public, cookie_of(one)) for one in self.people]
        first = self.people[0]
        self.cookies += [("second tab", first.who.public, cookie_of(first)), ("anonymous", None, "")]
        self.viewers = [self._viewer(one.who.name, one.who.public, one.who.id) for one in self.people]
        self.viewers.append(Viewer(name="anonymous", player=None, client=Client()))
        groups.synchronise(apps.get_app_config("tables"))
        for name in ("Support", "Floor", "superuser"):
            account = Account.objects.create_user(f"{slug}-{name}", is_staff=True, is_superuser=name == "superuser")
            account.groups.set(Group.objects.filter(name=name))
            self.viewers.append(self._viewer(name, account.public_id, account.pk))

    def _viewer(self, name: str, public: str, account: int) -> Viewer:
        client = Client()
        client.force_login(Account.objects.get(pk=account), BACKEND)
        return Viewer(name=name, player=public, client=client)

    def _listen_to_the_layer(self) -> None:
        layer = get_channel_layer()
        real = layer.group_send

        async def group_send(group: str, message: dict[str, Any]) -> None:
            self.announced.append(message)
            await real(group, message)

        layer.group_send = group_send

    async def _next(self) -> None:
        await sync_to_async(self._wake)()

    def _wake(self) -> None:
        live = room.live(self.table)
        while live.wake_at is not None and (live.deal is None or live.deal.settled):
            room.wake(self.table)
            live = room.live(self.table)

    async def _look(self) -> None:
        """In the middle of some hands: newcomers, all pages, the stores."""
        if not self.look_every or self.game.hands % self.look_every:
            return
        for name, public, cookie in self.cookies[:1] + self.cookies[-3:]:
            eye = await LocalEye(name=f"late {name}", table=self.table.slug, player=public, cookie=cookie).open()
            await eye.say("sync")
            await eye.close()
            self.late.append(eye)
        await sync_to_async(self._look_at_pages)()

    def _look_at_pages(self) -> None:
        live = row.read(self.table.pk)[0]
        assert live.deal is not None
        addresses = ["/", f"/tables/{self.table.slug}/", "/account/", "/accounts/login/", "/healthz/ready"]
        desk = pages.desk_addresses()
        for viewer in self.viewers:
            staff = viewer.name in ("Support", "Floor", "superuser")
            self.faults += pages.plain_pages(viewer, addresses + (desk if staff else []))
            self.faults += pages.hidden_hand(viewer, live.deal.public_id)
        self.viewers[-4].client.post("/accounts/password/reset/", {"email": f"{self.table.slug}-0@example.test"})
        self._look_into_stores()

    def _look_into_stores(self) -> None:
        self.faults += stores.in_database() + stores.in_cache()
        for letter in mail.outbox:
            self.faults += [f"a mail tells {''.join(run)}" for run in found(f"{letter.subject}\n{letter.body}")]

    def _judge(self) -> None:
        record = Record.of(
            self.table.slug,
            truths(stores.query, keys=settings.DECK_KEYS),
            public=self.game.eyes[-1].texts,
            requested=self.game.requested,
        )
        for eye in [*self.game.eyes, *self.late]:
            self.faults += record.heard_by(eye)
        for message in self.announced:
            rest = {key: value for key, value in message.items() if key != "text"}
            if list(fields(rest)) or found(json.dumps(rest)):
                self.faults.append(f"the channel layer carries cards: {rest}")
        self.faults += record.carried("the channel layer", [message["text"] for message in self.announced])
        for place, hand in enumerate(record.finished):
            everything = place % (self.look_every or 5) == 0
            viewers = self.viewers if everything else [self.viewers[place % (self.seats + 3)]]
            endings = pages.ENDINGS if everything else pages.ENDINGS[place % 2 :: 2]
            for viewer in viewers:
                self.faults += pages.hand_pages(hand, record.outcomes[hand.number], viewer, endings=endings)
        self._look_into_stores()
