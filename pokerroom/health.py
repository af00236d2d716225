"""Two addresses for whoever watches the room: is the process alive, and can it serve a player now?

Answers are JSON with the names of the parts and no more: no versions, addresses or error texts.
"""

import logging
import uuid

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

logger = logging.getLogger(__name__)


@never_cache
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers at all; restart it when it doesn't."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """200 when the database and the cache answer, else 503; send players elsewhere while it is 503."""
    parts = {"database": _database_answers(), "cache": _cache_answers()}
    ok = all(parts.values())
    body = {
        "status": "ok" if ok else "unavailable",
        "shape": "embedded" if settings.EMBEDDED else "production",
        "parts": {name: "ok" if fine else "unavailable" for name, fine in parts.items()},
    }
    return JsonResponse(body, status=200 if ok else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            return bool(cursor.fetchone() == (1,))
    except Exception:
        logger.exception("the database does not answer")
        return False


def _cache_answers() -> bool:
    key, value = f"health:{uuid.uuid4().hex}", "here"
    try:
        cache.set(key, value, timeout=5)
        return bool(cache.get(key) == value)
    except Exception:
        logger.exception("the cache does not answer")
        return False
