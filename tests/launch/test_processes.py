"""Children start ready, stop in order and never outlive their launcher, however it ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pokerroom.launch.problems import LaunchError, Problem
from pokerroom.launch.processes import TOOK_TOO_LONG, Processes, Program

PATIENT = "import time; time.sleep(60)"
STUBBORN = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(60)"
LAUNCHER = f"""
import os, signal, sys, time
from pokerroom.launch.processes import Processes, Program
processes = Processes()
processes.start("patient", Program(argv=(sys.executable, "-c", {PATIENT!r})))
processes.start("frozen", Program(argv=(sys.executable, "-c", {PATIENT!r})))
processes.kill("frozen", signal.SIGSTOP)
print(processes.folder, processes.pid("patient"), processes.pid("frozen"), flush=True)
time.sleep(60)
"""


def python(code: str, **more: object) -> Program:
    return Program(argv=(sys.executable, "-c", code), **more)  # type: ignore[arg-type]


def running(pid: int) -> bool:
    """True for a process that exists and is no zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def soon(condition: Callable[[], bool], seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return condition()


def test_a_program_gets_its_environment_and_its_output_is_kept() -> None:
    with Processes() as processes:
        program = python("import os; print(os.environ['STAKES'])", env={"STAKES": "2/4"})
        processes.run("print", program)
        assert processes.log("print").read_text() == "2/4\n"


def test_starting_waits_until_the_program_is_ready() -> None:
    with Processes() as processes:
        flag = processes.folder / "flag"
        code = f"import pathlib, time; time.sleep(0.2); pathlib.Path({str(flag)!r}).touch(); time.sleep(60)"
        processes.start("slow", python(code, ready=flag.exists))
        assert flag.exists()
        assert processes.alive("slow")


def test_a_program_that_ends_before_it_is_ready_is_reported_with_its_last_words() -> None:
    with Processes() as processes, pytest.raises(LaunchError, match="no cards left") as caught:
        processes.start("broken", python("import sys; sys.exit('no cards left')", ready=lambda: False))
    assert caught.value.code is Problem.NOT_READY


def test_a_program_that_is_never_ready_is_stopped_when_its_time_is_over() -> None:
    with Processes() as processes:
        with pytest.raises(LaunchError, match="took too long"):
            processes.start("mute", python(PATIENT, ready=lambda: False, start_seconds=0.3))
        assert not processes.alive("mute")


def test_a_run_that_takes_too_long_is_ended() -> None:
    with Processes() as processes:
        assert processes.wait("endless", python(PATIENT, start_seconds=0.2)) == TOOK_TOO_LONG
        assert not processes.alive("endless")


def test_a_run_under_the_name_of_a_running_program_is_refused() -> None:
    """It would take the other's place, which nobody would then stop."""
    with Processes() as processes:
        processes.start("postgres", python(PATIENT))
        with pytest.raises(ValueError, match="postgres is running"):
            processes.wait("postgres", python("pass"))
        assert processes.alive("postgres")


def test_a_program_that_ignores_the_request_to_stop_is_killed() -> None:
    with Processes() as processes:
        log = processes.log("stubborn")
        processes.start("stubborn", python(STUBBORN, ready=lambda: "up" in log.read_text(), stop_seconds=0.2))
        pid = processes.pid("stubborn")
        processes.stop("stubborn")
        assert not running(pid)


def test_stopping_a_program_ends_its_own_children_too() -> None:
    with Processes() as processes:
        code = f"import subprocess, sys, time; child = subprocess.Popen([sys.executable, '-c', {PATIENT!r}]); " + (
            "print(child.pid, flush=True); time.sleep(60)"
        )
        log = processes.log("parent")
        processes.start("parent", python(code, ready=lambda: log.read_text().endswith("\n")))
        child = int(log.read_text())
        processes.stop("parent")
        assert soon(lambda: not running(child))


def test_a_killed_program_is_gone_and_can_be_restarted() -> None:
    with Processes() as processes:
        processes.start("patient", python(PATIENT))
        first = processes.pid("patient")
        processes.kill("patient")
        assert not processes.alive("patient")
        processes.restart("patient")
        assert processes.alive("patient")
        assert processes.pid("patient") != first


def test_closing_removes_the_folder_and_may_be_repeated() -> None:
    processes = Processes()
    processes.start("patient", python(PATIENT))
    pid = processes.pid("patient")
    processes.close()
    processes.close()
    assert not running(pid)
    assert not processes.folder.exists()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_nothing_is_left_when_the_launcher_is_killed(number: signal.Signals) -> None:
    """Also not of a child that is frozen and so can't answer a request to end."""
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    launcher = subprocess.Popen([sys.executable, "-c", LAUNCHER], stdout=subprocess.PIPE, text=True, env=env)
    try:
        assert launcher.stdout is not None
        folder, *pids = launcher.stdout.readline().split()
        assert all(running(int(pid)) for pid in pids)
        launcher.send_signal(number)
        launcher.wait(timeout=10)
        assert soon(lambda: not any(running(int(pid)) for pid in pids))
        assert soon(lambda: not Path(folder).exists())
    finally:
        launcher.kill()
        launcher.wait()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can start programs as somebody else")
def test_root_starts_services_as_nobody() -> None:
    with Processes() as processes:
        processes.run("who", Program(argv=("/bin/sh", "-c", "id -u; id -g; id -G"), as_nobody=True))
        user, group, groups = processes.log("who").read_text().split()
        assert user != "0"
        assert groups == group != "0"
