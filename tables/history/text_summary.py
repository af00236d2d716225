"""The last part of a text history: the pots, the rake, the board, and a line for each seat."""

from collections.abc import Iterator

from tables.engine.ranking import name as hand_name
from tables.history.amounts import money
from tables.history.finished import Finished, Telling, spaced

WHEN = {"preflop": "before Flop", "flop": "on the Flop", "turn": "on the Turn", "river": "on the River"}


def summary(finished: Finished, telling: Telling) -> Iterator[str]:
    """The lines from *** SUMMARY *** on."""
    yield "*** SUMMARY ***"
    yield _total(finished, telling)
    if telling.board:
        yield f"Board [{spaced(telling.board)}]"
    for seat in finished.setup.seats:
        who = finished.names[seat.seat] + _labels(finished, seat.seat)
        yield f"Seat {seat.seat}: {who} {_fate(finished, telling, seat.seat)}"


def _total(finished: Finished, telling: Telling) -> str:
    pots, currency = telling.result.pots, finished.currency
    total = f"Total pot {money(sum(pot.amount for pot in pots), currency)}"
    if len(pots) > 1:
        for number, pot in enumerate(pots):
            word = "Main pot" if number == 0 else "Side pot" if len(pots) == 2 else f"Side pot-{number}"
            total += f" {word} {money(pot.amount, currency)}."
    return f"{total} | Rake {money(telling.result.rake, currency)}"


def _labels(finished: Finished, seat: int) -> str:
    setup = finished.setup
    roles = {"button": setup.button, "small blind": setup.small_blind, "big blind": setup.big_blind}
    return "".join(f" ({role})" for role, holder in roles.items() if holder == seat)


def _fate(finished: Finished, telling: Telling, seat: int) -> str:
    """What became of a seat."""
    won = sum(pot.shares.get(seat, 0) for pot in telling.result.pots)
    amount = money(won, finished.currency)
    folded = _folded(telling, seat)
    if folded:
        put_in = telling.result.paid[seat] or seat in {fact["seat"] for fact in telling.posts}
        return f"folded {folded}" + ("" if put_in or folded != WHEN["preflop"] else " (didn't bet)")
    if seat in telling.result.shown:
        cards = telling.result.shown[seat]
        words = f" with {hand_name(cards + telling.board)}"
        showed = f"showed [{spaced(cards)}]"
        if telling.result.showdown:
            return f"{showed} and won ({amount}){words}" if won else f"{showed} and lost{words}"
        return f"{showed} and won ({amount})"
    if won:
        return f"collected ({amount})"
    cards = telling.seen.get(seat, "") if seat != finished.viewer or telling.result.showdown else ""
    return f"mucked [{spaced(cards)}]" if cards else "mucked"


def _folded(telling: Telling, seat: int) -> str:
    for street in telling.streets:
        if any(fact["kind"] == "fold" and fact["seat"] == seat for fact in street.facts):
            return WHEN[street.name]
    return ""
