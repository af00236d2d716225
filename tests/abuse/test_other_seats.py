"""Nobody acts for another seat: who asks comes from the session, never from the message."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tables import consumers
from tests.abuse.attack import Party, answer, unchanged

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.once]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundreds of attempts in a row are a matter of the rate limit's own test."""
    monkeypatch.setattr(consumers, "PER_SECOND", 100_000)
    monkeypatch.setattr(consumers, "BURST", 100_000)


def commands(party: Party) -> list[dict[str, Any]]:
    """Every command there is, each as it would be right for somebody at this moment."""
    turn = party.hand["turn"]
    decision = {"type": "act", "hand": party.hand["number"], "turn": turn["no"]}
    return [
        *[{**decision, "move": move} for move in ("fold", "check", "call")],
        *[{**decision, "move": move, "to": to} for move in ("bet", "raise") for to in (turn["min"], turn["max"])],
        *[{"type": word} for word in ("leave", "post", "decline", "show", "sit_in", "sit_out")],
        {"type": "sit_out", "when": "big_blind"}, {"type": "top_up", "amount": 1_000},
        {"type": "set", "auto_muck": False}, {"type": "set", "auto_post": False}, {"type": "wait_list", "join": False},
    ]  # fmt: skip


def names_of(party: Party, seat: int) -> list[dict[str, Any]]:
    """Ways to say that one means another seat."""
    public = party.eyes[seat - 1].player
    return [{"seat": seat}, {"player": public}, {"player_id": party.callers[seat - 1].who.id}, {"as": seat},
            {"you": {"seat": seat}}, {"user": {"id": 1}}, {"session": "x"}]  # fmt: skip


async def test_every_command_for_every_other_seat_does_nothing_there() -> None:
    """Nine sockets, each command, each other seat, each way to name it; a watcher and a stranger too."""
    party = await Party(players=9, seats=9).open()
    before = await unchanged()
    codes: dict[str, int] = {}
    for place, eye in enumerate(party.eyes):
        others = [seat for seat in range(1, 10) if seat != place + 1]
        for number, command in enumerate(commands(party)):
            seat = others[(place + number) % len(others)]
            for named in names_of(party, seat):
                code = await answer(eye, json.dumps({**command, **named}))
                codes[str(code)] = codes.get(str(code), 0) + 1
    assert set(codes) == {"bad_message"}, codes
    assert await unchanged() == before
    await party.close()


async def test_decisions_of_whose_turn_it_is_not_do_nothing() -> None:
    party = await Party(players=9, seats=9).open()
    turn_of = party.hand["turn"]["seat"]
    before = await unchanged()
    for place, eye in enumerate(party.eyes):
        if place + 1 == turn_of:
            continue
        expected = "sign_in_first" if eye.player is None else "not_seated" if place == 9 else "not_your_turn"
        for command in commands(party)[:7]:
            assert await answer(eye, json.dumps(command)) == expected
    assert await unchanged() == before
    await party.close()


async def test_who_has_no_seat_can_do_nothing_with_one() -> None:
    """The watcher and the stranger say everything; the watcher may chat and queue, which is nobody's seat."""
    party = await Party().open()
    before = await unchanged()
    for command in [*commands(party), {"type": "sit", "seat": 1, "buy_in": 4_000}, {"type": "reserve", "seat": 2}]:
        assert await answer(party.eyes[-1], json.dumps(command)) == "sign_in_first"
        if command["type"] != "wait_list":
            assert await answer(party.eyes[-2], json.dumps(command)) in {"not_seated", "seat_taken"}
    assert await unchanged() == before
    await party.close()


async def test_hole_cards_follow_the_session_not_the_order_of_sockets() -> None:
    """A second tab, opened in between, shifts nobody's cards."""
    party = await Party().open()
    own = [eye.private["cards"] for eye in party.players]
    assert len(set(own)) == 3
    from tests.secrecy.eye import LocalEye

    for eye in [party.eyes[2], party.eyes[0], party.eyes[4], party.eyes[1]]:
        tab = await LocalEye(name="tab", table=party.slug, player=eye.player, cookie=eye.cookie).open()
        assert tab.private.get("cards") == eye.private.get("cards")
        assert await party.act("call" if not party.hand["turn"]["check"] else "check") is None
        await tab.close()
    assert [eye.private["cards"] for eye in party.players] == own
    await party.close()
