"""Amounts are typed exactly or refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cashier import numbers
from cashier.amounts import parse, plain, written
from cashier.errors import CashierCode, CashierError


@pytest.mark.parametrize(
    ("language", "text", "amount"),
    [
        ("en", "12", 1_200),
        ("en", " 12.5 ", 1_250),
        ("en", "0.01", 1),
        ("en", "1,234.56", 123_456),
        ("en", "1234567.89", 123_456_789),
        ("de", "12,5", 1_250),
        ("de", "1.234,56", 123_456),
        ("de", "1.234", 123_400),
        ("fr", "1 234,56", 123_456),
        ("fr", "1\xa0234,56", 123_456),
    ],
)
def test_amounts_are_read_in_the_language_they_are_typed_in(language: str, text: str, amount: int) -> None:
    with numbers.using(numbers.style_in(language)):
        assert parse(text) == amount


@pytest.mark.parametrize(
    ("language", "text"),
    [
        *[
            ("en", text)
            for text in ("", "0", "0.00", "-5", "+5", "1.234", "1,23", "12,34.5", ",5", ".5", "5.", "1,2345")
        ],
        *[("en", text) for text in ("1e3", "NaN", "Infinity", "0x10", "١٢", "1_000", "$5", "5 5", "1.2.3", "９")],
        *[("en", text) for text in ("9" * 5_000, "99999999999999.99", "10000000000000.01", "5\x00")],
        ("de", "12.5"),
        ("en", "1.234,56"),
        ("en", "12.345"),
        ("de", "12,345"),
        ("de", "1,234.56"),
        ("fr", "1.5"),
    ],
)
def test_what_is_not_exact_is_refused(language: str, text: str) -> None:
    with numbers.using(numbers.style_in(language)), pytest.raises(CashierError) as refusal:
        parse(text)
    assert refusal.value.code is CashierCode.BAD_AMOUNT


@given(st.integers(1, 10**15))
def test_what_is_written_is_read_back(amount: int) -> None:
    assert parse(plain(amount)) == amount


@given(st.integers(1, 10**15), st.sampled_from(["en", "de", "fr", "sv", "pt-br", "de-ch"]))
def test_what_is_shown_is_read_back_in_every_style(amount: int, language: str) -> None:
    with numbers.using(numbers.style_in(language)):
        assert parse(written(amount)) == amount


@pytest.mark.parametrize(
    ("header", "text"),
    [
        ("", "1,234.50"),
        ("de-DE,de;q=0.9,en;q=0.8", "1.234,50"),
        ("en-GB,en;q=0.9,de;q=0.8", "1,234.50"),
        ("xx-XX,fr;q=0.5", "1\xa0234,50"),
        ("*", "1,234.50"),
        ("\x00;;q=9,de" * 40, "1,234.50"),
    ],
)
def test_the_browsers_first_known_language_sets_the_style(header: str, text: str) -> None:
    with numbers.using(numbers.style_of(header)):
        assert written(123_450) == text


def test_plain_keeps_the_sign() -> None:
    assert [plain(amount) for amount in (-5, -1_250, 0, 7)] == ["-0.05", "-12.50", "0.00", "0.07"]
