# Two commands matter: `make run` opens the room, `make test` proves it. Nothing but Python 3.11 or
# newer with venv is needed; everything else is found, installed beside the project, or named.
PYTHON ?= python3
PORT ?= 8000
BOTS ?= 20
VENV := .venv
BIN := $(VENV)/bin
BENCHMARKS := $(filter-out __init__,$(basename $(notdir $(wildcard benchmarks/*.py))))
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input

.PHONY: help run stack test chaos lint format bench setup clean
.DEFAULT_GOAL := help

help:
	@echo "make run    open the room on http://127.0.0.1:$(PORT) (PORT=…, BOTS=…)"
	@echo "make test   run all tests, on private PostgreSQL and Redis and in a browser too"
	@echo "make chaos  kill, freeze and cut off every part of the production shape in the middle of hands"
	@echo "make lint   check style, types, layers, templates, migrations and the deployment settings"
	@echo "make format write the style that lint asks for"
	@echo "make stack  run the production shape here: PostgreSQL, Redis, web processes, worker, beat"
	@echo "make bench  measure the engine and an action's way through the room"
	@echo "make setup  only make .venv with everything in requirements-dev.txt"
	@echo "make clean  remove .venv, node_modules and caches (var/, the room's own data, stays)"

run: $(VENV)/ready-to-run
	@PORT=$(PORT) exec $(BIN)/python manage.py serve --prepare --bots $(BOTS)

stack: $(VENV)/ready-to-run
	@exec $(BIN)/python manage.py stack

test: $(VENV)/ready-to-test
	@exec $(BIN)/python -m tests

chaos: $(VENV)/ready-to-test
	@exec $(BIN)/python -m tests chaos

lint: $(VENV)/ready-to-test
	@exec $(BIN)/python -m tests.lint

format: $(VENV)/ready-to-test
	@exec $(BIN)/python -m tests.lint --write

bench: $(VENV)/ready-to-test
	@for name in $(BENCHMARKS); do $(BIN)/python -m "benchmarks.$$name" || exit 1; done

setup: $(VENV)/ready-to-test

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "The room needs Python 3.11 or newer; name it: make PYTHON=python3.12 …" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python's venv is missing; on Debian: apt-get install python3-venv" >&2; exit 1; }

$(VENV)/ready-to-run: requirements.txt constraints.txt | $(VENV)/bin/python
	@echo "Installing what the room runs on (a minute, once) …"
	@$(PIP) -r requirements.txt -c constraints.txt
	@touch $@

$(VENV)/ready-to-test: requirements-dev.txt requirements.txt constraints.txt | $(VENV)/bin/python
	@echo "Installing what the room is tested with (a minute, once) …"
	@$(PIP) -r requirements-dev.txt -c constraints.txt
	@touch $(VENV)/ready-to-run $@

clean:
	rm -rf $(VENV) node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
