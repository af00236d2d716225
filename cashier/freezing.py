"""Freezing a currency: the kill switch that stops all its money at once, and lifting it again.

An app above registers with `on_change` what is to be done when one was frozen or thawed; it is called
after the commit, and what it misses (a crash in between) it must find out by itself.
"""

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from cashier.models.freeze import CurrencyFreeze
from cashier.retry import transactional

Changed = Callable[[str], None]
_told: list[Changed] = []


def on_change(function: Changed) -> Changed:
    """Register `function(currency)`, called once a freeze or its lifting is committed."""
    _told.append(function)
    return function


@transactional
def freeze(currency: str, *, reason: str, actor: int | None = None) -> bool:
    """Refuse every journal of the currency from now on; False when it was frozen before."""
    if frozen(currency):
        return False
    CurrencyFreeze.objects.create(currency=currency, reason=reason[:300], frozen_by_id=actor)
    _tell(currency)
    return True


@transactional
def lift(currency: str, *, actor: int | None = None) -> bool:
    """Accept journals of the currency again; False when it was not frozen."""
    standing = CurrencyFreeze.objects.filter(currency=currency, lifted__isnull=True)
    if not standing.update(lifted=timezone.now(), lifted_by_id=actor):
        return False
    _tell(currency)
    return True


def frozen(currency: str) -> bool:
    """Whether a freeze of the currency is in force."""
    return CurrencyFreeze.objects.filter(currency=currency, lifted__isnull=True).exists()


def _tell(currency: str) -> None:
    for function in _told:
        transaction.on_commit(lambda function=function: function(currency), robust=True)  # type: ignore[misc]
