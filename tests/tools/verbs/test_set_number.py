"""Numbers with units, as people write them and as controls show them."""

from __future__ import annotations

import pytest

from ufo.tools.verbs.set_number import may_be, number, same_number


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [("18", "18 pt"), ("13.5", "13,50"), ("130%", "130 %"), ("3 cm", "1.18″"), ("25.4 mm", "1 in"), ("-5", "-5.00")]
    + [
        ("4321.25", "$ 4,321.25"),
        ("1234567", "1.234.567"),
        ("1000", "1 000,00 €"),
        ("255", "0xff"),
        ("0.125", "0,125"),
    ],
)
def test_the_same_number_is_known_with_another_unit_or_none(wanted: str, shown: str) -> None:
    assert same_number(wanted, shown)


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [("18 pt", "18 cm"), ("18", "19 pt"), ("3 cm", "1.19″"), ("5 kg", "5"), ("", "5"), ("5", None), ("5 kg", "5 g")],
)
def test_another_number_or_another_unit_is_another_one(wanted: str, shown: str | None) -> None:
    assert not same_number(wanted, shown)


def test_what_is_no_number_is_none() -> None:
    assert [number(text) for text in ("12 pt", "0,5", "twelve", "1.2.3", "")] == [12.0, 0.5, None, None, None]


@pytest.mark.parametrize(
    ("shown", "before", "is_thousand"),
    [("1,234", None, None), ("1,234", "0,500", False), ("1,234", "999", True), ("1.234", "12,50", True)],
)
def test_a_sign_before_three_digits_is_what_the_field_showed_it_to_be_before(
    shown: str, before: str | None, is_thousand: bool | None
) -> None:
    told = [same_number("1234", shown, before), same_number("1.2340", shown, before)]
    assert told == [is_thousand is True, is_thousand is False]
    assert may_be("1234", shown)
