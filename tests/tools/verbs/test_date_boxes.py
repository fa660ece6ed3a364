"""What the boxes of a date hold is known by the numbers that they take, in the order in which they are read."""

from __future__ import annotations

import pytest

from ufo.tools.verbs.date_boxes import parts_by_limits

_YEAR, _MONTH, _DAY, _MINUTE = (1.0, 275760.0), (1.0, 12.0), (1.0, 31.0), (0.0, 59.0)


@pytest.mark.parametrize(
    ("limits", "parts"),
    [
        ([_MONTH, _DAY, _YEAR], ["month", "day", "year"]),
        ([(1.0, 30.0), _MONTH, _YEAR], ["day", "month", "year"]),
        ([_YEAR, (1.0, 53.0)], ["year", "week"]),
        ([_DAY, _MONTH, _YEAR, (0.0, 23.0), _MINUTE], ["day", "month", "year", "hour", "minute"]),
        ([_MONTH, _DAY, _YEAR, _MONTH, _MINUTE, _MINUTE], ["month", "day", "year", "hour", "minute", "second"]),
        ([(0.0, 40.0), None, _YEAR], ["", "", "year"]),
    ],
)
def test_the_parts_follow_from_the_numbers(limits: list[tuple[float, float] | None], parts: list[str]) -> None:
    assert parts_by_limits(limits) == parts
