"""The player's cashier: what he has and where, his requests, his statement."""

import csv
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from accounts import clock
from accounts.models import Player
from cashier import exclusion, links, real_money, selectors
from cashier.amounts import plain
from cashier.forms import ConfirmForm, MoneyForm, StatementForm
from cashier.models.books import JournalKind
from cashier.models.requests import OPEN, MoneyRequest, RequestState
from cashier.selectors import Line

PAGE = 50
REQUESTS = 20


@login_required
@never_cache
def cashier(request: HttpRequest) -> HttpResponse:
    """Everything about the viewer's money on one page."""
    return cashier_page(request)


def cashier_page(request: HttpRequest, *, status: int = 200, **forms: Any) -> HttpResponse:
    """The page, with a form that was sent in place of an empty one."""
    player = viewer(request)
    statement = StatementForm(request.GET)
    context = {
        **_money(player),
        **_requests(player),
        **_statement(player, statement, request),
        "confirm_form": ConfirmForm(),
        "deposit_form": MoneyForm(auto_id="deposit_%s", reference="Reference of your transfer"),
        "withdraw_form": MoneyForm(auto_id="withdraw_%s", reference="Account to pay to"),
        **forms,
    }
    return render(request, "cashier/cashier.html", context, status=status)


@login_required
@never_cache
def session(request: HttpRequest, ref: str) -> HttpResponse:
    """What happened to the stack of one of the viewer's seats, hand by hand."""
    lines = selectors.session_statement(viewer(request).pk, ref)
    if not lines:
        raise Http404
    currency = selectors.currency_of(lines[0].journal)
    context = {"lines": _linked(lines), "currency": currency, "seat": links.seats([ref]).get(ref)}
    return render(request, "cashier/session.html", context)


@login_required
@never_cache
def statement_file(request: HttpRequest) -> HttpResponse:
    """The statement as CSV, filtered as on the page; amounts as plain decimals."""
    player, form = viewer(request), StatementForm(request.GET)
    currency = form.currency_chosen()
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="statement-{currency.lower()}.csv"'
    writer = csv.writer(response)
    writer.writerow(["time", "what", "table", "note", "amount", "balance", "currency"])
    for shown in _linked(selectors.statement(player.pk, currency, only=form.chosen(limit=None))):
        line: Line = shown["line"]
        table = shown["seat"].label if shown["seat"] else ""
        words = [line.created.isoformat(timespec="seconds"), shown["what"], table, line.reason]
        writer.writerow([*map(safe_cell, words), plain(line.amount), plain(line.balance), currency])
    return response


def safe_cell(text: str) -> str:
    """A cell no spreadsheet takes for a formula."""
    return f"'{text}" if text.lstrip().startswith(("=", "+", "-", "@")) or (text[:1] in "\t\r\n" and text) else text


def viewer(request: HttpRequest) -> Player:
    """The signed-in player."""
    assert isinstance(request.user, Player)
    return request.user


def exclusion_of(player_id: int, *, now: datetime) -> dict[str, Any]:
    """Whether the player is `excluded`, and `excluded_until` when (None: for ever)."""
    found = exclusion.excluded([player_id], now=now)
    return {"excluded": player_id in found, "excluded_until": found.get(player_id)}


def _money(player: Player) -> dict[str, Any]:
    now = clock.now()
    balances = selectors.balances(player.pk)
    held = selectors.holdings(player.pk)
    tables = links.seats(holding.ref for holding in held if holding.kind != "pending_withdrawal")
    real = balances.get(settings.REAL_CURRENCY, 0)
    return {
        "play": balances["PLAY"],
        "real": real,
        "real_currency": settings.REAL_CURRENCY,
        "real_enabled": settings.REAL_MONEY_ENABLED,
        "real_shown": settings.REAL_MONEY_ENABLED or bool(real) or MoneyRequest.objects.filter(player=player).exists(),
        "confirmed": real_money.confirmed(player.pk),
        **exclusion_of(player.pk, now=now),
        "refill": selectors.refill_state(player.pk, now=now),
        "refill_to": settings.PLAY_MONEY_REFILL_TO,
        "in_play": [
            {"holding": holding, "table": tables.get(holding.ref)}
            for holding in held
            if holding.kind != "pending_withdrawal"
        ],
        "reserved": sum(holding.amount for holding in held if holding.kind == "pending_withdrawal"),
    }


def _requests(player: Player) -> dict[str, Any]:
    own = MoneyRequest.objects.filter(player=player)
    return {
        "open_requests": list(own.filter(state__in=OPEN)),
        "past_requests": list(own.exclude(state__in=OPEN)[:REQUESTS]),
        "cancellable": RequestState.REQUESTED,
    }


def _statement(player: Player, form: StatementForm, request: HttpRequest) -> dict[str, Any]:
    currency = form.currency_chosen()
    lines = selectors.statement(player.pk, currency, only=form.chosen(limit=PAGE + 1))
    more = len(lines) > PAGE
    lines = lines[:PAGE]
    asked = {name: request.GET[name] for name in ("currency", "kind", "since", "until") if request.GET.get(name)}
    return {
        "statement_form": form,
        "currency": currency,
        "lines": _linked(lines),
        "query": urlencode(asked),
        "older": urlencode({**asked, "before": lines[-1].leg}) if more else "",
    }


def _linked(lines: Iterable[Line]) -> list[dict[str, Any]]:
    """The lines with their words and links."""
    lines = list(lines)
    seats = links.seats(line.session for line in lines if line.session)
    hands = links.hands(line.hand for line in lines if line.hand)
    return [
        {
            "line": line,
            "what": JournalKind(line.kind).label,
            "seat": seats.get(line.session or ""),
            "hand": hands.get(line.hand or 0),
            "request": request_of(line),
        }
        for line in lines
    ]


def request_of(line: Line) -> int | None:
    """The number of the request that the line's journal belongs to."""
    prefix, _, number = line.key.rpartition(":")
    return int(number) if prefix in ("deposit", "withdrawal", "withdrawal-return") and number.isdecimal() else None
