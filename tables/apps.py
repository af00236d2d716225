"""Django's name for the app."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
