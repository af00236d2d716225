"""JSON Merge Patch (RFC 7396), the client's half: what turns the last view into the next one."""

from typing import Any


def merge_patch(target: Any, patch: Any) -> Any:
    """The document `target` becomes under `patch`; neither argument is changed.

    An object is merged key by key, null removes a key, anything else replaces the whole.
    """
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for key, change in patch.items():
        if change is None:
            merged.pop(key, None)
        else:
            merged[key] = merge_patch(merged.get(key), change)
    return merged
