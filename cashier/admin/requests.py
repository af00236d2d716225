"""The queue of deposits and withdrawals, and entering one for a player who asks by phone."""

from functools import partial
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Case, When
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from accounts.models import Player
from cashier import payouts, requests
from cashier.admin.desk import Button, Decided, ShownInline
from cashier.errors import CashierError
from cashier.forms import MoneyForm
from cashier.models import MoneyRequest, RequestKind, RequestState, RequestStep
from cashier.templatetags.money import money
from cashier.words import refusal

ENTER = "cashier.enter_moneyrequest"


def _approve(number: int, staff: int, text: str) -> None:
    requests.approve(number, staff_id=staff)
    # Where no schedule runs, nobody else would send it on; sending twice is harmless.
    payouts.send_payouts(only=[number])


BUTTONS = (
    Button(
        verb="approve",
        label="Approve",
        done="Approved.",
        permission=requests.DECIDE,
        act=_approve,
        states=(RequestState.REQUESTED,),
    ),
    Button(
        verb="reject",
        label="Reject",
        done="Rejected.",
        permission=requests.DECIDE,
        act=lambda number, staff, text: requests.reject(number, staff_id=staff, reason=text),
        states=(RequestState.REQUESTED, RequestState.APPROVED),
        asks="Reason; the player reads it",
    ),
    Button(
        verb="paid",
        label="The money was sent",
        done="Paid out.",
        permission=requests.DECIDE,
        act=lambda number, staff, text: payouts.confirm_payout(number, staff_id=staff, reference=text),
        states=(RequestState.SENDING,),
        asks="Reference of the transfer; the player reads it",
    ),
    Button(
        verb="unpaid",
        label="It could not be sent: return the money",
        done="The money is returned.",
        permission=requests.DECIDE,
        act=lambda number, staff, text: payouts.fail_payout(number, staff_id=staff, reason=text),
        states=(RequestState.SENDING,),
        asks="Reason; the player reads it",
    ),
)


class EnterForm(MoneyForm):
    """A request that staff enter for a player."""

    kind = forms.ChoiceField(choices=RequestKind.choices)
    player = forms.CharField(label="Player's name", max_length=150)
    field_order = ("kind", "player", "amount", "provider", "reference")

    def clean_player(self) -> Player:
        """The player of that name."""
        player = Player.objects.filter(username__iexact=self.cleaned_data["player"]).first()
        if player is None:
            raise forms.ValidationError("There is no player of this name.")
        return player


# What waits for a person comes first.
WAITING = Case(When(state__in=[RequestState.REQUESTED, RequestState.SENDING], then=1), default=0)


class StepInline(ShownInline):
    model = RequestStep
    fields = ("created", "what", "state", "actor", "reason", "journal")


@admin.register(MoneyRequest)
class MoneyRequestAdmin(Decided):
    """Deposits and withdrawals, with what happened to each."""

    change_list_template = "admin/cashier/requests.html"
    buttons = BUTTONS
    list_display = ("id", "state", "kind", "player", "asked", "provider", "created", "approvals")
    list_filter = ("state", "kind", "provider")
    search_fields = ("player__username", "reference", "=id")
    ordering = (WAITING.desc(), "-id")
    list_select_related = ("player",)
    inlines = (StepInline,)
    fields = (
        "kind",
        "player",
        "asked",
        "provider",
        "reference",
        "state",
        "note",
        "entered_by",
        "created",
        "approvals",
        "approved_by",
        "also_approved_by",
    )
    readonly_fields = ("asked", "approvals")

    @admin.display(description="Amount", ordering="amount")
    def asked(self, request: MoneyRequest) -> str:
        """The amount, in words."""
        return money(request.amount, request.currency)

    @admin.display(description="Approvals")
    def approvals(self, request: MoneyRequest) -> str:
        """How many there are of those needed."""
        given = sum(1 for who in (request.approved_by_id, request.also_approved_by_id) if who is not None)
        return f"{given} of {request.approvals_needed}"

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.enter)
        return [path("enter/", view, name="cashier_moneyrequest_enter"), *super().get_urls()]

    def enter(self, request: HttpRequest) -> HttpResponse:
        """Enter a request for a player; another person must approve it."""
        staff = cast(Player, request.user)
        if not staff.has_perm(ENTER):
            raise PermissionDenied
        form = EnterForm(request.POST or None, reference="Reference")
        if request.method == "POST" and form.is_valid():
            try:
                number = _enter(form.cleaned_data, staff=staff.pk)
            except CashierError as error:
                form.add_error(None, refusal(error.code))
            else:
                messages.success(request, "Entered. Another person must approve it.")
                return redirect("admin:cashier_moneyrequest_change", number)
        context = {
            **self.admin_site.each_context(request),
            "title": "Enter a request",
            "opts": self.opts,
            "form": form,
        }
        return TemplateResponse(request, "admin/cashier/form.html", context)


def _enter(data: dict[str, Any], *, staff: int) -> int:
    verb = requests.request_deposit if data["kind"] == RequestKind.DEPOSIT else requests.request_withdrawal
    ask = partial(verb, data["player"].pk, amount=data["amount"], currency=settings.REAL_CURRENCY)
    return ask(provider=data["provider"], reference=data["reference"], key=data["key"], entered_by=staff).id
