"""The abuse tests start with nothing remembered, as the table tests do."""

from tests.secrecy.conftest import diary  # noqa: F401 - a fixture
from tests.tables.conftest import nothing_remembered  # noqa: F401 - an autouse fixture
