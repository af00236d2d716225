"""docs/protocol.md says what the code does: the same message types, fields, codes and event kinds, no more, no less."""

import re
from pathlib import Path

import msgspec

from tables import consumers, protocol, pulse
from tables.engine.events import EventKind
from tables.live.snapshot import PURSE

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text()
COMMANDS = {command.__struct_config__.tag: command for command in protocol.AnyCommand.__args__}
SAID = re.compile(r'\.say\(\s*"([a-z_]+)"(?: if \w+ else "([a-z_]+)")?')


def section(title: str) -> str:
    """The text under a heading, up to the next of the same rank or higher."""
    rank = title.split()[0]
    body = PAGE.split(f"\n{title}\n", 1)[1]
    return re.split(rf"\n#{{1,{len(rank)}}} ", body)[0]


def first_cells(text: str) -> set[str]:
    """The names in the first column of the tables of a text."""
    return {name for line in text.splitlines() if line.startswith("| `") for name in re.findall(r"`(\w+)`", line.split("|")[1])}  # fmt: skip # noqa: E501


def said_by_the_room() -> set[str]:
    """Every kind the room's own code says."""
    found = set()
    for path in (ROOT / "tables" / "live").glob("*.py"):
        for groups in SAID.findall(path.read_text()):
            found |= {name for name in groups if name}
    return found


def test_every_command_and_its_fields_are_described_and_no_other() -> None:
    client = section("## From the client")
    assert first_cells(client.split("### Error codes")[0]) == set(COMMANDS)
    for tag, command in COMMANDS.items():
        row = next(line for line in client.splitlines() if line.startswith("|") and f"`{tag}`" in line.split("|")[1])
        for field in msgspec.structs.fields(command):
            assert field.name == "id" or f"`{field.name}`" in row, (tag, field.name)


def test_every_error_code_is_described_and_no_other() -> None:
    assert first_cells(section("### Error codes")) == {code.value for code in protocol.ErrorCode}
    assert set(protocol.MESSAGES) == set(protocol.ErrorCode)


def test_every_event_kind_is_described_and_no_other() -> None:
    events = section("## Events")
    engine = {kind.value for kind in EventKind}
    assert all(f"`{kind}`" in events for kind in engine)
    assert first_cells(events) == said_by_the_room()
    assert said_by_the_room() >= {"sat", "left", "chat", "timed_out", "disconnected", "reconnected"}


def test_close_codes_and_numbers_are_those_of_the_code() -> None:
    codes = section("### Close codes")
    for code in (
        protocol.FLOOD,
        protocol.SIGNED_OUT,
        protocol.NO_TABLE,
        protocol.TRY_AGAIN,
        protocol.TOO_MANY,
        protocol.SILENT,
    ):
        assert f"`{code}`" in codes
    assert f"{consumers.FLOODED} messages" in codes
    assert f"{pulse.SILENT_SECONDS:g} s" in codes
    assert f"{pulse.MOST_OF_PLAYER} an account" in codes
    assert f"{pulse.MOST_OF_ADDRESS} an address" in codes
    assert f"{protocol.MAX_FRAME:,} bytes" in PAGE
    assert f"{protocol.MAX_DIGITS} digits" in PAGE
    assert f"{protocol.HEARTBEAT_MS / 1000:g} s signed in, {protocol.OBSERVER_HEARTBEAT_MS // 1000} s" in PAGE


def test_the_private_part_is_described() -> None:
    text = section("### The private part")
    own = {
        "cards",
        "strength",
        "prompt",
        "options",
        "top_up",
        "price",
        "time_bank",
        "reserved",
        "wait_list",
        "reminder",
    }
    for name in {*PURSE, *own}:
        assert f"`{name}`" in text
