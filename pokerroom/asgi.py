"""The ASGI entry point: pages through Django, tables through WebSockets.

A socket is opened only for a page of one of the room's own origins, scheme and port included: the
cookie that signs a player in travels with any page's request, so the origin is what protects it.
"""

import os
from collections.abc import Callable
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import OriginValidator, WebsocketDenier
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerroom.settings")

pages = get_asgi_application()

from tables.routing import websocket_urlpatterns  # noqa: E402 (its consumers need the apps loaded)


def straight(middleware: Callable[[Any], Any], inner: Any) -> Any:
    """The middleware, for what it puts into the scope; frames go out past it.

    Channels looks at the session before every frame, to save it with the head of an HTTP answer; a socket has none.
    """

    async def outside(scope: dict[str, Any], receive: Any, send: Any) -> None:
        async def inside(scope: dict[str, Any], receive: Any, _: Any) -> None:
            await inner(scope, receive, send)

        await middleware(inside)(scope, receive, send)

    return outside


# An unknown address is refused like a foreign origin, without a traceback in the log.
sockets = URLRouter([*websocket_urlpatterns, re_path(r"", WebsocketDenier.as_asgi())])

application = ProtocolTypeRouter(
    {"http": pages, "websocket": OriginValidator(straight(AuthMiddlewareStack, sockets), settings.ORIGINS)}
)
