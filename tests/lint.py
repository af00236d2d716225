"""Everything `make lint` checks, two checks at a time: `python -m tests.lint [--write] [CHECK …]`.

A check prints only when it finds something; `--write` lets those that can mend what they find. Biome
comes from npm, in the one version that package-lock.json names, through our own Node or a wheel's.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from pokerroom.launch import node
from pokerroom.launch.problems import LaunchError, Problem
from pokerroom.launch.room import MANAGE, NEUTRAL, PROJECT

BIN = Path(sys.executable).parent
SECONDS = 300
RULE = "-" * 80
PACKAGES = ("pokerroom", "tables", "cashier", "accounts")
# What `check --deploy` must see to be content is what an operator must set; nothing is connected to.
PRODUCTION = {
    "DATABASE_URL": "postgres://room@127.0.0.1:1/room",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "ORIGINS": "https://room.example",
    "ALLOWED_HOSTS": "room.example",
    "SECRET_KEY": "a-key-as-long-and-as-varied-as-djangos-check-asks-for-0123456789",
    "DECK_KEYS": "another-key-of-the-same-kind-for-the-decks-0123456789",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a check came to; `impossible` when this machine can't run it."""

    name: str
    code: int
    text: str
    seconds: float
    impossible: bool = False


def call(*words: str | Path, env: dict[str, str] | None = None) -> tuple[int, str]:
    """Run a command in the project; its exit code and all it printed."""
    environment = {**os.environ, **(env or {})}
    done = subprocess.run(
        [str(word) for word in words],
        cwd=PROJECT,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def templates() -> list[Path]:
    return sorted(path for folder in ("templates", *PACKAGES) for path in (PROJECT / folder).rglob("*.html"))


def manage(*words: str, env: dict[str, str]) -> tuple[int, str]:
    """Run a `manage.py` command in a room without files of its own."""
    with tempfile.TemporaryDirectory(prefix="pokerroom-lint-") as folder:
        return call(*MANAGE, *words, env=NEUTRAL | env | {"ROOM_VAR": folder})


def fresh(folder: Path, *, source: Path) -> bool:
    """True when the folder was made after its source was last changed."""
    return folder.exists() and folder.stat().st_mtime >= source.stat().st_mtime


def biome(*words: str) -> tuple[int, str]:
    """Format and lint of scripts and styles."""
    program = PROJECT / "node_modules" / ".bin" / "biome"
    if not fresh(program.parent.parent / ".package-lock.json", source=PROJECT / "package-lock.json"):
        code, text = call(*node.npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", env=node_first())
        if code != 0:
            raise LaunchError(Problem.MISSING, f"npm could not install biome:\n{text}")
    return call(program, *words, "--colors=off", env=node_first())


def node_first() -> dict[str, str]:
    """A PATH on which scripts find the node that we found."""
    return {"PATH": f"{node.program().parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"}


CHECKS: dict[str, Callable[[], tuple[int, str]]] = {
    "mypy": lambda: call(BIN / "mypy", *PACKAGES, "manage.py"),
    "biome": lambda: biome("ci", "--error-on-warnings"),
    "ruff": lambda: call(BIN / "ruff", "check", "."),
    "format": lambda: call(BIN / "ruff", "format", "--check", "."),
    "layers": lambda: call(BIN / "lint-imports"),
    "deploy": lambda: manage("check", "--deploy", "--fail-level=WARNING", env=PRODUCTION),
    "migrations": lambda: manage("makemigrations", "--check", "--dry-run", env={}),
    "djade": lambda: call(BIN / "djade", "--check", "--target-version=5.2", *templates()),
    "djlint": lambda: call(BIN / "djlint", "--lint", "--quiet", *templates()),
}
WRITERS: dict[str, Callable[[], tuple[int, str]]] = {
    "ruff": lambda: call(BIN / "ruff", "check", "--fix", "."),
    "format": lambda: call(BIN / "ruff", "format", "."),
    "djade": lambda: call(BIN / "djade", "--target-version=5.2", *templates()),
    "biome": lambda: biome("check", "--write"),
}


def check(name: str, work: Callable[[], tuple[int, str]]) -> Finding:
    """Run one check."""
    began = time.monotonic()
    impossible = False
    try:
        code, text = work()
    except subprocess.TimeoutExpired:
        code, text = 1, f"took more than {SECONDS} s"
    except LaunchError as error:
        impossible = error.code is Problem.MISSING and os.environ.get("CI") != "true"
        code, text = 1, f"!! {name.upper()} COULD NOT RUN: {error}"
    return Finding(name=name, code=code, text=text, seconds=time.monotonic() - began, impossible=impossible)


def main(words: list[str]) -> int:
    """Run the named checks, or all; 0 when none found anything."""
    checks = WRITERS if "--write" in words else CHECKS
    names = [word for word in words if word != "--write"] or list(checks)
    workers = 1 if checks is WRITERS else max(2, os.cpu_count() or 2)
    findings = []
    with ThreadPoolExecutor(max_workers=workers) as pool:
        for finding in pool.map(lambda name: check(name, checks[name]), names):
            findings.append(finding)
            print(f"{finding.name:12} {'ok' if finding.code == 0 else 'NOT OK':8} {finding.seconds:.1f} s", flush=True)
            if finding.code != 0:
                print(f"{RULE}\n{finding.text.rstrip()}\n{RULE}", flush=True)
    return 0 if all(finding.code == 0 or finding.impossible for finding in findings) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
