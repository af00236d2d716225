"""What every page's header says about the viewer's tables."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tables import places


def own_places(request: HttpRequest) -> dict[str, Any]:
    """`places`: the tables of someone signed in, looked up only where a template asks."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"places": []}
    return {"places": SimpleLazyObject(lambda: places.places_of(user.public_id))}
