"""The pages of the tables: the lobby, a table, "Play now", a finished hand."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts import guests
from accounts.errors import AccountsError
from tables import places, quick_seat, selectors
from tables.history import files
from tables.history.replayed import told
from tables.live import times
from tables.live.deck import DeckLost
from tables.models import Table
from tables.protocol import MESSAGES, Refusal

# A hand looks different to each viewer: no proxy and no shared browser may keep one viewer's for the next.
FOR_THIS_VIEWER = "private, no-store"


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """The tables with stakes, seats and pace; their rows alone (`?fragment=rows`) for a page that is open already."""
    template = "tables/_rows.html" if request.GET.get("fragment") == "rows" else "tables/lobby.html"
    return render(request, template, {"rows": selectors.lobby_rows()})


@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """One table; what happens at it comes through its socket."""
    found = get_object_or_404(Table, slug=slug)
    context = {"table": found, "stakes": selectors.stakes_words(found), "socket_path": f"/ws/tables/{found.slug}/"}
    return render(request, "tables/table.html", context)


@require_safe
def my_tables(request: HttpRequest) -> JsonResponse:
    """Where the viewer sits or waits and which table needs him, for the strip on every page."""
    own = places.places_of(request.user.public_id) if request.user.is_authenticated else []
    answer = JsonResponse({"now": times.now_ms(), "places": [place.plain() for place in own]})
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Seat whoever asks at a play-money table; a stranger becomes a guest with play money first."""
    if not request.user.is_authenticated:
        try:
            request.user = guests.sign_in_guest(request)
        except AccountsError:
            return render(request, "429.html", status=429)
    try:
        slug = quick_seat.take(request.user.pk, at=request.POST.get("table") or None)
    except Refusal as refusal:
        messages.error(request, MESSAGES[refusal.code])
        return redirect("tables:lobby")
    if slug is None:
        messages.info(request, "Every play-money table is full just now.")
        return redirect("tables:lobby")
    return redirect("tables:table", slug=slug)


@require_safe
def hand(request: HttpRequest, public_id: str) -> HttpResponse:
    """A finished hand as its viewer may see it."""
    found = selectors.hand_by_public_id(public_id)
    if found is None:
        raise Http404
    try:
        seen = told(found, player=request.user.pk if request.user.is_authenticated else None)
    except DeckLost as error:
        raise Http404 from error
    data = {
        "number": found.number,
        "id": found.public_id,
        "table": {
            "id": found.table.slug,
            "name": found.table.name,
            "currency": found.currency,
            "seats": found.table.seats,
        },
        "started": int(found.started.timestamp() * 1000),
        "void": bool(found.void_reason),
        # A seat's last item is a wish its player told the room alone (auto-muck).
        "setup": {key: value for key, value in found.setup.items() if key != "rules"}
        | {"seats": [seat[:3] for seat in found.setup.get("seats", [])]},
        "names": {str(seat): name for seat, name in seen.names.items()},
        "bots": [seat.seat for seat in found.seats.all() if seat.player.is_bot],
        "seat": seen.seat,
        "cards": {str(seat): cards for seat, cards in seen.cards.items()},
        "events": seen.events,
    }
    response = render(request, "tables/hand.html", {"hand": found, "seen": seen, "data": data})
    response["Cache-Control"] = FOR_THIS_VIEWER
    return response


@require_safe
def hand_file(request: HttpRequest, public_id: str, ending: str) -> HttpResponse:
    """A finished hand as a file, telling what its viewer may know."""
    found = selectors.hand_by_public_id(public_id)
    if found is None:
        raise Http404
    try:
        seen = told(found, player=request.user.pk if request.user.is_authenticated else None)
        content = files.write(seen, ending)
    except (DeckLost, KeyError, ValueError) as error:
        raise Http404 from error
    response = HttpResponse(content, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="hand-{found.number}.{ending}"'
    response["Cache-Control"] = FOR_THIS_VIEWER
    return response
