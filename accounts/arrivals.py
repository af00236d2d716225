"""What a new account is given: apps above register it, because accounts knows nobody above it.

`@arrivals.gift` marks a function of (player id, public id). It is called once an account was made by signing up, and
must do no harm when called again.
"""

from collections.abc import Callable

Gift = Callable[[int, str], object]

_gifts: list[Gift] = []


def gift(function: Gift) -> Gift:
    """Register what every new account is given."""
    _gifts.append(function)
    return function


def greet(player_id: int, public_id: str) -> None:
    """Give a new account everything that is registered."""
    for give in _gifts:
        give(player_id, public_id)
