"""`manage.py open_demo`: four play-money tables for a room that has none, and a real-money one to try that out."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from cashier.models.rake import RakeSchedule
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
REAL: dict[str, Any] = {
    "slug": "garnet", "name": "Garnet", "game": "no", "small_blind": 50, "big_blind": 100, "chip": 5,
    "min_buy_in": 2_000, "max_buy_in": 10_000,
}  # fmt: skip
# 5 % of small pots, 4 % where the average pot is €20 or more; fewer players, a lower cap.
BRACKETS = ((0, 500, [[2, 50], [4, 200], [6, 300]]), (2_000, 400, [[2, 100], [4, 300], [6, 400]]))


class Command(BaseCommand):
    """Open the demo tables that are missing. Safe to repeat.

    The real-money one only where real money is on and is nobody's: in the embedded default with its demo provider.
    """

    help = "Open the demo tables: four for play money, and one for real money where that is on and only a demo."

    def handle(self, *args: Any, **options: Any) -> None:
        for position, table in enumerate(DEMO, start=1):
            if not Table.objects.filter(slug=table["slug"]).exists():
                seats = 9 if table["game"] == "fixed" else 6
                open_table(Table(**table, seats=seats, position=position))
                self.stdout.write(f"opened {table['name']}")
        if settings.LOCAL and settings.REAL_MONEY_ENABLED and not Table.objects.filter(slug=REAL["slug"]).exists():
            money = {"currency": settings.REAL_CURRENCY, "schedule": _schedule()}
            open_table(Table(**REAL, **money, seats=6, position=len(DEMO) + 1))
            self.stdout.write(f"opened {REAL['name']}")


def _schedule() -> RakeSchedule:
    schedule, fresh = RakeSchedule.objects.get_or_create(name="House")
    if fresh:
        for start, points, caps in BRACKETS:
            schedule.brackets.create(from_average_pot=start, basis_points=points, step=5, caps=caps)
    return schedule
