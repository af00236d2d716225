"""Django's name for the app, and what it registers when it is ready."""

from importlib import import_module

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"

    def ready(self) -> None:
        """Register the ledger checks of the tables, and whose guest accounts must stay."""
        import_module("tables.checks")
        import_module("tables.keepers")
