"""The room's settings as the tests need them: own files, quick password hashes, no static manifest.

With DATABASE_URL and REDIS_URL set the same tests run on PostgreSQL and Redis. Where several pytest processes share the
work, each has a Redis database and channel names of its own, as it has its own test database from pytest-django.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

FOLDER = Path(tempfile.mkdtemp(prefix="pokerroom-tests-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
os.environ["ROOM_VAR"] = str(FOLDER)
os.environ.setdefault("SECRET_KEY", "only for the tests, where nothing is secret")
os.environ.setdefault("DECK_KEYS", "only for the tests, where no card is worth anything")
WORKER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
if redis_url := os.environ.get("REDIS_URL"):
    os.environ["REDIS_URL"] = urlsplit(redis_url)._replace(path=f"/{WORKER}").geturl()

from pokerroom.settings import *  # noqa: E402, F403 (they read the environment set above)
from pokerroom.settings import CHANNEL_LAYERS, DATABASES, EMBEDDED, STORAGES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
(FOLDER / "static").mkdir()
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, not memory: threads then lock and wait as they do when the room is played in.
    DATABASES["default"]["TEST"] = {"NAME": str(FOLDER / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL;PRAGMA synchronous=OFF;"
if not EMBEDDED:
    # Publishing knows no database numbers.
    CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = f"test-{WORKER}"
