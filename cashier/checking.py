"""What comes in is checked before anything else: amounts, currencies, words and rights."""

from django.conf import settings

from accounts.models import Player
from cashier.errors import CashierCode, CashierError
from cashier.models.books import MAX_AMOUNT, PLAY

LONGEST_TEXT = 200
LONGEST_KEY = 200


def check_amount(amount: int) -> None:
    """Refuse (bad_amount) what is not a whole number from 1 to the most the books hold."""
    if type(amount) is not int or not 0 < amount <= MAX_AMOUNT:
        raise CashierError(CashierCode.BAD_AMOUNT, f"not an amount: {amount!r}")


def check_currency(currency: str, *, real: bool = False) -> None:
    """Refuse (unknown_currency) what is not a currency of this room, or with `real` not the real one."""
    if currency not in ((settings.REAL_CURRENCY,) if real else (PLAY, settings.REAL_CURRENCY)):
        raise CashierError(CashierCode.UNKNOWN_CURRENCY, f"not a currency for this: {currency!r}")


def check_key(key: str) -> None:
    """Refuse (bad_key) what cannot name an event."""
    if not (0 < len(key) <= LONGEST_KEY and key.isprintable()):
        raise CashierError(CashierCode.BAD_KEY, f"not a key: {key[:80]!r}")


def check_text(text: str, *, needed: bool) -> None:
    """Refuse (reason_needed, bad_text) an empty text where one is needed, a long or unprintable one."""
    if needed and not text.strip():
        raise CashierError(CashierCode.REASON_NEEDED, "say why")
    if len(text) > LONGEST_TEXT or not text.isprintable():
        raise CashierError(CashierCode.BAD_TEXT, "one line of at most 200 characters")


def check_right(staff_id: int, permission: str) -> None:
    """Refuse (not_allowed) a person without the permission."""
    staff = Player.objects.filter(pk=staff_id, is_active=True, is_staff=True).first()
    if staff is None or not staff.has_perm(permission):
        raise CashierError(CashierCode.NOT_ALLOWED, f"player {staff_id} may not {permission}")
