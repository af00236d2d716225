"""Corrections: proposing one, or the reversal of a journal, and deciding about another's."""

from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from accounts.models import Player
from cashier import adjustments, places, selectors
from cashier.admin.desk import Button, Decided
from cashier.errors import CashierError
from cashier.forms import AmountField, new_key
from cashier.models import Adjustment, AdjustmentState
from cashier.models.books import AccountKind
from cashier.places import Place
from cashier.templatetags.money import money
from cashier.words import refusal

HOUSE_SIDE = [
    (AccountKind.HOUSE, "House"),
    (AccountKind.MINT, "Play-money mint"),
    (AccountKind.WORLD, "Outside world"),
    (AccountKind.SUSPENSE, "Suspense"),
]
GIVE, TAKE = "give", "take"


class ProposeForm(forms.Form):
    """Money to a player from the house's side, or from him to it."""

    way = forms.ChoiceField(choices=[(GIVE, "To the player"), (TAKE, "From the player")])
    player = forms.CharField(label="Player's name", max_length=150)
    other = forms.ChoiceField(label="Other side", choices=HOUSE_SIDE)
    currency = forms.ChoiceField()
    amount = AmountField()
    reason = forms.CharField(max_length=200)
    key = forms.RegexField(r"\A[0-9a-f]{32}\Z", widget=forms.HiddenInput, initial=new_key)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["currency"] = forms.ChoiceField(choices=[(one, one) for one in selectors.currencies()])

    def clean_player(self) -> Place:
        """The balance of the player of that name."""
        player = Player.objects.filter(username__iexact=self.cleaned_data["player"]).first()
        if player is None:
            raise forms.ValidationError("There is no player of this name.")
        return places.wallet(player.pk)


class ReverseForm(forms.Form):
    """Undo a journal."""

    journal = forms.IntegerField(min_value=1, max_value=2**63 - 1, label="Number of the journal")
    reason = forms.CharField(max_length=200)
    key = forms.RegexField(r"\A[0-9a-f]{32}\Z", widget=forms.HiddenInput, initial=new_key)


@admin.register(Adjustment)
class AdjustmentAdmin(Decided):
    """Proposed, approved and rejected corrections."""

    change_list_template = "admin/cashier/adjustments.html"
    buttons = (
        Button(
            verb="approve",
            label="Approve and book",
            done="Approved.",
            permission=adjustments.DECIDE,
            act=lambda number, staff, text: adjustments.approve(number, checker_id=staff),
            states=(AdjustmentState.PROPOSED,),
        ),
        Button(
            verb="reject",
            label="Reject, or withdraw my own",
            done="It will not be booked.",
            permission=adjustments.DECIDE,
            act=lambda number, staff, text: adjustments.reject(number, checker_id=staff, reason=text),
            states=(AdjustmentState.PROPOSED,),
            asks="Reason",
        ),
    )
    list_display = ("id", "state", "amount_shown", "source", "target", "reverses", "maker", "checker", "created")
    list_filter = ("state", "currency")
    search_fields = ("reason", "maker__username", "source_ref", "target_ref")
    list_select_related = ("maker", "checker", "reverses")
    fields = (
        "state",
        "amount_shown",
        "source",
        "target",
        "reverses",
        "reason",
        "maker",
        "created",
        "approvals_needed",
        "checker",
        "also_checker",
        "answer",
    )
    readonly_fields = ("amount_shown", "source", "target")

    @admin.display(description="Amount", ordering="amount")
    def amount_shown(self, adjustment: Adjustment) -> str:
        """The amount, in words."""
        return money(adjustment.amount, adjustment.currency)

    @admin.display(description="From")
    def source(self, adjustment: Adjustment) -> str:
        """Where it comes from."""
        return _named(adjustment.source_kind, adjustment.source_ref)

    @admin.display(description="To")
    def target(self, adjustment: Adjustment) -> str:
        """Where it goes."""
        return _named(adjustment.target_kind, adjustment.target_ref)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        return [
            path("propose/", view(self.propose), name="cashier_adjustment_propose"),
            path("reverse/", view(self.reverse), name="cashier_adjustment_reverse"),
            *super().get_urls(),
        ]

    def propose(self, request: HttpRequest) -> HttpResponse:
        """Propose to move money between a player and the house's side."""
        form = ProposeForm(request.POST or None)
        return self._proposal(request, form, _propose, title="Propose an adjustment")

    def reverse(self, request: HttpRequest) -> HttpResponse:
        """Propose to undo a journal."""
        form = ReverseForm(request.POST or None, initial={"journal": request.GET.get("journal", "")[:20]})
        return self._proposal(request, form, _reverse, title="Propose a reversal")

    def _proposal(self, request: HttpRequest, form: forms.Form, verb: Any, *, title: str) -> HttpResponse:
        staff = cast(Player, request.user)
        if not staff.has_perm(adjustments.PROPOSE):
            raise PermissionDenied
        if request.method == "POST" and form.is_valid():
            try:
                number = verb(form.cleaned_data, staff.pk)
            except CashierError as error:
                form.add_error(None, refusal(error.code))
            else:
                messages.success(request, "Proposed. Another person must approve it.")
                return redirect("admin:cashier_adjustment_change", number)
        context = {**self.admin_site.each_context(request), "title": title, "opts": self.opts, "form": form}
        return TemplateResponse(request, "admin/cashier/form.html", context)


def _propose(data: dict[str, Any], staff: int) -> int:
    player, other = data["player"], Place(data["other"])
    source, target = (other, player) if data["way"] == GIVE else (player, other)
    return adjustments.propose(
        maker_id=staff,
        source=source,
        target=target,
        currency=data["currency"],
        amount=data["amount"],
        reason=data["reason"],
        key=data["key"],
    )


def _reverse(data: dict[str, Any], staff: int) -> int:
    return adjustments.propose_reversal(
        maker_id=staff, journal_id=data["journal"], reason=data["reason"], key=data["key"]
    )


def _named(kind: str, ref: str) -> str:
    if kind != AccountKind.WALLET:
        return f"{kind}:{ref}" if ref else kind or "–"
    return str(Player.objects.filter(pk=ref).first() or ref)
