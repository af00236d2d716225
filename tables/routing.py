"""The sockets' addresses."""

from django.urls import path

from tables.consumers import TableConsumer

websocket_urlpatterns = [path("ws/tables/<slug:slug>/", TableConsumer.as_asgi())]
