"""Numbers in the cells of tables, as people write them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ufo_libreoffice.office.calc.numbers import Marks, is_date_text, parse_date, parse_number

GERMAN = Marks(",", ".")
FRENCH = Marks(",", "\u202f")


@pytest.mark.parametrize(
    ("text", "marks", "value"),
    [
        ("1,234.50", Marks(), 1234.5),
        ("1200", Marks(), 1200),
        (" -3.5 ", Marks(), -3.5),
        ("\u22125", Marks(), -5),
        ("12 %", Marks(), 0.12),
        ("$1,200", Marks(), 1200),
        ("-$5", Marks(), -5),
        ("5 €", Marks(), 5),
        ("1.234,5", GERMAN, 1234.5),
        ("1.234", GERMAN, 1234),
        ("1.234", Marks(), 1.234),
        ("1 234,5", FRENCH, 1234.5),
        ("1.234,5", Marks(), 1234.5),
        ("1,234.5", GERMAN, 1234.5),
        ("0", Marks(), 0),
        ("0.25", Marks(), 0.25),
    ],
)
def test_a_number_is_read_by_its_locale_or_by_the_only_reading_it_has(text: str, marks: Marks, value: float) -> None:
    number = parse_number(text, marks)
    assert number is not None
    assert number.value == pytest.approx(value)


@pytest.mark.parametrize(
    "text",
    [
        "", "-", "007", "0171", "+49 170 123", "555-1234", "12,34", "1,23,456", "1e5", "0x10", "12a", "=1+1", "3/4",
        "2024-01-05", "1234567890123456", "$", "%", "(5)", "12 34", "1.2.3", "nan", "inf", "١٢",
    ],
)  # fmt: skip
def test_codes_phone_numbers_dates_and_formulas_stay_text(text: str) -> None:
    assert parse_number(text) is None


@pytest.mark.parametrize(
    ("text", "days", "moment"),
    [("1899-12-31", 1, "date"), (" 2026-12-24 ", 46380, "date"), ("2026-12-24 18:00", 46380.75, "date and time")],
)
def test_an_iso_date_is_the_day_that_it_says(text: str, days: float, moment: str) -> None:
    found = parse_date(text, date(1899, 12, 30))
    assert found is not None
    assert found.value == pytest.approx(days)
    assert found.moment == moment


@pytest.mark.parametrize(
    "text", ["2026-13-01", "2026-02-30", "24.12.2026", "12/24/2026", "2026-12", "2026-12-24-7", "x"]
)
def test_what_is_no_day_or_may_be_two_stays_text(text: str) -> None:
    assert parse_date(text, date(1899, 12, 30)) is None


@given(st.integers(-(10**12), 10**12))
def test_every_grouped_integer_keeps_its_value(value: int) -> None:
    number = parse_number(f"{value:,}")
    assert number is not None
    assert number.value == value


@given(st.text(max_size=30))
def test_any_text_is_a_number_or_none(text: str) -> None:
    parse_number(text)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("14.01.2011", True),
        (" 2011-01-14 ", True),
        ("1/2/03", True),
        ("14.01.", False),
        ("1.234,56", False),
        (40.0, False),
    ],
)
def test_a_text_that_looks_like_a_date_is_told(value: object, expected: bool) -> None:
    assert is_date_text(value) is expected
