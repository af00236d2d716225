"""Whose play paid a hand's rake: in proportion to what each put into its pots."""

from collections.abc import Mapping


def attribute(rake: int, paid: Mapping[int, int]) -> dict[int, int]:
    """The rake in proportion to what each paid, in whole units by largest remainder (ties: who paid more).

    The shares sum to the rake; who paid nothing bears nothing.
    """
    total = sum(paid.values())
    if total <= 0:
        return {}
    shares = {player: rake * amount // total for player, amount in paid.items() if amount}
    left = sorted(shares, key=lambda player: (-(rake * paid[player] % total), -paid[player], player))
    for player in left[: rake - sum(shares.values())]:
        shares[player] += 1
    return shares
