"""Staff are the provider: they see the money arrive and send it out, and say so."""

from collections.abc import Mapping

from cashier.providers import Answer, Notice, Order, Outcome


class Manual:
    """Bank transfer or cash, handled by the cashier's staff."""

    name = "manual"
    label = "By hand"
    asks_staff = True

    def collect(self, order: Order) -> Answer:
        """Wait until staff confirm that it came."""
        return Answer(outcome=Outcome.PENDING)

    def pay(self, order: Order) -> Answer:
        """Wait until staff confirm that they sent it."""
        return Answer(outcome=Outcome.PENDING)

    def read(self, body: bytes, headers: Mapping[str, str]) -> Notice | None:
        """Nobody calls back."""
        return None
