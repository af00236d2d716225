"""The disconnect all-in allowance: what R-6.6 and R-6.7 promise, clause by clause."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction

from accounts import allowance
from accounts.errors import AccountsError, Refusal
from accounts.models import AllInAllowance, AllowanceEntry
from accounts.tasks import restore_due as restore_task

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def use(player, hand, at, **more):
    return allowance.use(player.pk, hand=str(hand), table="amber", now=at, **more)


def left(player, at, **more):
    return allowance.state(player.pk, at, **more).left


def kinds(player):
    return list(AllowanceEntry.objects.filter(allowance_id=player.pk).order_by("id").values_list("kind", flat=True))


@pytest.fixture
def at(monkeypatch):
    """Set the database's clock for what support does."""

    def set_clock(moment):
        monkeypatch.setattr("accounts.clock.now", lambda: moment)

    set_clock(NOON)
    return set_clock


def test_two_in_any_24_hours_and_each_comes_back_24_hours_after_it(player):
    """R-6.6"""
    assert allowance.state(player.pk, NOON) == allowance.AllowanceState(left=2, of=2, restores_at=None, revoked=False)
    assert use(player, 1, NOON)
    assert use(player, 2, NOON + HOUR)
    assert not use(player, 3, NOON + 2 * HOUR)
    state = allowance.state(player.pk, NOON + 2 * HOUR)
    assert (state.left, state.restores_at, state.usable) == (0, NOON + 24 * HOUR, False)
    assert left(player, NOON + 24 * HOUR - timedelta(microseconds=1)) == 0
    assert left(player, NOON + 24 * HOUR) == 1
    assert left(player, NOON + 25 * HOUR) == 2


def test_counted_right_although_the_job_never_ran_and_the_history_reads_in_order(player):
    """R-6.6: a late job changes nothing."""
    use(player, 1, NOON)
    use(player, 2, NOON + HOUR)
    assert use(player, 3, NOON + 24 * HOUR)
    assert kinds(player) == ["use", "use", "restore", "use"]
    restored = AllowanceEntry.objects.get(kind="restore")
    assert (restored.at, restored.of_use.hand) == (NOON + 24 * HOUR, "1")
    assert not use(player, 4, NOON + 24 * HOUR)


def test_the_job_writes_each_restore_once_dated_when_it_was_due(player):
    """R-6.6"""
    use(player, 1, NOON)
    use(player, 2, NOON + HOUR)
    assert allowance.restore_due(NOON + 24 * HOUR - timedelta(seconds=1)) == 0
    assert allowance.restore_due(NOON + 24 * HOUR) == 1
    assert allowance.restore_due(NOON + 24 * HOUR) == 0
    assert allowance.restore_due(NOON + 90 * HOUR) == 1
    assert allowance.restore_due(NOON + 91 * HOUR) == 0
    times = AllowanceEntry.objects.filter(kind="restore").order_by("id").values_list("at", flat=True)
    assert list(times) == [NOON + 24 * HOUR, NOON + 25 * HOUR]
    assert not AllInAllowance.objects.filter(next_restore__isnull=False).exists()


def test_the_task_runs_the_job_by_the_databases_clock(player):
    use(player, 1, NOON - 30 * 24 * HOUR)
    assert restore_task() == 1


def test_a_hand_uses_one_at_most_however_often_it_is_asked(player):
    """R-6.6: an expiry that is retried has one effect."""
    assert use(player, 7, NOON)
    assert use(player, 7, NOON)
    assert left(player, NOON) == 1
    use(player, 8, NOON)
    assert use(player, 8, NOON), "the answer stays what it was, also with none left"
    assert kinds(player) == ["use", "use"]


def test_the_first_of_two_tables_gets_the_last_use(player):
    """R-6.6: uses count at once at every table, whenever its hand began."""
    use(player, 1, NOON)
    began = NOON + HOUR
    assert use(player, 2, NOON + 2 * HOUR, hand_began=began)
    assert not use(player, 3, NOON + 2 * HOUR, hand_began=began)


