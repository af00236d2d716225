"""House bots know their place: play money, seats left for people, chips when they have none."""

from tables.bots.dice import Dice
from tables.bots.manners import (
    Crowd,
    Step,
    buy_in,
    has_room,
    is_crowded,
    is_rich,
    seat_to_take,
    seated_step,
    sit_step,
)
from tests.bots.spots import seat, view

CROWD = Crowd(bots=5, keep_free=2)


def people(first: int, count: int) -> list[dict[str, object]]:
    """So many people, from seat `first` on."""
    return [seat(number, bot=False) for number in range(first, first + count)]


def test_bots_fill_a_table_up_to_their_number() -> None:
    for taken in range(5):
        assert has_room(view(*(seat(number) for number in range(1, taken + 1))), CROWD)
    assert not has_room(view(*(seat(number) for number in range(1, 6))), CROWD)


def test_bots_leave_two_seats_for_people() -> None:
    assert has_room(view(*people(1, 6)), CROWD)
    assert not has_room(view(*people(1, 7)), CROWD)


def test_a_person_at_a_small_table_still_finds_company() -> None:
    assert has_room(view(seat(1, bot=False), size=2), CROWD) is False
    assert has_room(view(size=2), CROWD)
    assert has_room(view(seat(1, bot=False), seat(2), size=6), CROWD)


def test_bots_never_sit_at_real_money_or_closed_tables() -> None:
    real = view()
    real["table"]["money"] = "real"
    assert not has_room(real, CROWD)
    assert not has_room(view(status="closed"), CROWD)


def test_a_bot_gets_up_when_people_fill_the_table_but_not_before_there_is_company() -> None:
    assert is_crowded(view(*people(1, 4), *(seat(number) for number in range(5, 9))), CROWD)
    assert not is_crowded(view(*people(1, 4), *(seat(number) for number in range(5, 8))), CROWD)
    assert not is_crowded(view(seat(1, bot=False), seat(2), size=2), CROWD)


def test_who_sat_down_by_the_rule_does_not_get_up_by_the_rule() -> None:
    """Sitting down and getting up must not chase each other."""
    for size in range(2, 11):
        for taken in range(size):
            before = view(*people(1, taken), size=size)
            after = view(*people(1, taken), seat(taken + 1), size=size)
            assert not (has_room(before, CROWD) and is_crowded(after, CROWD))


def test_the_seat_is_free_and_the_buy_in_within_the_table_s_limits() -> None:
    """R-1.1."""
    dice = Dice(b"seat")
    table = view(*people(1, 4))
    for _ in range(50):
        step = sit_step(table, dice)
        assert step is not None and step.kind == "sit"
        assert step.fields["seat"] in range(5, 10)
        assert 2_000 <= step.fields["buy_in"] <= 10_000
        assert step.fields["buy_in"] % 100 == 0
    assert seat_to_take(view(*people(1, 9)), dice) is None
    assert sit_step(view(*people(1, 9)), dice) is None


def test_who_comes_back_brings_what_he_left_with_up_to_the_maximum() -> None:
    """R-1.3."""
    dice = Dice(b"back")
    for last, least in ((9_900, 9_900), (40_000, 10_000)):
        step = sit_step(view(), dice, at_least=last)
        assert step is not None and step.fields["buy_in"] >= least
        assert step.fields["buy_in"] <= 10_000


def test_a_prompt_is_answered_and_auto_post_is_turned_on() -> None:
    dice, table = Dice(b"post"), view(seat(1))
    prompt = {"prompt": {"kind": "post_big_blind", "amount": 200}}
    assert seated_step(table, prompt, 1, dice) == Step(kind="post")
    assert seated_step(table, {"options": {"auto_post": False}}, 1, dice) == Step(
        kind="set", fields={"auto_post": True}
    )
    assert seated_step(table, {"options": {"auto_post": True}}, 1, dice) is None


def test_a_broke_bot_buys_chips_between_hands_and_comes_back() -> None:
    """R-1.2: not during the hand it plays."""
    dice = Dice(b"broke")
    assert seated_step(view(seat(1, stack=0, status="all_in")), {}, 1, dice) is None
    step = seated_step(view(seat(1, stack=0, status="sitting_out")), {}, 1, dice)
    assert step is not None and step.kind == "top_up"
    assert 2_000 <= step.fields["amount"] <= 10_000
    back = seated_step(view(seat(1, stack=9_000, status="sitting_out")), {}, 1, dice)
    assert back == Step(kind="sit_in", fields={"entry": "post"})


def test_a_top_up_never_goes_over_the_maximum() -> None:
    dice = Dice(b"top")
    for stack in range(0, 2_000, 100):
        step = seated_step(view(seat(1, stack=stack, status="folded")), {}, 1, dice)
        assert step is not None
        assert stack + step.fields["amount"] <= 10_000


def test_a_rich_bot_takes_its_winnings_home() -> None:
    assert not is_rich(view(seat(1, stack=30_000, status="folded")), 1)
    assert is_rich(view(seat(1, stack=30_100, status="folded")), 1)


def test_a_leaving_bot_runs_no_more_errands() -> None:
    """R-1.7."""
    private = {"options": {"leaving": True, "auto_post": False}}
    assert seated_step(view(seat(1, stack=0, status="sitting_out")), private, 1, Dice(b"go")) is None


def test_who_has_left_takes_no_seat() -> None:
    gone = view(*(seat(number, left=True) for number in range(1, 10)))
    assert has_room(gone, CROWD)
    assert seat_to_take(gone, Dice(b"left")) in range(1, 10)


def test_the_buy_in_of_a_table_with_one_amount_is_that_amount() -> None:
    table = view()
    table["table"].update(min_buy_in=2_500, max_buy_in=2_500)
    assert buy_in(table, Dice(b"one")) == 2_500
