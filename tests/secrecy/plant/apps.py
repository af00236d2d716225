"""What is different in a room under the oracle: statements are logged, and players act faster than people may."""

from django.apps import AppConfig


class PlantConfig(AppConfig):
    name = "tests.secrecy.plant"
    label = "secrecy_plant"

    def ready(self) -> None:
        """Set the switches."""
        from django.db.backends.base.base import BaseDatabaseWrapper

        from tables import consumers

        BaseDatabaseWrapper.queries_logged = True  # type: ignore[assignment]
        consumers.PER_SECOND, consumers.BURST = 10_000, 10_000
