"""The shapes of docs/protocol.md, worked out by hand on small tables."""

from tables.engine import views
from tests.engine.scenes import play, scene

BOARD = "2h7c9dJs4s"


def test_the_public_view_before_the_flop() -> None:
    """docs/protocol.md "public view": bets in front of the seats, the options of the turn, hidden cards."""
    hand = scene([500, 500, 500, 500])
    assert views.public(play(hand, "3r40 4f")) == {
        "hand": {
            "street": "preflop",
            "board": "",
            "bet": 40,
            "pot": 55,
            "pots": {},
            "turn": {"no": 2, "seat": 1, "call": 35, "check": False, "min": 70, "max": 500},
        },
        "seats": {
            "1": {"stack": 495, "bet": 5, "status": "playing", "cards": "????", "last": "small_blind"},
            "2": {"stack": 490, "bet": 10, "status": "playing", "cards": "????", "last": "big_blind"},
            "3": {"stack": 460, "bet": 40, "status": "playing", "cards": "????", "last": "raise"},
            "4": {"stack": 500, "bet": 0, "status": "folded", "last": "fold"},
        },
    }


def test_the_public_view_with_side_pots() -> None:
    """Pots hold the chips of earlier rounds, `pot` this round's bets too; min and max may be absent."""
    hand = play(scene([500, 500, 40, 500], board=BOARD), "3r40 4c 1c 2f 1b60")
    view = views.public(hand)
    assert view["hand"] == {
        "street": "flop",
        "board": "2h7c9d",
        "bet": 60,
        "pot": 190,
        "pots": {"0": {"amount": 130, "seats": "1,3,4"}},
        "turn": {"no": 5, "seat": 4, "call": 60, "check": False, "min": 120, "max": 460},
    }
    assert view["seats"]["3"] == {"stack": 0, "bet": 0, "status": "all_in", "cards": "????"}
    turned = views.public(play(hand, "4c"))
    assert turned["hand"]["pots"] == {"0": {"amount": 130, "seats": "1,3,4"}, "1": {"amount": 120, "seats": "1,4"}}
    assert "bet" in turned["hand"]


def test_the_public_view_at_the_end() -> None:
    """docs/protocol.md: shown cards for all, mucked and folded ones absent, what each seat won."""
    hand = scene([500, 500, 500, 500], holes={1: "AsAd", 2: "KsKd"}, board=BOARD)
    hand = play(hand, "3f 4c 1c 2k 1k 2k 4f 1k 2k 1b20 2c")
    assert views.public(hand) == {
        "hand": {
            "street": "showdown",
            "board": BOARD,
            "bet": 0,
            "pot": 70,
            "pots": {"0": {"amount": 70, "seats": "1,2"}},
        },
        "seats": {
            "1": {"stack": 540, "bet": 0, "status": "playing", "cards": "AsAd", "last": "bet", "won": 70},
            "2": {"stack": 470, "bet": 0, "status": "playing", "last": "call"},
            "3": {"stack": 500, "bet": 0, "status": "folded", "last": "fold"},
            "4": {"stack": 490, "bet": 0, "status": "folded", "last": "fold"},
        },
    }


def test_own_cards_and_what_they_make() -> None:
    """The readout comes from the server, street by street; nothing for who is not dealt in."""
    hand = scene([500, 500], button=2, holes={1: "9hJd", 2: "KsQs"}, board=BOARD)
    assert views.own(hand, 1) == {"cards": "9hJd", "strength": "Jack high"}
    hand = play(hand, "2c 1k")
    assert views.own(hand, 1)["strength"] == "Pair of nines"
    hand = play(hand, "1k 2k")
    assert views.own(hand, 1)["strength"] == "Two pair, jacks and nines"
    assert views.own(hand, 7) == {}


def test_dealt_cards_are_told_to_their_owner_only() -> None:
    """docs/architecture.md "Secrets": everybody hears that cards were dealt, each player which."""
    hand = scene([500, 500], button=2, holes={1: "9hJd", 2: "KsQs"})
    dealt = [event for event in views.public_events(hand) if event["kind"] == "dealt"]
    assert dealt == [{"kind": "dealt", "seat": 1, "cards": "????"}, {"kind": "dealt", "seat": 2, "cards": "????"}]
    assert views.own_events(hand, 2) == [{"kind": "dealt", "seat": 2, "cards": "KsQs"}]
    assert views.own_events(play(hand, "2c"), 2) == []


def test_events_on_the_wire_are_small() -> None:
    """docs/protocol.md: no nulls, nothing empty."""
    hand = scene([500, 500, 60])
    assert views.public_events(play(hand, "3r60")) == [
        {"kind": "raise", "seat": 3, "amount": 60, "to": 60, "all_in": True}
    ]
    assert views.public_events(play(hand, "3f")) == [{"kind": "fold", "seat": 3}]
    assert views.public_events(play(hand, "3f 1p"))[:1] == [{"kind": "protected", "seat": 1, "to": 5, "cause": "clock"}]
