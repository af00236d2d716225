"""What happens to an account that the apps above must hear of, because a table may have to act on it.

accounts knows nobody above it, so tables registers what it does in its AppConfig.ready():

    @news.on(news.News.SIGNED_OUT)
    def leave_everywhere(player_id: int, **details: str) -> None: ...

`tell` waits for the commit. What a listener fails at is logged and never undoes what happened.
"""

import logging
from collections.abc import Callable
from enum import StrEnum

from django.db import transaction

log = logging.getLogger(__name__)
Listener = Callable[..., None]


class News(StrEnum):
    """The kinds of news, each about one player."""

    SIGNED_OUT = "signed_out"  # by his own wish: no lost connection
    RENAMED = "renamed"
    ALLOWANCE = "allowance"  # what is left of it, or whether it is revoked, changed; `table`: where it was used


_listeners: list[tuple[News, Listener]] = []


def on(kind: News) -> Callable[[Listener], Listener]:
    """Register a function for news of this kind."""

    def register(listener: Listener) -> Listener:
        _listeners.append((kind, listener))
        return listener

    return register


def tell(kind: News, player_id: int, **details: str) -> None:
    """Tell everybody who registered, once what happened is committed."""

    def now() -> None:
        for wanted, listener in _listeners:
            if wanted is kind:
                _one(listener, player_id, details)

    transaction.on_commit(now)


def _one(listener: Listener, player_id: int, details: dict[str, str]) -> None:
    try:
        listener(player_id, **details)
    except Exception:
        log.exception("news of player %s was not heard by %s", player_id, listener.__name__)
