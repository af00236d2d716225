"""Crash points inside the room's processes, without a line of the room knowing about them.

A process of a sabotaged stack finds `sitecustomize` on its PYTHONPATH, which wraps a few functions of `tables.live` as
they are imported. A test arms a point by making a file named `<role>.<point>` in CHAOS_FOLDER; the first process of
that role which passes the point takes the file away and kills itself as `kill -9` would, or freezes where the file
says so. The file `deck` holds the next deck.
"""

import functools
import importlib.util
import os
import signal
import sys
import threading
from collections.abc import Callable
from importlib.abc import MetaPathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

FOLDER = "CHAOS_FOLDER"
FREEZE = "freeze"
# Where an action or a hand can be cut off, in the order in which it passes them.
BEFORE_COMMIT, SETTLING, AFTER_COMMIT, BROADCAST, DEALING, DEALT = (
    "before-commit", "settling", "after-commit", "broadcast", "dealing", "dealt",
)  # fmt: skip


class Doing(threading.local):
    """What this thread is in the middle of."""

    acting = False
    dealing = False


doing = Doing()


def role() -> str:
    """What this process is, by its command line."""
    return "web" if "serve" in sys.argv else "worker" if "worker" in sys.argv else "other"


def take(name: str) -> Path | None:
    """The armed file of this name, for its one taker."""
    folder = Path(os.environ[FOLDER])
    taken = folder / f"{name}.{os.getpid()}.taken"
    try:
        (folder / name).rename(taken)
    except FileNotFoundError:
        return None
    return taken


def point(name: str) -> None:
    """Die here, if a test wants it, or freeze."""
    taken = take(f"{role()}.{name}")
    if taken is not None:
        os.kill(os.getpid(), signal.SIGSTOP if taken.read_text() == FREEZE else signal.SIGKILL)


def wrap(module: ModuleType, name: str, *, before: Callable[..., None] | None = None, after: Any = None) -> None:
    """Call `before` with the function's arguments before it, and `after` behind it."""
    real = getattr(module, name)

    @functools.wraps(real)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        if before is not None:
            before(*args, **kwargs)
        result = real(*args, **kwargs)
        if after is not None:
            after()
        return result

    setattr(module, name, wrapped)


def of_row(module: ModuleType) -> None:
    """Just before the commit, and just after it with nothing told."""

    def written() -> None:
        if doing.acting:
            point(BEFORE_COMMIT)

    def committed(live: Any, view: Any, message: dict[str, Any] | None) -> None:
        if doing.acting:
            point(AFTER_COMMIT)
        if message is not None and '"hand_started"' in message["text"]:
            point(DEALT)

    wrap(module, "_save", after=written)
    wrap(module, "_committed", before=committed)


def of_settling(module: ModuleType) -> None:
    """The hand is recorded and its journal posted, and nothing of it is committed."""
    wrap(module, "_book", after=lambda: point(SETTLING))


def of_dealing(module: ModuleType) -> None:
    """The deck is drawn, and nothing of it is committed."""
    wrap(module, "_start", after=lambda: point(DEALING))


def of_commands(module: ModuleType) -> None:
    """Note which thread is carrying out a player's decision."""
    real = module._once

    def once(table: int, caller: Any, command: Any) -> None:
        doing.acting = type(command).__name__ == "Act"
        try:
            real(table, caller, command)
        finally:
            doing.acting = False

    module._once = once  # type: ignore[attr-defined]


def of_broadcast(module: ModuleType) -> None:
    """Everybody is told, and the player has no answer yet."""
    real = module._send

    async def send(group: str, message: dict[str, Any]) -> None:
        await real(group, message)
        point(BROADCAST)

    module._send = send  # type: ignore[attr-defined]


def of_deck(module: ModuleType) -> None:
    """The next deck is the one a test laid out."""
    real = module.draw

    def draw() -> str:
        laid = take("deck")
        return laid.read_text() if laid is not None else str(real())

    module.draw = draw  # type: ignore[attr-defined]


SABOTAGED: dict[str, Callable[[ModuleType], None]] = {
    "tables.live.row": of_row,
    "tables.live.settling": of_settling,
    "tables.live.dealing": of_dealing,
    "tables.live.commands": of_commands,
    "tables.live.broadcast": of_broadcast,
    "tables.live.deck": of_deck,
}


class Saboteur(MetaPathFinder):
    """Lets Python find the module, then changes it as soon as it is loaded."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        change = SABOTAGED.get(fullname)
        if change is None:
            return None
        sys.meta_path.remove(self)
        try:
            spec = importlib.util.find_spec(fullname)
        finally:
            sys.meta_path.insert(0, self)
        if spec is None or spec.loader is None:
            return None
        load = spec.loader.exec_module

        def exec_module(module: ModuleType) -> None:
            load(module)
            change(module)

        spec.loader.exec_module = exec_module  # type: ignore[method-assign]
        return spec


def install() -> None:
    """Sabotage this process, if it belongs to a stack that wants it."""
    if os.environ.get(FOLDER):
        sys.meta_path.insert(0, Saboteur())
