"""Chat: a line of plain text to everybody at the table; it changes nothing else and is kept nowhere."""

from __future__ import annotations

import unicodedata

from tables.live.facts import seat_of_player
from tables.live.record import Locked
from tables.live.state import Player
from tables.protocol import ErrorCode, Refusal


def say(locked: Locked, *, who: Player, text: str) -> None:
    """Send a line. What can't be seen (controls, direction marks, zero-width) is taken out. Refusal: bad_message."""
    line = plain(text)
    if not line:
        raise Refusal(ErrorCode.BAD_MESSAGE)
    locked.say("chat", seat=seat_of_player(locked.live, who.id), player=who.public, name=who.name, text=line)


def plain(text: str) -> str:
    """The text in one line, without characters that hide or turn around what is read."""
    spaced = " ".join(unicodedata.normalize("NFKC", text).split())
    return "".join(char for char in spaced if unicodedata.category(char)[0] != "C")[:200].strip()
