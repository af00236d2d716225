"""Proving the books and raising the alarm: what the command, the nightly job and a restart run."""

import logging
from collections.abc import Iterable

from cashier import audit
from cashier.freezing import freeze as stop

alarm = logging.getLogger("cashier.alarm")


def prove(*, freeze: Iterable[str] = ()) -> tuple[audit.Report, list[str]]:
    """Run every check, log each finding as an alarm, freeze those of `freeze` that one concerns.

    Returns the report and the currencies that were frozen by it.
    """
    report = audit.run()
    for name, findings in report.findings.items():
        for finding in findings:
            alarm.error("ledger_check %s: %s (%s)", name, finding.message, finding.currency or "any currency")
    frozen = [
        currency
        for currency in freeze
        if report.concerns(currency) and stop(currency, reason="ledger_check found a fault")
    ]
    return report, frozen
