"""What a field of a page says of a day."""

from __future__ import annotations

from datetime import date

import pytest

from ufo.tools.verbs.calendar_day import is_sure, says_day

_THIRD_OF_OCTOBER = date(2016, 10, 3)


@pytest.mark.parametrize(
    ("text", "says", "sure"),
    [
        ("2016-10-03", True, True),
        ("October 3, 2016", True, True),
        ("3 Oct 2016", True, True),
        ("10/03/2016", True, False),
        ("03.10.2016", True, False),
        ("October 4, 2016", False, True),
        ("March 10, 2016", False, True),
        ("10/03/2017", False, False),
        ("", False, False),
    ],
)
def test_a_text_says_a_day_in_any_order_and_surely_only_where_it_can_be_no_other(
    text: str, says: bool, sure: bool
) -> None:
    assert (says_day(text, _THIRD_OF_OCTOBER), is_sure(text, _THIRD_OF_OCTOBER)) == (says, sure)


def test_a_day_after_the_twelfth_is_sure_in_digits() -> None:
    assert says_day("12/24/2026", date(2026, 12, 24)) and is_sure("12/24/2026", date(2026, 12, 24))
