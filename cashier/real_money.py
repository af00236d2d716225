"""The door to real money: switched on, confirmed by the player, and with a verified e-mail if asked for.

Whoever moves real money towards the tables passes `admit` first, which also locks the player's row
so that limits hold under parallel requests. Withdrawals never pass here: they stay open.
"""

from datetime import datetime

from allauth.account.models import EmailAddress
from django.conf import settings

from accounts.models import Player
from cashier.errors import CashierCode, CashierError
from cashier.exclusion import excluded
from cashier.models.protection import RealMoneyPlayer
from cashier.retry import transactional


@transactional
def confirm(player_id: int, *, of_age: bool, terms: str, now: datetime) -> None:
    """Note that the player says he is of age and accepts the terms in force (settings.REAL_MONEY_TERMS).

    Raises not_confirmed (not of age, other terms), guest or bot.
    """
    player = Player.objects.get(pk=player_id)
    if player.is_guest or player.is_bot:
        raise CashierError(CashierCode.GUEST if player.is_guest else CashierCode.BOT, "no account of his own")
    if not of_age or terms != settings.REAL_MONEY_TERMS:
        raise CashierError(CashierCode.NOT_CONFIRMED, "age and the terms in force must be confirmed")
    RealMoneyPlayer.objects.update_or_create(player_id=player_id, defaults={"terms": terms, "confirmed": now})


def admit(player_id: int, *, now: datetime) -> RealMoneyPlayer:
    """Let the player on to real money and lock his row until the transaction ends.

    Raises real_money_off, not_confirmed (also when the terms have changed), email_not_verified or
    excluded.
    """
    return _check(_row(player_id, locked=settings.REAL_MONEY_ENABLED), player_id, now=now)


def _row(player_id: int, *, locked: bool = False) -> RealMoneyPlayer | None:
    rows = RealMoneyPlayer.objects.select_for_update() if locked else RealMoneyPlayer.objects
    return rows.filter(player_id=player_id).first()


def _check_person(player_id: int) -> None:
    """Real-money seats are for players of their own account: no guest, no house bot, nobody of the staff."""
    player = Player.objects.only("is_guest", "is_bot", "is_staff").get(pk=player_id)
    kinds = {CashierCode.GUEST: player.is_guest, CashierCode.BOT: player.is_bot, CashierCode.STAFF: player.is_staff}
    for code, applies in kinds.items():
        if applies:
            raise CashierError(code, f"a {code} does not play for real money")


def _check(row: RealMoneyPlayer | None, player_id: int, *, now: datetime) -> RealMoneyPlayer:
    if not settings.REAL_MONEY_ENABLED:
        raise CashierError(CashierCode.REAL_MONEY_OFF, "real money is switched off")
    if row is None or row.terms != settings.REAL_MONEY_TERMS:
        raise CashierError(CashierCode.NOT_CONFIRMED, "age and terms are not confirmed")
    if settings.REAL_MONEY_NEEDS_VERIFIED_EMAIL and not _verified(player_id):
        raise CashierError(CashierCode.EMAIL_NOT_VERIFIED, "no verified e-mail")
    if excluded([player_id], now=now):
        raise CashierError(CashierCode.EXCLUDED, "the player has excluded himself")
    return row


def barred(player_id: int, *, now: datetime) -> CashierError | None:
    """Why the player may not sit at a real-money table now; None if nothing but his money stands against it.

    Codes: guest, bot, staff, and what `admit` raises. Asks only; `admit_to_table` decides.
    """
    try:
        _check_person(player_id)
        _check(_row(player_id), player_id, now=now)
    except CashierError as error:
        return error
    return None


def admit_to_table(player_id: int, *, now: datetime) -> None:
    """Let the player bring real money to a table; `admit`, and never a guest, a house bot or staff."""
    _check_person(player_id)
    admit(player_id, now=now)


def confirmed(player_id: int) -> bool:
    """Whether the player has confirmed his age and the terms in force."""
    return RealMoneyPlayer.objects.filter(player_id=player_id, terms=settings.REAL_MONEY_TERMS).exists()


def _verified(player_id: int) -> bool:
    return bool(EmailAddress.objects.filter(user_id=player_id, verified=True).exists())
