"""`manage.py` with known decks, for tests of whole games: `python -m tests.e2e.planted serve …`.

The product has no way to choose cards. This runs the same program with one function replaced: the deck of a table's
n-th hand is always the same, so that two games with the same decisions end with the same stacks.
"""

import hashlib
import os
from typing import Any

import django
import uvloop

import manage
from tables.engine.cards import DECK


def planted(number: int) -> str:
    """The deck of a table's hand `number`, counted from 0."""
    return "".join(sorted(DECK, key=lambda card: hashlib.sha256(f"{number} {card}".encode()).digest()))


def plant() -> None:
    """Let every deal draw its planted deck."""
    from tables.live import dealing, deck
    from tables.models import Hand

    start = dealing._start

    def start_planted(locked: Any, plan: Any) -> None:
        deck.draw = lambda: planted(Hand.objects.filter(table_id=locked.live.table).count())
        start(locked, plan)

    dealing._start = start_planted


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerroom.settings")
    uvloop.install()
    django.setup()
    plant()
    manage.main()
