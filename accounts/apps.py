"""Django's name for the app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
