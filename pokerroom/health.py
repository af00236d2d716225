"""Two addresses for whoever watches the room: is the process alive, and can it serve a player now?

Answers are JSON with the names of the parts and no more: no versions, addresses or error texts.
"""

import logging
import uuid

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tables.live.times import now_ms
from tables.models import Sweep

logger = logging.getLogger(__name__)
# A sweep leaves its trace every five seconds at most; three missed ones are no accident.
LATE_MS = 15_000


@never_cache
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers at all; restart it when it doesn't."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """200 when the database and the cache answer, else 503; send players elsewhere while it is 503.

    `clock` tells whether anybody sweeps the tables: "late" is for an alarm (the worker or beat is
    down and the web processes' safety net plays on), not for sending players away.
    """
    parts = {"database": _database_answers(), "cache": _cache_answers()}
    ok = all(parts.values())
    body = {
        "status": "ok" if ok else "unavailable",
        "shape": "embedded" if settings.EMBEDDED else "production",
        "parts": {name: "ok" if fine else "unavailable" for name, fine in parts.items()},
        "clock": _clock() if parts["database"] else "unknown",
    }
    return JsonResponse(body, status=200 if ok else 503)


def _clock() -> str:
    """One of ok, late and, while nobody has swept yet, unknown."""
    try:
        swept = Sweep.objects.values_list("at", flat=True).first()
        return "unknown" if swept is None else "ok" if now_ms() - swept <= LATE_MS else "late"
    except DatabaseError:
        logger.exception("the time of the last sweep can't be read")
        return "unknown"


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
