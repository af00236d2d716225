# Two commands matter: `make run` opens the room, `make test` proves it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
