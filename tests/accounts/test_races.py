"""Several hands, tabs and members of staff at the same moment, on real connections."""

import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, connection

from accounts import allowance, guests, reset_requests
from accounts.errors import AccountsError
from accounts.models import AllowanceEntry, Player, ResetRequest
from tests.accounts.conftest import make_player

pytestmark = pytest.mark.django_db(transaction=True)
NOW = datetime.now(UTC)


def all_at_once(*calls):
    """Run the calls in threads that start together; their results, or the exceptions they raised, in order."""
    barrier = threading.Barrier(len(calls))
    results = [None] * len(calls)

    def run(index, call):
        barrier.wait(timeout=10)
        try:
            results[index] = call()
        except Exception as error:
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert not any(thread.is_alive() for thread in threads)
    return results


def use(player, hand):
    return lambda: allowance.use(player.pk, hand=str(hand), table="t", now=NOW)


def make_support(name):
    person = make_player(name, is_staff=True)
    person.groups.add(Group.objects.get(name="Support"))
    return Player.objects.get(pk=person.pk)


def test_of_several_tables_two_get_the_two_uses():
    """R-6.6: the first expiry to lock the account's row gets the last use."""
    player = make_player("ada")
    results = all_at_once(*(use(player, hand) for hand in range(6)))
    assert sorted(results) == [False] * 4 + [True] * 2
    assert AllowanceEntry.objects.filter(kind="use").count() == 2


def test_one_expiry_seen_by_several_processes_is_one_use():
    """R-6.6"""
    player = make_player("ada")
    assert all_at_once(*[use(player, 1)] * 4) == [True] * 4
    assert AllowanceEntry.objects.count() == 1


def test_two_resets_at_once_have_one_effect():
    """R-6.6"""
    player = make_player("ada")
    use(player, 1)()
    staff = [make_support("sue"), make_support("sid")]
    results = all_at_once(*(lambda s=s: allowance.reset(player.pk, actor=s, reason="r") for s in staff))
    assert sorted(results) == [False, True]
    assert AllowanceEntry.objects.filter(kind="reset").count() == 1


def test_jobs_that_overlap_restore_once():
    player = make_player("ada")
    for hand in (1, 2):
        allowance.use(player.pk, hand=str(hand), table="t", now=NOW - timedelta(hours=30))
    results = all_at_once(*[lambda: allowance.restore_due(NOW)] * 3)
    assert sum(results) == 2
    assert AllowanceEntry.objects.filter(kind="restore").count() == 2


def test_one_request_is_open_and_one_answer_counts():
    """R-6.7"""
    player = make_player("ada")
    use(player, 1)()
    asked = all_at_once(*[lambda: reset_requests.request_reset(player.pk, "my line broke")] * 3)
    assert sum(isinstance(result, int) for result in asked) == 1
    assert {error.code for error in asked if isinstance(error, AccountsError)} == {"already_open"}
    request = ResetRequest.objects.get()
    sue, sid = make_support("sue"), make_support("sid")
    answers = all_at_once(
        lambda: reset_requests.accept(request.pk, actor=sue, answer="yes"),
        lambda: reset_requests.decline(request.pk, actor=sid, answer="no"),
    )
    assert sum(isinstance(answer, AccountsError) for answer in answers) == 1
    request.refresh_from_db()
    assert AllowanceEntry.objects.filter(kind="reset").exists() == (request.status == "accepted")


def test_names_are_given_once():
    def take(name):
        return lambda: Player.objects.create(username=name).username

    results = all_at_once(take("Ada"), take("ada"), take("ADA"))
    assert sum(isinstance(result, IntegrityError) for result in results) == 2
    assert Player.objects.count() == 1


def test_guests_made_together_are_all_different():
    results = all_at_once(*[lambda: guests.create_guest().username] * 5)
    assert len(set(results)) == 5
