"""What the settings make of an installation behind HTTPS: cookies that no other site and no plain line can set."""

import json
import os
import subprocess
import sys

import pytest

from pokerroom.launch.room import PROJECT

ASK = """
import json, django
django.setup()
from django.http import HttpRequest, HttpResponse
from django.conf import settings
from django.test import Client
client = Client()
answer = client.get("/accounts/login/", secure=True, headers={"host": "room.example"})
plain = client.get("/accounts/login/", headers={"host": "room.example"})
print(json.dumps({
    "cookies": [str(one.OutputString()) for one in answer.cookies.values()],
    "session": settings.SESSION_COOKIE_NAME,
    "secure": settings.SESSION_COOKIE_SECURE,
    "hsts": answer.headers.get("Strict-Transport-Security", ""),
    "plain": [plain.status_code, plain.headers.get("Location", "")],
}))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict:
    """What a room with an https address answers."""
    folder = tmp_path_factory.mktemp("https")
    env = {name: word for name, word in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    env |= {
        "DJANGO_SETTINGS_MODULE": "pokerroom.settings",
        "ROOM_VAR": str(folder),
        "ORIGINS": "https://room.example",
        "ALLOWED_HOSTS": "room.example",
        "SECRET_KEY": "only for this test, where nothing is secret at all",
        "DECK_KEYS": "only for this test, where no card is worth anything",
    }
    subprocess.run([sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"], cwd=PROJECT, env=env, check=True)
    subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], cwd=PROJECT, env=env, check=True)
    answer = subprocess.run(
        [sys.executable, "-c", ASK], cwd=PROJECT, env=env, check=True, capture_output=True, text=True
    )
    found: dict = json.loads(answer.stdout.splitlines()[-1])
    return found


def test_cookies_belong_to_the_host_alone(told: dict) -> None:
    """`__Host-` is honoured only with Secure, Path=/ and no Domain."""
    (token,) = told["cookies"]
    assert token.startswith("__Host-csrftoken=")
    assert "Secure" in token and "Path=/" in token and "Domain" not in token and "SameSite" in token
    assert (told["session"], told["secure"]) == ("__Host-sessionid", True)


def test_a_plain_line_is_sent_to_https(told: dict) -> None:
    assert told["plain"] == [301, "https://room.example/accounts/login/"]
    assert told["hsts"].startswith("max-age=")
