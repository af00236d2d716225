"""`manage.py open_demo`: four play-money tables for a room that has none."""

from typing import Any

from django.core.management.base import BaseCommand

from tables.live.terms import open_table
from tables.models import Table

DEMO: tuple[dict[str, Any], ...] = (
    {"slug": "amber", "name": "Amber", "game": "fixed", "small_bet": 200, "big_bet": 400,
     "small_blind": 100, "big_blind": 200, "chip": 100, "min_buy_in": 2_000, "max_buy_in": 20_000},
    {"slug": "topaz", "name": "Topaz", "game": "fixed", "small_bet": 1_000, "big_bet": 2_000,
     "small_blind": 500, "big_blind": 1_000, "chip": 100, "min_buy_in": 10_000, "max_buy_in": 100_000},
    {"slug": "jade", "name": "Jade", "game": "pot",
     "small_blind": 100, "big_blind": 200, "chip": 100, "min_buy_in": 4_000, "max_buy_in": 20_000},
    {"slug": "onyx", "name": "Onyx", "game": "no",
     "small_blind": 100, "big_blind": 200, "chip": 100, "min_buy_in": 4_000, "max_buy_in": 20_000},
)  # fmt: skip


class Command(BaseCommand):
    """Open the demo tables that are missing. Safe to repeat."""

    help = "Open the demo tables: two fixed limit, one pot limit, one no limit, all for play money."

    def handle(self, *args: Any, **options: Any) -> None:
        for position, table in enumerate(DEMO, start=1):
            if not Table.objects.filter(slug=table["slug"]).exists():
                seats = 9 if table["game"] == "fixed" else 6
                open_table(Table(**table, seats=seats, position=position))
                self.stdout.write(f"opened {table['name']}")
