"""What the pages say: refusals and kinds of movements, in words for people."""

from cashier.errors import CashierCode
from cashier.models.books import JournalKind
from cashier.models.protection import LimitKind

REFUSALS = {
    CashierCode.BAD_AMOUNT: "That is not an amount: write it like 25 or 25.50.",
    CashierCode.INSUFFICIENT_FUNDS: "Your balance is smaller than that.",
    CashierCode.KEY_REUSED: "This form was sent before with something else in it. Please fill it in again.",
    CashierCode.CURRENCY_FROZEN: "Money in this currency does not move at the moment. We are looking into it.",
    CashierCode.REFILL_USED: "You have had today's refill.",
    CashierCode.REFILL_NOT_NEEDED: "You have enough play money.",
    CashierCode.BAD_TEXT: "Please use one line of at most 200 characters.",
    CashierCode.REASON_NEEDED: "Please say why.",
    CashierCode.UNKNOWN_PROVIDER: "This way is not available.",
    CashierCode.UNKNOWN_REQUEST: "There is no such request.",
    CashierCode.WRONG_STATE: "It has been decided in the meantime.",
    CashierCode.REAL_MONEY_OFF: "Real money is switched off.",
    CashierCode.NOT_CONFIRMED: "Please confirm your age and the terms first.",
    CashierCode.EMAIL_NOT_VERIFIED: "Please verify your e-mail address first.",
    CashierCode.GUEST: "A guest plays with play money. Sign up to play for real money.",
    CashierCode.STAFF: "Staff do not play for real money.",
    CashierCode.EXCLUDED: "You have paused or excluded yourself from real money.",
    CashierCode.LIMIT_REACHED: "This would exceed a limit that you have set.",
    CashierCode.TOO_EARLY: "You can confirm 24 hours after you asked.",
    CashierCode.SAME_PERSON: "Another person must decide this.",
    CashierCode.NOT_ALLOWED: "You may not do this.",
    CashierCode.NOT_REVERSIBLE: "This journal cannot be reversed.",
    CashierCode.UNKNOWN_ACCOUNT: "There is no such account to adjust in this currency.",
    CashierCode.UNKNOWN_CURRENCY: "This is not a currency of the room.",
    CashierCode.BUSY: "The room is busy. Please try again.",
}

# How a statement's filter groups the kinds of movements.
GROUPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "tables": ("Tables", (JournalKind.BUY_IN, JournalKind.TOP_UP, JournalKind.LEAVE)),
    "payments": (
        "Deposits and withdrawals",
        (JournalKind.DEPOSIT, JournalKind.WITHDRAWAL_REQUEST, JournalKind.WITHDRAWAL_RETURN),
    ),
    "free": ("Free play money", (JournalKind.GRANT, JournalKind.REFILL)),
    "corrections": ("Corrections", (JournalKind.ADJUSTMENT, JournalKind.REVERSAL)),
}


LIMIT_WORDS = {
    LimitKind.DEPOSIT: "What you bring in; requests that wait count too.",
    LimitKind.LOSS: "What you have lost; chips on tables count as lost until you leave.",
    LimitKind.BUY_IN: "What you take to tables.",
}


def refusal(code: CashierCode) -> str:
    """The refusal in words."""
    return REFUSALS.get(code, "That was refused.")
