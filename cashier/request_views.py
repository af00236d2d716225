"""What a player does at the cashier: refill, confirm, deposit, withdraw, cancel, limit, pause.

Each is a POST that ends in a redirect, or in the same page with what was wrong. Providers call back
here too, with a signature in place of a session.
"""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts import clock
from cashier import exclusion, limits, payouts, providers, real_money, requests, services
from cashier.errors import CashierCode, CashierError
from cashier.exclusion import Length
from cashier.forms import ConfirmForm, LimitForm, MoneyForm, PauseForm, ReminderForm
from cashier.models.protection import LimitKind, Period
from cashier.models.requests import RequestState
from cashier.providers import Notice
from cashier.request_steps import Standing
from cashier.views import cashier_page, exclusion_of, viewer
from cashier.words import LIMIT_WORDS, refusal

Ask = Callable[..., Standing]


@login_required
@require_POST
def refill(request: HttpRequest) -> HttpResponse:
    """Fill the play money up."""
    return _done(request, lambda: services.refill(viewer(request).pk, now=clock.now()), "Your play money is filled up.")


@login_required
@require_POST
def confirm(request: HttpRequest) -> HttpResponse:
    """Say that one is of age and accepts the terms."""
    form = ConfirmForm(request.POST)
    if not form.is_valid():
        return cashier_page(request, status=HTTPStatus.UNPROCESSABLE_ENTITY, confirm_form=form)
    version = form.cleaned_data["version"]
    return _done(
        request,
        lambda: real_money.confirm(viewer(request).pk, of_age=True, terms=version, now=clock.now()),
        "Thank you. You can deposit now.",
    )


@login_required
@require_POST
def deposit(request: HttpRequest) -> HttpResponse:
    """Announce money that is coming."""
    form = MoneyForm(request.POST, auto_id="deposit_%s", reference="Reference of your transfer")
    return _ask(request, form, requests.request_deposit, field="deposit_form")


@login_required
@require_POST
def withdraw(request: HttpRequest) -> HttpResponse:
    """Ask for a payout."""
    form = MoneyForm(request.POST, auto_id="withdraw_%s", reference="Account to pay to")
    return _ask(request, form, requests.request_withdrawal, field="withdraw_form")


@login_required
@require_POST
def cancel(request: HttpRequest, number: int) -> HttpResponse:
    """Take a request back."""
    return _done(request, lambda: requests.cancel(number, player_id=viewer(request).pk), "Your request is taken back.")


@login_required
@never_cache
def protection(request: HttpRequest) -> HttpResponse:
    """The limits, pauses and reminders one sets oneself."""
    return _protection_page(request)


@login_required
@require_POST
def set_limit(request: HttpRequest) -> HttpResponse:
    """Set, lower or ask to raise a limit; confirm or drop a waiting raise."""
    form = LimitForm(request.POST)
    if not form.is_valid():
        return _protection_page(request, status=HTTPStatus.UNPROCESSABLE_ENTITY, sent=form)
    data = form.cleaned_data
    which = {"kind": data["kind"], "period": data["period"], "now": clock.now()}
    player_id = viewer(request).pk
    verb: Callable[[], Any]
    match request.POST.get("do", "set"):
        case "confirm":
            verb, said = partial(limits.confirm_raise, player_id, **which), "The limit is raised."
        case "drop":
            verb, said = partial(limits.drop_raise, player_id, **which), "The limit stays."
        case _:
            verb = partial(limits.set_limit, player_id, amount=data["amount"], **which)
            said = "Noted. Lower limits hold at once, higher ones after 24 hours and your confirmation."
    return _done(request, verb, said, page="protection")


