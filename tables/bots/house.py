"""The house's bots at work: so many at each table, until enough hands, enough time or a stop.

Everything runs in one asyncio loop. Each bot keeps its own connection, also while it stands, and
takes a seat only as `manners` allows; the bots of a table sit down and get up one at a time.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit

from tables.bots.dice import Dice
from tables.bots.manners import Crowd
from tables.bots.player import Bot, Identity, Pace, Place
from tables.bots.tally import Tally

LOOK_SECONDS = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What to do: the room's address, the tables' slugs with their crowd, the bots' pace, and when to end."""

    url: str
    tables: dict[str, Crowd]
    pace: Pace
    hands: int | None = None
    seconds: float | None = None
    seed: bytes | None = None


def socket_url(url: str, slug: str) -> str:
    """The WebSocket address of the table `slug` of the room at `url` (http or https)."""
    parts = urlsplit(url)
    scheme = "wss" if parts.scheme == "https" else "ws"
    return urlunsplit((scheme, parts.netloc, f"{parts.path.rstrip('/')}/ws/tables/{slug}/", "", ""))


def spread(players: int, tables: Mapping[str, int], *, keep_free: int) -> dict[str, Crowd]:
    """So many bots in all, over `tables` (slug to seats) so that each is as full as the others.

    Seats to keep free are given away last: bots beyond them wait for room.
    """
    crowds = dict.fromkeys(tables, 0)
    for _ in range(players):
        chosen = min(tables, key=lambda slug: (crowds[slug] >= tables[slug] - keep_free, crowds[slug] / tables[slug]))
        crowds[chosen] += 1
    return {slug: Crowd(bots=bots, keep_free=keep_free) for slug, bots in crowds.items()}


def origin_of(url: str) -> str:
    """The origin a browser would name for the room at `url`."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


async def keep_house(job: Job, identities: Sequence[Identity], *, tally: Tally, stop: asyncio.Event) -> None:
    """Play until `stop` is set or the job is done; every seat is given back at the end as far as possible.

    Takes as many identities for each table, in turn, as its crowd has bots.
    """
    dice = Dice(job.seed)
    bots = [
        Bot(place=place, identity=identity, pace=job.pace, dice=dice.child(f"{place.slug} {number}"), tally=tally)
        for number, (place, identity) in enumerate(zip(_places(job), identities, strict=True))
    ]
    tasks = [asyncio.create_task(bot.run()) for bot in bots]
    try:
        await _until_done(job, tally=tally, stop=stop, tasks=tasks)
        await asyncio.gather(*(bot.leave() for bot in bots))
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    for end in ends:
        if isinstance(end, Exception):
            raise end


def _places(job: Job) -> list[Place]:
    """The places of the bots: as many of each table as it should have bots."""
    places = []
    for slug, crowd in job.tables.items():
        place = Place(
            url=socket_url(job.url, slug), origin=origin_of(job.url), slug=slug, crowd=crowd, seats=asyncio.Lock()
        )
        places += [place] * crowd.bots
    return places


async def _until_done(job: Job, *, tally: Tally, stop: asyncio.Event, tasks: list[asyncio.Task[None]]) -> None:
    """Wait for the end; a bot that broke ends the run too, for a bug must not hide."""
    loop = asyncio.get_running_loop()
    end = None if job.seconds is None else loop.time() + job.seconds
    while not stop.is_set() and not any(task.done() for task in tasks):
        if job.hands is not None and tally.hands >= job.hands:
            return
        if end is not None and loop.time() >= end:
            return
        await asyncio.sleep(LOOK_SECONDS)
