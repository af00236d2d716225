"""Django's name for the app, and what it registers when it is ready."""

from importlib import import_module

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"

    def ready(self) -> None:
        """Register links and checks with the cashier, whose guest accounts must stay, and what the floor may do."""
        import_module("tables.cashier_links")
        import_module("tables.checks")
        import_module("tables.keepers")
        import_module("tables.staff")
