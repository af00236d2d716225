"""Names that may be shown at a table, and those the house keeps."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts import names
from accounts.models import Player


@pytest.mark.parametrize("name", ["ada", "Ada-Lovelace", "x_1", "7up", "a" * 16, "Botond", "guestbook", "0x_wolf"])
def test_ordinary_names_are_taken_as_they_are(name):
    assert names.choose(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "ab",
        "a" * 17,
        "-ada",
        "_ada",
        "a b c",
        "ada!",
        "=cmd",
        "@ada",
        "12345",
        "ada\x00x",
        "Zoë",
        "аda",
        "ada\u200b",
        "ad\u202ea",
        "🂡ace",
        "ada.b",
        "a+b",
        "<b>a",
    ],
)
def test_other_scripts_marks_and_lengths_are_refused(name):
    with pytest.raises(ValidationError) as refused:
        names.choose(name)
    assert refused.value.code == "name_shape"


def test_the_models_own_validator_takes_no_line_end():
    with pytest.raises(ValidationError):
        names.validate_shape("ada\n")


@pytest.mark.parametrize(
    "name",
    [
        "admin",
        "ADMIN",
        "Adm1n",
        "admin42",
        "ad-min",
        "a_d_m_i_n",
        "dealer",
        "d3aler",
        "House",
        "h0use",
        "support",
        "supp0rt_7",
        "staff",
        "5taff",
        "floor",
        "cash1er",
        "moderator",
        "root",
        "bot",
        "bot-ada",
        "Bot_9",
        "b0t-1",
        "guest",
        "guest-4821x",
        "GUEST_1",
        "gue5t-1",
        "you",
        "ａｄｍｉｎ",
    ],
)
def test_names_that_sound_like_the_house_are_kept(name):
    with pytest.raises(ValidationError) as refused:
        names.choose(name)
    assert refused.value.code == "name_reserved"


@given(st.text(max_size=20))
def test_whatever_is_chosen_is_plain_and_short(text):
    try:
        name = names.choose(text)
    except ValidationError:
        return
    assert name.isascii()
    assert 3 <= len(name) <= 16
    assert name[0].isalnum()
    assert names.choose(name) == name


def test_the_database_refuses_a_name_in_another_case(db):
    Player.objects.create(username="Ada")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.bulk_create([Player(username="aDA")])
    assert Player.objects.count() == 1


def test_house_bots_guests_and_staff_keep_their_names(db):
    for name in ("bot-ada", "guest-4821x", "admin"):
        Player(username=name, password="x").full_clean()
