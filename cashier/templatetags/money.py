"""How an amount is written on a page: `{{ amount|money:"PLAY" }}`, minor units in, `$2.50` out.

The same rule as static/js/table/money.js: a currency's sign, thousands grouped, cents only where
there are any, in the viewer's separators. Play money wears the dollar sign of the games it imitates;
that it is play money is said once by the page around it, not at every amount.
"""

from django import template

from cashier.amounts import written

register = template.Library()

SIGNS = {"PLAY": "$", "USD": "$", "EUR": "€", "GBP": "£"}


@register.filter
def money(amount: int | None, currency: str = "PLAY") -> str:
    """`amount` in minor units of `currency` as text; an absent amount is a dash."""
    if amount is None:
        return "–"
    figures = written(amount)
    sign = SIGNS.get(currency)
    text = f"{sign}{figures}" if sign else f"{figures} {currency}"
    return f"−{text}" if amount < 0 else text


@register.filter
def figures(amount: int) -> str:
    """`amount` in minor units as a bare figure, where the currency is not known or stands elsewhere."""
    return written(amount)
