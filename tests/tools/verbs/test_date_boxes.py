"""What the boxes of a date hold is known by the numbers that they take, in the order in which they are read."""

from __future__ import annotations

import pytest

from ufo.errors import ToolError
from ufo.tools.verbs.date_boxes import parts_by_limits, parts_of

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


@pytest.mark.parametrize(
    ("text", "order", "day"),
    [
        ("24.12.2026", "month day year", (2026, 12, 24)),
        ("12/24/2026", "day month year", (2026, 12, 24)),
        ("03/04/2026", "day month year", (2026, 4, 3)),
        ("03/04/2026", "month day year", (2026, 3, 4)),
        ("2026/04/03", "month day year", (2026, 4, 3)),
        ("5-5-2026 10:30", "year month day hour minute", (2026, 5, 5)),
    ],
)
def test_a_day_in_numbers_is_read_in_the_order_of_its_boxes_or_in_the_only_one_that_makes_a_day(
    text: str, order: str, day: tuple[int, int, int]
) -> None:
    numbers = parts_of(text, order.split())
    assert tuple(numbers[part] for part in ("year", "month", "day")) == day


@pytest.mark.parametrize("text", ["03/04/2026", "31.2.2026", "1.2.26", "1.2/2026"])
def test_a_day_that_may_be_two_or_is_none_is_asked_for_in_the_plain_order(text: str) -> None:
    with pytest.raises(ToolError, match="write it as 2026-12-24"):
        parts_of(text, ["year", "day", "month"])
