"""Tables that earlier steps left are found in whichever way a result tells them."""

from __future__ import annotations

import pytest

from ufo_planner.scene.results import table_of

_ROWS = (("Region", "Sales"), ("North", "12,400"), ("", "3"))


@pytest.mark.parametrize(
    "told",
    [
        {"name": "", "rows": [list(row) for row in _ROWS]},
        '{"rows": [["Region", "Sales"], ["North", "12,400"], ["", "3"]]}',
        "Region\tSales\nNorth\t12,400\n\t3",
        "Region\tSales\nNorth\t12,400\n\t3\n",
    ],
)
def test_a_table_is_found_as_data_as_json_and_as_lines_with_tabs(told: object) -> None:
    table = table_of(told)
    assert table is not None
    assert table.rows == _ROWS


@pytest.mark.parametrize("told", ["", "one line", "two\nlines", "{broken", None, 3])
def test_a_text_without_columns_is_no_table(told: object) -> None:
    assert table_of(told) is None
