"""How a table's frames leave the server: encoded once for all who get the same, and written at once.

A table's news is the same text for everybody, and the frame around a server's text is the same bytes, so it is made
for the first socket and used for the others. It goes to the kernel directly when nothing waits before it: the reactor
would first ask to be told that the socket can be written to, be told, write, and ask to be told no more. What the
kernel doesn't take waits in the reactor's own buffer, as everything did before.
"""

import struct
from typing import Any

from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol
from twisted.internet.tcp import Server

TEXT = 0x81
SHORT, MEDIUM = 125, 0xFFFF


def frame(payload: bytes) -> bytes:
    """A whole text message of a server, as one frame."""
    size = len(payload)
    if size <= SHORT:
        return struct.pack("!BB", TEXT, size) + payload
    if size <= MEDIUM:
        return struct.pack("!BBH", TEXT, SHORT + 1, size) + payload
    return struct.pack("!BBQ", TEXT, SHORT + 2, size) + payload


def write(transport: Any, data: bytes) -> None:
    """Send now what the kernel takes, and the rest, or everything when something waits already, when it can."""
    if type(transport) is Server and transport.connected and not (transport.dataBuffer or transport._tempDataBuffer):
        sent = transport.writeSomeData(data)
        if isinstance(sent, int):
            data = data[sent:]
    if data:
        # Where the connection turned out to be lost, the reactor finds it so again and ends it.
        transport.write(data)


class RoomProtocol(WebSocketProtocol):  # type: ignore[misc]  # daphne is untyped
    """A daphne WebSocket that sends texts this way, and that can be closed with any code a server may send.

    daphne asks autobahn to close as a browser's page may, with 1000 or 3000 and more; 1008 (flooding), 1001 (silent)
    and 1013 (try again) raised instead, and the socket stayed open for good.
    """

    last_text: str = ""
    last_frame: bytes = b""

    def serverSend(self, content: str | bytes, binary: bool = False) -> None:
        """Send a message to the client."""
        if not isinstance(content, str) or self.state != self.STATE_OPEN or self._perMessageCompress is not None:
            super().serverSend(content, binary)
            return
        if content is not RoomProtocol.last_text:
            RoomProtocol.last_text, RoomProtocol.last_frame = content, frame(content.encode())
        write(self.transport, RoomProtocol.last_frame)

    def serverClose(self, code: int | None = None) -> None:
        """Send the close frame."""
        self.sendCloseFrame(code=1000 if code is None else code)


def install() -> None:
    """Have daphne use it for the sockets that open from now on."""
    WebSocketFactory.protocol = RoomProtocol
