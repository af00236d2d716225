"""What every page knows of the viewer's money: the balance in its header, and how he writes numbers."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from cashier import numbers, selectors
from cashier.models.books import PLAY


def number_style(request: HttpRequest) -> dict[str, Any]:
    """`numbers`: the viewer's separators, for the page's scripts."""
    return {"numbers": numbers.active()}


def balances(request: HttpRequest) -> dict[str, Any]:
    """`play_balance` in minor units for someone signed in, None for a visitor; `real_balance` where he has any."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"play_balance": None}
    held = selectors.balances(user.pk)
    return {
        "play_balance": held[PLAY],
        "real_balance": held[settings.REAL_CURRENCY],
        "real_currency": settings.REAL_CURRENCY,
    }
