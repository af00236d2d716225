"""`manage.py bots`: house bots for the play-money tables, and a load generator with the same hands."""

import asyncio
import json
import signal
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tables.bots.house import Job, keep_house, spread
from tables.bots.player import FAST, HUMAN, Pace
from tables.bots.roster import BotIdentity, bot_players
from tables.bots.tally import Tally
from tables.models import Table

PLAYERS_A_TABLE = 5


def pace_of(word: str) -> Pace:
    """The pace called `word`: human, fast, or a fixed thinking time in milliseconds."""
    if word == "human":
        return HUMAN
    if word == "fast":
        return FAST
    if not word.isascii() or not word.isdigit():
        raise CommandError("--pace is human, fast or a number of milliseconds")
    return Pace(low_ms=int(word), high_ms=int(word))


class Command(BaseCommand):
    help = "Seat house bots at play-money tables and let them play until stopped; prints a summary at the end."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--url", default="http://127.0.0.1:8000", help="where the room is served")
        parser.add_argument("--tables", default="", help="slugs, comma-separated; default: every open play-money table")
        parser.add_argument("--players", type=int, default=None, help="bots in all (default 5 for each table)")
        parser.add_argument("--free", type=int, default=2, help="seats to leave for people (default 2)")
        parser.add_argument("--hands", type=int, default=None, help="stop after so many hands over all tables")
        parser.add_argument("--seconds", type=float, default=None, help="stop after so many seconds")
        parser.add_argument("--pace", default="human", help="human (0.6 to 2.5 s), fast, or milliseconds")
        parser.add_argument("--seed", default=None, help="makes the bots' choices reproducible")
        parser.add_argument("--json", action="store_true", help="print the summary as one line of JSON")

    def handle(self, **options: Any) -> None:
        if not options["url"].startswith(("http://", "https://")):
            raise CommandError("--url is the room's address, with http:// or https://")
        tables = _tables(options["tables"])
        players = options["players"] or PLAYERS_A_TABLE * len(tables)
        seed: str | None = options["seed"]
        job = Job(
            url=options["url"],
            tables=spread(players, tables, keep_free=options["free"]),
            pace=pace_of(options["pace"]),
            hands=options["hands"],
            seconds=options["seconds"],
            seed=None if seed is None else seed.encode(),
        )
        identities = [BotIdentity(player.pk) for player in bot_players(players)]
        tally = Tally()
        started = time.monotonic()
        asyncio.run(_run(job, identities, tally))
        summary = tally.summary(seconds=time.monotonic() - started)
        self.stdout.write(json.dumps(summary, indent=None if options["json"] else 2))


def _tables(words: str) -> dict[str, int]:
    """The slugs to play at, with their seats. Refuses unknown tables and, without exception, real-money ones."""
    open_tables = {table.slug: table for table in Table.objects.filter(state=Table.State.OPEN)}
    wanted = list(dict.fromkeys(word.strip() for word in words.split(",") if word.strip()))
    for slug in wanted:
        if slug not in open_tables:
            raise CommandError(f"no open table {slug!r}")
        if not open_tables[slug].play_money:
            raise CommandError(f"house bots play with play money only, {slug!r} is a real-money table")
    chosen = wanted or [slug for slug, table in open_tables.items() if table.play_money]
    if not chosen:
        raise CommandError("there is no play-money table")
    return {slug: open_tables[slug].seats for slug in chosen}


async def _run(job: Job, identities: list[BotIdentity], tally: Tally) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    await keep_house(job, identities, tally=tally, stop=stop)
