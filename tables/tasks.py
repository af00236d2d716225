"""The clock in the production shape: beat starts a sweep once a second, and each sweep owns its second."""

from celery import shared_task

from tables.live import clock


@shared_task(name="tables.sweep", ignore_result=True, expires=2)  # type: ignore[untyped-decorator]
def sweep() -> int:
    """Wake every table at its time for the next second; the number woken."""
    return clock.sweep()
