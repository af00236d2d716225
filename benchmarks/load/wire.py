"""A WebSocket client that costs next to nothing, so that on a small machine the room is measured and not the client.

Text frames only, no extensions; the mask a client must use is all zeros, which the protocol allows and
which changes nothing in the payload.
"""

import asyncio
import base64
import os
import struct
from collections.abc import Callable
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
LIMIT_7, LIMIT_16 = 126, 127


class Wire(asyncio.Protocol):
    """One connection; `on_text` gets the bytes of each text frame."""

    def __init__(self, on_text: Callable[[bytes], None]) -> None:
        self.on_text = on_text
        self.closed: int | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = self.closed or 1006
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("refused before it was open"))

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self.opened.done() and not self._upgraded():
            return
        while (frame := self._frame()) is not None:
            opcode, payload = frame
            if opcode == TEXT:
                self.on_text(payload)
            elif opcode == PING:
                self._send(PONG, payload)
            elif opcode == CLOSE:
                self.closed = int.from_bytes(payload[:2], "big") if payload else 1005

    def send(self, text: bytes) -> None:
        """Send a text frame."""
        self._send(TEXT, text)

    def close(self) -> None:
        """Drop the connection."""
        if self._transport is not None:
            self._transport.close()

    def hello(self, url: str, *, cookie: str, origin: str) -> None:
        """Ask for the upgrade."""
        parts = urlsplit(url)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET {parts.path} HTTP/1.1",
            f"Host: {parts.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Origin: {origin}",
            *([f"Cookie: {cookie}"] if cookie else []),
        ]
        assert self._transport is not None
        self._transport.write("\r\n".join([*lines, "", ""]).encode())

    def _upgraded(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return False
        status = bytes(self._buffer[:end]).split(b"\r\n", 1)[0]
        del self._buffer[: end + 4]
        if b" 101 " not in status:
            self.opened.set_exception(ConnectionError(status.decode()))
            return False
        self.opened.set_result(None)
        return True

    def _frame(self) -> tuple[int, bytes] | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        size, start = buffer[1] & 0x7F, 2
        if size == LIMIT_7:
            if len(buffer) < 4:
                return None
            size, start = int.from_bytes(buffer[2:4], "big"), 4
        elif size == LIMIT_16:
            if len(buffer) < 10:
                return None
            size, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + size:
            return None
        opcode, payload = buffer[0] & 0x0F, bytes(buffer[start : start + size])
        del buffer[: start + size]
        return opcode, payload

    def _send(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        head = struct.pack("!BB", 0x80 | opcode, 0x80 | size)
        if size >= LIMIT_7:
            head = struct.pack("!BBH", 0x80 | opcode, 0x80 | LIMIT_7, size)
        assert self._transport is not None
        self._transport.write(head + b"\0\0\0\0" + payload)


async def dial(url: str, on_text: Callable[[bytes], None], *, cookie: str = "", origin: str) -> Wire:
    """An open connection. Raises OSError when it is refused."""
    parts = urlsplit(url)
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(on_text), parts.hostname, parts.port)
    wire.hello(url, cookie=cookie, origin=origin)
    await wire.opened
    return wire
