#!/usr/bin/env python
"""The room's command line: `manage.py serve`, `migrate`, `bots`, `ledger_check`, `replay_hands`, …"""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerroom.settings")
    if sys.argv[1:2] == ["serve"]:
        # daphne makes its event loop when Django loads it, so the faster kind must be chosen before.
        import asyncio  # noqa: PLC0415

        import uvloop  # noqa: PLC0415

        asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    from django.core.management import execute_from_command_line  # noqa: PLC0415 (after the settings are named)

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
