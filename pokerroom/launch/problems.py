"""What can go wrong when something is launched, with a code for programs and a sentence for people."""

from enum import StrEnum


class Problem(StrEnum):
    """Why a launch failed."""

    MISSING = "missing"
    NOT_READY = "not_ready"
    ALREADY_RUNNING = "already_running"


class LaunchError(Exception):
    """A program could not be found, installed, started or stopped; `code` says which."""

    def __init__(self, code: Problem, message: str) -> None:
        super().__init__(message)
        self.code = code
