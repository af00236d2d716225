"""What support can do about a player, in words, and the forms that ask why."""

from dataclasses import dataclass
from enum import StrEnum

from django import forms

from accounts.errors import Refusal


class Verb(StrEnum):
    RESET = "reset"
    REVOKE = "revoke"
    REINSTATE = "reinstate"
    BLOCK = "block"
    UNBLOCK = "unblock"


@dataclass(frozen=True, slots=True, kw_only=True)
class VerbWords:
    """How a verb is named, what was done, why there may be nothing to do, and the right it needs."""

    label: str
    done: str
    idle: str
    permission: str


VERBS = {
    Verb.RESET: VerbWords(
        label="Give back the used all-ins",
        done="All-ins given back to",
        idle="nothing is used.",
        permission="accounts.reset_allowance",
    ),
    Verb.REVOKE: VerbWords(
        label="Revoke the disconnect protection",
        done="Protection revoked for",
        idle="it is revoked already.",
        permission="accounts.revoke_allowance",
    ),
    Verb.REINSTATE: VerbWords(
        label="Reinstate the disconnect protection",
        done="Protection reinstated for",
        idle="it is not revoked.",
        permission="accounts.revoke_allowance",
    ),
    Verb.BLOCK: VerbWords(
        label="Block the account",
        done="Blocked:",
        idle="the account is blocked already.",
        permission="accounts.block_player",
    ),
    Verb.UNBLOCK: VerbWords(
        label="Unblock the account",
        done="Unblocked:",
        idle="the account is not blocked.",
        permission="accounts.block_player",
    ),
}

ANSWERS = {"accept": "the used all-ins are given back", "decline": "the request is declined"}

WORDS = {
    Refusal.FORBIDDEN: "you may not do this.",
    Refusal.OWN_ACCOUNT: "not for your own account.",
    Refusal.STAFF_ACCOUNT: "only a superuser may block staff.",
    Refusal.NO_REASON: "a reason is needed.",
    Refusal.TOO_MANY_RESETS: "this player had as many resets in 30 days as support may give; ask a manager.",
    Refusal.ALREADY_ANSWERED: "somebody has answered this request.",
}


class ReasonForm(forms.Form):
    """Why; it is kept for good."""

    reason = forms.CharField(max_length=500)


class AnswerForm(forms.Form):
    """What the player is told."""

    answer = forms.CharField(max_length=1000)
