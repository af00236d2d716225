"""Minor units as the amounts other programs read: two decimals, and none where they would be zeros."""

SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£"}
MINOR = 100


def plain(amount: int) -> str:
    """1250 as "12.50", 1200 as "12"."""
    whole, rest = divmod(amount, MINOR)
    return f"{whole}.{rest:02d}" if rest else str(whole)


def money(amount: int, currency: str) -> str:
    """The amount with the currency's sign; play money is plain chips."""
    return SYMBOLS.get(currency, "") + plain(amount)


def number(amount: int) -> int | float:
    """The amount as a JSON number: 12.5 for 1250, 12 for 1200."""
    whole, rest = divmod(amount, MINOR)
    return amount / MINOR if rest else whole
