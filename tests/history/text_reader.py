"""A strict reader of PokerStars-like text: every line must be one of the known ones, and all sums must hold.

Written from the format's description, knowing nothing of the writer.
"""

import re
from dataclasses import dataclass, field
from decimal import Decimal

N = r"(?P<who>[A-Za-z0-9][\w-]*)"
A = r"[$€£]?(?P<amount>\d+(?:\.\d\d)?)"
ALL_IN = r"(?: and is all-in)?"
CARDS = r"\[(?P<cards>[2-9TJQKA][cdhs](?: [2-9TJQKA][cdhs])*)\]"
HEAD = re.compile(
    r"PokerStars Hand #(?P<number>9\d{11}):  Hold'em (?P<game>Limit|Pot Limit|No Limit)"
    r" \([$€£]?(?P<low>[\d.]+)/[$€£]?(?P<high>[\d.]+)(?: [A-Z]{3})?\)"
    r" - \d{4}/\d\d/\d\d \d\d:\d\d:\d\d UTC \[\d{4}/\d\d/\d\d \d\d:\d\d:\d\d ET\]"
)
TABLE = re.compile(
    r"Table '(?P<table>[^']+)' (?P<size>\d+)-max(?P<play> \(Play Money\))? Seat #(?P<button>\d+) is the button"
)
SEAT = re.compile(rf"Seat (?P<seat>\d+): {N} \({A} in chips\)")
POST = re.compile(rf"{N}: posts (?P<what>the ante|small blind|big blind|small & big blinds) {A}{ALL_IN}")
DEALT = re.compile(rf"Dealt to {N} {CARDS}")
PASS = re.compile(rf"{N}: (?P<what>folds|checks)")
PUT = re.compile(rf"{N}: (?P<what>calls|bets) {A}{ALL_IN}")
RAISE = re.compile(rf"{N}: raises [$€£]?(?P<more>[\d.]+) to {A}{ALL_IN}")
STREET = re.compile(rf"\*\*\* (?P<what>FLOP|TURN|RIVER) \*\*\*(?: \[(?P<before>[^\]]+)\])? {CARDS}")
RETURNED = re.compile(rf"Uncalled bet \({A}\) returned to {N}")
SHOWS = re.compile(rf"{N}: shows {CARDS} \([A-Z][a-z, ]+\)")
HIDES = re.compile(rf"{N}: (?:mucks hand|doesn't show hand)")
COLLECTED = re.compile(rf"{N} collected {A} from (?:pot|main pot|side pot(?:-\d)?)")
PROTECTED = "has timed out while disconnected and is protected for what is already in the pot"
PROSE = re.compile(rf"{N} (?:leaves the table|has timed out|is disconnected|{PROTECTED})")
POTS = r"(?P<pots>(?: (?:Main|Side) pot(?:-\d)? [$€£]?[\d.]+\.)*)"
TOTAL = re.compile(rf"Total pot [$€£]?(?P<total>[\d.]+?){POTS} \| Rake [$€£]?(?P<rake>[\d.]+)")
BOARD = re.compile(rf"Board {CARDS}")
FATE = re.compile(
    rf"Seat (?P<seat>\d+): {N}(?P<labels>(?: \((?:button|small blind|big blind)\))*) (?:"
    r"folded before Flop(?: \(didn't bet\))?|folded on the (?:Flop|Turn|River)"
    r"|collected \([$€£]?(?P<collected>[\d.]+)\)"
    rf"|showed {CARDS} and (?:won \([$€£]?(?P<won>[\d.]+)\)(?: with [A-Z][a-z, ]+)?|lost with [A-Z][a-z, ]+)"
    r"|mucked(?: \[(?P<mucked>[^\]]+)\])?)"
)


@dataclass
class Reading:
    """What the text says, by player's name."""

    nets: dict[str, Decimal] = field(default_factory=dict)
    rake: Decimal = Decimal(0)
    cards: dict[str, str] = field(default_factory=dict)
    board: str = ""
    prose: list[str] = field(default_factory=list)


def read_text(text: str) -> Reading:
    """Read one hand; AssertionError at the first line or sum that is not right."""
    assert text.endswith("\n\n\n")
    lines = text.rstrip("\n").split("\n")
    head, table = HEAD.fullmatch(lines[0]), TABLE.fullmatch(lines[1])
    assert head and table, lines[:2]
    at = lines.index("*** SUMMARY ***")
    labelled = _labelled(lines[at + 1 :])
    low = Decimal(head["low"])
    small = low / 2 if head["game"] == "Limit" else low
    reading = _Reader(small=small, small_blind=labelled.get("small blind")).run(lines[2:at])
    _check_summary(lines[at + 1 :], reading)
    return reading


