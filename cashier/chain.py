"""The chain over the journals: each one's content hashed onto everything before it.

Changing, removing or inserting a journal anywhere changes every later head.
"""

import hashlib
import json
from collections.abc import Iterator
from datetime import UTC
from itertools import groupby

from cashier.models.books import Leg

START = "0" * 64


def extend(head: str, *, after: int, until: int) -> tuple[str, int]:
    """The head and number of journals when those with `after` < id <= `until` follow on `head`."""
    count = 0
    for content in _journals(after, until):
        head = hashlib.sha256(bytes.fromhex(head) + content).hexdigest()
        count += 1
    return head, count


def _journals(after: int, until: int) -> Iterator[bytes]:
    legs = Leg.objects.filter(journal_id__gt=after, journal_id__lte=until).order_by("journal_id", "id")
    legs = legs.select_related("journal", "journal__seal", "account")
    for _, group in groupby(legs.iterator(chunk_size=2000), key=lambda leg: leg.journal_id):
        yield _content(list(group))


def _content(legs: list[Leg]) -> bytes:
    journal = legs[0].journal
    fields = [
        journal.pk,
        journal.key,
        journal.fingerprint,
        journal.kind,
        journal.currency,
        journal.hand,
        journal.actor_id,
        journal.reason,
        journal.reverses_id,
        journal.created.astimezone(UTC).isoformat(timespec="microseconds"),
        journal.seal.legs,
    ]
    moved = [[leg.pk, leg.account_id, leg.account.kind, leg.account.ref, leg.amount] for leg in legs]
    return json.dumps([fields, moved], separators=(",", ":")).encode()
