"""What every test of the room shares."""

from tests import triggers

triggers.install()