def test_what_comes_back_during_a_hand_counts_from_the_next_one(player):
    """R-6.6: all of this counts from each table's next hand."""
    use(player, 1, NOON)
    use(player, 2, NOON + HOUR)
    began, now = NOON + 24 * HOUR - timedelta(minutes=1), NOON + 24 * HOUR + timedelta(minutes=1)
    assert left(player, now, hand_began=began) == 0
    assert not use(player, 3, now, hand_began=began)
    assert use(player, 4, now, hand_began=now)


def test_a_reset_gives_everything_back_from_the_next_hand(player, staff, at):
    """R-6.6"""
    use(player, 1, NOON - 2 * HOUR)
    use(player, 2, NOON - HOUR)
    assert allowance.reset(player.pk, actor=staff("Support"), reason=" router broke ")
    assert left(player, NOON) == 2
    began = NOON - timedelta(minutes=1)
    assert left(player, NOON + HOUR, hand_began=began) == 0
    assert not use(player, 3, NOON, hand_began=began)
    assert use(player, 3, NOON, hand_began=NOON)
    entry = AllowanceEntry.objects.get(kind="reset")
    assert (entry.actor.username, entry.reason, entry.at) == ("support-one", "router broke", NOON)


def test_a_use_after_the_reset_in_an_older_hand_is_not_given_back_by_it(player, staff, at):
    """R-6.6"""
    use(player, 1, NOON - HOUR)
    allowance.reset(player.pk, actor=staff("Support"), reason="r")
    assert use(player, 2, NOON + timedelta(minutes=1), hand_began=NOON - timedelta(minutes=1))
    assert left(player, NOON + timedelta(minutes=2)) == 1


def test_a_reset_use_is_not_restored_again_by_the_job(player, staff, at):
    use(player, 1, NOON - HOUR)
    allowance.reset(player.pk, actor=staff("Support"), reason="r")
    assert allowance.restore_due(NOON + 48 * HOUR) == 0
    assert kinds(player) == ["use", "reset"]


def test_a_second_reset_has_nothing_to_do(player, staff, at):
    support = staff("Support")
    use(player, 1, NOON - HOUR)
    assert allowance.reset(player.pk, actor=support, reason="r")
    assert not allowance.reset(player.pk, actor=support, reason="r")
    assert kinds(player) == ["use", "reset"]


def test_more_resets_than_support_may_give_need_a_manager(player, staff, at, settings):
    settings.ALL_IN_RESETS_PER_30_DAYS = 2
    support = staff("Support")
    for day in range(2):
        at(NOON + day * 24 * HOUR)
        use(player, day, NOON + day * 24 * HOUR - HOUR)
        assert allowance.reset(player.pk, actor=support, reason="r")
    at(NOON + 3 * 24 * HOUR)
    use(player, 9, NOON + 3 * 24 * HOUR - HOUR)
    with pytest.raises(AccountsError) as refused:
        allowance.reset(player.pk, actor=support, reason="r")
    assert refused.value.code == Refusal.TOO_MANY_RESETS
    assert left(player, NOON + 3 * 24 * HOUR) == 1
    assert allowance.reset(player.pk, actor=staff("Manager"), reason="r")
    at(NOON + 40 * 24 * HOUR)
    use(player, 10, NOON + 40 * 24 * HOUR - HOUR)
    assert allowance.reset(player.pk, actor=support, reason="r")


