"""Django's name for the app."""

from django.apps import AppConfig


class CashierConfig(AppConfig):
    name = "cashier"
