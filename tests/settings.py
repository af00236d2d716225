"""The room's settings as the tests need them: own files, quick password hashes, no static manifest.

With DATABASE_URL and REDIS_URL set the same tests run on PostgreSQL and Redis.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

FOLDER = Path(tempfile.mkdtemp(prefix="pokerroom-tests-"))
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
os.environ["ROOM_VAR"] = str(FOLDER)
os.environ.setdefault("SECRET_KEY", "only for the tests, where nothing is secret")
os.environ.setdefault("DECK_KEYS", "only for the tests, where no card is worth anything")

from pokerroom.settings import *  # noqa: E402, F403 (they read the environment set above)
from pokerroom.settings import DATABASES, STORAGES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
(FOLDER / "static").mkdir()
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, not memory: threads then lock and wait as they do when the room is played in.
    DATABASES["default"]["TEST"] = {"NAME": str(FOLDER / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL;PRAGMA synchronous=OFF;"
