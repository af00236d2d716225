"""Everything `make test` proves, part by part, on services of our own: `python -m tests [PART …]`.

python    all tests that need no more than SQLite
postgres  the database tests again on a private PostgreSQL and Redis, and the whole production stack
js        the page's pure modules in Node
browser   the room in a real Chromium
chaos     every fault we know on the production stack; only when named (`make chaos`)
"""

import os
import signal
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pokerroom.launch import chromium, node, postgres, redis_server
from pokerroom.launch.problems import LaunchError, Problem
from pokerroom.launch.processes import TOOK_TOO_LONG, Processes, Program
from pokerroom.launch.room import NEUTRAL, PROJECT

PYTEST = (sys.executable, "-m", "pytest", "-q")
# Half of most tests is waiting. A file stays whole, so that what it starts is started once.
SHARED = ("-n", "2", "--dist", "loadfile")
SUITE = NEUTRAL | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
# When a part counts as hanging; the longest takes half of it on a machine that does nothing else.
SECONDS = 1200
CHAOS_SECONDS = 1500


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a part came to; `problem` says why its counts don't tell all, `impossible` that it never began."""

    name: str
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    seconds: float = 0
    problem: str = ""
    impossible: bool = False

    @property
    def fine(self) -> bool:
        """A part that this machine can't run is forgiven, except in CI."""
        if self.impossible:
            return os.environ.get("CI") != "true"
        return not self.problem and self.failed == 0 and self.passed > 0


def counts(report: Path) -> dict[str, int]:
    """Passed, failed and skipped of a JUnit report; zeros when there is none."""
    found = {"passed": 0, "failed": 0, "skipped": 0}
    if not report.exists():
        return found
    for case in ElementTree.parse(report).iter("testcase"):
        kinds = {child.tag for child in case}
        word = "failed" if kinds & {"failure", "error"} else "skipped" if "skipped" in kinds else "passed"
        found[word] += 1
    return found


def run(
    processes: Processes, name: str, argv: tuple[str, ...], *, report: Path, env: dict[str, str], seconds: int = SECONDS
) -> Outcome:
    """Run one part on the console, for so long at most, and read its report."""
    began = time.monotonic()
    program = Program(
        argv=argv, env=env, folder=PROJECT, on_console=True, start_seconds=seconds, stop_signal=signal.SIGINT
    )
    code = processes.wait(f"tests-{name}", program)
    found = counts(report)
    problem = ""
    if code == TOOK_TOO_LONG:
        problem = f"took more than {seconds} s"
    elif sum(found.values()) == 0:
        problem = f"ran no test (exit code {code})"
    elif code != 0 and found["failed"] == 0:
        problem = f"ended with {code}"
    return Outcome(name=name, **found, seconds=time.monotonic() - began, problem=problem)


def run_pytest(
    processes: Processes, name: str, *words: str, env: dict[str, str] | None = None, seconds: int = SECONDS
) -> Outcome:
    """Run one pytest session as a part."""
    report = processes.folder / f"{name}.xml"
    argv = (*PYTEST, f"--junitxml={report}", *words)
    return run(processes, name, argv, report=report, env=SUITE | (env or {}), seconds=seconds)


def python_part(processes: Processes) -> Outcome:
    return run_pytest(processes, "python", *SHARED, "-m", "not e2e and not stack and not chaos")


def postgres_part(processes: Processes) -> Outcome:
    database = os.environ.get("DATABASE_URL") or postgres.start(processes)
    broker = os.environ.get("REDIS_URL") or redis_server.start(processes)
    env = {"DATABASE_URL": database, "REDIS_URL": broker}
    return run_pytest(processes, "postgres", *SHARED, "-m", "not e2e and not chaos", "--only-database", env=env)


def js_part(processes: Processes) -> Outcome:
    report = processes.folder / "js.xml"
    files = sorted(str(path.relative_to(PROJECT)) for path in PROJECT.glob("tests/js/**/*.test.js"))
    if not files:
        return Outcome(name="js", problem="no tests/js/**/*.test.js")
    reporters = ("spec", "stdout"), ("junit", str(report))
    words = [
        word for kind, to in reporters for word in (f"--test-reporter={kind}", f"--test-reporter-destination={to}")
    ]
    return run(processes, "js", (str(node.program()), "--test", *words, *files), report=report, env={})


def browser_part(processes: Processes) -> Outcome:
    chromium.program()
    return run_pytest(processes, "browser", *SHARED, "-m", "e2e")


def chaos_part(processes: Processes) -> Outcome:
    return run_pytest(
        processes, "chaos", "-m", "chaos", "-o", "faulthandler_timeout=240", "tests/chaos", seconds=CHAOS_SECONDS
    )


PARTS: dict[str, Callable[[Processes], Outcome]] = {
    "python": python_part,
    "postgres": postgres_part,
    "js": js_part,
    "browser": browser_part,
}
ONLY_NAMED = {"chaos": chaos_part}


def summary(outcomes: list[Outcome]) -> str:
    """A line a part and, last, the plain totals that other programs read."""
    lines = ["", "-- summary " + "-" * 50]
    for outcome in outcomes:
        told = f"{outcome.passed} passed, {outcome.failed} failed, {outcome.skipped} skipped"
        lines.append(f"{outcome.name:10} {told} in {outcome.seconds:.0f} s" + f"  {outcome.problem}".rstrip())
    for outcome in outcomes:
        if outcome.problem:
            lines.append(f"!! {outcome.name.upper()} WAS NOT PROVEN: {outcome.problem}")
    passed, failed, skipped = (sum(getattr(o, word) for o in outcomes) for word in ("passed", "failed", "skipped"))
    failed += sum(not outcome.fine and outcome.failed == 0 for outcome in outcomes)
    return "\n".join([*lines, f"{passed} passed, {failed} failed, {skipped} skipped"])


def main(names: list[str]) -> int:
    """Run the named parts, or all; 0 when every one of them was proven."""
    if unknown := set(names) - (PARTS | ONLY_NAMED).keys():
        print(f"no such part: {', '.join(sorted(unknown))}\n\n{__doc__}", file=sys.stderr)
        return 2
    outcomes: list[Outcome] = []
    with Processes() as processes:
        for name in names or PARTS:
            print(f"\n-- {name} " + "-" * (60 - len(name)), flush=True)
            try:
                outcomes.append((PARTS | ONLY_NAMED)[name](processes))
            except LaunchError as error:
                impossible = error.code is Problem.MISSING
                outcomes.append(Outcome(name=name, problem=str(error), impossible=impossible))
    print(summary(outcomes), flush=True)
    return 0 if all(outcome.fine for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
