"""Who is connected (R-6.1): what the cache remembers of heartbeats, with a time to live.

Two marks a player and table: one lives a heartbeat, one lives three. A clean close only shortens the second, so that
another tab, which keeps it alive, is not disturbed. A third mark says that some web process listens at all; where it
is missing or young the store was lost or nobody listened, and nothing is known about anybody: fresh time for all.
"""

import logging
from collections.abc import Iterable, Mapping
from enum import StrEnum

from django.core.cache import cache

from tables.protocol import HEARTBEAT_MS

log = logging.getLogger(__name__)

BEAT = HEARTBEAT_MS / 1000
# Web processes write once a second what they heard, so a mark lives a second longer than the silence it stands for.
WRITE = 1.0
ONE, THREE = BEAT + WRITE, 3 * BEAT + WRITE
LISTENING, YOUNG = "presence:listening", "presence:young"


class Presence(StrEnum):
    """What is known about a player at a table."""

    CONNECTED = "connected"
    SILENT = "silent"  # longer than one heartbeat, not yet three: wait
    GONE = "gone"
    UNKNOWN = "unknown"


def heard(pairs: Iterable[tuple[int, int]]) -> None:
    """These (table, player) were just heard from. A failing cache is logged, not raised."""
    pairs = list(pairs)
    try:
        cache.set_many({_fresh(pair): 1 for pair in pairs}, ONE)
        cache.set_many({_alive(pair): 1 for pair in pairs}, THREE)
    except Exception:
        log.exception("heartbeats could not be written")


def closed(table: int, player: int) -> None:
    """His last socket here closed: gone in a heartbeat, unless another process hears from him."""
    try:
        cache.delete(_fresh((table, player)))
        cache.set(_alive((table, player)), 1, ONE)
    except Exception:
        log.exception("a closed socket could not be noted")


def listening() -> None:
    """A web process is alive; said once a second. Where nobody was, what is known starts anew."""
    try:
        if cache.add(LISTENING, 1, 2 * BEAT):
            cache.set(YOUNG, 1, THREE)
        else:
            cache.touch(LISTENING, 2 * BEAT)
    except Exception:
        log.exception("the presence store cannot be reached")


def look(table: int, players: Iterable[int]) -> Mapping[int, Presence]:
    """What is known about each of these players at the table; `unknown` for all when the store can't be trusted."""
    players = list(players)
    keys = [key((table, player)) for player in players for key in (_fresh, _alive)]
    try:
        found = cache.get_many([LISTENING, YOUNG, *keys])
    except Exception:
        log.exception("the presence store cannot be reached")
        return dict.fromkeys(players, Presence.UNKNOWN)
    return {player: _judge(found, (table, player)) for player in players}


def _judge(found: Mapping[str, int], pair: tuple[int, int]) -> Presence:
    if LISTENING not in found or YOUNG in found:
        return Presence.UNKNOWN
    if _fresh(pair) in found:
        return Presence.CONNECTED
    return Presence.SILENT if _alive(pair) in found else Presence.GONE


def _fresh(pair: tuple[int, int]) -> str:
    return f"presence:fresh:{pair[0]}:{pair[1]}"


def _alive(pair: tuple[int, int]) -> str:
    return f"presence:alive:{pair[0]}:{pair[1]}"
