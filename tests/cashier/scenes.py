"""A small set of books for tests to look at and attack."""

from django.contrib.auth import get_user_model

from cashier import adjustments, audit, ledger, places, requests, services
from cashier.models import PLAY, JournalKind


def scene() -> int:
    """A player with 196,000 play money, 4,000 of it at seat session 1, and 50.00 euros; the id."""
    player = int(get_user_model().objects.create_user("demo_scene").pk)
    services.grant_play_money(player, key="scene")
    services.buy_in(player, session="1", currency=PLAY, amount=4_000, key="scene")
    ledger.post(
        key="deposit:scene",
        kind=JournalKind.DEPOSIT,
        currency="EUR",
        moves={places.WORLD: -5_000, places.wallet(player): 5_000},
    )
    return player


def desk_scene() -> int:
    """The same player with a withdrawal and an adjustment that "demo_maker" entered; nothing is decided."""
    player = scene()
    maker = get_user_model().objects.create_user("demo_maker", is_staff=True, is_superuser=True).pk
    get_user_model().objects.create_user("demo_checker", is_staff=True, is_superuser=True)
    requests.request_withdrawal(
        player, amount=1_000, currency="EUR", provider="manual", reference="", key="scene", entered_by=maker
    )
    adjustments.propose(
        maker_id=maker,
        source=places.MINT,
        target=places.wallet(player),
        currency=PLAY,
        amount=700,
        reason="lost in a fault",
        key="scene",
    )
    return player


def sound() -> bool:
    """Whether the cashier's own checks are content; hands in these tests were never dealt at a table."""
    own = [name for name in audit.names() if audit.home(name).startswith("cashier.")]
    return audit.run(only=own).ok
