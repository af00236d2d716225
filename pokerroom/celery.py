"""The Celery application of the production shape; its tasks are thin calls into the apps."""

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerroom.settings")

app = Celery("pokerroom")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# Asked for when a worker starts; one that could not run by then is run by the next night at the latest.
AT_START = "cashier.check_books"
START_SECONDS = 600


@worker_ready.connect  # type: ignore[untyped-decorator]
def prove_the_books(**_: Any) -> None:
    """After a restart the books are proven before anybody has to ask."""
    app.send_task(AT_START, expires=START_SECONDS)