def test_revoked_means_folded_from_the_next_hand_until_reinstated(player, staff, at):
    """R-6.5, R-6.6"""
    support = staff("Support")
    assert allowance.revoke(player.pk, actor=support, reason="pulls the plug")
    assert not allowance.revoke(player.pk, actor=support, reason="again")
    assert use(player, 1, NOON, hand_began=NOON - HOUR), "the hand that had begun keeps what it had"
    state = allowance.state(player.pk, NOON)
    assert (state.left, state.revoked, state.usable) == (1, True, False)
    assert not use(player, 2, NOON, hand_began=NOON)
    at(NOON + HOUR)
    assert allowance.reinstate(player.pk, actor=support, reason="sorry")
    assert not allowance.reinstate(player.pk, actor=support, reason="again")
    assert not use(player, 3, NOON + HOUR, hand_began=NOON + timedelta(minutes=1))
    assert use(player, 4, NOON + HOUR, hand_began=NOON + HOUR)
    assert kinds(player) == ["revoke", "use", "reinstate", "use"]


def test_a_voided_hand_gives_its_use_back_once(player, staff, at):
    """R-9.3: a hand that is voided took nothing."""
    use(player, 1, NOON - HOUR)
    use(player, 2, NOON - HOUR)
    assert allowance.give_back(player.pk, hand="2", reason="hand 2 voided", now=NOON)
    assert not allowance.give_back(player.pk, hand="2", reason="hand 2 voided", now=NOON)
    assert not allowance.give_back(player.pk, hand="5", reason="hand 5 voided", now=NOON)
    assert left(player, NOON) == 1
    assert left(player, NOON, hand_began=NOON - timedelta(minutes=1)) == 0
    allowance.reset(player.pk, actor=staff("Support"), reason="r")
    assert not allowance.give_back(player.pk, hand="1", reason="hand 1 voided", now=NOON + HOUR)


@pytest.mark.parametrize("verb", [allowance.reset, allowance.revoke, allowance.reinstate])
def test_staff_need_the_right_a_reason_and_another_account(player, staff, at, verb):
    """R-6.6, and nobody helps himself."""
    use(player, 1, NOON - HOUR)
    support = staff("Support")
    stranger = staff("Floor")
    for actor, target, reason, code in [
        (stranger, player, "r", Refusal.FORBIDDEN),
        (player, player, "r", Refusal.FORBIDDEN),
        (support, support, "r", Refusal.OWN_ACCOUNT),
        (support, player, " \n ", Refusal.NO_REASON),
    ]:
        with pytest.raises(AccountsError) as refused:
            verb(target.pk, actor=actor, reason=reason)
        assert refused.value.code == code
    assert kinds(player) == ["use"]


def test_a_blocked_member_of_staff_can_do_nothing(player, staff, at):
    support = staff("Support")
    support.is_active = False
    with pytest.raises(AccountsError):
        allowance.revoke(player.pk, actor=support, reason="r")


BAD_ENTRIES = [
    {"kind": "reset", "reason": "r"},
    {"kind": "reset", "actor": "support", "reason": ""},
    {"kind": "reset", "actor": "self", "reason": "r"},
    {"kind": "revoke", "actor": "support", "reason": "r", "hand": "1"},
    {"kind": "use"},
    {"kind": "restore"},
    {"kind": "gift", "actor": "support", "reason": "r"},
]


@pytest.mark.parametrize("entry", BAD_ENTRIES)
def test_the_database_refuses_entries_that_say_too_little(player, staff, entry):
    people = {"support": staff("Support"), "self": player}
    AllInAllowance.objects.create(player=player)
    fields = {**entry, "actor": people.get(entry.get("actor"))}
    with pytest.raises(IntegrityError), transaction.atomic():
        AllowanceEntry.objects.create(allowance_id=player.pk, at=NOON, **fields)


def test_what_happened_can_not_be_changed_or_removed(player):
    """R-6.6: kept with who, when, why, hand."""
    use(player, 1, NOON)
    entries = AllowanceEntry.objects.filter(allowance_id=player.pk)
    for change in (lambda: entries.update(hand="2"), lambda: entries.delete(), lambda: player.delete()):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()
    assert [entry.hand for entry in allowance.history(player.pk, limit=5)] == ["1"]
