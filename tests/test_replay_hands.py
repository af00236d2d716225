"""The referee as a command: what it prints and how it exits."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

HANDS = Path(__file__).parent / "hands"


def run(*arguments: str) -> tuple[str, int]:
    out = io.StringIO()
    try:
        call_command("replay_hands", *arguments, stdout=out)
    except CommandError as error:
        return out.getvalue() + str(error), error.returncode
    return out.getvalue(), 0


def test_matching_hands_exit_with_0() -> None:
    text, status = run(str(HANDS / "worked.jsonl"), str(HANDS / "worked.phhs"))
    assert status == 0
    assert "16 hands" in text and "16 matched, 0 skipped, 0 differ" in text and "3 matched" in text


def test_differing_hands_exit_with_1_and_are_named() -> None:
    text, status = run(str(HANDS / "wrong.jsonl"))
    assert status == 1
    assert "DIFFER another-turn-card, decision 9, board: expected TsJsQsKh, got TsJsQsKs" in text


def test_json_has_everything() -> None:
    text, status = run("--json", str(HANDS / "wrong.jsonl"))
    answer, _ = json.JSONDecoder().raw_decode(text)
    assert (status, answer["differ"], len(answer["files"][0]["notable"])) == (1, 16, 16)


@pytest.mark.parametrize("content", ["", "{", '{"id": "x"}', None])
def test_unreadable_input_exits_with_2_and_a_message(content: str | None, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    if content is not None:
        path.write_text(content)
    text, status = run(str(path))
    assert status == 2
    assert "hands.jsonl" in text
