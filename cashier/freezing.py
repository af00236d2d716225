"""Freezing a currency: the kill switch that stops all its money at once, and lifting it again."""

from django.utils import timezone

from cashier.models.freeze import CurrencyFreeze
from cashier.retry import transactional


@transactional
def freeze(currency: str, *, reason: str, actor: int | None = None) -> bool:
    """Refuse every journal of the currency from now on; False when it was frozen before."""
    if frozen(currency):
        return False
    CurrencyFreeze.objects.create(currency=currency, reason=reason[:300], frozen_by_id=actor)
    return True


def lift(currency: str, *, actor: int | None = None) -> bool:
    """Accept journals of the currency again; False when it was not frozen."""
    standing = CurrencyFreeze.objects.filter(currency=currency, lifted__isnull=True)
    return standing.update(lifted=timezone.now(), lifted_by_id=actor) > 0


def frozen(currency: str) -> bool:
    """Whether a freeze of the currency is in force."""
    return CurrencyFreeze.objects.filter(currency=currency, lifted__isnull=True).exists()
