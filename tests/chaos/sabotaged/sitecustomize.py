"""Python imports this by itself at the start of every process whose PYTHONPATH names this folder."""

from tests.chaos import sabotage

sabotage.install()
