"""Checking that the books prove themselves: a registry of checks, run over one snapshot.

The cashier's own checks are in `cashier.checks`; an app above registers more with
`@audit.check("name")` in a module its AppConfig imports when ready. A check yields a finding for
each fault and nothing when all is well. It reads only.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db import connection, transaction


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault. `currency` is the one it concerns, None when it may concern any."""

    message: str
    currency: str | None = None


Check = Callable[[], Iterable[Finding]]
_checks: dict[str, Check] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The outcome: findings by check, in the order run, and the milliseconds each took."""

    findings: dict[str, list[Finding]] = field(default_factory=dict)
    took: dict[str, int] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether no check found anything."""
        return not any(self.findings.values())

    def concerns(self, currency: str) -> bool:
        """Whether some finding is about the currency, or about none in particular."""
        return any(finding.currency in (currency, None) for found in self.findings.values() for finding in found)


def check(name: str) -> Callable[[Check], Check]:
    """Register a check; names are unique."""

    def register(function: Check) -> Check:
        if _checks.get(name, function) is not function:
            raise ValueError(f"two checks named {name}")
        _checks[name] = function
        return function

    return register


def names() -> list[str]:
    """The registered checks in the order they run."""
    return list(_checks)


def home(name: str) -> str:
    """The module that registered the check."""
    return _checks[name].__module__


def run(*, only: Iterable[str] | None = None) -> Report:
    """Run every check (`only` those named) over one snapshot of the database, while others go on writing."""
    report = Report()
    chosen = {name: _checks[name] for name in (_checks if only is None else only)}
    with snapshot():
        for name, function in chosen.items():
            started = time.monotonic()
            report.findings[name] = list(function())
            report.took[name] = round((time.monotonic() - started) * 1000)
    return report


@contextmanager
def snapshot() -> Iterator[None]:
    """Read one state of the database throughout; inside a caller's transaction, what that sees."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        # Django would begin an IMMEDIATE transaction and keep the room's writers out.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
