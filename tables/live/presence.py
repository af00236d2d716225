"""Who is connected (R-6.1): what the cache remembers of heartbeats, with a time to live.

Two marks a player and table: one lives a heartbeat, one lives three. A clean close only shortens the second, so that
another tab, which keeps it alive, is not disturbed. A third mark says that some web process listens at all; where it
is missing or young the store was lost or nobody listened, and nothing is known about anybody: fresh time for all.

For half a minute it is also remembered through which web processes a player was heard, and each process says once a
second that it lives. Whose process died did not leave and was not slow: `line` says so, and his turn starts anew.
"""

import logging
import secrets
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
# This process, as the others know it. Late by half a second it is doubted, by another one and a half it is dead.
PROCESS = secrets.token_hex(6)
BEATING, SERVING = 1.5 * WRITE, 3 * WRITE
# How long a web's death is an excuse; what a player needs to come back by himself.
EXCUSED = 30.0


class Presence(StrEnum):
    """What is known about a player at a table."""

    CONNECTED = "connected"
    SILENT = "silent"  # longer than one heartbeat, not yet three: wait
    GONE = "gone"
    UNKNOWN = "unknown"


class Line(StrEnum):
    """What is known of the web processes a player was heard through lately."""

    STANDS = "stands"
    DOUBTFUL = "doubtful"  # one is late: wait
    BROKEN = "broken"  # one died under him


def heard(pairs: Iterable[tuple[int, int]]) -> None:
    """These (table, player) were just heard from. A failing cache is logged, not raised."""
    pairs = list(pairs)
    if not pairs:
        return
    try:
        cache.set_many({_fresh(pair): 1 for pair in pairs}, ONE)
        cache.set_many({_alive(pair): 1 for pair in pairs}, THREE)
        cache.set_many({_via(pair): PROCESS for pair in pairs}, EXCUSED)
    except Exception:
        log.exception("heartbeats could not be written")


def came(table: int, player: int) -> None:
    """He has just opened a socket here; through which process he was heard before is kept."""
    pair = (table, player)
    try:
        before = cache.get(_via(pair))
        if before is not None and before != PROCESS:
            cache.set(_before(pair), before, EXCUSED)
    except Exception:
        log.exception("the presence store cannot be reached")
    else:
        heard([pair])


def closed(table: int, player: int) -> None:
    """His last socket here closed: gone in a heartbeat, unless another process hears from him."""
    try:
        cache.delete_many([_fresh((table, player)), _via((table, player))])
        cache.set(_alive((table, player)), 1, ONE)
    except Exception:
        log.exception("a closed socket could not be noted")


def listening() -> bool:
    """A web process is alive; said once a second. Where nobody was, what is known starts anew.

    False when the store cannot be reached.
    """
    try:
        # Young first: whoever looks, or kills us, in between must not find a store that seems to know.
        if cache.get(LISTENING) is None:
            cache.set(YOUNG, 1, THREE)
        cache.set(LISTENING, 1, 2 * BEAT)
        cache.set(_serving(PROCESS), 1, SERVING)
        cache.set(_beating(PROCESS), 1, BEATING)
    except Exception:
        log.exception("the presence store cannot be reached")
        return False
    return True


def look(table: int, players: Iterable[int]) -> Mapping[int, Presence]:
    """What is known about each of these players at the table; `unknown` for all when the store can't be trusted."""
    return {pair[1]: known for pair, known in look_at((table, player) for player in players).items()}


def look_at(pairs: Iterable[tuple[int, int]]) -> Mapping[tuple[int, int], Presence]:
    """The same for any (table, player), asked for together."""
    pairs = list(pairs)
    keys = [key(pair) for pair in pairs for key in (_fresh, _alive)]
    try:
        found = cache.get_many([LISTENING, YOUNG, *keys])
    except Exception:
        log.exception("the presence store cannot be reached")
        return dict.fromkeys(pairs, Presence.UNKNOWN)
    return {pair: _judge(found, pair) for pair in pairs}


def line(table: int, player: int) -> Line:
    """Whether a web process died under this player, whatever is known about him now."""
    pair = (table, player)
    try:
        through = set(cache.get_many([_via(pair), _before(pair)]).values())
        if not through:
            return Line.STANDS
        marks = [mark(process) for process in through for mark in (_serving, _beating)]
        found = cache.get_many(marks)
    except Exception:
        log.exception("the presence store cannot be reached")
        return Line.BROKEN
    if any(_serving(process) not in found for process in through):
        return Line.BROKEN
    return Line.DOUBTFUL if any(_beating(process) not in found for process in through) else Line.STANDS


def excused(table: int, player: int) -> None:
    """He got fresh time for a process that died under him; it counts once."""
    try:
        cache.delete_many([_via((table, player)), _before((table, player))])
    except Exception:
        log.exception("the presence store cannot be reached")


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


def _via(pair: tuple[int, int]) -> str:
    return f"presence:via:{pair[0]}:{pair[1]}"


def _before(pair: tuple[int, int]) -> str:
    return f"presence:before:{pair[0]}:{pair[1]}"


def _serving(process: str) -> str:
    return f"presence:serving:{process}"


def _beating(process: str) -> str:
    return f"presence:beating:{process}"
