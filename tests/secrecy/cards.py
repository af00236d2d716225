"""Finds cards in whatever was collected: runs of cards in any text, and strings of JSON that are nothing but cards.

A lone "As" is an English word and "2s" a duration, so in free text only two or more cards in a row count, next to each
other or with a few signs between them ("AsKd", "[As Kd]", `"As", "Kd"`, "A♠ K♥", "ace of spades, king of hearts").
Encrypted bytes hold every short text sooner or later; in them only three in a row count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

ONE = "[2-9TJQKA][cdhs]"
CARD = re.compile(ONE)
ONLY_CARDS = re.compile(f"(?:{ONE})+")
IN_A_ROW = re.compile(rf"(?<![A-Za-z0-9]){ONE}(?:[^A-Za-z0-9]{{0,6}}{ONE})+(?![A-Za-z0-9])|(?:{ONE}){{5,}}")
THREE_IN_A_ROW = re.compile(f"(?:{ONE}){{3,}}")
RANDOM = re.compile(
    r"\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b|(?:(?<=\\x)|(?<![A-Za-z0-9]))[0-9a-f]{12,}(?![A-Za-z0-9])"
)
BYTES = re.compile(r"""b'(?:[^'\\]|\\.)*'|b"(?:[^"\\]|\\.)*\"""")

SIGNS = {
    "s": ("♠", "♤", "&spades;", "&#9824;", r"\u2660"),
    "h": ("♥", "♡", "&hearts;", "&#9829;", r"\u2665"),
    "d": ("♦", "♢", "&diams;", "&#9830;", r"\u2666"),
    "c": ("♣", "♧", "&clubs;", "&#9827;", r"\u2663"),
}
WORDS = "two deuce three four five six seven eight nine ten jack queen king ace"
RANK_WORDS = dict(zip(WORDS.split(), "223456789TJQKA", strict=True))
IN_WORDS = re.compile(rf"\b({'|'.join(RANK_WORDS)})\s+of\s+(club|diamond|heart|spade)s\b", re.IGNORECASE)


def found(text: str) -> list[tuple[str, ...]]:
    """The runs of two or more cards in a text, byte literals read as `found_in_bytes` does."""
    runs: list[tuple[str, ...]] = []

    def aside(match: re.Match[str]) -> str:
        runs.extend(tuple(CARD.findall(run)) for run in THREE_IN_A_ROW.findall(match.group()))
        return " "

    plain = _plain(BYTES.sub(aside, text) if "b'" in text or 'b"' in text else text)
    return runs + [tuple(CARD.findall(match.group())) for match in IN_A_ROW.finditer(plain)]


def found_in_bytes(data: bytes) -> list[tuple[str, ...]]:
    """The runs of three or more cards in bytes that are not a text."""
    return [tuple(CARD.findall(run)) for run in THREE_IN_A_ROW.findall(data.decode("latin-1"))]


def strings(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every string in a JSON value, keys apart, with the way to it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from strings(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from strings(inner, f"{path}[{place}]")
    elif isinstance(value, str):
        yield path, value


def fields(value: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every string in a JSON value that is nothing but cards, one card too, with the way to it."""
    for path, text in strings(value):
        if ONLY_CARDS.fullmatch(text):
            yield path, tuple(CARD.findall(text))


def _plain(text: str) -> str:
    """The text with every way of writing a card turned into ours, and without UUIDs and digests ("4d8d7c3d")."""
    text = RANDOM.sub("", text)
    for suit, signs in SIGNS.items():
        for sign in signs:
            if sign in text:
                text = re.sub(rf"10(?={re.escape(sign)})", "T", text).replace(sign, suit)
    if " of " in text:
        text = IN_WORDS.sub(lambda match: RANK_WORDS[match[1].lower()] + match[2][0].lower(), text)
    return text
