"""Django's name for the app, and the ledger checks it brings."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
