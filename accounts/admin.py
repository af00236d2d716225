"""Support's desk in the administration: find a player, his allowance, requests, blocking.

Pages show; what support does goes through forms with a reason to accounts.allowance,
accounts.reset_requests and accounts.blocking, which check the right again. There are no bulk
actions and nobody acts as a player. Only superusers decide who is staff.
"""

from collections.abc import Callable, Mapping
from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Case, When
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path
from django.utils.decorators import method_decorator
from django.utils.text import Truncator
from django.views.decorators.http import require_POST

from accounts import allowance, blocking, clock, panels, reset_requests
from accounts.admin_forms import ANSWERS, VERBS, WORDS, AnswerForm, ReasonForm, Verb
from accounts.errors import AccountsError
from accounts.models import AccountEntry, AllInAllowance, AllowanceEntry, Player, ResetRequest

Act = Callable[..., bool | None]

_ACTS: Mapping[Verb, Act] = {
    Verb.RESET: allowance.reset,
    Verb.REVOKE: allowance.revoke,
    Verb.REINSTATE: allowance.reinstate,
    Verb.BLOCK: blocking.block,
    Verb.UNBLOCK: blocking.unblock,
}


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows are looked at, never typed: no adding, changing or deleting, whatever rights one has."""

    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """Find a player and see everything about him that support may see."""

    change_form_template = "admin/accounts/player/change_form.html"
    list_display = ("username", "email", "is_guest", "is_bot", "is_staff", "is_active", "date_joined")
    list_filter = ("is_active", "is_guest", "is_bot", "is_staff", "allowance__revoked")
    search_fields = ("username", "email", "public_id")
    ordering = ("username",)
    shown = ("username", "public_id", "email", "is_guest", "is_bot", "is_active", "date_joined", "last_login")

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Superusers alone edit a player, and only whether he is staff and in which groups."""
        return bool(request.user.is_active and request.user.is_superuser)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        own = (None, {"fields": self.shown})
        return [own, ("Staff", {"fields": ("is_staff", "groups")})] if self.has_change_permission(request) else [own]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.shown

    def get_urls(self) -> list[URLPattern]:
        act = path("<int:player_id>/act/<str:verb>/", self.admin_site.admin_view(self.act), name="accounts_player_act")
        return [act, *super().get_urls()]

    @method_decorator(require_POST)
    def act(self, request: HttpRequest, player_id: int, verb: str) -> HttpResponse:
        """Do one thing about one player, with a reason."""
        chosen = _verb(verb)
        actor = cast(Player, request.user)
        if not (self.has_view_permission(request) and actor.has_perm(VERBS[chosen].permission)):
            raise PermissionDenied
        player = get_object_or_404(Player, pk=player_id)
        form = ReasonForm(request.POST)
        if not form.is_valid():
            messages.error(request, "Nothing done: give a reason of at most 500 characters.")
            return redirect("admin:accounts_player_change", player_id)
        reason = form.cleaned_data["reason"]
        try:
            changed = _ACTS[chosen](player_id, actor=actor, reason=reason)
        except AccountsError as error:
            messages.error(request, f"Nothing done: {WORDS[error.code]}")
        else:
            if changed:
                self.log_change(request, player, f"{VERBS[chosen].label}: {reason}")
                messages.success(request, f"{VERBS[chosen].done} {player.username}.")
            else:
                messages.warning(request, f"Nothing to do: {VERBS[chosen].idle}")
        return redirect("admin:accounts_player_change", player_id)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        player = Player.objects.filter(pk=object_id).first() if object_id.isdecimal() else None
        extra = {**(extra_context or {}), **(_desk(player, viewer=cast(Player, request.user)) if player else {})}
        return super().change_view(request, object_id, form_url, extra)


