"""Which names a player may show at a table.

Names are ASCII: 3 to 16 letters, digits, "_" and "-", beginning with a letter or digit, with at
least one letter. So there are no confusable or mixed scripts, no invisible characters and nothing a
spreadsheet takes for a formula. They are unique whatever their case; the database enforces that.
Names that sound like the house are kept for it, also when spelled with digits for letters.
"""

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 3, 16
_SHAPE = re.compile(rf"(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9_-]{{{SHORTEST - 1},{LONGEST - 1}}}", re.ASCII)
_LOOKALIKES = str.maketrans("013457", "oleast")
_HOUSE_WORDS = """
admin administrator anonymous auditor bank cashier croupier dealer everybody everyone floor floorman
help host house manager me mod moderator nobody null official operator owner player poker pokerroom
root room security service staff superuser support sysadmin system table team undefined webmaster you
"""
_HOUSE = frozenset(_HOUSE_WORDS.split())
# "bot-ada" and "guest-4821x" are given by the room; "Botond" and "guestbook" are anybody's.
_GIVEN = re.compile(r"(bot|guest)([-_0-9]|$)", re.ASCII)

SHAPE_WORDS = _("3 to 16 letters, digits, “_” or “-”; the first is a letter or digit.")


def validate_shape(name: str) -> None:
    """Raise ValidationError(code="name_shape") unless `name` is written as names are.

    It is the model's own validator, so it also binds staff, house bots and guests.
    """
    if not _SHAPE.fullmatch(name):
        raise ValidationError(SHAPE_WORDS, code="name_shape")


def choose(name: str) -> str:
    """The name a person may take, as it will be stored. It may still be taken by another account.

    Raises ValidationError with code "name_shape" or "name_reserved".
    """
    name = unicodedata.normalize("NFKC", name).strip()
    validate_shape(name)
    if is_reserved(name):
        raise ValidationError(_("This name is kept for the house."), code="name_reserved")
    return name


def is_reserved(name: str) -> bool:
    """Whether only the room itself may use `name`: it sounds like staff, a house bot or a guest."""
    lowered = name.lower()
    spellings = {lowered, lowered.rstrip("0123456789_-")}
    spellings |= {spelling.replace("1", "i") for spelling in spellings}
    skeletons = {re.sub("[_-]", "", spelling.translate(_LOOKALIKES)) for spelling in spellings}
    return bool(_HOUSE & skeletons) or any(_GIVEN.match(word) for word in (lowered, lowered.translate(_LOOKALIKES)))
