"""Amounts as people type and read them: exact or refused, in the viewer's own separators.

Minor units are hundredths in every currency of the room. Nothing is rounded and nothing guessed:
"1.234" is one thousand two hundred thirty-four where the dot groups thousands, and refused where
it marks decimals.
"""

import re

from cashier import numbers
from cashier.errors import CashierCode, CashierError
from cashier.models.books import MAX_AMOUNT

LONGEST = 24
# Keyboards have the plain one; texts that are copied have the others.
SPACES = " \u00a0\u2009\u202f"


def parse(text: str) -> int:
    """The minor units that `text` says in the viewer's number style. Raises CashierError(bad_amount)."""
    style = numbers.active()
    point, comma = style.point, style.group
    group = f"[{re.escape(comma + (SPACES if comma.isspace() else ''))}]"
    whole = rf"[0-9]+|[0-9]{{1,3}}(?:{group}[0-9]{{3}})+"
    found = re.fullmatch(rf"({whole})(?:{re.escape(point)}([0-9]{{1,2}}))?", text.strip()[: LONGEST + 1])
    if found is None or len(text.strip()) > LONGEST:
        raise CashierError(CashierCode.BAD_AMOUNT, f"not an amount: {text[:40]!r}")
    units = "".join(character for character in found[1] if character.isdigit())
    amount = int(units) * 100 + int((found[2] or "0").ljust(2, "0"))
    if not 0 < amount <= MAX_AMOUNT:
        raise CashierError(CashierCode.BAD_AMOUNT, f"not an amount: {text[:40]!r}")
    return amount


def plain(amount: int) -> str:
    """Minor units as a plain decimal for machines: "-12.50"."""
    units, cents = divmod(abs(amount), 100)
    return f"{'-' if amount < 0 else ''}{units}.{cents:02d}"


def written(amount: int) -> str:
    """Minor units in the viewer's number style, thousands grouped, cents only where there are any; no sign."""
    style = numbers.active()
    units, cents = divmod(abs(amount), 100)
    grouped = f"{units:,}".replace(",", style.group)
    return f"{grouped}{style.point}{cents:02d}" if cents else grouped
