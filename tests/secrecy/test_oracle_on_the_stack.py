"""The leak oracle on the production shape: 200 hands at four tables over two web processes, a worker and beat, on
PostgreSQL and Redis, with everything that passes through Redis and everything that is logged."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from pokerroom.launch.stack import Stack
from tests.conftest import LaunchError, missing
from tests.secrecy import pages, stores
from tests.secrecy.eye import RemoteEye
from tests.secrecy.game import Game
from tests.secrecy.record import Record
from tests.secrecy.served import RemoteBrowser, Tap, people_of
from tests.secrecy.truth import truths

pytestmark = pytest.mark.stack
HANDS = 50
SHORT = {"game": "no", "min_buy_in": 1_000, "max_buy_in": 4_000, "pause_ms": 1}
TABLES = {
    "red": {**SHORT, "seats": 6},
    "blue": {**SHORT, "seats": 4, "game": "pot", "ante": 100},
    "green": {**SHORT, "seats": 4, "game": "fixed"},
    "gold": {**SHORT, "seats": 2, "game": "fixed", "preset": "24poker"},
}
PLAYERS = {"red": 5, "blue": 3, "green": 4, "gold": 2}
STAFF = ["Support", "Floor", "superuser"]


@pytest.fixture(scope="module")
def talkative() -> Iterator[Stack]:
    """A stack whose processes log everything."""
    try:
        running = Stack(env={"DJANGO_SETTINGS_MODULE": "tests.secrecy.planted"}, demo=False)
        with running:
            yield running
    except LaunchError as error:
        missing(error)


class Night:
    """Four tables of players, each watched through both web processes."""

    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        names = [f"{slug}-{number}" for slug, count in PLAYERS.items() for number in range(count)] + ["onlooker"]
        self.people = people_of(stack, TABLES, players=names, staff=STAFF)
        self.games: dict[str, Game] = {}

    def query(self, sql: str) -> list[tuple[Any, ...]]:
        """Rows of the stack's database."""
        with psycopg.connect(self.stack.environment["DATABASE_URL"]) as connection:
            return list(connection.execute(sql).fetchall())

    async def play(self) -> None:
        """All tables at once."""
        await asyncio.gather(*(self._table(slug, seed) for seed, slug in enumerate(TABLES)))

    async def _table(self, slug: str, seed: int) -> None:
        players = [await self._eye(slug, f"{slug}-{number}", web=number % 2) for number in range(PLAYERS[slug])]
        others = [
            await self._eye(slug, f"{slug}-0", web=1, name=f"{slug}-0 again"),
            await self._eye(slug, "onlooker", web=seed % 2),
            await self._eye(slug, None, web=0),
            await self._eye(slug, None, web=1),
        ]
        game = self.games[slug] = Game(seed=seed, players=players, others=others, buy_in=4_000)
        await game.sit()
        await game.play(HANDS)
        for eye in game.eyes:
            await eye.close()

    async def _eye(self, slug: str, who: str | None, *, web: int, name: str = "") -> RemoteEye:
        person = self.people[who] if who else {"public": None, "cookie": ""}
        eye = RemoteEye(
            name=name or who or f"anonymous at {web}", table=slug, player=person["public"], cookie=person["cookie"]
        )
        return await eye.open(self.stack.web_urls[web])

    def viewer(self, who: str | None, *, web: int = 0) -> pages.Viewer:
        """Somebody with a browser."""
        person = self.people[who] if who else {"public": None, "cookie": ""}
        client = RemoteBrowser(self.stack.web_urls[web], person["cookie"])
        return pages.Viewer(name=who or "anonymous", player=person["public"], client=client)

    def read_hands(self, record: Record) -> list[str]:
        """Some hands as a few viewers get them: not dealt in, dealt in, staff, nobody."""
        faults: list[str] = []
        viewers = [
            self.viewer(f"{record.table}-1"),
            self.viewer("onlooker", web=1),
            self.viewer(None),
            self.viewer("superuser"),
        ]
        for place, hand in enumerate(record.finished[:: HANDS // 6]):
            for viewer in viewers:
                faults += pages.hand_pages(
                    hand, record.outcomes[hand.number], viewer, endings=pages.ENDINGS[place % 2 :: 2]
                )
        return faults

    def read_desk(self) -> list[str]:
        """The lists of the administration, and the pages of all tables."""
        addresses = ["/", *(f"/tables/{slug}/" for slug in TABLES)]
        lists = [f"/admin/tables/{kind}/" for kind in ("table", "hand", "seatsession")] + ["/admin/accounts/player/"]
        number = self.query("SELECT max(id) FROM tables_hand")[0][0]
        lists.append(f"/admin/tables/hand/{number}/change/")
        return [fault for who in STAFF for fault in pages.plain_pages(self.viewer(who), addresses + lists)]


def test_two_hundred_hands_tell_nobody_what_he_may_not_know(talkative: Stack) -> None:
    night = Night(talkative)
    with Tap(talkative.environment["REDIS_URL"]) as tap:
        with ThreadPoolExecutor(1) as thread:  # a browser of another test may have this thread's loop
            thread.submit(lambda: asyncio.run(night.play())).result()
        tap.client.set("poison", json.dumps({"cards": ["As", "Kd"]}))
        assert tap.hears("poison")
    known = truths(night.query, keys=[talkative.environment["DECK_KEYS"]])
    updates, faults = tap.announcements()
    assert [fault[:20] for fault in faults] == ["Redis is told AsKd: "], faults
    assert stores.in_redis(tap.client) == ["Redis holds AsKd as poison"]
    faults = []
    carried = [text for texts in updates.values() for text in texts]
    for slug, game in night.games.items():
        record = Record.of(slug, known, public=game.eyes[-1].texts, requested=game.requested)
        assert len(record.finished) >= HANDS - 1
        for eye in game.eyes:
            faults += record.heard_by(eye)
        mine = [text for texts in updates.values() if _is_of(texts, game.eyes[-1].texts) for text in texts]
        assert len(mine) > 5 * HANDS
        faults += record.carried("Redis", mine)
        faults += night.read_hands(record)
    assert len(carried) > 20 * HANDS
    faults += night.read_desk()
    for (table,) in night.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"):
        faults += stores.in_rows(table, night.query(f'SELECT * FROM "{table}"'))
    for name in talkative.names:
        faults += [f"{name}: {fault}" for fault in stores.in_log(talkative.log(name))]
    assert faults == []
    assert 'INSERT INTO "tables_hand"' in talkative.log("web-1") + talkative.log("web-2")


def _is_of(updates: list[str], frames: list[str]) -> bool:
    """Whether announcements are those a socket was sent."""
    return len(set(updates) & set(frames)) > len(frames) // 2
