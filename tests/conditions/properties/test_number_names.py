"""How a cell's number format is named."""

from __future__ import annotations

import pytest

from ufo.conditions.readers.ooxml.number_formats import words_of_code


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ("@", "text"), ("[$-409]@", "text"), ("[$-407]0.00", "number 2"), ("#,##0.00 [$€-40C]", "currency 2"),
        ("[$-40C]#,##0.00 [$€-40C]", "currency 2"), ("[$-F800]dddd, mmmm dd", "date"), ("[$$-409]#,##0", "currency 0"),
        ("0.0%", "percent 1"), ("General", ""),
    ],
)  # fmt: skip
def test_a_format_that_names_a_language_is_no_currency(code: str, named: str) -> None:
    assert words_of_code(code) == named
