"""What the abuse tests share: people at a table with their sockets, and a print of everything that must not change."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connection

from tables.live.commands import Caller
from tables.models import Table
from tests.secrecy.eye import LocalEye
from tests.tables import room
from tests.tables.sockets import cookie_of

# Sessions are read with every handshake, and the sweep says only that somebody looked.
RESTLESS = {"django_session", "tables_sweep", "django_migrations", "django_content_type"}


def print_of_everything() -> str:
    """A digest of every row of every table of the database that an attack must leave alone."""
    digest = hashlib.sha256()
    with connection.cursor() as cursor:
        for name in sorted(set(connection.introspection.table_names()) - RESTLESS):
            cursor.execute(f'SELECT * FROM "{name}"')
            digest.update(repr((name, sorted(map(repr, cursor.fetchall())))).encode())
    return digest.hexdigest()


unchanged = sync_to_async(print_of_everything)


class Party:
    """A table, its seated players in seat order, a player who only looks on, and nobody in particular."""

    def __init__(self, slug: str = "amber", *, players: int = 3, **terms: Any) -> None:
        self.slug, self.count, self.terms = slug, players, terms
        self.callers: list[Caller] = []
        self.eyes: list[LocalEye] = []
        self.table: Table

    async def open(self) -> Party:
        """Everybody at his place, the first hand dealt."""
        cookies = await sync_to_async(self._people)()
        for caller, cookie in zip([*self.callers, None], cookies, strict=True):
            who = caller.who.name if caller else "anonymous"
            eye = LocalEye(name=who, table=self.slug, player=caller and caller.who.public, cookie=cookie)
            self.eyes.append(await eye.open())
        for seat, eye in enumerate(self.players, start=1):
            assert await eye.say("sit", seat=seat, buy_in=4_000) is None
        await sync_to_async(room.wake)(self.table)
        await self.level()
        return self

    def _people(self) -> list[str]:
        self.table = room.make_table(self.slug, **self.terms)
        self.callers = [room.make_player(f"{self.slug}-{number}") for number in range(self.count + 1)]
        return [*map(cookie_of, self.callers), ""]

    @property
    def players(self) -> list[LocalEye]:
        """The sockets of those who sit."""
        return self.eyes[: self.count]

    @property
    def hand(self) -> dict[str, Any]:
        """The hand as everybody sees it."""
        found: dict[str, Any] = self.eyes[0].view["hand"]
        return found

    @property
    def actor(self) -> LocalEye:
        """Whose turn it is."""
        return self.eyes[self.hand["turn"]["seat"] - 1]

    async def level(self) -> None:
        """Everybody has what is committed."""
        live = await sync_to_async(room.live)(self.table)
        for eye in self.eyes:
            await eye.until(lambda eye=eye: eye.version >= live.version or eye.closed, f"version {live.version}")

    async def act(self, move: str, **fields: Any) -> str | None:
        """The decision that is awaited, by whose turn it is."""
        hand = self.hand
        code = await self.actor.say("act", hand=hand["number"], turn=hand["turn"]["no"], move=move, **fields)
        await self.level()
        return code

    async def close(self) -> None:
        """Everybody leaves."""
        for eye in self.eyes:
            if eye.closed is None:
                await eye.close()


async def answer(eye: LocalEye, frame: str | bytes) -> str | None:
    """The code with which this raw frame is refused; None when it is not. Frames are answered in order."""
    start = len(eye.texts)
    await eye.send(frame)
    await eye.send('{"type":"ping","id":"after"}')
    await eye.until(lambda: eye.closed or "after" in eye.answers, "the pong after an odd frame")
    eye.answers.pop("after", None)
    replies = [json.loads(text) for text in eye.texts[start:]]
    return next((one["error"]["code"] for one in replies if one["type"] == "reply" and "error" in one), None)
