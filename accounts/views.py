"""The player's own page: who he is, what protects him, and keeping a guest account."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts import allowance, clock, guests, panels, reset_requests
from accounts.errors import AccountsError, Refusal
from accounts.forms import KeepForm, ResetRequestForm
from accounts.models import Player

WORDS = {
    Refusal.ALREADY_OPEN: "You have asked already; support will answer here.",
    Refusal.NOTHING_USED: "All your protected all-ins are there: nothing to reset.",
    Refusal.BAD_TEXT: "Please tell support in a few words what happened.",
}


@login_required
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """Everything a player can see and do about his account."""
    return _account_page(request, ResetRequestForm())


@login_required
@never_cache
def keep(request: HttpRequest) -> HttpResponse:
    """Turn the guest into a full account."""
    player = _player(request)
    if not player.is_guest:
        return redirect("accounts:account")
    form = KeepForm(request.POST or None, player=player)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            guests.keep(request, name=data["name"], email=data["email"], password=data["password1"])
        except IntegrityError:
            form.add_error("name", "This name is taken.")
        except AccountsError:
            return redirect("accounts:account")
        else:
            messages.success(request, "The account is yours to keep. Your money and your seats are as they were.")
            return redirect("accounts:account")
    return render(request, "account/keep.html", {"form": form})


@login_required
@require_POST
def request_reset(request: HttpRequest) -> HttpResponse:
    """Ask support to give back used all-ins; a table's page asks for the answer as JSON and stays where it is."""
    form = ResetRequestForm(request.POST)
    here = request.accepts("text/html")
    if not form.is_valid() and here:
        return _account_page(request, form)
    problem = WORDS[Refusal.BAD_TEXT] if form.errors else ""
    try:
        if not problem:
            reset_requests.request_reset(_player(request).pk, form.cleaned_data["text"])
    except AccountsError as error:
        problem = WORDS[error.code]
    if not here:
        return JsonResponse({"ok": not problem, "problem": problem}, status=422 if problem else 200)
    if problem:
        messages.error(request, problem)
    else:
        messages.success(request, "Support has your request. The answer will be here.")
    return redirect("accounts:account")


def _account_page(request: HttpRequest, form: ResetRequestForm) -> HttpResponse:
    player = _player(request)
    state = allowance.state(player.pk, clock.now())
    asked = reset_requests.latest(player.pk)
    may_ask = (state.left < state.of or state.revoked) and (asked is None or asked.status != "open")
    context = {
        "allowance": state,
        "entries": allowance.history(player.pk, limit=20),
        "asked": asked,
        "form": form if may_ask else None,
        "panels": panels.render(panels.Place.ACCOUNT, player=player, viewer=player),
    }
    return render(request, "account/account.html", context, status=422 if form.is_bound else 200)


def _player(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)
    return request.user
