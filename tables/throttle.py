"""How often: a token bucket (so many at once, so many a second), and whose bucket it is.

A player's buckets are his account's, not a socket's: a second tab or a new connection brings no new tokens. Nobody in
particular is counted by socket, and his sockets by the address they come from.
"""

from collections import OrderedDict
from typing import Any

from django.conf import settings

KEPT = 10_000


class Bucket:
    """Starts full; `take` answers whether there was a token at this moment (seconds of any steady clock)."""

    def __init__(self, per_second: float, burst: int) -> None:
        self.per_second, self.burst = per_second, float(burst)
        self.tokens, self.at = float(burst), 0.0

    def take(self, now: float) -> bool:
        """Use a token if there is one."""
        if self.at:
            self.tokens = min(self.burst, self.tokens + (now - self.at) * self.per_second)
        self.at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class Shared:
    """The buckets of accounts, in this process; the longest unused are forgotten."""

    buckets: OrderedDict[tuple[str, str, float, int], Bucket] = OrderedDict()

    @classmethod
    def of(cls, what: str, account: str, *, per_second: float, burst: int) -> Bucket:
        """The account's one bucket for this."""
        key = (what, account, per_second, burst)
        bucket = cls.buckets.setdefault(key, Bucket(per_second, burst))
        cls.buckets.move_to_end(key)
        if len(cls.buckets) > KEPT:
            cls.buckets.popitem(last=False)
        return bucket


def address_of(scope: dict[str, Any]) -> str:
    """Where a connection comes from, behind as many proxies of ours as the settings say."""
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    passed = b",".join(value for name, value in scope["headers"] if name == b"x-forwarded-for").decode("latin-1")
    hops = [hop.strip() for hop in passed.split(",") if hop.strip()]
    if proxies and len(hops) >= proxies:
        return hops[-proxies]
    client = scope.get("client")
    return str(client[0]) if client else ""
