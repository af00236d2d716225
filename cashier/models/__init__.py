"""The cashier's records, by subject: the books, the freeze of a currency, the rake, requests, protection."""

from cashier.models.adjustments import Adjustment, AdjustmentState
from cashier.models.books import MAX_AMOUNT, PLAY, Account, AccountKind, Journal, JournalKind, Leg, Seal
from cashier.models.checkpoint import Checkpoint
from cashier.models.freeze import CurrencyFreeze
from cashier.models.protection import Exclusion, LimitEntry, LimitKind, Period, PlayerLimit, RealMoneyPlayer
from cashier.models.rake import RakeBracket, RakeSchedule
from cashier.models.requests import MoneyRequest, RequestKind, RequestState, RequestStep

__all__ = [
    "MAX_AMOUNT",
    "PLAY",
    "Account",
    "AccountKind",
    "Adjustment",
    "AdjustmentState",
    "Checkpoint",
    "CurrencyFreeze",
    "Exclusion",
    "Journal",
    "JournalKind",
    "Leg",
    "LimitEntry",
    "LimitKind",
    "MoneyRequest",
    "Period",
    "PlayerLimit",
    "RakeBracket",
    "RakeSchedule",
    "RealMoneyPlayer",
    "RequestKind",
    "RequestState",
    "RequestStep",
    "Seal",
]
