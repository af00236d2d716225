"""What the database remembers of the checkpoints that stand in the file outside it."""

from django.db import models


class Checkpoint(models.Model):
    """One line of the file; written once. A file with fewer lines has lost some."""

    number = models.BigIntegerField(primary_key=True)
    last = models.BigIntegerField(help_text="The newest journal it covers.")
    head = models.CharField(max_length=64)
    created = models.DateTimeField()

    def __str__(self) -> str:
        return f"checkpoint {self.number}"
