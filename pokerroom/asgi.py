"""The ASGI entry point: pages through Django, tables through WebSockets."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerroom.settings")

application = get_asgi_application()
