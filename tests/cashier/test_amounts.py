"""Amounts are typed exactly or refused."""

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from cashier.amounts import parse, plain
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
    with translation.override(language):
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
        ("de", "1,234.56"),
        ("fr", "1.5"),
    ],
)
def test_what_is_not_exact_is_refused(language: str, text: str) -> None:
    with translation.override(language), pytest.raises(CashierError) as refusal:
        parse(text)
    assert refusal.value.code is CashierCode.BAD_AMOUNT


@given(st.integers(1, 10**15))
def test_what_is_written_is_read_back(amount: int) -> None:
    with translation.override("en"):
        assert parse(plain(amount)) == amount


def test_plain_keeps_the_sign() -> None:
    assert [plain(amount) for amount in (-5, -1_250, 0, 7)] == ["-0.05", "-12.50", "0.00", "0.07"]
