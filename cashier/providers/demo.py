"""Money that is nobody's: deposits and withdrawals are confirmed at once, to try the room out.

Refuses to exist outside the embedded default, where there can be no real player to deceive.
"""

from collections.abc import Mapping

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from cashier.providers import Answer, Notice, Order, Outcome


class Demo:
    """Says yes to everything."""

    name = "demo"
    label = "Demo (no real money)"
    asks_staff = False

    def __init__(self) -> None:
        if not settings.LOCAL:
            raise ImproperlyConfigured("the demo provider is for the embedded default only")

    def collect(self, order: Order) -> Answer:
        """It came."""
        return Answer(outcome=Outcome.DONE)

    def pay(self, order: Order) -> Answer:
        """It was sent."""
        return Answer(outcome=Outcome.DONE)

    def read(self, body: bytes, headers: Mapping[str, str]) -> Notice | None:
        """Nobody calls back."""
        return None
