"""Signed checkpoints of the books in a file outside the database (settings.LEDGER_CHECKPOINTS).

Each line says up to which journal it goes and the head of the chain there, names the line before by
its hash, and is signed with Ed25519. Whoever later edits the books, even as the database's owner
and with every guard dropped, contradicts a line; whoever edits the file lacks the key. Copy the
file to another machine as often as you like.
"""

import fcntl
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.db import connection, transaction
from django.db.models import Max

from accounts import clock
from cashier import chain
from cashier.audit import Finding, check
from cashier.errors import CashierCode, CashierError
from cashier.models.books import Journal
from cashier.models.checkpoint import Checkpoint


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One checkpoint. `journals` counts all that are covered; `previous` is the hash of the line before."""

    number: int
    last: int
    journals: int
    head: str
    previous: str
    at: str
    key: str
    signature: str = ""

    def signed_part(self) -> bytes:
        """What the signature is over."""
        fields = {name: value for name, value in asdict(self).items() if name != "signature"}
        return json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()

    def text(self) -> str:
        """The line as it stands in the file."""
        return json.dumps(asdict(self), sort_keys=True, separators=(",", ":"))


class BrokenFile(Exception):
    """The checkpoint file cannot be what the room wrote."""


def write() -> Line | None:
    """Append a checkpoint if there are new journals. Runs outside any transaction.

    Raises CashierError(checkpoints_broken) and writes nothing when file and database disagree.
    """
    if connection.in_atomic_block:
        raise RuntimeError("a checkpoint covers committed journals, so it is written outside a transaction")
    with _locked_file() as path:
        try:
            lines = list(_read(path))
            _agree(lines)
        except BrokenFile as broken:
            raise CashierError(CashierCode.CHECKPOINTS_BROKEN, str(broken)) from broken
        last = lines[-1] if lines else None
        newest = _newest_settled()
        if newest <= (last.last if last else 0):
            return None
        line = _next(last, newest=newest)
        with path.open("a") as file:
            file.write(line.text() + "\n")
            file.flush()
            os.fsync(file.fileno())
        _remember([line])
        return line


def verify() -> Iterator[Finding]:
    """What contradicts the checkpoints: in the file, in the database's memory of it, in the books."""
    path = Path(settings.LEDGER_CHECKPOINTS)
    try:
        lines = list(_read(path))
    except BrokenFile as broken:
        yield Finding(str(broken))
        return
    known = dict(Checkpoint.objects.values_list("number", "head"))
    for number, head in sorted(known.items()):
        if number > len(lines) or lines[number - 1].head != head:
            yield Finding(f"checkpoint {number} of the database is not in {path}")
            return
    head, after, journals = chain.START, 0, 0
    for line in lines:
        head, count = chain.extend(head, after=after, until=line.last)
        journals += count
        if (head, journals) != (line.head, line.journals):
            yield Finding(f"journals {after + 1} to {line.last} are not those of checkpoint {line.number} ({line.at})")
            return
        after = line.last


@check("checkpoints")
def checkpoints() -> Iterator[Finding]:
    """The books still say what the signed checkpoints say."""
    yield from verify()


def _newest_settled() -> int:
    """The newest journal, such that none of a lower number is still to be committed."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            # Waits for the transactions that have written a journal, and lets no new one begin.
            with connection.cursor() as cursor:
                cursor.execute("LOCK TABLE cashier_journal IN SHARE MODE")
        return int(Journal.objects.aggregate(newest=Max("id"))["newest"] or 0)


def _next(last: Line | None, *, newest: int) -> Line:
    head, count = chain.extend(last.head if last else chain.START, after=last.last if last else 0, until=newest)
    key = _keys()[0]
    line = Line(
        number=(last.number if last else 0) + 1,
        last=newest,
        journals=(last.journals if last else 0) + count,
        head=head,
        previous=_hash(last.text()) if last else chain.START,
        at=clock.now().isoformat(timespec="seconds"),
        key=_public(key),
    )
    return Line(**{**asdict(line), "signature": key.sign(line.signed_part()).hex()})


def _read(path: Path) -> Iterator[Line]:
    """The file's lines, each checked against its signature and the line before."""
    if not path.exists():
        return
    trusted = {_public(key): key.public_key() for key in _keys()}
    previous = chain.START
    for number, text in enumerate(path.read_text().splitlines(), start=1):
        try:
            line = Line(**json.loads(text))
            trusted[line.key].verify(bytes.fromhex(line.signature), line.signed_part())
        except KeyError:
            raise BrokenFile(f"line {number} is signed with a key that is not the room's") from None
        except (ValueError, TypeError, InvalidSignature):
            raise BrokenFile(f"line {number} is not what was signed") from None
        if line.number != number or line.previous != previous:
            raise BrokenFile(f"line {number} does not follow the line before it")
        previous = _hash(line.text())
        yield line


def _agree(lines: list[Line]) -> None:
    """Refuse a file that has lost lines; take into the database those it has not heard of."""
    known = dict(Checkpoint.objects.values_list("number", "head"))
    for number, head in known.items():
        if number > len(lines) or lines[number - 1].head != head:
            raise BrokenFile(f"checkpoint {number} of the database is not in the file")
    _remember([line for line in lines if line.number not in known])


def _remember(lines: list[Line]) -> None:
    Checkpoint.objects.bulk_create(
        Checkpoint(number=line.number, last=line.last, head=line.head, created=datetime.fromisoformat(line.at))
        for line in lines
    )


@contextmanager
def _locked_file() -> Iterator[Path]:
    """The checkpoint file's path while no other process writes it."""
    path = Path(settings.LEDGER_CHECKPOINTS)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield path


def _keys() -> list[Ed25519PrivateKey]:
    return [
        Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"ledger checkpoints\n" + secret.encode()).digest())
        for secret in settings.LEDGER_SIGNING_KEYS
    ]


def _public(key: Ed25519PrivateKey) -> str:
    return key.public_key().public_bytes_raw().hex()


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
