"""A Chromium for the tests: the machine's own, else Debian's package when we are root.

No wheel carries one, and a downloaded browser build is not ours to fetch, so without root it must be
installed by hand; the message says how.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from pokerroom.launch.problems import LaunchError, Problem

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
# A test browser has nothing to tell anybody: no sandbox as root, no background calls home.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
INSTALL = "apt-get install chromium"
SECONDS = 900


def system_program() -> Path | None:
    """The browser's program, if the machine has one."""
    found = [path for name in NAMES if (path := shutil.which(name))]
    return Path(found[0]) if found else None


def program() -> Path:
    """The browser's program, installed from Debian when missing and possible; raises LaunchError(MISSING)."""
    found = system_program()
    if found is not None:
        return found
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise LaunchError(Problem.MISSING, f"No Chromium on this machine. As root: {INSTALL}")
    print("Installing chromium from Debian (this machine has none) …", file=sys.stderr, flush=True)
    _apt("update")
    _apt("install", "--yes", "--no-install-recommends", "chromium", "fonts-liberation")
    found = system_program()
    if found is None:
        raise LaunchError(Problem.MISSING, "apt-get installed chromium, but there is no such program")
    return found


def _apt(*words: str) -> None:
    command = ["apt-get", "--quiet=2", *words]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(  # noqa: S603
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise LaunchError(Problem.MISSING, f"{' '.join(command)} took more than {SECONDS} s") from late
    if done.returncode != 0:
        raise LaunchError(Problem.MISSING, f"{' '.join(command)} failed:\n{done.stderr[-2000:]}")
