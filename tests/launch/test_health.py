"""Health answers tell a load balancer what it must know and a stranger nothing."""

import json

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client

from pokerroom.health import LATE_MS
from tables.live.times import now_ms
from tables.models import Sweep


class Broken(Exception):
    """What a lost service raises, with something in it that must not be told."""


def broken(*args: object, **kwargs: object) -> None:
    raise Broken("postgresql://room:secret@10.0.0.1")


def test_a_live_process_says_so_without_its_database(client: Client) -> None:
    answer = client.get("/healthz/live")
    assert answer.status_code == 200
    assert answer.json() == {"status": "ok"}


@pytest.mark.django_db
def test_a_room_with_all_its_parts_is_ready(client: Client) -> None:
    answer = client.get("/healthz/ready")
    assert answer.status_code == 200
    assert answer.json()["parts"] == {"database": "ok", "cache": "ok"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("age_ms", "clock"), [(None, "unknown"), (0, "ok"), (LATE_MS - 2_000, "ok"), (LATE_MS + 1, "late")]
)
def test_a_clock_that_stands_still_is_told(client: Client, age_ms: int | None, clock: str) -> None:
    """It is no reason to send players away: the web processes wake the tables themselves, only later."""
    if age_ms is not None:
        Sweep.objects.create(pk=1, at=now_ms() - age_ms)
    answer = client.get("/healthz/ready")
    assert answer.status_code == 200
    assert answer.json()["clock"] == clock


@pytest.mark.django_db
@pytest.mark.parametrize(("part", "where", "what"), [("database", connection, "cursor"), ("cache", cache, "set")])
def test_a_lost_part_is_named_and_nothing_else(
    client: Client, monkeypatch: pytest.MonkeyPatch, *, part: str, where: object, what: str
) -> None:
    monkeypatch.setattr(where, what, broken)
    answer = client.get("/healthz/ready")
    assert answer.status_code == 503
    assert answer.json()["parts"][part] == "unavailable"
    assert "secret" not in json.dumps(answer.json())
    assert settings.SECRET_KEY not in answer.content.decode()


@pytest.mark.parametrize("address", ["/healthz/live", "/healthz/ready"])
def test_health_is_never_cached_and_only_read(client: Client, address: str) -> None:
    assert client.post(address).status_code == 405
    assert "no-store" in client.get("/healthz/live").headers["Cache-Control"]
