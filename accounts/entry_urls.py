"""django-allauth's addresses, with guests led to where they keep what they have.

A guest who signed up anew or set a lone password would lose the account or half-own it; he is sent
to the page that turns the guest into a full account. He may sign in to another account.
"""

from collections.abc import Callable
from functools import wraps

from allauth.account import views
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, resolve_url
from django.urls import include, path
from django.utils.http import url_has_allowed_host_and_scheme

View = Callable[..., HttpResponseBase]


def guests_keep_theirs(view: View) -> View:
    """Guests go to the page that makes theirs a full account; everybody else to `view`."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect("accounts:keep")
        return view(request, *args, **kwargs)

    return wrapped


def strangers_and_guests(view: View) -> View:
    """Who is signed in to a full account is sent on; others may sign in."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            onward = request.GET.get("next", "")
            safe = url_has_allowed_host_and_scheme(onward, {request.get_host()}, require_https=request.is_secure())
            return redirect(onward if safe else resolve_url(settings.LOGIN_REDIRECT_URL))
        return view(request, *args, **kwargs)

    return wrapped


urlpatterns = [
    path("login/", strangers_and_guests(views.login), name="account_login"),
    path("signup/", guests_keep_theirs(strangers_and_guests(views.signup)), name="account_signup"),
    path("email/", guests_keep_theirs(views.email), name="account_email"),
    path("password/change/", guests_keep_theirs(views.password_change), name="account_change_password"),
    path("password/set/", guests_keep_theirs(views.password_set), name="account_set_password"),
    path("", include("allauth.urls")),
]
