"""The project: settings, entry points and launcher of the poker room."""

from pokerroom.celery import app as celery_app

__all__ = ["celery_app"]
