"""The scheduled jobs of the embedded room, which has no Celery worker: the same schedule, run by the web process.

The tables' clock is not among them: it has its own task. A job runs in a thread of its own, one after the other, so
that a long one delays the others and not the tables; what fails is logged and tried again at its next time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from celery import current_app
from celery.schedules import BaseSchedule, maybe_schedule
from channels.db import database_sync_to_async
from django.conf import settings

log = logging.getLogger(__name__)
LOOK_SECONDS = 1.0
CLOCK = "tables.sweep"
AT_START = frozenset({"cashier.check_books"})


class Agenda:
    """What is due when: each job of the schedule with the time it last ran."""

    def __init__(self, schedule: Mapping[str, Mapping[str, Any]], *, now: datetime) -> None:
        self.schedules: dict[str, BaseSchedule] = {
            entry["task"]: maybe_schedule(entry["schedule"]) for entry in schedule.values() if entry["task"] != CLOCK
        }
        self.last = dict.fromkeys(self.schedules, now)
        self.first = set(self.schedules) & AT_START

    def due(self, now: datetime) -> list[str]:
        """The jobs to run now, each counted as run; the books are also proven when the room opens."""
        names = [
            name for name, plan in self.schedules.items() if name in self.first or plan.is_due(self.last[name]).is_due
        ]
        self.first.clear()
        self.last.update(dict.fromkeys(names, now))
        return names


def run(name: str) -> None:
    """Run one job here and now; what it raises is logged."""
    # A worker loads every app's tasks when it starts; here nobody has.
    current_app.loader.import_default_modules()
    try:
        current_app.tasks[name].apply(throw=True)
    except Exception:
        log.exception("the scheduled job %s failed", name)


async def run_jobs(clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
    """Run the schedule's jobs at their times, for ever."""
    agenda = Agenda(settings.CELERY_BEAT_SCHEDULE, now=clock())
    while True:
        for name in agenda.due(clock()):
            await database_sync_to_async(run, thread_sensitive=False)(name)
        await asyncio.sleep(LOOK_SECONDS)
