"""What players type about their accounts."""

from typing import Any, cast

from allauth.account.adapter import get_adapter
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from accounts import names, reset_requests
from accounts.models import Player


class KeepForm(forms.Form):
    """A guest gives e-mail and password, and a name if he wants another."""

    name = forms.CharField(
        required=False,
        max_length=names.LONGEST,
        help_text=names.SHAPE_WORDS,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "autocapitalize": "off", "spellcheck": "false"}),
    )
    email = forms.EmailField(
        label="E-mail",
        help_text="For signing in and for a forgotten password. Other players never see it.",
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password1 = forms.CharField(
        label="Password", strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )
    password2 = forms.CharField(
        label="Password again", strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        self.fields["name"].widget.attrs["placeholder"] = player.username

    def clean_name(self) -> str:
        """The chosen name, or the guest's own when none is given."""
        name = self.cleaned_data["name"].strip()
        if not name or name == self.player.username:
            return self.player.username
        return cast(str, get_adapter().clean_username(name))

    def clean_email(self) -> str:
        """In lower case, as allauth keeps addresses."""
        return cast(str, get_adapter().clean_email(self.cleaned_data["email"].lower()))

    def clean(self) -> dict[str, Any]:
        """Both passwords are the same, and good enough for this player."""
        data = super().clean() or self.cleaned_data
        password = data.get("password1")
        if not password:
            return data
        if data.get("password2") and data["password2"] != password:
            self.add_error("password2", "You must type the same password each time.")
        try:
            validate_password(password, Player(username=data.get("name", ""), email=data.get("email", "")))
        except ValidationError as error:
            self.add_error("password1", error)
        return data


class ResetRequestForm(forms.Form):
    """What the player tells support."""

    text = forms.CharField(
        label="What happened?",
        max_length=reset_requests.LONGEST,
        widget=forms.Textarea(attrs={"rows": 3, "placeholder": "My line broke twice this evening …"}),
    )
