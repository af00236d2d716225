"""Random tables, many hands long: what must hold between any two hands, and agreement with a naive second model."""

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from tables.engine.blinds import NextHand, next_hand
from tables.engine.candidates import Candidate, Debt, Entry, LastHand
from tables.engine.rules import Positions
from tests.engine.naive_seating import Person, Spots, between, next_spots
from tests.engine.table_of_seats import SETTINGS, STAKES

SEATS = st.integers(1, 10)
EVENTS = st.tuples(st.sampled_from(["sit", "sit", "leave", "out", "back", "back", "decline"]), SEATS, st.booleans())
STORIES = st.lists(st.lists(EVENTS, max_size=3), min_size=3, max_size=25)


@dataclass
class Table:
    """A table's seating as the room would keep it, played by our engine and by the naive model side by side."""

    setting: Positions
    people: dict[int, Person] = field(default_factory=dict)
    last: LastHand | None = None
    spots: Spots | None = None
    sat: int = 0
    hands: list[NextHand] = field(default_factory=list)

    def happen(self, what: str, seat: int, posts: bool) -> None:
        one = self.people.get(seat)
        if what == "sit" and one is None:
            self.sat += 1
            self.people[seat] = Person(order=self.sat, posts=posts)
        elif one is None:
            return
        elif what == "leave":
            del self.people[seat]
            self.last = self.last and self.last.without({seat})
        elif what == "out":
            one.ready = False
        elif what == "back":
            one.ready, one.posts = True, posts

    def candidates(self) -> list[Candidate]:
        return [
            Candidate(
                seat=seat,
                order=one.order,
                ready=one.ready,
                newcomer=one.newcomer,
                entry=Entry.POST if one.posts else Entry.WAIT,
                owes=Debt(small=one.small, big=one.big),
            )
            for seat, one in self.people.items()
        ]

    def ask(self) -> NextHand | None:
        return next_hand(rules=SETTINGS[self.setting], stakes=STAKES, last=self.last, candidates=self.candidates())

    def deal(self) -> NextHand | None:
        """One hand by both models, which must agree; then what the room keeps."""
        hand = self.ask()
        spots = next_spots(self.people, self.spots, by_big_blind=self.setting is Positions.BY_BIG_BLIND)
        assert (hand is None) == (spots is None)
        if hand is None or spots is None:
            return None
        assert (hand.button, hand.small_blind, hand.big_blind) == (spots.button, spots.small, spots.big)
        assert {seat: [post.kind.value for post in posts] for seat, posts in hand.posts.items()} == spots.posts
        for seat, one in self.people.items():
            one.was_in = seat in hand.posts
            if one.was_in:
                one.newcomer = one.small = one.big = False
            assert hand.debts[seat] == Debt(small=one.small, big=one.big)
        self.last, self.spots = hand.remember(), spots
        self.hands.append(hand)
        return hand


def check_one(hand: NextHand, table: Table, ready: set[int], was_in: set[int]) -> None:
    """What holds in every hand by itself."""
    kinds = [post.kind.value for posts in hand.posts.values() for post in posts]
    assert kinds.count("big_blind") == 1
    assert kinds.count("small_blind") == (hand.small_blind is not None)
    assert set(hand.posts) | set(hand.waits) == ready and not set(hand.posts) & set(hand.waits)
    assert hand.button in hand.posts and hand.button != hand.big_blind
    assert (hand.button == hand.small_blind) == (len(hand.posts) == 2), "R-2.6"
    for seat, posts in hand.posts.items():
        if {post.kind.value for post in posts} & {"live", "dead"}:
            assert seat not in between(hand.button, hand.big_blind), "R-2.8"
            assert seat not in was_in, "R-2.9: nobody enters a game he is in"
    assert not set(hand.waits) & was_in, "a regular is always dealt in"


@settings(max_examples=150, deadline=None)
@given(setting=st.sampled_from(Positions), story=STORIES)
def test_seating_keeps_its_rules_and_agrees_with_the_naive_model(
    setting: Positions, story: list[list[tuple[str, int, bool]]]
) -> None:
    """R-2.1 to R-2.12 in both settings; debts are never charged twice."""
    table = Table(setting=setting)
    for events in story:
        declined = [seat for what, seat, _ in events if what == "decline"]
        for event in events:
            table.happen(*event)
        for seat in declined:  # asked, declines, everything again from the last hand
            asked = table.ask()
            if asked and seat in {prompt.seat for prompt in asked.prompts}:
                table.people[seat].ready = False
        ready = {seat for seat, one in table.people.items() if one.ready}
        was_in = {seat for seat, one in table.people.items() if one.was_in}
        last = table.last
        hand = table.deal()
        if hand is None:
            assert len(ready) < 2
            continue
        check_one(hand, table, ready, was_in if last and len(last.players) >= 2 else set())
        if last and len(last.players) >= 2 and setting is Positions.BY_BIG_BLIND:
            check_big_blind_moved_on(hand, last, ready)


def check_big_blind_moved_on(hand: NextHand, last: LastHand, ready: set[int]) -> None:
    """R-2.7 without arithmetic: nobody was skipped, nobody pays twice in a row, the small blind follows."""
    assert not between(last.big_blind, hand.big_blind) & ready
    assert hand.big_blind != last.big_blind
    if len(hand.posts) > 2:
        small = last.big_blind if last.big_blind in last.players & set(hand.posts) else None
        assert hand.small_blind == small
        assert not (between(hand.button, hand.big_blind) - {last.big_blind}) & set(hand.posts)


@settings(max_examples=60, deadline=None)
@given(story=STORIES)
def test_between_two_big_blinds_of_one_player_everybody_else_pays_one(
    story: list[list[tuple[str, int, bool]]],
) -> None:
    """R-2.7: nobody escapes the big blind because others come and go (as long as positions continue)."""
    table = Table(setting=Positions.BY_BIG_BLIND)
    history: list[tuple[int, dict[int, int]]] = []  # the big blind's order of sitting down, who was dealt in
    for events in story:
        for event in events:
            table.happen(*event)
        if table.last is None or len(table.last.players) < 2:
            history.clear()
        hand = table.deal()
        if hand is None:
            continue
        order = {seat: table.people[seat].order for seat in hand.posts}
        history.append((order[hand.big_blind], order))
        earlier = [index for index, (payer, _) in enumerate(history[:-1]) if payer == order[hand.big_blind]]
        if not earlier:
            continue
        lap = history[earlier[-1] :]
        always_in = set.intersection(*(set(inside.values()) for _, inside in lap))
        assert always_in <= {payer for payer, _ in lap}


@settings(max_examples=60, deadline=None)
@given(setting=st.sampled_from(Positions), story=STORIES)
def test_who_is_ready_is_soon_dealt_in(setting: Positions, story: list[list[tuple[str, int, bool]]]) -> None:
    """Nobody waits for ever: when nothing else changes the big blind reaches everyone within two laps."""
    table = Table(setting=setting)
    for events in story:
        for event in events:
            table.happen(*event)
        table.deal()
    ready = {seat for seat, one in table.people.items() if one.ready}
    if len(ready) < 2:
        return
    for _ in range(2 * len(ready)):
        table.deal()
    assert set(table.hands[-1].posts) == ready
