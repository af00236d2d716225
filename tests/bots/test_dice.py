"""The bots' chance is reproducible from a seed and fair enough for a game."""

from tables.bots.dice import Dice


def test_the_same_seed_gives_the_same_stream() -> None:
    first, second = Dice(b"one"), Dice(b"one")
    assert [first.below(1000) for _ in range(50)] == [second.below(1000) for _ in range(50)]


def test_other_seeds_children_and_no_seed_give_other_streams() -> None:
    dice = [Dice(b"one"), Dice(b"two"), Dice(b"one").child("a"), Dice(b"one").child("b"), Dice(), Dice()]
    streams = [tuple(each.below(1000) for _ in range(20)) for each in dice]
    assert len(set(streams)) == len(streams)


def test_every_number_of_a_range_comes_up_and_none_outside() -> None:
    dice = Dice(b"range")
    drawn = [dice.between(3, 8) for _ in range(600)]
    assert set(drawn) == {3, 4, 5, 6, 7, 8}
    assert all(60 <= drawn.count(number) <= 145 for number in range(3, 9))


def test_draw_takes_different_items_and_loses_none() -> None:
    dice, items = Dice(b"draw"), list(range(10))
    for _ in range(100):
        assert len(set(dice.draw(items, 4))) == 4
        assert sorted(items) == list(range(10))