@login_required
@require_POST
def pause(request: HttpRequest) -> HttpResponse:
    """Pause or exclude oneself."""
    form = PauseForm(request.POST)
    if not form.is_valid():
        return _protection_page(request, status=HTTPStatus.UNPROCESSABLE_ENTITY, pause_form=form)
    length, player_id, now = form.cleaned_data["length"], viewer(request).pk, clock.now()
    verb: Callable[[], Any]
    if length.isdecimal():
        verb = partial(exclusion.cool_off, player_id, hours=int(length), now=now)
    else:
        verb = partial(exclusion.self_exclude, player_id, length=Length[length], now=now)
    return _done(request, verb, "Real money is closed to you until it ends.", page="protection")


@login_required
@require_POST
def set_reminder(request: HttpRequest) -> HttpResponse:
    """How often the tables remind of the time."""
    form = ReminderForm(request.POST)
    if not form.is_valid():
        return _protection_page(request, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    minutes = form.cleaned_data["minutes"]
    return _done(request, lambda: limits.set_reminder(viewer(request).pk, minutes=minutes), "Noted.", page="protection")


@csrf_exempt
def callback(request: HttpRequest, provider: str) -> JsonResponse:
    """A provider's notice, posted and proven by its signature; 200 once it is booked, however often it comes.

    Whatever else is sent here, to whatever provider, is answered 403 alike.
    """
    notice = _proven(request, provider) if request.method == "POST" else None
    if notice is None:
        return JsonResponse({"error": "unproven"}, status=HTTPStatus.FORBIDDEN)
    try:
        standing = payouts.provider_says(provider, notice)
    except CashierError as error:
        busy = error.code is CashierCode.BUSY
        status = HTTPStatus.SERVICE_UNAVAILABLE if busy else HTTPStatus.CONFLICT
        return JsonResponse({"error": error.code}, status=status)
    return JsonResponse({"state": standing.state})


def _proven(request: HttpRequest, provider: str) -> Notice | None:
    try:
        return providers.named(provider).read(request.body, request.headers)
    except (CashierError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _ask(request: HttpRequest, form: MoneyForm, verb: Ask, *, field: str) -> HttpResponse:
    if form.is_valid():
        data = form.cleaned_data
        try:
            standing = verb(
                viewer(request).pk,
                amount=data["amount"],
                currency=settings.REAL_CURRENCY,
                provider=data["provider"],
                reference=data["reference"],
                key=data["key"],
            )
            if standing.state == RequestState.APPROVED:
                payouts.send_payouts(only=[standing.id])
        except CashierError as error:
            form.add_error(None, refusal(error.code))
        else:
            messages.success(request, "We have your request. You can follow it below.")
            return redirect("cashier:cashier")
    return cashier_page(request, status=HTTPStatus.UNPROCESSABLE_ENTITY, **{field: form})


def _done(request: HttpRequest, verb: Callable[[], Any], success: str, *, page: str = "cashier") -> HttpResponse:
    try:
        verb()
    except CashierError as error:
        messages.error(request, refusal(error.code))
    else:
        messages.success(request, success)
    return redirect(f"cashier:{page}")


def _protection_page(
    request: HttpRequest, *, status: int = 200, sent: LimitForm | None = None, pause_form: PauseForm | None = None
) -> HttpResponse:
    player_id, now = viewer(request).pk, clock.now()
    rows = [
        {
            "limit": limit,
            "kind": limit.kind,
            "full": max(1, limit.amount or 0),
            "high": (limit.amount or 0) * 4 // 5,
            "period": Period(limit.period).label,
            "may_confirm": limit.raise_from is not None and limit.raise_from <= now,
        }
        for limit in limits.limits(player_id, now=now)
    ]
    context = {
        "groups": [
            {"kind": kind.label, "words": LIMIT_WORDS[kind], "rows": [row for row in rows if row["kind"] == kind]}
            for kind in LimitKind
        ],
        "sent": sent,
        "currency": settings.REAL_CURRENCY,
        "confirmed": real_money.confirmed(player_id),
        **exclusion_of(player_id, now=now),
        "pause_form": pause_form or PauseForm(),
        "reminder_form": ReminderForm(initial={"minutes": limits.reminder(player_id)}),
    }
    return render(request, "cashier/protection.html", context, status=status)
