"""Freezing a currency and lifting it, with a reason."""

from typing import cast

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from accounts.models import Player
from cashier import freezing, selectors
from cashier.admin.desk import Shown
from cashier.models import CurrencyFreeze

FREEZE = "cashier.freeze_currency"


class FreezeForm(forms.Form):
    """Which currency, and why; `lift` to let it move again."""

    do = forms.ChoiceField(choices=[("freeze", "Freeze: no money of it moves"), ("lift", "Lift the freeze")])
    currency = forms.ChoiceField()
    reason = forms.CharField(max_length=300)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.fields["currency"] = forms.ChoiceField(choices=[(one, one) for one in selectors.currencies()])


@admin.register(CurrencyFreeze)
class CurrencyFreezeAdmin(Shown):
    """Freezes, in force and past."""

    change_list_template = "admin/cashier/freezes.html"
    list_display = ("currency", "reason", "since", "frozen_by", "lifted", "lifted_by")
    list_filter = ("currency",)
    ordering = ("-id",)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.freeze)
        return [path("freeze/", view, name="cashier_currencyfreeze_freeze"), *super().get_urls()]

    def freeze(self, request: HttpRequest) -> HttpResponse:
        """Freeze a currency or lift it."""
        staff = cast(Player, request.user)
        if not staff.has_perm(FREEZE):
            raise PermissionDenied
        form = FreezeForm(request.POST or None)
        if request.method == "POST" and form.is_valid():
            currency, reason = form.cleaned_data["currency"], form.cleaned_data["reason"]
            if form.cleaned_data["do"] == "freeze":
                done = freezing.freeze(currency, reason=reason, actor=staff.pk)
            else:
                done = freezing.lift(currency, actor=staff.pk)
            if done:
                row = CurrencyFreeze.objects.filter(currency=currency).latest("id")
                self.log_change(request, row, f"{form.cleaned_data['do']}: {reason}")
                messages.success(request, "Done.")
            else:
                messages.warning(request, "Nothing to do.")
            return redirect("admin:cashier_currencyfreeze_changelist")
        context = {**self.admin_site.each_context(request), "title": "Freeze or lift", "opts": self.opts, "form": form}
        return TemplateResponse(request, "admin/cashier/form.html", context)
