"""The referee itself: right hands match, each kind of mistake is found where it is, only named conditions excuse."""

import copy
from typing import Any

import pytest

from tables.engine.conventions import Convention
from tables.engine.hand_files import records
from tables.engine.record import Unreadable, parse
from tables.engine.referee import Status, judge
from tables.engine.referee_report import Report
from tests.engine.hands_of_others import OURS, SETS, ours, sample

WORKED = {plain["id"]: plain for plain in ours("worked.jsonl")}


@pytest.mark.parametrize("plain", WORKED.values(), ids=lambda plain: plain["id"])
def test_a_hand_worked_by_hand_comes_out_the_same(plain: dict[str, Any]) -> None:
    """R-4.x to R-8.3 as each hand's `rule` says: every turn, call, least, most, pot and stack."""
    verdict = judge(parse(plain))
    assert (verdict.status, verdict.difference) == (Status.MATCHED, None)


@pytest.mark.parametrize("plain", ours("wrong.jsonl"), ids=lambda plain: plain["id"])
def test_a_wrong_hand_is_reported_where_it_is_wrong(plain: dict[str, Any]) -> None:
    verdict = judge(parse(plain))
    assert verdict.status is Status.DIFFER
    assert verdict.difference is not None
    assert {"what": verdict.difference.what, "decision": verdict.difference.decision} == plain["mistake"]
    assert verdict.difference.expected != verdict.difference.got


def broken(name: str, **changes: Any) -> dict[str, Any]:
    return copy.deepcopy(WORKED[name]) | changes


@pytest.mark.parametrize(
    "plain",
    [
        broken("pot-limit-first-raise", game="5CD"),
        broken("pot-limit-first-raise", stacks=[500, 500]),
        broken("pot-limit-first-raise", stacks=[500, 500, 10.5]),
        broken("pot-limit-first-raise", min_bet=20),
        broken("pot-limit-first-raise", hole=[["As", "As"], ["7c", "2d"], ["8c", "3d"]]),
        broken("pot-limit-first-raise", actions=[[0, "straddle", 20]]),
        broken("pot-limit-first-raise", legal=[]),
        broken("pot-limit-first-raise", pots=[[25, ["0", 1]]]),
        {key: value for key, value in WORKED["pot-limit-first-raise"].items() if key != "button"},
        [],
    ],
)
def test_what_is_no_hand_is_unreadable_and_says_why(plain: Any) -> None:
    with pytest.raises(Unreadable, match=r"\w"):
        parse(plain)


def test_short_big_blind_excuses_calls_but_only_where_it_was_short() -> None:
    """R-2.11: others owe the full big blind; another engine may let them call the short one."""
    short = broken(
        "open-raise-takes-the-blinds",
        stacks=[200, 200, 6],
        posts=[[1, "small_blind", 5], [2, "big_blind", 6]],
        legal=[[6, 15, 15], [15, 30, 30], [10, 30, 30]],
    )
    verdict = judge(parse(short))
    assert (verdict.status, verdict.convention) == (Status.SKIPPED, Convention.SHORT_BIG_BLIND)
    full = broken("open-raise-takes-the-blinds", legal=[[6, 15, 15], [15, 30, 30], [10, 30, 30]], tags=["short_bb"])
    assert judge(parse(full)).status is Status.DIFFER


def test_half_bet_rule_is_excused_only_after_a_short_all_in() -> None:
    """R-4.8, fixed limit: the full-bet rule's 40 (one bet above 20) instead of our completion to 32."""
    after = broken("small-all-ins-make-half-a-bet-together")
    after["legal"][6] = [20, 25, 25, "H"]
    after["legal"][7] = [25, 41, 41, "H"]
    after["legal"][8] = [9, None, None, "H"]
    verdict = judge(parse(after))
    assert (verdict.status, verdict.excused) == (Status.MATCHED, {Convention.HALF_BET: 1})
    before = broken("small-all-ins-make-half-a-bet-together")
    before["legal"][4] = [0, None, None, "H"]
    assert judge(parse(before)).status is Status.DIFFER


def test_a_check_with_nothing_to_decide_may_be_written_down() -> None:
    """R-2.11: owing nothing he has no turn; the flag alone does not excuse a check in the middle."""
    moot = broken("heads-up-against-an-all-in-big-blind")
    moot["actions"].insert(1, [1, "check", 20])
    moot["legal"].append([0, None, None, "M"])
    verdict = judge(parse(moot))
    assert (verdict.status, verdict.excused) == (Status.MATCHED, {Convention.MOOT: 1})
    moot["legal"][1] = [0, None, None]
    assert judge(parse(moot)).status is Status.DIFFER


def test_a_turn_with_nothing_to_decide_may_be_missing_but_no_other() -> None:
    """R-4.9: who can act has his turn although nobody could call his raise; other engines pass him by."""
    passed_by = broken("his-turn-though-nobody-can-call")
    del passed_by["actions"][0], passed_by["legal"][0]
    verdict = judge(parse(passed_by))
    assert (verdict.status, verdict.excused) == (Status.MATCHED, {Convention.MOOT: 1})
    option = broken("dead-small-blind-and-two-posters")
    del option["actions"][0], option["legal"][0]
    assert judge(parse(option)).status is Status.DIFFER


@pytest.mark.parametrize("name", SETS)
def test_a_sample_of_hands_refereed_elsewhere(name: str) -> None:
    """The oracle: `manage.py replay_hands` does the same with all of them."""
    differ = [verdict for plain in sample(name, every=9) if (verdict := judge(parse(plain))).status is Status.DIFFER]
    assert not differ


@pytest.mark.parametrize("name", SETS[:3])
def test_flags_of_the_generated_hands_are_what_we_find_ourselves(name: str) -> None:
    """A hand is only skipped for the half-bet rule or a short big blind if its file says so too."""
    tags = {Convention.HALF_BET: "fl_raise_after_short", Convention.SHORT_BIG_BLIND: "short_bb"}
    for plain in sample(name, every=5):
        verdict = judge(parse(plain))
        if verdict.convention:
            assert tags[verdict.convention] in plain["tags"]


def test_a_report_counts_and_names() -> None:
    report = Report("wrong.jsonl")
    report.judge(records(name="wrong.jsonl", data=(OURS / "wrong.jsonl").read_bytes()))
    lines = list(report.lines())
    assert lines[0].startswith("wrong.jsonl: 16 hands")
    assert "  DIFFER call-too-dear, decision 9, call: expected 10, got 9" in lines
    assert report.dump()["differ"] == report.hands == 16


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.txt", b"", "not a .jsonl"),
        ("a.jsonl.gz", b"{}", "not a gzip file"),
        ("a.jsonl", b"\xff", "not UTF-8"),
        ("a.jsonl", b"\n{]", "line 2: not JSON"),
        ("a.jsonl", b"{}", "line 1: a hand without id"),
        ("a.jsonl", b"7", "line 1"),
        ("a.phh", b"= 7", "not TOML"),
        ("a.phhs", b"a = 7", "neither a PHH hand nor"),
    ],
)
def test_a_file_that_cannot_be_read_says_where_and_why(name: str, data: bytes, words: str) -> None:
    with pytest.raises(Unreadable, match=words):
        list(records(name=name, data=data))
