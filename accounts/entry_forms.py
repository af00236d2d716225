"""allauth's forms in the room's words: every field has a visible label, none a placeholder instead."""

from typing import Any

from allauth.account import forms as allauth_forms
from django import forms

from accounts import names

# What the validators of the settings ask for, in one sentence.
STRENGTH_WORDS = "At least 10 characters, not only digits, and not one that many people use."


class Plain:
    """Mixed into allauth's forms: our labels, no placeholders, links where the page has them."""

    fields: dict[str, forms.Field]
    labels: dict[str, str] = {}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            if name in self.labels:
                field.label = self.labels[name]


class LoginForm(Plain, allauth_forms.LoginForm):  # type: ignore[misc]
    """Sign in by name or e-mail."""

    labels = {"login": "Name or e-mail", "remember": "Keep me signed in on this device"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].widget.attrs.update(autocomplete="username", autocapitalize="off", spellcheck="false")
        self.fields["password"].help_text = ""


class SignupForm(Plain, allauth_forms.SignupForm):  # type: ignore[misc]
    """A name for the table, an e-mail for oneself, a password."""

    labels = {"username": "Name at the table", "email": "E-mail", "password2": "Password again"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name = self.fields["username"]
        name.help_text = names.SHAPE_WORDS
        name.widget.attrs.update(autocapitalize="off", spellcheck="false", minlength=names.SHORTEST)
        self.fields["email"].help_text = "For a forgotten password. Other players never see it."
        self.fields["password1"].help_text = STRENGTH_WORDS


class ResetPasswordForm(Plain, allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    """Where to send the link."""

    labels = {"email": "E-mail"}


class ResetPasswordKeyForm(Plain, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """The new password, by the link."""

    labels = {"password1": "New password", "password2": "New password again"}


class ChangePasswordForm(Plain, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    """The old password and the new one."""

    labels = {"oldpassword": "Password now", "password1": "New password", "password2": "New password again"}


class AddEmailForm(Plain, allauth_forms.AddEmailForm):  # type: ignore[misc]
    """The address to change to."""

    labels = {"email": "New e-mail"}


class ReauthenticateForm(Plain, allauth_forms.ReauthenticateForm):  # type: ignore[misc]
    """The password once more."""
