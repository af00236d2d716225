"""People of the accounts tests."""

import pytest
from django.contrib.auth.models import Group
from django.core.cache import cache

from accounts.models import Player

PASSWORD = "correct horse 17 battery"


@pytest.fixture(autouse=True)
def fresh_limits():
    """Rate limits count in the cache, which outlives a test."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def player(db):
    return make_player("ada")


@pytest.fixture
def staff(db):
    """A function that makes somebody of a staff group."""

    def make(group, name=None):
        person = make_player(name or f"{group.lower()}-one", is_staff=True)
        person.groups.add(Group.objects.get(name=group))
        return Player.objects.get(pk=person.pk)

    return make


def make_player(name, **fields):
    person = Player(username=name, email=fields.pop("email", f"{name}@example.test"), **fields)
    person.set_password(PASSWORD)
    person.save()
    return person
