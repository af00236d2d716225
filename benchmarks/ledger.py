"""What the books cost: `python -m benchmarks.ledger [--rounds N] [--hands N]`.

On SQLite and on a private PostgreSQL, both waiting for the disk, a ten-handed hand is settled through
`cashier.services` and, in turn with it, the same twelve rows are written bare: one journal row, ten legs
and a rake leg into tables without triggers or constraints, and eleven balances counted up, in one
transaction. The ratio of the medians survives another machine. Then eight threads settle hands at
eight tables at once: hands a second.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import threading
from collections.abc import Callable
from time import perf_counter

from pokerroom.launch import postgres
from pokerroom.launch.processes import Processes
from pokerroom.launch.room import NEUTRAL, PROJECT

SEATS = 10
WRITERS = 8
WARM_UP = 20
SECRETS = {"SECRET_KEY": "only for this benchmark, nothing is secret", "DECK_KEYS": "no card is worth anything here"}
NETS = [-100] * (SEATS - 1) + [850]
RAKE = 50


def seat_players(table: int) -> list[str]:
    """Ten players at a table; their seat sessions."""
    from accounts.models import Player
    from cashier import services

    sessions = [f"{table}-{seat}" for seat in range(SEATS)]
    for session in sessions:
        player = Player.objects.create_user(f"b{session}").pk
        services.grant_play_money(player, key=session)
        services.buy_in(player, session=session, currency="PLAY", amount=150_000, key=session)
    return sessions


def settle(sessions: list[str], *, number: int, table: int) -> None:
    """Settle one hand; the winner's seat goes round, so nobody runs out of chips."""
    from cashier import services

    turned = sessions[number % SEATS :] + sessions[: number % SEATS]
    nets = dict(zip(turned, NETS, strict=True))
    services.settle_hand(number=number, table=f"t{table}", currency="PLAY", nets=nets, rake=RAKE, payload="")


def make_bare_tables() -> None:
    """The same columns, nothing that looks after them."""
    from django.db import connection

    with connection.cursor() as cursor:
        for statement in (
            "CREATE TABLE bare_journal (id BIGINT PRIMARY KEY, key TEXT, fingerprint TEXT, kind TEXT, currency TEXT)",
            "CREATE TABLE bare_leg (journal BIGINT, account BIGINT, amount BIGINT)",
            "CREATE TABLE bare_account (id BIGINT PRIMARY KEY, balance BIGINT)",
        ):
            cursor.execute(statement)
        for account in range(SEATS + 1):
            cursor.execute("INSERT INTO bare_account VALUES (%s, 0)", [account])


def write_bare(number: int) -> None:
    """The rows of one hand, and the balances, in one transaction."""
    from django.db import connection, transaction

    amounts = [*NETS, RAKE]
    values = [value for account, amount in enumerate(amounts) for value in (number, account, amount)]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("INSERT INTO bare_journal VALUES (%s, %s, '', 'hand', 'PLAY')", [number, f"hand:{number}"])
        cursor.execute(f"INSERT INTO bare_leg VALUES {', '.join(['(%s, %s, %s)'] * len(amounts))}", values)
        for account, amount in enumerate(amounts):
            cursor.execute("UPDATE bare_account SET balance = balance + %s WHERE id = %s", [amount, account])


def timed(task: Callable[[], None]) -> float:
    """Milliseconds for one call."""
    began = perf_counter()
    task()
    return 1e3 * (perf_counter() - began)


def measure(*, rounds: int, hands: int) -> dict[str, float]:
    """Medians of one engine, journal and bare rows taking turns; then hands a second with eight writers."""
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    tables = [seat_players(table) for table in range(WRITERS)]
    make_bare_tables()
    number = 0
    ours: list[float] = []
    bare: list[float] = []
    for turn in range(rounds + 1):
        mine, theirs = [], []
        for _ in range(hands if turn else WARM_UP):
            number += 1
            mine.append(timed(lambda n=number: settle(tables[0], number=n, table=0)))
            theirs.append(timed(lambda n=number: write_bare(n)))
        if turn:
            ours.append(statistics.median(mine))
            bare.append(statistics.median(theirs))
    rate = hands_a_second(tables, hands=hands, first=number + 1)
    connection.close()
    journal, rows = statistics.median(ours), statistics.median(bare)
    return {"journal_ms": journal, "bare_ms": rows, "ratio": journal / rows, "hands_a_second": rate}


def hands_a_second(tables: list[list[str]], *, hands: int, first: int) -> float:
    """Eight writers, each at its own table."""
    barrier = threading.Barrier(len(tables) + 1)

    def work(table: int) -> None:
        from django.db import connection

        settle(tables[table], number=first + table, table=table)
        barrier.wait()
        for turn in range(1, hands + 1):
            settle(tables[table], number=first + turn * len(tables) + table, table=table)
        connection.close()

    threads = [threading.Thread(target=work, args=(table,)) for table in range(len(tables))]
    for thread in threads:
        thread.start()
    barrier.wait()
    began = perf_counter()
    for thread in threads:
        thread.join()
    return hands * len(tables) / (perf_counter() - began)


def main() -> int:
    """Measure both engines, each in a process of its own, and print the report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--hands", type=int, default=60, help="in a round, and for each writer")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        import django

        django.setup()
        print(json.dumps(measure(rounds=options.rounds, hands=options.hands)))
        return 0
    with Processes() as processes:
        engines = {"SQLite": "", "PostgreSQL": postgres.start(processes, durable=True)}
        for name, url in engines.items():
            env = {
                **os.environ,
                **NEUTRAL,
                **SECRETS,
                "ROOM_VAR": str(processes.private_folder(name)),
                "DATABASE_URL": url,
            }
            words = [f"--rounds={options.rounds}", f"--hands={options.hands}", "--here"]
            argv = [sys.executable, "-m", "benchmarks.ledger", *words]
            done = subprocess.run(
                argv, env=env, cwd=PROJECT, stdout=subprocess.PIPE, text=True, check=True, timeout=600
            )
            found = json.loads(done.stdout)
            print(
                f"{name:11} hand of ten seats {found['journal_ms']:6.2f} ms, bare rows {found['bare_ms']:6.2f} ms,"
                f" ratio {found['ratio']:4.2f}; {WRITERS} writers {found['hands_a_second']:5.0f} hands/s"
            )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
