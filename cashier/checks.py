"""The checks the cashier can make by itself: the books agree with themselves and are guarded."""

from collections.abc import Iterator

from django.db import connection
from django.db.models import Count, F, Max, Q, Sum
from django.db.models.functions import Coalesce

from cashier import triggers
from cashier.audit import Finding, check
from cashier.models.books import Account, AccountKind, Journal, JournalKind, Leg


@check("journals")
def journals() -> Iterator[Finding]:
    """Every journal is sealed over two legs or more of its currency that sum to zero."""
    counted = Journal.objects.annotate(
        count=Count("legs"),
        total=Coalesce(Sum("legs__amount"), 0),
        foreign=Count("legs", filter=~Q(legs__account__currency=F("currency"))),
    )
    faulty = counted.exclude(count__gte=2, total=0, foreign=0, seal__legs=F("count"))
    for journal in faulty.select_related("seal").iterator(chunk_size=1000):
        yield Finding(
            f"journal {journal.key}: {journal.count} legs of {journal.seal.legs} sealed, sum {journal.total},"
            f" {journal.foreign} in another currency",
            journal.currency,
        )
    yield from _loose()


def _loose() -> Iterator[Finding]:
    """Rows the foreign keys should have made impossible."""
    statements = {
        "journal {} has no seal": "SELECT j.key, j.currency FROM cashier_journal j"
        " LEFT JOIN cashier_seal s ON s.id = j.seal_id WHERE s.id IS NULL",
        "leg {} has no journal": "SELECT l.id, NULL FROM cashier_leg l"
        " LEFT JOIN cashier_journal j ON j.id = l.journal_id WHERE j.id IS NULL",
        "leg {} has no account": "SELECT l.id, NULL FROM cashier_leg l"
        " LEFT JOIN cashier_account a ON a.id = l.account_id WHERE a.id IS NULL",
        "seal {} has no journal": "SELECT s.id, NULL FROM cashier_seal s"
        " LEFT JOIN cashier_journal j ON j.seal_id = s.id WHERE j.id IS NULL",
    }
    with connection.cursor() as cursor:
        for message, statement in statements.items():
            cursor.execute(statement)
            for name, currency in cursor.fetchall():
                yield Finding(message.format(name), currency)


@check("balances")
def balances() -> Iterator[Finding]:
    """Every cached balance is the sum of the account's legs, and its version the newest of them."""
    summed = Account.objects.annotate(total=Coalesce(Sum("legs__amount"), 0), newest=Coalesce(Max("legs__id"), 0))
    for account in summed.exclude(balance=F("total"), last_leg=F("newest")).iterator(chunk_size=1000):
        yield Finding(
            f"account {account.pk} ({account}) says {account.balance}, its legs sum to {account.total}"
            f" (newest leg {account.newest}, recorded {account.last_leg})",
            account.currency,
        )


@check("negatives")
def negatives() -> Iterator[Finding]:
    """Only the outside world and the mint are below zero."""
    outside = Q(kind__in=[AccountKind.WORLD, AccountKind.MINT])
    for account in Account.objects.filter(Q(balance__lt=0) | Q(allow_negative=True)).exclude(outside):
        yield Finding(f"account {account.pk} ({account}) may not be negative: {account.balance}", account.currency)


@check("totals")
def totals() -> Iterator[Finding]:
    """In each currency all money there is sums to zero: what came in is somewhere."""
    for currency, total in Account.objects.values_list("currency").annotate(total=Sum("balance")).order_by():
        if total:
            yield Finding(f"all accounts sum to {total}", currency)


@check("suspense")
def suspense() -> Iterator[Finding]:
    """Nothing is parked in suspense."""
    for account in Account.objects.filter(kind=AccountKind.SUSPENSE).exclude(balance=0):
        yield Finding(f"suspense holds {account.balance}", account.currency)


@check("left seats")
def left_seats() -> Iterator[Finding]:
    """A seat that was cashed out holds nothing."""
    left = Leg.objects.filter(journal__kind=JournalKind.LEAVE, account__kind__in=[AccountKind.SEAT, AccountKind.TOPUP])
    sessions = left.values("account__ref")
    for account in Account.objects.filter(kind__in=[AccountKind.SEAT, AccountKind.TOPUP], ref__in=sessions).exclude(
        balance=0
    ):
        yield Finding(f"account {account.pk} ({account}) was left with {account.balance}", account.currency)


@check("guards")
def guards() -> Iterator[Finding]:
    """The triggers that guard the books are in place and as written."""
    for fault in triggers.faults(connection):
        yield Finding(f"trigger {fault}")
