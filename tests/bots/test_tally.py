"""The summary counts each hand once and reads percentiles off what was measured."""

from tables.bots.tally import Tally, percentile


def test_a_hand_seen_by_many_bots_is_one_hand() -> None:
    tally = Tally()
    for _ in range(3):
        tally.saw("amber", 7, [{"kind": "showdown"}, {"kind": "hand_over"}])
    tally.saw("topaz", 7, [{"kind": "hand_over"}])
    tally.saw("amber", 8, [{"kind": "fold"}])
    summary = tally.summary(seconds=1)
    assert (summary["hands"], summary["showdowns"]) == (2, 1)


def test_actions_refusals_and_times_are_summed_up() -> None:
    tally = Tally()
    for number in range(1, 101):
        tally.acted(float(number))
    tally.refused("stale_turn")
    tally.refused("stale_turn")
    summary = tally.summary(seconds=2.04)
    assert (summary["actions"], summary["p50_ms"], summary["p99_ms"]) == (100, 50.0, 99.0)
    assert summary["refusals"] == {"stale_turn": 2}
    assert summary["seconds"] == 2.0


def test_percentiles_of_little_are_what_there_is() -> None:
    assert percentile([], 99) is None
    assert percentile([3.0], 50) == percentile([3.0], 99) == 3.0
    assert percentile([1.0, 2.0], 50) == 1.0
