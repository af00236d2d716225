"""Why accounts refuse something: a code for programs, words for people are added where it is shown."""

from enum import StrEnum


class Refusal(StrEnum):
    FORBIDDEN = "forbidden"
    OWN_ACCOUNT = "own_account"
    STAFF_ACCOUNT = "staff_account"
    NO_REASON = "no_reason"
    TOO_MANY_RESETS = "too_many_resets"
    NOTHING_USED = "nothing_used"
    ALREADY_OPEN = "already_open"
    ALREADY_ANSWERED = "already_answered"
    BAD_TEXT = "bad_text"
    NOT_A_GUEST = "not_a_guest"
    TOO_MANY_GUESTS = "too_many_guests"


class AccountsError(Exception):
    """Refused, and nothing has changed. `code` says why."""

    def __init__(self, code: Refusal) -> None:
        super().__init__(code.value)
        self.code = code
