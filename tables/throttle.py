"""A token bucket: so many at once, so many a second."""


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
