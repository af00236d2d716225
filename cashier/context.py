"""What every page's header says about the viewer's money."""

from typing import Any

from django.http import HttpRequest

from cashier import selectors
from cashier.models.books import PLAY


def balances(request: HttpRequest) -> dict[str, Any]:
    """`play_balance` in minor units for someone signed in, None for a visitor."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"play_balance": None}
    return {"play_balance": selectors.balance(user.pk, PLAY)}
