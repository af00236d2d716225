"""A small notation for seating tests: letters are seats clockwise, so that a test reads like the rule it proves."""

from collections.abc import Iterable

from tables.engine.blinds import NextHand, next_hand
from tables.engine.candidates import NO_DEBT, Candidate, Debt, Entry, LastHand
from tables.engine.rules import Positions, preset
from tables.engine.setup import PostKind, fixed_stakes

BY_BIG_BLIND = preset("house")
BY_BUTTON = preset("24poker")
SETTINGS = {Positions.BY_BIG_BLIND: BY_BIG_BLIND, Positions.BY_BUTTON: BY_BUTTON}
STAKES = fixed_stakes(small_bet=1000, chip=100)  # $10/$20: blinds 500 and 1000
SHORT = {
    PostKind.ANTE: "ante",
    PostKind.SMALL_BLIND: "sb",
    PostKind.BIG_BLIND: "bb",
    PostKind.LIVE: "live",
    PostKind.DEAD: "dead",
}


def seat(letter: str) -> int:
    """A is seat 1."""
    return ord(letter.upper()) - 64


def letter(number: int | None) -> str:
    """The letter of a seat, a dash for none."""
    return "-" if number is None else chr(number + 64)


def last(button: str, small: str, big: str, players: str) -> LastHand:
    """A last hand; `players` are those still seated."""
    return LastHand(
        button=seat(button),
        small_seat=seat(small),
        big_blind=seat(big),
        players=frozenset(map(seat, players)),
    )


def there(words: str) -> list[Candidate]:
    """`A B- C* D+ Eb Fbs!`: - sits out, * newcomer who waits, + who posts, b s owes big, small, ! posts to return."""
    return [_one(word, order) for order, word in enumerate(words.split())]


def _one(word: str, order: int) -> Candidate:
    marks = word[1:]
    return Candidate(
        seat=seat(word[0]),
        order=order,
        ready="-" not in marks,
        newcomer="*" in marks or "+" in marks,
        entry=Entry.POST if "+" in marks or "!" in marks else Entry.WAIT,
        owes=Debt(small="s" in marks, big="b" in marks),
    )


def shown(hand: NextHand | None) -> str:
    """Button, small, big, then everyone dealt in: `A B C ABCD`."""
    if hand is None:
        return "no hand"
    return " ".join(map(letter, (hand.button, hand.small_blind, hand.big_blind))) + " " + letters(hand.dealt)


def letters(seats: Iterable[int]) -> str:
    """Seats as one word."""
    return "".join(map(letter, sorted(seats)))


def posted(hand: NextHand, who: str) -> str:
    """What a seat posts: `dead 500 live 1000`."""
    return " ".join(f"{SHORT[post.kind]} {post.amount}" for post in hand.posts[seat(who)])


def owing(hand: NextHand) -> str:
    """Everyone's debts in the notation of `there`: `Cbs Ds`."""
    return " ".join(
        letter(number) + "b" * debt.big + "s" * debt.small
        for number, debt in sorted(hand.debts.items())
        if debt != NO_DEBT
    )


def dealt(setting: Positions, before: LastHand | None, words: str) -> NextHand:
    """The next hand of a table that has one."""
    hand = next_hand(rules=SETTINGS[setting], stakes=STAKES, last=before, candidates=there(words))
    assert hand is not None
    return hand
