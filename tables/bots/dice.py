"""Chance for the bots: a reproducible stream of numbers from a seed.

Nothing here is fit for cards or keys, which come from `secrets`; a bot only has to be unpredictable
to its opponents, and predictable to a test that gives it a seed.
"""

import hashlib
import secrets
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")
WORD = 4


class Dice:
    """A stream of numbers made by hashing a counter under the seed; without a seed, a fresh one."""

    __slots__ = ("_block", "_counter", "_seed")

    def __init__(self, seed: bytes | None = None) -> None:
        material = secrets.token_bytes(32) if seed is None else seed
        self._seed = hashlib.blake2b(material, digest_size=32).digest()
        self._counter = 0
        self._block = b""

    def child(self, name: str) -> "Dice":
        """An independent stream for `name`, the same one for the same seed and name."""
        return Dice(self._seed + name.encode())

    def below(self, limit: int) -> int:
        """A whole number from 0 to `limit` - 1; for small limits the bias is far below notice."""
        if not self._block:
            self._counter += 1
            self._block = hashlib.blake2b(self._counter.to_bytes(8, "big"), key=self._seed).digest()
        word, self._block = self._block[:WORD], self._block[WORD:]
        return int.from_bytes(word, "big") % limit

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def chance(self, percent: int) -> bool:
        """True in about `percent` of a hundred cases."""
        return self.below(100) < percent

    def draw(self, items: list[Item], count: int) -> list[Item]:
        """`count` different items, taken by moving them to the end of `items`, which stays a permutation."""
        last = len(items) - 1
        for index in range(count):
            pick = self.below(last - index + 1)
            items[last - index], items[pick] = items[pick], items[last - index]
        return items[len(items) - count :]

    def pick(self, items: Sequence[Item]) -> Item:
        """One of `items`."""
        return items[self.below(len(items))]
