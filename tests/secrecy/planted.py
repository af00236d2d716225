"""The stack's settings under the oracle: every process logs everything from DEBUG on, SQL with its values.

Only tests name this module (DJANGO_SETTINGS_MODULE of the launched processes); the room itself has no such switch.
"""

from pokerroom.settings import *  # noqa: F403
from pokerroom.settings import INSTALLED_APPS, LOGGING

INSTALLED_APPS = [*INSTALLED_APPS, "tests.secrecy.plant"]
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"all": {"class": "logging.StreamHandler", "level": "DEBUG"}},
    "root": {"handlers": ["all"], "level": "DEBUG"},
    "loggers": {**LOGGING["loggers"], "django": {"handlers": ["all"], "level": "DEBUG", "propagate": False}},
}
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
