"""Django's name for the app."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_migrate


class AccountsConfig(AppConfig):
    name = "accounts"
    # allauth's app of addresses is called Accounts too; at the desk they stand side by side.
    verbose_name = "Players and support"

    def ready(self) -> None:
        """Keep the staff groups as they are written down, whenever the database is migrated; hear of sign-outs."""
        from accounts import groups, sessions  # noqa: PLC0415  (models must be loaded)

        post_migrate.connect(groups.synchronise, dispatch_uid="accounts.groups")
        user_logged_out.connect(sessions.signed_out, dispatch_uid="accounts.signed_out")
