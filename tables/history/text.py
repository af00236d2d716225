"""The hand as text that programs for PokerStars histories read.

What that text has no words for is told in lines those programs pass over: who was protected, who
left. Numbers start far above PokerStars' own, so that a hand of ours never takes the place of one of
theirs in a player's database. In fixed limit the header names the bets, otherwise the blinds.
"""

from collections.abc import Iterator
from datetime import UTC
from zoneinfo import ZoneInfo

from tables.engine.ranking import name as hand_name
from tables.engine.rules import Game
from tables.engine.setup import PostKind
from tables.history.amounts import money
from tables.history.finished import Fact, Finished, Street, Telling, spaced, tell
from tables.history.text_summary import summary

FIRST_NUMBER = 900_000_000_000
GAMES = {Game.FIXED: "Limit", Game.POT: "Pot Limit", Game.NO_LIMIT: "No Limit"}
EASTERN = ZoneInfo("America/New_York")
BLANK = "\n\n\n"


def text(finished: Finished) -> str:
    """The hand as its viewer may know it, with the blank lines that separate hands in a file.

    Raises ValueError when the hand is not over.
    """
    telling = tell(finished)
    lines = [
        *_head(finished),
        *_posts(finished, telling),
        *_streets(finished, telling),
        *_end(finished, telling),
        *summary(finished, telling),
    ]
    return "\n".join(lines) + BLANK


def _head(finished: Finished) -> Iterator[str]:
    stakes, currency = finished.setup.stakes, finished.currency
    low, high = (
        (stakes.small_bet, stakes.big_bet) if stakes.game is Game.FIXED else (stakes.small_blind, stakes.big_blind)
    )
    unit = "" if finished.play_money else f" {currency}"
    here = finished.started.astimezone(UTC)
    there = finished.started.astimezone(EASTERN)
    yield (
        f"PokerStars Hand #{FIRST_NUMBER + finished.number}:  Hold'em {GAMES[stakes.game]}"
        f" ({money(low, currency)}/{money(high, currency)}{unit})"
        f" - {here:%Y/%m/%d %H:%M:%S} UTC [{there:%Y/%m/%d %H:%M:%S} ET]"
    )
    play = " (Play Money)" if finished.play_money else ""
    yield f"Table '{finished.table}' {finished.size}-max{play} Seat #{finished.setup.button} is the button"
    for seat in finished.setup.seats:
        yield f"Seat {seat.seat}: {finished.names[seat.seat]} ({money(seat.stack, currency)} in chips)"


def _posts(finished: Finished, telling: Telling) -> Iterator[str]:
    """Antes first; a dead and a live post of one player are one line."""
    dead: dict[int, int] = {}
    for fact in telling.posts:
        who, kind, amount = finished.names[fact["seat"]], PostKind(fact["text"]), fact["amount"]
        if kind is PostKind.DEAD and not _posts_live(telling, fact["seat"]):
            words = "small blind"
        elif kind is PostKind.DEAD:
            dead[fact["seat"]] = amount
            continue
        elif fact["seat"] in dead:
            words, amount = "small & big blinds", amount + dead[fact["seat"]]
        else:
            words = {PostKind.ANTE: "the ante", PostKind.SMALL_BLIND: "small blind"}.get(kind, "big blind")
        yield f"{who}: posts {words} {money(amount, finished.currency)}{_all_in(fact)}"


def _posts_live(telling: Telling, seat: int) -> bool:
    forced = {PostKind.ANTE, PostKind.DEAD}
    return any(fact["seat"] == seat and PostKind(fact["text"]) not in forced for fact in telling.posts)


def _streets(finished: Finished, telling: Telling) -> Iterator[str]:
    yield "*** HOLE CARDS ***"
    if finished.viewer is not None:
        yield f"Dealt to {finished.names[finished.viewer]} [{spaced(telling.seen[finished.viewer])}]"
    board = ""
    level = max(finished.setup.stakes.big_blind, *_live_posts(telling).values(), 0)
    left: set[int] = set()
    for street in telling.streets:
        if street.cards:
            before = f" [{spaced(board)}]" if board else ""
            yield f"*** {street.name.upper()} ***{before} [{spaced(street.cards)}]"
            board, level = board + street.cards, 0
        yield from _moves(finished, street, level=level, left=left)


def _live_posts(telling: Telling) -> dict[int, int]:
    forced = {PostKind.ANTE, PostKind.DEAD}
    return {fact["seat"]: fact["amount"] for fact in telling.posts if PostKind(fact["text"]) not in forced}


def _moves(finished: Finished, street: Street, *, level: int, left: set[int]) -> Iterator[str]:
    """What happened in a round; `level` is the bet to match as it opens."""
    for fact in street.facts:
        who, amount = finished.names[fact["seat"]], money(fact.get("amount", 0), finished.currency)
        if fact.get("cause") == "left" and fact["seat"] not in left:
            left.add(fact["seat"])
            yield f"{who} leaves the table"
        if fact.get("cause") == "clock" and fact["kind"] != "protected":
            yield f"{who} has timed out"
        if fact.get("cause") == "disconnected":
            yield f"{who} is disconnected"
            yield f"{who} has timed out"
        match fact["kind"]:
            case "fold" | "check":
                yield f"{who}: {fact['kind']}s"
            case "call" | "bet":
                yield f"{who}: {fact['kind']}s {amount}{_all_in(fact)}"
            case "raise":
                more, to = money(fact["to"] - level, finished.currency), money(fact["to"], finished.currency)
                yield f"{who}: raises {more} to {to}{_all_in(fact)}"
            case "returned":
                yield f"Uncalled bet ({amount}) returned to {who}"
            case "protected":
                yield f"{who} is disconnected"
                yield f"{who} has timed out while disconnected and is protected for what is already in the pot"
        level = max(level, fact.get("to") or 0)


def _end(finished: Finished, telling: Telling) -> Iterator[str]:
    """The showdown and who collects, in the order it happened; cards face up before the river are shown here."""
    if telling.result.showdown:
        yield "*** SHOW DOWN ***"
    for fact in telling.end:
        match fact["kind"]:
            case "shown":
                words = hand_name(fact["cards"] + telling.board)
                yield f"{finished.names[fact['seat']]}: shows [{spaced(fact['cards'])}] ({words})"
            case "mucked":
                yield f"{finished.names[fact['seat']]}: mucks hand"
            case "pot_won":
                pot = pot_name(fact["pot"], count=len(telling.result.pots))
                yield f"{finished.names[fact['seat']]} collected {money(fact['amount'], finished.currency)} from {pot}"
    if not telling.result.showdown:
        yield from _not_shown(finished, telling)


def _not_shown(finished: Finished, telling: Telling) -> Iterator[str]:
    shown = {fact["seat"] for fact in telling.end if fact["kind"] == "shown"}
    for seat in dict.fromkeys(seat for pot in telling.result.pots for seat in pot.shares):
        if seat not in shown:
            yield f"{finished.names[seat]}: doesn't show hand"


def pot_name(number: int, *, count: int) -> str:
    """What a pot is called when there are `count` of them."""
    if count == 1:
        return "pot"
    if number == 0:
        return "main pot"
    return "side pot" if count == 2 else f"side pot-{number}"


def _all_in(fact: Fact) -> str:
    return " and is all-in" if fact.get("all_in") else ""
