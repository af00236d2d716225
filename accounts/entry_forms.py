"""allauth's forms in the room's words: every field has a visible label, none a placeholder instead."""

from typing import Any

from allauth.account import forms as allauth_forms

from accounts import names


class LoginForm(allauth_forms.LoginForm):  # type: ignore[misc]
    """Sign in by name or e-mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "Name or e-mail"
        self.fields["login"].widget.attrs.update(autocomplete="username", autocapitalize="off", spellcheck="false")
        self.fields["password"].help_text = ""
        self.fields["remember"].label = "Keep me signed in on this device"
        _without_placeholders(self)


class SignupForm(allauth_forms.SignupForm):  # type: ignore[misc]
    """A name for the table, an e-mail for oneself, a password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.label = "Name at the table"
        name.help_text = names.SHAPE_WORDS
        name.widget.attrs.update(autocapitalize="off", spellcheck="false", minlength=names.SHORTEST)
        self.fields["email"].label = "E-mail"
        self.fields["email"].help_text = "For a forgotten password. Other players never see it."
        self.fields["password2"].label = "Password again"
        _without_placeholders(self)


def _without_placeholders(form: Any) -> None:
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)
