"""Who may not be purged as an idle guest: everyone the books know, because they are kept for ever."""

from collections.abc import Collection, Sequence

from accounts.guests import keeper
from cashier.models.books import Account


@keeper
def with_money_account(player_ids: Sequence[int]) -> Collection[int]:
    """Those of the players who own an account in the books, empty or not."""
    owned = Account.objects.filter(owner_id__in=player_ids).values_list("owner_id", flat=True)
    return {owner for owner in owned if owner is not None}
