"""Who is still signed in, for connections that outlive a request.

Django looks at the session with every request; a WebSocket is asked about it only when it opens. So
a consumer takes a `Ticket` then, and whoever holds open sockets calls `ended` for all of them about
once a second (two queries for up to BATCH sockets) and closes what it names with 4401. A ticket ends when

- its session was signed out (the session row is gone) or replaced by a new one,
- the password changed or was reset, or `end_sessions` was called (the hash no longer matches),
- the account was blocked (is_active).

Signing out, other than these, is also told to the tables, where it is leaving and not a lost connection.

A session that merely expires while a socket is open does not end the socket: nobody loses a hand to
the clock. Expired rows stay for SPARE after their time so that this holds. Turning a guest into a
full account, like changing the password, gives the browser a new session: its open sockets close
with 4401 and the page, still signed in, connects again with the new cookie.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache

from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db.models import F
from django.utils.crypto import constant_time_compare

from accounts import news
from accounts.models import Player

SPARE = timedelta(days=2)
BATCH = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """What a socket remembers of the session that opened it."""

    player_id: int
    session_key: str
    auth_hash: str


def ticket(session: SessionBase, player_id: int) -> Ticket:
    """The ticket of a signed-in session. May read the session row: call it off the event loop."""
    return Ticket(
        player_id=player_id,
        session_key=session.session_key or "",
        auth_hash=session.get(HASH_SESSION_KEY, ""),
    )


def ended(tickets: Collection[Ticket]) -> set[Ticket]:
    """Those of `tickets` whose holder is no longer signed in."""
    gone: set[Ticket] = set()
    for some in _batches(tickets):
        sessions = Session.objects.filter(session_key__in={one.session_key for one in some})
        alive = set(sessions.values_list("session_key", flat=True))
        active = Player.objects.filter(pk__in={one.player_id for one in some}, is_active=True)
        now = active.values_list("pk", "password", "session_epoch")
        hashes = {pk: _auth_hash(password, epoch) for pk, password, epoch in now}
        gone.update(
            one
            for one in some
            if one.session_key not in alive
            or one.player_id not in hashes
            or not constant_time_compare(one.auth_hash, hashes[one.player_id])
        )
    return gone


@lru_cache(maxsize=8 * BATCH)
def _auth_hash(password: str, epoch: int) -> str:
    """What a session of such an account carries. Asked every second about everybody, and a keyed hash each."""
    return Player(password=password, session_epoch=epoch).get_session_auth_hash()


def signed_out(sender: object, *, user: Player | None, **kwargs: object) -> None:
    """Somebody signed out by his own wish (user_logged_out): his seats are left, in all his browsers (R-1.7)."""
    if user is not None:
        news.tell(news.News.SIGNED_OUT, user.pk)


def end_sessions(player_id: int) -> None:
    """Sign the player out everywhere: the next request of each session is anonymous, sockets close."""
    Player.objects.filter(pk=player_id).update(session_epoch=F("session_epoch") + 1)


def purge(now: datetime) -> int:
    """Remove sessions that expired more than SPARE ago; the number removed."""
    return Session.objects.filter(expire_date__lt=now - SPARE).delete()[0]


def _batches(tickets: Collection[Ticket]) -> Iterator[list[Ticket]]:
    ordered = list(tickets)
    for start in range(0, len(ordered), BATCH):
        yield ordered[start : start + BATCH]
