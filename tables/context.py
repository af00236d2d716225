"""What every page's header says about the viewer's tables."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from tables import places


def own_places(request: HttpRequest) -> dict[str, Any]:
    """`places`: the tables of someone signed in, looked up only where a template asks; `here`: the page's own table.

    `here` is there on every page: at DEBUG a missing variable is logged with all that the template knows.
    """
    match = request.resolver_match
    here = match.kwargs.get("slug", "") if match is not None else ""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"places": [], "here": here}
    return {"places": SimpleLazyObject(lambda: places.places_of(user.public_id)), "here": here}
