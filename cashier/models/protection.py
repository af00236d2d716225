"""Who may play for real money, and the limits a player sets against himself."""

from django.conf import settings
from django.db import models


class RealMoneyPlayer(models.Model):
    """A player's word that he is of age and accepts the terms; his row is the lock of his limits."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.PROTECT, related_name="real_money"
    )
    terms = models.CharField(max_length=40, help_text="The version of the terms he accepted.")
    confirmed = models.DateTimeField()

    def __str__(self) -> str:
        return f"real money for player {self.pk}"
