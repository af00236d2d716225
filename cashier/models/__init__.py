"""The cashier's records, by subject: the books, the freeze of a currency, the rake."""

from cashier.models.books import MAX_AMOUNT, PLAY, Account, AccountKind, Journal, JournalKind, Leg, Seal
from cashier.models.freeze import CurrencyFreeze
from cashier.models.rake import RakeBracket, RakeSchedule

__all__ = [
    "MAX_AMOUNT",
    "PLAY",
    "Account",
    "AccountKind",
    "CurrencyFreeze",
    "Journal",
    "JournalKind",
    "Leg",
    "RakeBracket",
    "RakeSchedule",
    "Seal",
]
