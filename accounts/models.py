"""Who plays: one account a person, a guest or a house bot."""

import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models


def new_public_id() -> str:
    """An id that says nothing and cannot be guessed; it is what other players see."""
    return "p_" + secrets.token_hex(8)


class Player(AbstractUser):
    """A player's account. `username` is the name shown at the tables; staff are players too."""

    public_id = models.CharField(max_length=20, unique=True, default=new_public_id, editable=False)
    is_guest = models.BooleanField(default=False, help_text="Plays without e-mail and password so far.")
    is_bot = models.BooleanField(default=False, help_text="A house bot: marked everywhere, play money only.")

    def __str__(self) -> str:
        return self.username
