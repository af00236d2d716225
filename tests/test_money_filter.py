"""Amounts in templates: the money filter's rule, which static/js/table/money.js shares."""

import pytest

from cashier.templatetags.money import money


@pytest.mark.parametrize(
    ("amount", "currency", "text"),
    [
        (400, "PLAY", "$4"),
        (250, "PLAY", "$2.50"),
        (5, "PLAY", "$0.05"),
        (0, "USD", "$0"),
        (123_456_700, "PLAY", "$1,234,567"),
        (-250, "EUR", "−€2.50"),
        (1234, "CHF", "12.34 CHF"),
        (None, "PLAY", "–"),
    ],
)
def test_money_is_written_with_its_sign_and_cents_only_where_needed(
    amount: int | None, currency: str, text: str
) -> None:
    assert money(amount, currency) == text
