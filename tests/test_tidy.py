"""The shape of the code is executable: no module over 400 lines, no function over 60."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("pokerroom", "tables", "cashier", "accounts", "tests", "benchmarks")
MODULES = sorted(
    path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if "migrations" not in path.parts
)
ASSETS = sorted([*ROOT.glob("static/**/*.js"), *ROOT.glob("static/**/*.css"), *ROOT.glob("templates/**/*.html")])
# Django finds a database backend by this name.
GIVEN_NAMES = {ROOT / "pokerroom/postgresql/base.py"}
TEMPLATES = sorted(ROOT.glob("templates/**/*.html"))
VAGUE = {"utils", "helpers", "common", "base", "core", "misc"}


@pytest.mark.parametrize("path", [*MODULES, *ASSETS], ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_is_longer_than_400_lines(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 400


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_function_is_longer_than_60_lines(path: Path) -> None:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    long = [
        f"{node.name} ({node.end_lineno - node.lineno + 1})"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, functions) and node.end_lineno - node.lineno + 1 > 60
    ]
    assert not long


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_are_named_after_what_is_in_them(path: Path) -> None:
    assert path in GIVEN_NAMES or path.stem not in VAGUE


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_template_hides_an_address_that_does_not_exist(path: Path) -> None:
    """`{% url … as name %}` turns a wrong name into an empty string, and a link vanishes without a word."""
    assert not re.search(r"{% url [^%]* as \w+ %}", path.read_text())
