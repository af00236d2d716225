"""A payment provider for tests: keeps what it was asked, answers as told, calls back signed."""

import hashlib
import hmac
import json
from collections.abc import Mapping

from django.db import connection

from cashier.providers import Answer, Notice, Order, Outcome

SECRET = b"shared with the courier"


class Courier:
    """Collects by callback only; pays as `says` tells."""

    name = "courier"
    label = "Courier"
    asks_staff = False

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self.says: Answer | Exception = Answer(outcome=Outcome.PENDING)
        self.paid: list[Order] = []

    def collect(self, order: Order) -> Answer:
        return Answer(outcome=Outcome.PENDING)

    def pay(self, order: Order) -> Answer:
        assert not connection.in_atomic_block, "asked to pay inside a transaction"
        self.paid.append(order)
        if isinstance(self.says, Exception):
            raise self.says
        return self.says

    def read(self, body: bytes, headers: Mapping[str, str]) -> Notice | None:
        if not hmac.compare_digest(signature(body), headers.get("X-Courier-Signature", "")):
            return None
        data = json.loads(body)
        answer = Answer(outcome=Outcome(data["outcome"]), reason=data.get("reason", ""))
        return Notice(
            event=data["event"], key=data["key"], amount=data["amount"], currency=data["currency"], answer=answer
        )


class Strict(Courier):
    """As the courier, but staff must approve."""

    name = "strict"
    asks_staff = True


def signature(body: bytes) -> str:
    return hmac.new(SECRET, body, hashlib.sha256).hexdigest()
