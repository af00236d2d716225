"""Django's name for the app, and what it registers when it is ready."""

from importlib import import_module

from django.apps import AppConfig


class CashierConfig(AppConfig):
    name = "cashier"

    def ready(self) -> None:
        """Register the cashier's own checks, whom the purge of guests must keep, what staff may do."""
        import_module("cashier.checks")
        import_module("cashier.checkpoints")
        import_module("cashier.guests")
        import_module("cashier.staff")
