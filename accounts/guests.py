"""Guests: a stranger plays at once, and keeps the account, money and seat by adding e-mail and password.

A guest has no password and no e-mail: the browser's session is the only way in, so it lasts GUEST_DAYS.
"""

import secrets
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import cast

from allauth.account.models import EmailAddress
from allauth.core import ratelimit
from django.conf import settings
from django.contrib.auth import login, update_session_auth_hash
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts import news
from accounts.errors import AccountsError, Refusal
from accounts.models import AccountEntry, AllowanceEntry, Player, ResetRequest

Keeper = Callable[[Sequence[int]], Collection[int]]

_LETTERS = "abcdefghjkmnpqrstuvwxyz"
_keepers: list[Keeper] = []


def create_guest() -> Player:
    """A new guest, stored, with a name like "guest-4821x" that nobody has. May be called inside a transaction."""
    for digits in (4, 4, 4, 6, 6, 8, 8):
        number = secrets.randbelow(10**digits)
        name = f"guest-{number:0{digits}d}{secrets.choice(_LETTERS)}"
        guest = Player(username=name, is_guest=True)
        guest.set_unusable_password()
        try:
            with transaction.atomic():
                guest.save(force_insert=True)
        except IntegrityError:
            continue
        return guest
    raise RuntimeError("no free guest name in seven tries")


def sign_in_guest(request: HttpRequest) -> Player:
    """Make a guest and sign this browser in to it; the session gets a new key.

    Raises AccountsError: too_many_guests (ACCOUNT_RATE_LIMITS["guest"], per address).
    """
    if not ratelimit.consume(request, action="guest"):
        raise AccountsError(Refusal.TOO_MANY_GUESTS)
    guest = create_guest()
    login(request, guest, backend="django.contrib.auth.backends.ModelBackend")
    request.session.set_expiry(timedelta(days=settings.GUEST_DAYS))
    return guest


def keep(request: HttpRequest, *, name: str, email: str, password: str) -> Player:
    """Make the signed-in guest a full account: same row, so the same money, seats and hands.

    `name`, `email` and `password` are valid already (accounts.forms.KeepForm). A mail to confirm the
    address goes out. This browser stays signed in under a new session key; all other sessions end.
    Raises AccountsError: not_a_guest (also when two requests race: one wins), and IntegrityError when
    somebody took the name meanwhile.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=cast(int, request.user.pk))
        if not player.is_guest:
            raise AccountsError(Refusal.NOT_A_GUEST)
        player.is_guest = False
        player.username = name
        player.email = email
        player.set_password(password)
        player.save(update_fields=["is_guest", "username", "email", "password"])
        address = EmailAddress.objects.create(user=player, email=email, primary=True, verified=False)
        news.tell(news.News.RENAMED, player.pk)
    update_session_auth_hash(request, player)
    request.session.set_expiry(settings.SESSION_COOKIE_AGE)
    request.user = player
    address.send_confirmation(request, signup=False)
    return player


def keeper(predicate: Keeper) -> Keeper:
    """Register `predicate(player ids) -> ids that must stay`: apps above know about money and seats."""
    _keepers.append(predicate)
    return predicate


def keepers() -> tuple[Keeper, ...]:
    """The registered predicates."""
    return tuple(_keepers)


def purge_idle_guests(now: datetime, *, keep: Sequence[Keeper]) -> int:
    """Delete guests nobody can come back to (older than GUEST_DAYS) and that left no trace; the number deleted.

    A guest stays if any predicate in `keep` names it, or if anything is written about it here.
    """
    old = Player.objects.filter(
        is_guest=True, date_joined__lt=now - timedelta(days=settings.GUEST_DAYS), is_staff=False
    )
    old = old.exclude(pk__in=AllowanceEntry.objects.values("allowance_id"))
    old = old.exclude(pk__in=AccountEntry.objects.values("player_id"))
    old = old.exclude(pk__in=ResetRequest.objects.values("player_id"))
    ids = list(old.order_by("pk").values_list("pk", flat=True)[:500])
    for predicate in keep:
        stay = set(predicate(ids))
        ids = [pk for pk in ids if pk not in stay]
    with transaction.atomic():
        # The guest may have become a full account since.
        Player.objects.filter(pk__in=ids, is_guest=True).delete()
    return len(ids)
