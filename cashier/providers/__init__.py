"""Ways money comes in and goes out, behind one interface.

A provider is an object with the `Provider` methods, named by its dotted path in
settings.CASHIER_PROVIDERS. It moves no money in the books itself: it says what happened outside,
and `cashier.requests` books it. Everything it is asked carries the order's key, so asking twice
pays once; it is never asked to pay inside a database transaction.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from cashier.errors import CashierCode, CashierError


class Outcome(StrEnum):
    """What a provider says about an order."""

    PENDING = "pending"
    DONE = "done"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a provider is asked to collect or pay. `key` is unique to the order; amount in minor units."""

    key: str
    player: str
    currency: str
    amount: int
    reference: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A provider's word on an order, with its reason when it refuses."""

    outcome: Outcome
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """A verified message from a provider about the order `key`; `event` is its own unique id."""

    event: str
    key: str
    amount: int
    currency: str
    answer: Answer


class Provider(Protocol):
    """One way in and out."""

    name: str
    label: str
    asks_staff: bool
    """Whether staff must approve; False only where the provider itself knows that money came."""

    def collect(self, order: Order) -> Answer:
        """A player wants to deposit: begin to collect, or say that it is there. Quick, without network."""

    def pay(self, order: Order) -> Answer:
        """Pay out. Asked again with the same key it must not pay again. May take its time."""

    def read(self, body: bytes, headers: Mapping[str, str]) -> Notice | None:
        """The notice in a callback's body after checking its signature; None when it proves nothing."""


@cache
def _loaded(paths: tuple[str, ...]) -> dict[str, Provider]:
    made: list[Provider] = [import_string(path)() for path in paths]
    return {provider.name: provider for provider in made}


def available() -> dict[str, Provider]:
    """The configured providers by name."""
    return _loaded(tuple(settings.CASHIER_PROVIDERS))


def named(name: str) -> Provider:
    """The provider; raises CashierError(unknown_provider)."""
    try:
        return available()[name]
    except KeyError:
        raise CashierError(CashierCode.UNKNOWN_PROVIDER, f"no provider {name!r}") from None
