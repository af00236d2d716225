"""What every template knows about the room."""

from django.conf import settings
from django.http import HttpRequest


def room(request: HttpRequest) -> dict[str, str]:
    """The room's name, which its operator chooses."""
    return {"room_name": settings.ROOM_NAME}
