"""Rake schedules (R-8): brackets by average pot, each with percent, step and caps by players."""

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q


class RakeSchedule(models.Model):
    """What the house takes at the tables that use it. Amounts are minor units."""

    name = models.CharField(max_length=60, unique=True)
    no_flop_no_drop = models.BooleanField(default=True)
    enough_hands = models.PositiveIntegerField(
        default=10, help_text="With fewer settled hands the lowest bracket applies (R-8.2)."
    )

    def __str__(self) -> str:
        return self.name


def check_caps(caps: object) -> None:
    """Refuse anything but ascending [players, cap] pairs of whole numbers; an empty list is no cap."""
    if not isinstance(caps, list):
        raise ValidationError("caps: a list of [players, cap] pairs is needed")
    for pair in caps:
        if not (isinstance(pair, list) and len(pair) == 2 and all(type(number) is int for number in pair)):
            raise ValidationError("caps: each entry is [players, cap], whole numbers")
        if pair[0] < 2 or pair[1] < 0:
            raise ValidationError("caps: at least two players, no negative cap")
    if [pair[0] for pair in caps] != sorted({pair[0] for pair in caps}):
        raise ValidationError("caps: players must ascend")


class RakeBracket(models.Model):
    """The terms from an average pot of `from_average_pot` upwards.

    rake = min(cap, floor(raked × basis_points ÷ 10000 ÷ step) × step). `caps` lists
    [players dealt in, cap] ascending: the entry of the largest number not above the players
    dealt in applies; with fewer players than the first entry the first applies, with
    no entries none.
    """

    schedule = models.ForeignKey(RakeSchedule, on_delete=models.CASCADE, related_name="brackets")
    from_average_pot = models.PositiveBigIntegerField(default=0)
    basis_points = models.PositiveIntegerField()
    step = models.PositiveBigIntegerField()
    caps = models.JSONField(default=list, blank=True, validators=[check_caps])

    class Meta:
        ordering = ["schedule", "from_average_pot"]
        constraints = [
            models.UniqueConstraint(fields=["schedule", "from_average_pot"], name="cashier_bracket_starts_once"),
            models.CheckConstraint(condition=Q(basis_points__lte=10_000), name="cashier_bracket_at_most_all"),
            models.CheckConstraint(condition=Q(step__gte=1), name="cashier_bracket_has_step"),
        ]

    def __str__(self) -> str:
        return f"{self.schedule} from {self.from_average_pot}"
