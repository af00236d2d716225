"""Every address the room answers at, with arguments that lead somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

GUESSES = {
    "slug": "amber", "verb": "close", "public_id": "nothing-here", "ending": "txt", "provider": "demo", "key": "key",
    "uidb36": "1", "app_label": "tables", "content_type_id": 1, "object_id": "1", "url": "unknown/", "ref": "1",
}  # fmt: skip

# Where Django and allauth use regular expressions: how one begins, and an example of it.
EXPRESSIONS = {
    "confirm-email/(": "confirm-email/key/",
    "password/reset/key/(": "password/reset/key/1-key/",
    "(?P<app_label>": "tables/",
    "(?P<url>": "unknown/",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """An address and the name of its view."""

    name: str
    path: str
    model: str = field(default="")


def addresses(known: dict[str, Any]) -> Iterator[Address]:
    """All of them; `known` has better guesses for arguments, by name."""
    yield from _inside(get_resolver(), "", "/", {**GUESSES, **known})


def _inside(resolver: URLResolver, space: str, prefix: str, known: dict[str, Any]) -> Iterator[Address]:
    for entry in resolver.url_patterns:
        where = prefix + _filled(entry, known)
        if isinstance(entry, URLResolver):
            name = f"{space}{entry.namespace}:" if entry.namespace else space
            yield from _inside(entry, name, where, known)
        elif isinstance(entry, URLPattern):
            yield Address(name=f"{space}{entry.name or entry.lookup_str}", path=where)


def _filled(entry: Any, known: dict[str, Any]) -> str:
    """The part of the address this entry stands for, its arguments filled in."""
    pattern = entry.pattern
    if hasattr(pattern, "_route"):
        text = str(pattern._route)
        for name in pattern.converters:
            value = str(known.get(name, 1))
            start = text.index("<")
            text = text[:start] + value + text[text.index(">") + 1 :]
        return text
    words = str(pattern).removeprefix("^").removesuffix("$")
    for start, example in EXPRESSIONS.items():
        if words.startswith(start):
            return example
    assert "(" not in words, f"say what stands in {words}"
    return words.replace("\\", "")
