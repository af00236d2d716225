"""The play money every new account starts with (PLAY_MONEY_GRANT), so that its first table is one click away."""

from accounts import arrivals
from cashier import services


@arrivals.gift
def play_money(player_id: int, public_id: str) -> None:
    """Grant it, once for each account."""
    services.grant_play_money(player_id, key=public_id)
