"""What Celery beat starts for accounts (settings.CELERY_BEAT_SCHEDULE): thin, safe to run late or twice."""

from celery import shared_task

from accounts import allowance, clock, guests, sessions


@shared_task(name="accounts.restore_due")  # type: ignore[untyped-decorator]
def restore_due() -> int:
    """Write the all-ins that have come back after 24 hours."""
    return allowance.restore_due(clock.now())


@shared_task(name="accounts.purge")  # type: ignore[untyped-decorator]
def purge() -> int:
    """Remove long expired sessions and guests that never played.

    Guests are left alone until the apps that know about money and seats have said whom to keep.
    """
    moment = clock.now()
    removed = sessions.purge(moment)
    keep = guests.keepers()
    return removed + (guests.purge_idle_guests(moment, keep=keep) if keep else 0)
