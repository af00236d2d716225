"""Where money can be: the names of accounts, before and apart from their rows.

A place of a player is opened only by someone who says whose it is; the house's own places open
by themselves. Player and session references are written as the account's `ref`.
"""

from dataclasses import dataclass, field

from cashier.models.books import AccountKind

OUTSIDE = frozenset({AccountKind.WORLD, AccountKind.MINT})
OWNED = frozenset({AccountKind.WALLET, AccountKind.PENDING_WITHDRAWAL, AccountKind.SEAT, AccountKind.TOPUP})


@dataclass(frozen=True, slots=True)
class Place:
    """An account's name within its currency. `owner` only matters when the account is opened."""

    kind: str
    ref: str = ""
    owner: int | None = field(default=None, compare=False, kw_only=True)

    @property
    def opens(self) -> bool:
        """Whether money may open the account by arriving."""
        return self.owner is not None or self.kind not in OWNED


MINT = Place(AccountKind.MINT)
WORLD = Place(AccountKind.WORLD)
HOUSE = Place(AccountKind.HOUSE)


def wallet(player_id: int) -> Place:
    """The player's balance."""
    return Place(AccountKind.WALLET, str(player_id), owner=player_id)


def pending_withdrawal(player_id: int) -> Place:
    """What the player has asked to be paid out and is reserved for it."""
    return Place(AccountKind.PENDING_WITHDRAWAL, str(player_id), owner=player_id)


def seat(session: str, *, owner: int | None = None) -> Place:
    """The stack of a seat session; name the owner to open it."""
    return Place(AccountKind.SEAT, session, owner=owner)


def topup(session: str, *, owner: int | None = None) -> Place:
    """Chips bought during a hand, on their way to the seat (R-1.2); name the owner to open it."""
    return Place(AccountKind.TOPUP, session, owner=owner)


def rake(table: str) -> Place:
    """What a table has taken since it was last swept."""
    return Place(AccountKind.RAKE, table)
