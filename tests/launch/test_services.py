"""The private services are ours alone: own port, own password, loopback only, and gone afterwards."""

import os
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import psycopg
import pytest
import redis

from pokerroom.launch import postgres, redis_server
from pokerroom.launch.processes import Processes


@pytest.fixture(scope="module")
def services() -> Iterator[tuple[Processes, str, str]]:
    """A PostgreSQL and a Redis and their addresses."""
    with Processes() as processes:
        yield processes, postgres.start(processes), redis_server.start(processes)


Services = tuple[Processes, str, str]


def listens(host: str, port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((host, port)) == 0


def other_addresses() -> list[str]:
    """This machine's addresses beside loopback."""
    found = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    return sorted(str(address) for address in found if not str(address).startswith("127."))


def test_postgres_serves_an_empty_database_in_utf8(services: Services) -> None:
    with psycopg.connect(services[1]) as connection:
        row = connection.execute("SELECT current_database(), current_setting('server_encoding')").fetchone()
        tables = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    assert row == ("room", "UTF8")
    assert tables == (0,)


def test_postgres_refuses_a_wrong_password(services: Services) -> None:
    address = urlsplit(services[1])
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(host=address.hostname, port=address.port, user="room", password="guess", dbname="room")


def test_redis_refuses_who_has_no_password(services: Services) -> None:
    address = urlsplit(services[2])
    with pytest.raises(redis.AuthenticationError):
        redis.Redis(host=str(address.hostname), port=int(address.port or 0), retry=None).ping()


def test_services_listen_on_loopback_only(services: Services) -> None:
    for url in services[1:]:
        port = int(urlsplit(url).port or 0)
        assert listens("127.0.0.1", port)
        assert not any(listens(address, port) for address in other_addresses())


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can start programs as somebody else")
def test_services_of_root_do_not_run_as_root(services: Services) -> None:
    for name in (postgres.NAME, redis_server.NAME):
        assert os.stat(f"/proc/{services[0].pid(name)}").st_uid != 0


def test_what_postgres_committed_survives_its_crash(services: Services) -> None:
    processes, url, _ = services
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE stack (chips bigint)")
        connection.execute("INSERT INTO stack VALUES (1500)")
    processes.kill(postgres.NAME, postgres.IMMEDIATE_SHUTDOWN)
    processes.restart(postgres.NAME)
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT chips FROM stack").fetchone() == (1500,)
        connection.execute("DROP TABLE stack")


def test_two_of_a_kind_do_not_meet(services: Services) -> None:
    with Processes() as others:
        url = redis_server.start(others)
        redis.Redis.from_url(url).set("here", 1)
        assert redis.Redis.from_url(services[2]).get("here") is None
        port = int(urlsplit(url).port or 0)
    assert not listens("127.0.0.1", port)
    assert not others.folder.exists()
