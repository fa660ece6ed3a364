"""Fields of forms show a value otherwise than it was written."""

from __future__ import annotations

import pytest

from ufo.tools.act.office_fields import same_as_left


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [("9.5", "€ 9.50"), ("1234", "1,234.00"), ("-3", "-3.00 EUR"), ("12", "12.00"), ("Graz", "Graz"), ("0", "$0.00")],
)
def test_a_field_that_was_left_shows_the_same(wanted: str, shown: str) -> None:
    assert same_as_left(wanted, shown)


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [("12ABC", "12-__"), ("0.75", "75%"), ("3", "-3"), ("1234", "1.234"), ("2026-12-24", "12/24/26"), ("5", "5 kg")],
)
def test_what_is_not_surely_the_same_is_not(wanted: str, shown: str) -> None:
    assert not same_as_left(wanted, shown)
