"""A table's frames on the wire: the bytes of RFC 6455, whole and in order, also where the kernel takes only a part."""

import pytest
from twisted.internet.tcp import Server

from pokerroom.launch import frames


@pytest.mark.parametrize(
    ("size", "head"),
    [
        (0, "8100"),
        (125, "817d"),
        (126, "817e007e"),
        (65_535, "817effff"),
        (65_536, "817f0000000000010000"),
    ],
)
def test_a_text_frame_is_its_length_and_the_text(size: int, head: str) -> None:
    """RFC 6455, 5.2: final, text, unmasked."""
    assert frames.frame(b"x" * size) == bytes.fromhex(head) + b"x" * size


class Kernel:
    """A socket that takes so many bytes at a time."""

    def __init__(self, *sizes: int) -> None:
        self.sizes = list(sizes)
        self.taken = b""

    def send(self, data: memoryview) -> int:
        size = self.sizes.pop(0)
        if size == 0:
            raise BlockingIOError(11, "try again")
        if size < 0:
            raise ConnectionResetError(104, "gone")
        self.taken += bytes(data[:size])
        return min(size, len(data))


@pytest.fixture
def transport(monkeypatch: pytest.MonkeyPatch) -> Server:
    """A connection of the reactor, without the reactor."""
    monkeypatch.setattr(Server, "startWriting", lambda self: None)
    monkeypatch.setattr(Server, "stopWriting", lambda self: None)
    made: Server = Server.__new__(Server)
    made.connected, made.disconnecting = 1, False
    made.dataBuffer, made.offset, made._tempDataBuffer, made._tempDataLen = b"", 0, [], 0
    return made


def test_what_the_kernel_takes_is_gone_at_once(transport: Server) -> None:
    transport.socket = Kernel(100)
    frames.write(transport, b"hello")
    assert transport.socket.taken == b"hello"
    assert transport._tempDataBuffer == []


@pytest.mark.parametrize("first", [0, 2])
def test_the_rest_follows_in_order(transport: Server, first: int) -> None:
    transport.socket = Kernel(first, 100, 100)
    frames.write(transport, b"one, ")
    frames.write(transport, b"two, ")
    assert transport.socket.taken == b"one, "[:first]
    transport.doWrite()
    assert transport.socket.taken == b"one, two, "
    frames.write(transport, b"three")
    assert transport.socket.taken == b"one, two, three"


def test_a_lost_connection_is_left_to_the_reactor(transport: Server) -> None:
    transport.socket = Kernel(-1)
    frames.write(transport, b"one")
    assert b"".join(transport._tempDataBuffer) == b"one"


def test_nothing_is_written_to_a_closed_connection(transport: Server) -> None:
    transport.socket, transport.connected = Kernel(), 0
    frames.write(transport, b"one")
    assert transport.socket.taken == b""


class Other:
    """A transport of another kind, as under TLS."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.written.append(data)


def test_any_other_transport_is_written_to_as_ever() -> None:
    other = Other()
    frames.write(other, b"one")
    assert other.written == [b"one"]
