"""Django's name for the app, and what it registers when it is ready."""

from importlib import import_module

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
    verbose_name = "Tables and hands"

    def ready(self) -> None:
        """Register links and checks with the cashier, and with the accounts whose guests must stay, the floor's rights,
        the welcome, and what becomes of seats when something happens to an account."""
        import_module("tables.cashier_links")
        import_module("tables.checks")
        import_module("tables.keepers")
        import_module("tables.staff")
        import_module("tables.quick_seat")
        import_module("tables.panels")
        import_module("tables.live.account_news")
