"""The deck: drawn from the system's randomness, kept only encrypted, bound to its hand.

`DECK_KEYS` (newest first) are hashed to AES-256-GCM keys. A box is `key mark (4) ‖ nonce (12) ‖ ciphertext`; the
hand number is authenticated with it, so a deck cannot be moved to another hand. The mark only says which key to try.
"""

import hashlib
import secrets
from functools import lru_cache

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings

from tables.engine.cards import DECK

MARK, NONCE = 4, 12


class DeckLost(Exception):
    """The deck of a hand cannot be opened: its key is gone or the bytes are not what was stored."""


def draw() -> str:
    """A uniformly shuffled deck from the system's cryptographic source (R-3.2)."""
    cards = list(DECK)
    secrets.SystemRandom().shuffle(cards)
    return "".join(cards)


def close(deck: str, *, hand: int) -> bytes:
    """The deck encrypted under the newest key, bound to the hand's number."""
    mark, key = _keys(tuple(settings.DECK_KEYS))[0]
    nonce = secrets.token_bytes(NONCE)
    return mark + nonce + key.encrypt(nonce, deck.encode(), _bound(hand))


def open_box(box: bytes, *, hand: int) -> str:
    """The deck again. Raises DeckLost when no key fits or a byte differs."""
    mark, nonce, sealed = box[:MARK], box[MARK : MARK + NONCE], box[MARK + NONCE :]
    for known, key in _keys(tuple(settings.DECK_KEYS)):
        if known == mark:
            try:
                return key.decrypt(nonce, sealed, _bound(hand)).decode()
            except InvalidTag as error:
                raise DeckLost(f"the deck of hand {hand} does not open") from error
    raise DeckLost(f"no key for the deck of hand {hand}")


@lru_cache(maxsize=8)
def _keys(words: tuple[str, ...]) -> tuple[tuple[bytes, AESGCM], ...]:
    keys = [hashlib.sha256(b"deck:" + word.encode()).digest() for word in words]
    return tuple((hashlib.sha256(b"mark:" + key).digest()[:MARK], AESGCM(key)) for key in keys)


def _bound(hand: int) -> bytes:
    return f"hand:{hand}".encode()
