"""The cashier's pages in the number style of the browser's language; files for machines stay plain."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from cashier.models import MoneyRequest

pytestmark = pytest.mark.django_db
KEY = "0123456789abcdef0123456789abcdef"
GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de-DE,de;q=0.9,en;q=0.5"}


@pytest.fixture
def german(rich: int, client: Client) -> Client:
    client.force_login(Player.objects.get(pk=rich))
    return client


def send(client: Client, name: str, **fields: str) -> Any:
    data = {"provider": "manual", "reference": "ref 7", "key": KEY, **fields}
    return client.post(reverse(f"cashier:{name}"), data, follow=True, **GERMAN)


def test_amounts_are_shown_in_the_browsers_style(german: Client) -> None:
    page = german.get(reverse("cashier:cashier"), **GERMAN)
    assert "€1.000" in page.content.decode()
    assert 'data-point="," data-group="."' in page.content.decode()
    assert "Accept-Language" in page["Vary"]
    english = german.get(reverse("cashier:cashier"), HTTP_ACCEPT_LANGUAGE="en-GB")
    assert "€1,000" in english.content.decode()


def test_amounts_are_read_in_the_browsers_style(german: Client) -> None:
    send(german, "deposit", amount="1.234,56")
    assert MoneyRequest.objects.get().amount == 123_456


@pytest.mark.parametrize("amount", ["1,234.56", "12,345", "12.34", "1.23", "12.345,678"])
def test_another_style_is_refused_never_guessed(german: Client, amount: str) -> None:
    answer = send(german, "deposit", amount=amount)
    assert answer.status_code == 422
    assert not MoneyRequest.objects.exists()


def test_the_file_is_the_same_for_everybody(german: Client) -> None:
    rows = german.get(reverse("cashier:statement_file") + "?currency=EUR", **GERMAN).content.decode()
    assert "1000.00,1000.00,EUR" in rows
