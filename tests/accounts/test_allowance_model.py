"""The allowance against a plain model that only keeps a list of what happened (R-6.6)."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts import allowance
from accounts.models import AllowanceEntry, Player

START = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = timedelta(hours=24)

STEPS = st.lists(
    st.tuples(
        st.sampled_from(["use", "use", "use", "repeat", "reset", "revoke", "reinstate", "void", "job"]),
        st.integers(0, 15 * 60),  # minutes that pass before it
        st.integers(0, 20 * 60),  # how long ago the hand began
    ),
    max_size=14,
)


class Model:
    """Two rules, said plainly: uses count always; whatever helps or harms only if it is older than the hand."""

    def __init__(self):
        self.facts = []

    def state(self, began):
        used, revoked = [], False
        for kind, at, what in self.facts:
            if kind == "use":
                used.append((at, what))
            elif at > began:
                continue
            elif kind == "reset":
                used = []
            elif kind == "void":
                used = [(then, hand) for then, hand in used if hand != what]
            else:
                revoked = kind == "revoke"
        out = [then for then, _ in used if then + DAY > began]
        return max(0, 2 - len(out)), min(out, default=None), revoked

    def pending(self, now):
        return self.state(now)[0] < 2


@pytest.mark.django_db
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_the_entries_count_what_a_plain_list_counts(steps, monkeypatch):
    suffix = Model.number = getattr(Model, "number", 0) + 1
    player = Player.objects.create(username=f"player-{suffix}")
    support = Player.objects.create(username=f"support-{suffix}", is_staff=True, is_superuser=True)
    model, now = Model(), START
    monkeypatch.setattr("accounts.clock.now", lambda: now)
    for number, (step, minutes, age) in enumerate(steps):
        now += timedelta(minutes=minutes, seconds=1)
        began = now - timedelta(minutes=age)
        take_step(step, player=player, support=support, model=model, now=now, began=began, hand=str(number))
        for as_of in (began, now):
            state = allowance.state(player.pk, now, hand_began=as_of)
            left, oldest, revoked = model.state(as_of)
            assert (state.left, state.revoked) == (left, revoked)
            assert state.restores_at == (oldest + DAY if oldest else None)
    allowance.restore_due(now + 3 * DAY)
    check_the_log(player)


def take_step(step, *, player, support, model, now, began, hand):
    who = {"actor": support, "reason": "because"}
    hands = [what for kind, _, what in model.facts if kind == "use"]
    match step:
        case "use":
            left, _, revoked = model.state(began)
            done = allowance.use(player.pk, hand=hand, table="t", now=now, hand_began=began)
            assert done == (left > 0 and not revoked)
            if done:
                model.facts.append(("use", now, hand))
        case "repeat" if hands:
            assert allowance.use(player.pk, hand=hands[-1], table="t", now=now, hand_began=began)
        case "reset":
            if allowance.reset(player.pk, **who):
                assert model.pending(now)
                model.facts.append(("reset", now, None))
            else:
                assert not model.pending(now)
        case "revoke" | "reinstate":
            changed = getattr(allowance, step)(player.pk, **who)
            assert changed == (model.state(now)[2] != (step == "revoke"))
            if changed:
                model.facts.append((step, now, None))
        case "void" if hands:
            if allowance.give_back(player.pk, hand=hands[-1], reason="voided", now=now):
                model.facts.append(("void", now, hands[-1]))
        case "job":
            allowance.restore_due(now)


def check_the_log(player):
    """After all time has passed every use has come back exactly once: by the clock, a void or a reset."""
    entries = list(AllowanceEntry.objects.filter(allowance_id=player.pk).order_by("id"))
    resets = [entry.pk for entry in entries if entry.kind == "reset"]
    restored = [entry.of_use_id for entry in entries if entry.kind == "restore"]
    assert len(restored) == len(set(restored))
    for entry in entries:
        if entry.kind == "use":
            assert entry.pk in restored or any(reset > entry.pk for reset in resets)
