"""The presets table of RULES.md, setting by setting, and settings through JSON."""

import json
from dataclasses import replace

import pytest

from tables.engine.actions import Code, RuleViolation
from tables.engine.rules import PRESETS, Expiry, Game, Positions, Rules, preset

ALL_GAMES = (Game.FIXED, Game.POT, Game.NO_LIMIT)
TABLE = {
    # name: games, positions, uncapped, connected, disconnected, allowance, antes, dynamic, no flop, voice
    "24poker": ((Game.FIXED,), "by_button", False, "fold", "protect", 2, False, True, False, False),
    "allin": ((Game.FIXED,), "by_button", False, "fold", "protect", 2, False, False, False, False),
    "cardroom": (ALL_GAMES, "by_button", False, "fold", "fold", 0, True, False, False, False),
    "betandwin": ((Game.FIXED,), "by_button", True, "fold", "protect", 2, False, False, False, True),
    "house": (ALL_GAMES, "by_big_blind", True, "check_or_fold", "check_or_protect", 2, True, True, True, True),
}


@pytest.mark.parametrize("name", TABLE)
def test_presets_are_those_of_the_table(name: str) -> None:
    """RULES.md Presets: every row that differs between the rooms."""
    rules = PRESETS[name]
    assert rules.name == name
    assert (
        rules.games,
        rules.positions,
        rules.heads_up_uncapped,
        rules.expiry_connected,
        rules.expiry_disconnected,
        rules.allowance,
        rules.antes,
        rules.dynamic_rake,
        rules.no_flop_no_drop,
        rules.announce_blinds,
    ) == TABLE[name]


def test_presets_are_complete_and_share_the_rest() -> None:
    """RULES.md: 7 + 15 seconds, post or wait, four bets, face up in all five (R-6.2, R-2.8, R-4.4, R-5.4)."""
    assert PRESETS.keys() == TABLE.keys()
    for rules in PRESETS.values():
        assert (rules.quiet_ms, rules.countdown_ms, rules.newcomer_may_post) == (7_000, 15_000, True)
        assert (rules.bets_per_round, rules.all_in_face_up, rules.allowance_hours) == (4, True, 24)
        assert (rules.reserve_ms, rules.return_minutes) == (60_000, 60)
        assert (rules.average_over_hands, rules.average_from_hands) == (50, 10)


def test_every_setting_can_be_changed_per_table() -> None:
    """RULES.md Presets: a preset is a starting point; the preset itself stays."""
    rules = preset("24poker", quiet_ms=3_000, positions=Positions.BY_BIG_BLIND)
    assert (rules.quiet_ms, rules.positions, rules.name) == (3_000, "by_big_blind", "24poker")
    assert PRESETS["24poker"].quiet_ms == 7_000


@pytest.mark.parametrize("call", [lambda: preset("casino"), lambda: preset("house", speed=2)])
def test_unknown_presets_and_settings_are_refused(call) -> None:
    """A typing error must not become a silent default."""
    with pytest.raises(RuleViolation) as refusal:
        call()
    assert refusal.value.code is Code.BAD_SETUP


@pytest.mark.parametrize("name", TABLE)
def test_rules_survive_json(name: str) -> None:
    """docs/architecture.md: a stored hand keeps all settings it was played with."""
    rules = replace(PRESETS[name], expiry_connected=Expiry.CHECK_OR_FOLD, countdown_ms=9)
    loaded = Rules.load(json.loads(json.dumps(rules.dump())))
    assert loaded == rules
    assert type(loaded.positions) is Positions
    assert type(loaded.games[0]) is Game


@pytest.mark.parametrize("data", [{"colour": "green"}, {"positions": "by_luck"}, {"games": ["stud"]}])
def test_stored_rules_nobody_knows_are_refused(data: dict) -> None:
    """A setting or value from nowhere is a bad setup."""
    with pytest.raises(RuleViolation) as refusal:
        Rules.load(data)
    assert refusal.value.code is Code.BAD_SETUP