@admin.register(ResetRequest)
class ResetRequestAdmin(ReadOnlyAdmin):
    """The queue of players who ask for a reset."""

    change_form_template = "admin/accounts/resetrequest/change_form.html"
    list_display = ("player", "status", "excerpt", "asked", "left", "answered", "answered_by")
    ordering = (Case(When(status=ResetRequest.Status.OPEN, then=0), default=1), "-id")
    list_filter = ("status",)
    search_fields = ("player__username",)
    list_select_related = ("player", "answered_by")
    fields = ("player", "text", "asked", "status", "answer", "answered", "answered_by")

    @admin.display(description="what he wrote")
    def excerpt(self, asked: ResetRequest) -> str:
        """The beginning of the player's words."""
        return Truncator(asked.text).chars(80)

    @admin.display(description="left now")
    def left(self, asked: ResetRequest) -> str:
        """What he has of the allowance at this moment."""
        state = allowance.state(asked.player_id, clock.now())
        return "revoked" if state.revoked else f"{state.left} of {state.of}"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.answer)
        return [
            path("<int:request_id>/answer/<str:verb>/", view, name="accounts_resetrequest_answer"),
            *super().get_urls(),
        ]

    @method_decorator(require_POST)
    def answer(self, request: HttpRequest, request_id: int, verb: str) -> HttpResponse:
        """Accept (which resets the allowance) or decline, with words the player reads."""
        if verb not in ANSWERS:
            raise Http404
        actor = cast(Player, request.user)
        if not (self.has_view_permission(request) and actor.has_perm("accounts.answer_resetrequest")):
            raise PermissionDenied
        asked = get_object_or_404(ResetRequest, pk=request_id)
        form = AnswerForm(request.POST)
        if not form.is_valid():
            messages.error(request, "Nothing done: write an answer of at most 1000 characters; the player reads it.")
            return redirect("admin:accounts_resetrequest_change", request_id)
        verb_function: Act = reset_requests.accept if verb == "accept" else reset_requests.decline
        try:
            verb_function(request_id, actor=actor, answer=form.cleaned_data["answer"])
        except AccountsError as error:
            messages.error(request, f"Nothing done: {WORDS[error.code]}")
        else:
            self.log_change(request, asked, f"{verb}: {form.cleaned_data['answer']}")
            messages.success(request, f"Answered: {ANSWERS[verb]}.")
        return redirect("admin:accounts_resetrequest_change", request_id)

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        asked = ResetRequest.objects.filter(pk=object_id).first() if object_id.isdecimal() else None
        extra: dict[str, Any] = dict(extra_context or {})
        if asked is not None:
            may = request.user.has_perm("accounts.answer_resetrequest") and asked.status == ResetRequest.Status.OPEN
            extra |= {"asked": asked, "may_answer": may, **_allowance_of(asked.player_id)}
        return super().change_view(request, object_id, form_url, extra)


@admin.register(AllowanceEntry)
class AllowanceEntryAdmin(ReadOnlyAdmin):
    """Every use, restore, reset, revocation and reinstatement: the report of who resets how often."""

    list_display = ("at", "kind", "player", "actor", "hand", "table", "reason")
    list_filter = ("kind", "at", ("actor", admin.RelatedOnlyFieldListFilter))
    search_fields = ("allowance__player__username", "actor__username", "hand")
    list_select_related = ("allowance__player", "actor")

    @admin.display(ordering="allowance__player__username")
    def player(self, entry: AllowanceEntry) -> str:
        """Whose allowance it is."""
        return entry.allowance.player.username


def _verb(text: str) -> Verb:
    try:
        return Verb(text)
    except ValueError:
        raise Http404 from None


def _allowance_of(player_id: int) -> dict[str, Any]:
    return {
        "allowance": allowance.state(player_id, clock.now()),
        "entries": allowance.history(player_id, limit=100),
    }


def _desk(player: Player, *, viewer: Player) -> dict[str, Any]:
    """What the page of a player shows beside his fields, as far as the viewer may see and do it."""
    desk: dict[str, Any] = {"panels": panels.render(panels.Place.STAFF, player=player, viewer=viewer)}
    if viewer.has_perm("accounts.view_allinallowance"):
        desk |= _allowance_of(player.pk)
    if viewer.has_perm("accounts.view_resetrequest"):
        desk["requests"] = ResetRequest.objects.filter(player=player)[:20]
    if viewer.has_perm("accounts.view_accountentry"):
        desk["account_entries"] = AccountEntry.objects.filter(player=player).select_related("actor")
    revoked = AllInAllowance.objects.filter(player=player, revoked=True).exists()
    pointless = {
        Verb.REVOKE if revoked else Verb.REINSTATE,
        Verb.UNBLOCK if player.is_active else Verb.BLOCK,
    }
    desk["verbs"] = [
        (verb.value, words)
        for verb, words in VERBS.items()
        if viewer.has_perm(words.permission) and verb not in pointless and viewer.pk != player.pk
    ]
    return desk
