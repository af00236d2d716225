"""How django-allauth makes accounts here: our name rules and our words."""

from types import SimpleNamespace
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts import names, news
from accounts.models import Player


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """The default one, with names that may be shown at a table."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": _("This name is taken."),
        "email_password_mismatch": _("The name or e-mail and the password don't belong together."),
        "username_password_mismatch": _("The name or e-mail and the password don't belong together."),
        "too_many_login_attempts": _("Too many failed attempts. Try again in half an hour, or reset your password."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as it will be stored, or a ValidationError (accounts.names)."""
        cleaned: str = super().clean_username(names.choose(username), shallow=shallow)
        return cleaned

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write in the room's name; the library would sign with the host's."""
        site = SimpleNamespace(name=settings.ROOM_NAME, domain=settings.ROOM_NAME)
        super().send_mail(template_prefix, email, {**context, "current_site": site})

    def login(self, request: HttpRequest, user: Player) -> None:
        """Sign in. Whoever was signed in before as somebody else has signed out by it."""
        before = request.user.pk if request.user.is_authenticated else None
        super().login(request, user)
        if before is not None and before != user.pk:
            news.tell(news.News.SIGNED_OUT, before)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Back to the account, where the change was begun."""
        return reverse("accounts:account")
