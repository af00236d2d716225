"""What Celery beat starts for the cashier (settings.CELERY_BEAT_SCHEDULE): thin, safe to run late or twice."""

import logging

from celery import shared_task
from django.conf import settings

from accounts import clock
from cashier import checkpoints, payouts, proof, restarts, services

log = logging.getLogger(__name__)


@shared_task(name="cashier.sweep_rake")  # type: ignore[untyped-decorator]
def sweep_rake() -> int:
    """Move the rake of the tables to the house; the number of accounts swept."""
    return len(services.sweep_rake(now=clock.now()))


@shared_task(name="cashier.check_books")  # type: ignore[untyped-decorator]
def check_books() -> bool:
    """Prove the books, with an alarm for each fault, and freeze what settings.LEDGER_FREEZES names."""
    report, _ = proof.prove(freeze=settings.LEDGER_FREEZES)
    if report.ok:
        log.info("the books are proven in %s ms", sum(report.took.values()))
    return report.ok


@shared_task(name="cashier.check_after_restart")  # type: ignore[untyped-decorator]
def check_after_restart() -> bool:
    """Prove the books once after each restart of the database; whether that was needed."""
    started = restarts.unproven()
    if started is None:
        return False
    check_books()
    restarts.proven(started)
    return True


@shared_task(name="cashier.send_payouts")  # type: ignore[untyped-decorator]
def send_payouts() -> int:
    """Ask the providers to pay what is approved; the number of withdrawals looked after."""
    return len(payouts.send_payouts())


@shared_task(name="cashier.write_checkpoint")  # type: ignore[untyped-decorator]
def write_checkpoint() -> int:
    """Sign what the books say now, in the file outside the database; the checkpoint's number or 0."""
    line = checkpoints.write()
    return line.number if line else 0
