"""The ASGI entry point: pages through Django, tables through WebSockets.

A socket is opened only for a page of one of the room's own origins, scheme and port included: the
cookie that signs a player in travels with any page's request, so the origin is what protects it.
"""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator, WebsocketDenier
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerroom.settings")

pages = get_asgi_application()

from tables.routing import websocket_urlpatterns  # noqa: E402 (its consumers need the apps loaded)

# An unknown address is refused like a foreign origin, without a traceback in the log.
sockets = URLRouter([*websocket_urlpatterns, re_path(r"", WebsocketDenier.as_asgi())])

application = ProtocolTypeRouter(
    {"http": pages, "websocket": OriginValidator(AuthMiddlewareStack(sockets), settings.ORIGINS)}
)
