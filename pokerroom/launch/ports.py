"""Free ports on the loopback interface, and waiting for somebody to answer there."""

import http.client
import secrets
import socket

LOOPBACK = "127.0.0.1"
# Below the range the kernel hands to outgoing connections, so that nothing takes it in between.
FIRST, LAST = 20_000, 32_000


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on right now."""
    while True:
        port = FIRST + secrets.randbelow(LAST - FIRST)
        with socket.socket() as probe:
            try:
                probe.bind((LOOPBACK, port))
            except OSError:
                continue
            return port


def answers(port: int, path: str) -> bool:
    """True when an HTTP GET of `path` at the port is answered with 200 within two seconds."""
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=2)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
