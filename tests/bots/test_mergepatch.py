"""The client's merge patch is RFC 7396, appendix A."""

import pytest

from tables.bots.mergepatch import merge_patch

CASES = [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ({"a": "foo"}, "bar", "bar"),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]


@pytest.mark.parametrize(("before", "patch", "after"), CASES)
def test_merge_patch_follows_the_rfc(before: object, patch: object, after: object) -> None:
    assert merge_patch(before, patch) == after


def test_merge_patch_leaves_the_old_view_alone() -> None:
    before = {"seats": {"1": {"stack": 5}}}
    merge_patch(before, {"seats": {"1": {"stack": 4}, "2": {}}})
    assert before == {"seats": {"1": {"stack": 5}}}
