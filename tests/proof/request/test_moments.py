"""Dates and times in other forms, and in the parts that a form asks for."""

from __future__ import annotations

import pytest

from ufo.proof.request.moments import given_in_parts, same_moment

_DATE = [("Month", "7"), ("Day", "26"), ("Year", "2017")]
_TIME = [("Hours", "06"), ("Minutes", "1"), ("AM/PM", "AM")]


@pytest.mark.parametrize(
    ("wanted", "shown", "is_same"),
    [
        ("07/26/2017", "2017-07-26", True),
        ("07/26/2017", "26.07.2017", True),
        ("07/26/2017", "2017-07-25", False),
        ("03/04/2017", "2017-03-04", False),
        ("6:01 AM", "06:01", True),
        ("6:01 PM", "18:01", True),
        ("6:01 PM", "06:01", False),
        ("12:00 AM", "0:00", True),
        ("6:01", "6", False),
    ],
)
def test_a_moment_is_the_same_in_any_form_but_not_where_day_and_month_are_unclear(
    wanted: str, shown: str, is_same: bool
) -> None:
    assert same_moment(wanted, shown) is is_same


@pytest.mark.parametrize(
    ("text", "given", "is_given"),
    [
        ("07/26/2017", _DATE, True),
        ("26.7.2017", _DATE, True),
        ("2017-07-26", _DATE, True),
        ("07/26/2017", _DATE[:2], False),
        ("07/26/2017", [*_DATE[:2], ("Year", "2018")], False),
        ("03/04/2017", [("Month", "4"), ("Day", "3"), ("Year", "2017")], False),
        ("6:01 AM", _TIME, True),
        ("6:01 PM", _TIME, False),
        ("6:01 PM", [("Hours", "18"), ("Minutes", "01")], True),
        ("6:01 AM", [*_TIME[:2], ("AM/PM", "PM")], False),
        ("26 July", _DATE, False),
    ],
)
def test_fields_hold_a_moment_together_where_each_part_is_right(
    text: str, given: list[tuple[str, str]], is_given: bool
) -> None:
    assert given_in_parts(text, given) is is_given
