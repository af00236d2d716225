"""What the room reads from its environment, with the embedded default where nothing is set.

Secrets the operator has not given are made once and kept, readable by the owner alone, in the
folder for the room's own files (`ROOM_VAR`, default `var/`): that is right for one machine.
Several processes on several machines must be given them.
"""

import os
import secrets
from pathlib import Path


class MissingSetting(Exception):
    """A setting that production cannot run without is not in the environment."""


def text(name: str, default: str = "") -> str:
    """The variable's value, or `default` when it is unset or empty."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool) -> bool:
    """A yes/no variable; anything but 1, true, yes and on is no."""
    value = text(name)
    return value.lower() in {"1", "true", "yes", "on"} if value else default


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated variable as a list without empty entries."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def secret(name: str, *, folder: Path, required: bool) -> str:
    """The secret `name` from the environment, else one made on first use and kept in `folder`.

    Raises MissingSetting where it is `required` from the environment.
    """
    value = text(name)
    if value:
        return value
    if required:
        raise MissingSetting(f"{name} must be set when DATABASE_URL or REDIS_URL is")
    path = folder / f"{name.lower()}.txt"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_hex(32))
    return path.read_text().strip()
