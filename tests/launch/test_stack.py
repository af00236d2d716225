"""The production shape on this machine: every part runs, can be killed and comes back."""

import json
import signal
import time
import urllib.request

import pytest

from pokerroom.launch import postgres
from pokerroom.launch.stack import Stack

pytestmark = pytest.mark.stack


def health(url: str) -> dict[str, object]:
    with urllib.request.urlopen(f"{url}/healthz/ready", timeout=10) as answer:
        body: dict[str, object] = json.loads(answer.read())
    return body


def test_all_parts_run_and_every_web_is_ready(stack: Stack) -> None:
    assert stack.names == ["postgres", "redis", "web-1", "web-2", "worker", "beat"]
    assert all(stack.alive(name) for name in stack.names)
    for url in stack.web_urls:
        body = health(url)
        assert body["shape"] == "production"
        assert body["status"] == "ok"


def test_the_worker_sweeps_the_tables(stack: Stack) -> None:
    deadline = time.monotonic() + 20
    while health(stack.web_urls[0])["clock"] != "ok":
        assert time.monotonic() < deadline, stack.log("worker")[-2000:]
        time.sleep(0.2)


@pytest.mark.parametrize("name", ["web-1", "worker", "beat", "redis"])
def test_a_killed_part_comes_back(stack: Stack, name: str) -> None:
    stack.kill(name)
    assert not stack.alive(name)
    stack.restart(name)
    assert stack.alive(name)
    assert all(health(url)["status"] == "ok" for url in stack.web_urls)


def test_the_room_outlives_a_crash_of_postgres(stack: Stack) -> None:
    stack.kill("postgres", postgres.IMMEDIATE_SHUTDOWN)
    stack.restart("postgres")
    assert all(health(url)["status"] == "ok" for url in stack.web_urls)


def test_the_books_are_proven_after_a_worker_starts(stack: Stack) -> None:
    words = "the books are proven"
    before = stack.log("worker").count(words)
    stack.restart("worker")
    deadline = time.monotonic() + 20
    while stack.log("worker").count(words) <= before:
        assert time.monotonic() < deadline, stack.log("worker")[-2000:]
        time.sleep(0.2)


def test_a_frozen_web_does_not_stop_the_others(stack: Stack) -> None:
    stack.kill("web-1", signal.SIGSTOP)
    try:
        assert health(stack.web_urls[1])["status"] == "ok"
    finally:
        stack.kill("web-1", signal.SIGCONT)
    assert health(stack.web_urls[0])["status"] == "ok"