def _labelled(lines: list[str]) -> dict[str, str]:
    labels = {}
    for line in lines:
        if fate := FATE.fullmatch(line):
            for label in re.findall(r"\(([a-z ]+)\)", fate["labels"]):
                labels[label] = fate["who"]
    return labels


class _Reader:
    def __init__(self, *, small: Decimal, small_blind: str | None) -> None:
        self.reading = Reading()
        self.small = small
        self.small_blind = small_blind
        self.bets: dict[str, Decimal] = {}
        self.level = Decimal(0)

    def run(self, lines: list[str]) -> Reading:
        for line in lines:
            if line in {"*** HOLE CARDS ***", "*** SHOW DOWN ***"}:
                continue
            for pattern, step in self.STEPS:
                if match := pattern.fullmatch(line):
                    step(self, match)
                    break
            else:
                raise AssertionError(f"unknown line: {line}")
        return self.reading

    def seat(self, m: re.Match[str]) -> None:
        self.reading.nets[m["who"]] = Decimal(0)

    def post(self, m: re.Match[str]) -> None:
        amount, live = Decimal(m["amount"]), Decimal(m["amount"])
        self.reading.nets[m["who"]] -= amount
        match m["what"]:
            case "the ante":
                live = Decimal(0)
            case "small blind" if m["who"] != self.small_blind:
                live = Decimal(0)
            case "small & big blinds":
                live = amount - self.small
        self.bets[m["who"]] = self.bets.get(m["who"], Decimal(0)) + live
        self.level = max(self.level, 2 * self.small)

    def dealt(self, m: re.Match[str]) -> None:
        self.know(m["who"], m["cards"])

    def know(self, who: str, cards: str) -> None:
        run = cards.replace(" ", "")
        assert len(run) == 4
        assert self.reading.cards.setdefault(who, run) == run

    def passes(self, m: re.Match[str]) -> None:
        assert m["who"] in self.reading.nets

    def put(self, m: re.Match[str]) -> None:
        self._add(m["who"], Decimal(m["amount"]))

    def raises(self, m: re.Match[str]) -> None:
        to = Decimal(m["amount"])
        assert to - Decimal(m["more"]) == self.level, m.string
        self._add(m["who"], to - self.bets.get(m["who"], Decimal(0)))

    def _add(self, who: str, amount: Decimal) -> None:
        assert amount > 0
        self.reading.nets[who] -= amount
        self.bets[who] = self.bets.get(who, Decimal(0)) + amount
        self.level = max(self.level, self.bets[who])

    def street(self, m: re.Match[str]) -> None:
        assert (m["before"] or "").replace(" ", "") == self.reading.board
        self.reading.board += m["cards"].replace(" ", "")
        self.bets, self.level = {}, Decimal(0)

    def gets(self, m: re.Match[str]) -> None:
        self.reading.nets[m["who"]] += Decimal(m["amount"])

    def prose(self, m: re.Match[str]) -> None:
        self.reading.prose.append(m.string)

    STEPS = (
        (SEAT, seat), (POST, post), (DEALT, dealt), (PASS, passes), (PUT, put), (RAISE, raises), (STREET, street),
        (RETURNED, gets), (SHOWS, dealt), (HIDES, passes), (COLLECTED, gets), (PROSE, prose),
    )  # fmt: skip


def _check_summary(lines: list[str], reading: Reading) -> None:
    total = TOTAL.fullmatch(lines[0])
    assert total, lines[0]
    reading.rake = Decimal(total["rake"])
    pots = [Decimal(amount.rstrip(".")) for amount in re.findall(r"pot(?:-\d)? [$€£]?([\d.]+)", total["pots"])]
    assert not pots or sum(pots) == Decimal(total["total"])
    rest = lines[1:]
    if reading.board:
        board = BOARD.fullmatch(rest.pop(0))
        assert board and board["cards"].replace(" ", "") == reading.board
    won = Decimal(0)
    for line in rest:
        fate = FATE.fullmatch(line)
        assert fate, line
        assert fate["who"] in reading.nets
        won += Decimal(fate["won"] or fate["collected"] or 0)
        told = fate["cards"] or fate["mucked"]
        if told:
            run = told.replace(" ", "")
            assert reading.cards.setdefault(fate["who"], run) == run
    assert len(rest) == len(reading.nets)
    assert won + reading.rake == Decimal(total["total"])
    assert sum(reading.nets.values()) == -reading.rake
