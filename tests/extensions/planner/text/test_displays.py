from __future__ import annotations

import pytest

from ufo.schema.arithmetic import value_of
from ufo_planner.text.displays import agrees, number_in


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("0.1+0.2", "0.3"),
        ("1/3", "0.333333333"),
        ("2/3", "0.666666666"),
        ("123456789*987654321", "1.219326311×10¹⁷"),
        ("123456789*987654321", "121,932,631,112,635,269"),
        ("2^-10", "9.765625×10⁻⁴"),
        ("144^0.5", "12"),
        ("5−9", "−4"),
    ],
)
def test_a_display_agrees_as_far_as_it_shows(expression: str, shown: str) -> None:
    number, value = number_in(shown), value_of(expression)

    assert number is not None
    assert value is not None
    assert agrees(number, value)


@pytest.mark.parametrize(
    ("expression", "shown"), [("57", "58"), ("1/3", "0.34"), ("10^6+1", "1000000"), ("0.1+0.2", "0.30001")]
)
def test_a_display_that_is_off_by_little_does_not_agree(expression: str, shown: str) -> None:
    number, value = number_in(shown), value_of(expression)

    assert number is not None
    assert value is not None
    assert not agrees(number, value)
