"""Where recorded hands lie: our own in tests/hands, the large sets of other engines beside the project or nowhere."""

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tables.engine.actions import Action, Move
from tables.engine.hand import Hand
from tables.engine.record import Played, Record

ROOT = Path(__file__).resolve().parents[2]
OURS = ROOT / "tests" / "hands"
THEIRS = Path(os.environ.get("HANDS_DIR", ROOT.parent / "shared" / "hands"))
SETS = ("generated-fl", "generated-nl", "generated-pl", "real-fl", "real-nl", "real-pl")


def others(name: str) -> Path:
    """A file of other engines' hands; skips the test, saying so, where it is missing."""
    path = THEIRS / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"NO ORACLE: {path} is missing (HANDS_DIR names its folder)")
    return path


def sample(name: str, *, every: int) -> Iterator[dict[str, Any]]:
    """Each `every`-th hand of a set, as it is in the file."""
    with gzip.open(others(name), "rt") as lines:
        for number, line in enumerate(lines):
            if number % every == 0:
                yield json.loads(line)


def ours(name: str) -> list[dict[str, Any]]:
    """The hands of one of our own files."""
    return [json.loads(line) for line in (OURS / name).read_text().splitlines()]


def played(record: Record) -> tuple[Hand, list[Action]]:
    """The record's decisions, made in our engine; a check written down where nobody had a turn is left out."""
    hand, actions = Hand.start(record.setup), []
    for step in record.steps:
        legal = hand.legal()
        if not isinstance(step, Played) or legal is None or legal.seat != step.seat:
            continue
        move = step.move or Move(legal.word or "check" if step.wager else "check" if legal.check else "call")
        actions.append(Action(step.seat, move, step.to if step.wager else None))
        hand = hand.apply(actions[-1])
    return hand, actions
