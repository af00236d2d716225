"""What the cashier refuses, and why: a code for machines; the words for people live in the client."""

from enum import StrEnum


class CashierCode(StrEnum):
    """Why money did not move. A refusal leaves every balance as it was."""

    BAD_AMOUNT = "bad_amount"
    BAD_KEY = "bad_key"
    UNKNOWN_CURRENCY = "unknown_currency"
    INSUFFICIENT_FUNDS = "insufficient_funds"
    UNKNOWN_ACCOUNT = "unknown_account"
    UNBALANCED = "unbalanced"
    KEY_REUSED = "key_reused"
    CURRENCY_FROZEN = "currency_frozen"
    BAD_TEXT = "bad_text"
    NOT_ALLOWED = "not_allowed"
    UNKNOWN_PROVIDER = "unknown_provider"
    UNKNOWN_REQUEST = "unknown_request"
    NOT_REVERSIBLE = "not_reversible"
    WRONG_STATE = "wrong_state"
    SAME_PERSON = "same_person"
    REASON_NEEDED = "reason_needed"
    REAL_MONEY_OFF = "real_money_off"
    NOT_CONFIRMED = "not_confirmed"
    EMAIL_NOT_VERIFIED = "email_not_verified"
    EXCLUDED = "excluded"
    GUEST = "guest"
    BOT = "bot"
    STAFF = "staff"
    TOO_EARLY = "too_early"
    LIMIT_REACHED = "limit_reached"
    SEAT_CLOSED = "seat_closed"
    NOT_YOURS = "not_yours"
    REFILL_USED = "refill_used"
    REFILL_NOT_NEEDED = "refill_not_needed"
    CHECKPOINTS_BROKEN = "checkpoints_broken"
    BUSY = "busy"


class CashierError(Exception):
    """A refusal. `code` is stable; the message is for logs and staff."""

    def __init__(self, code: CashierCode, message: str = "") -> None:
        super().__init__(message or code.value)
        self.code = code
