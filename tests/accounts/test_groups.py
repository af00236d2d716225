"""The staff groups have exactly the rights that are written down."""

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command

from accounts import groups
from accounts.groups import Role

SUPPORT = {
    "view_player",
    "block_player",
    "view_allinallowance",
    "view_allowanceentry",
    "reset_allowance",
    "revoke_allowance",
    "view_resetrequest",
    "answer_resetrequest",
    "view_accountentry",
}


def codenames(name):
    rights = Group.objects.get(name=name).permissions.filter(content_type__app_label="accounts")
    return set(rights.values_list("codename", flat=True))


@pytest.mark.django_db
def test_migrating_makes_the_groups_with_exactly_their_rights():
    assert codenames("Support") == SUPPORT
    assert codenames("Manager") == SUPPORT | {"reset_allowance_often"}
    assert codenames("Floor") == set()


@pytest.mark.django_db
def test_rights_given_or_taken_by_hand_are_put_right_at_the_next_migrate():
    support = Group.objects.get(name="Support")
    support.permissions.add(Permission.objects.get(codename="change_player"))
    support.permissions.remove(Permission.objects.get(codename="view_player"))
    call_command("migrate", verbosity=0)
    assert codenames("Support") == SUPPORT


@pytest.mark.django_db
def test_an_app_above_adds_its_rights_to_a_role(monkeypatch):
    monkeypatch.setattr(groups, "_rights", dict(groups._rights))
    groups.give(Role.FLOOR, "sessions.view_session")
    groups.give(Role.AUDITOR, "sessions.view_session")
    groups.synchronise(apps.get_app_config("sessions"))
    for name in ("Floor", "Auditor"):
        assert "view_session" in set(Group.objects.get(name=name).permissions.values_list("codename", flat=True))
    assert codenames("Support") == SUPPORT
