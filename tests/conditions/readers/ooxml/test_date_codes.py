"""Days as a format code of a workbook shows them."""

from __future__ import annotations

import pytest

from ufo.conditions.readers.ooxml.number_formats import as_date


@pytest.mark.parametrize(
    ("code", "shown"),
    [
        ("MM/DD/YYYY", "03/01/2026"),
        ("[$-409]m/d/yy", "3/1/26"),
        ('yyyy"-"mm\\-dd', "2026-03-01"),
        ("yyyy-mmm-dd", ""),
        ("dddd, d. mmmm yyyy", ""),
        ("yyyy-mm-dd hh:mm", ""),
        ("General", ""),
    ],
)
def test_a_day_is_shown_by_codes_of_plain_numbers_only(code: str, shown: str) -> None:
    assert as_date(code, "2026-03-01") == shown
