"""`manage.py ledger_check`: prove the books, say what is wrong, and stop the money if asked to.

Exits 0 when every check is content and 1 when one is not. A fault is never mended here.
"""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from cashier import audit, proof


class Command(BaseCommand):
    help = "Prove that the books are whole: journals, balances, totals, guards, hands."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the report as one JSON object")
        parser.add_argument(
            "--freeze",
            nargs="+",
            default=[],
            metavar="CURRENCY",
            help="freeze these currencies if a finding concerns them",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the checks; exit status 1 on any finding."""
        report, frozen = proof.prove(freeze=options["freeze"])
        if options["json"]:
            self.stdout.write(json.dumps(_as_json(report, frozen=frozen)))
        else:
            self._tell(report, frozen=frozen)
        if not report.ok:
            sys.exit(1)

    def _tell(self, report: audit.Report, *, frozen: list[str]) -> None:
        for name, findings in report.findings.items():
            mark = self.style.ERROR("FAULT") if findings else self.style.SUCCESS("ok")
            self.stdout.write(f"{name}: {mark} ({report.took[name]} ms)")
            for finding in findings:
                self.stdout.write(f"  {finding.currency or '-'}: {finding.message}")
        for currency in frozen:
            self.stdout.write(self.style.ERROR(f"{currency} is now frozen"))


def _as_json(report: audit.Report, *, frozen: list[str]) -> dict[str, Any]:
    return {
        "ok": report.ok,
        "checks": [
            {
                "name": name,
                "ms": report.took[name],
                "findings": [{"message": finding.message, "currency": finding.currency} for finding in findings],
            }
            for name, findings in report.findings.items()
        ],
        "frozen": frozen,
    }
