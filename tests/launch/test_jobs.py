"""The embedded room runs the schedule that Celery beat runs in production."""

from datetime import UTC, datetime, timedelta

import pytest
from celery import current_app
from celery.schedules import crontab
from django.conf import settings

from pokerroom.launch import jobs
from pokerroom.launch.jobs import Agenda

NOON = datetime(2026, 5, 4, 12, 0, tzinfo=UTC)


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time that Celery's schedules see; change its only element."""
    time = [NOON]
    monkeypatch.setattr(current_app, "now", lambda: time[0], raising=False)
    return time


def test_a_job_runs_at_its_interval_and_not_before(now: list[datetime]) -> None:
    agenda = Agenda({"a": {"task": "accounts.restore_due", "schedule": 60}}, now=NOON)
    assert agenda.due(now[0]) == []
    now[0] = NOON + timedelta(seconds=61)
    assert agenda.due(now[0]) == ["accounts.restore_due"]
    assert agenda.due(now[0]) == []


def test_a_nightly_job_runs_once_a_night(now: list[datetime]) -> None:
    agenda = Agenda({"a": {"task": "cashier.sweep_rake", "schedule": crontab(hour=0, minute=5)}}, now=NOON)
    now[0] = NOON + timedelta(hours=11)
    assert agenda.due(now[0]) == []
    now[0] = NOON + timedelta(hours=13)
    assert agenda.due(now[0]) == ["cashier.sweep_rake"]
    assert agenda.due(now[0]) == []


def test_the_books_are_proven_when_the_room_opens_and_the_clock_is_left_alone() -> None:
    agenda = Agenda(settings.CELERY_BEAT_SCHEDULE, now=NOON)
    assert jobs.CLOCK not in agenda.schedules
    assert jobs.CLOCK in {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
    assert "cashier.check_books" in agenda.due(NOON)


def test_every_scheduled_job_exists() -> None:
    current_app.loader.import_default_modules()
    assert set(Agenda(settings.CELERY_BEAT_SCHEDULE, now=NOON).schedules) <= set(current_app.tasks)


@pytest.mark.django_db
def test_a_failing_job_is_logged_and_not_raised(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("accounts.allowance.restore_due", lambda now: 1 / 0)
    jobs.run("accounts.restore_due")
    assert "accounts.restore_due failed" in caplog.text
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.django_db
def test_a_job_really_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[datetime] = []
    monkeypatch.setattr("accounts.allowance.restore_due", lambda now: called.append(now) or 0)
    jobs.run("accounts.restore_due")
    assert len(called) == 1
