"""From the bytes of a file of recorded hands to records; the file's name says the format. No file is opened here."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import PurePath

from tables.engine import phh
from tables.engine.record import Record, Unreadable, parse


def records(*, name: str, data: bytes) -> Iterator[Record]:
    """The hands of a .jsonl, .phh or .phhs file, gzipped if it ends in .gz. Raises Unreadable, naming file and line."""
    path = PurePath(name)
    if path.suffix == ".gz":
        data, path = _unzip(name, data), path.with_suffix("")
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise Unreadable(f"{name}: not UTF-8 text") from error
    match path.suffix:
        case ".jsonl":
            yield from _json_lines(name, text)
        case ".phh" | ".phhs":
            yield from phh.read(text, name=name)
        case _:
            raise Unreadable(f"{name}: not a .jsonl, .phh or .phhs file (or one of them with .gz)")


def _unzip(name: str, data: bytes) -> bytes:
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise Unreadable(f"{name}: not a gzip file: {error}") from error


def _json_lines(name: str, text: str) -> Iterator[Record]:
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            plain = json.loads(line)
        except ValueError as error:
            raise Unreadable(f"{name}, line {number}: not JSON: {error}") from error
        try:
            yield parse(plain)
        except Unreadable as error:
            raise Unreadable(f"{name}, line {number}: {error}") from error
