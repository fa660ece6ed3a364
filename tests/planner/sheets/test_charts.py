"""Which cells a chart draws that is asked for by the names of columns."""

from __future__ import annotations

import pytest

from tests.planner.stage import GUI, Stage, play
from ufo.planner.intents import MakeChart

ROWS: list[list[object]] = [["Item", "Price", "Stock"], ["Lamp", 12.5, 3], ["Chair", 40, 9]]


def drawn(showing: str, rows: list[list[object]] = ROWS) -> tuple[str, str, list[object]]:
    ranges: list[object] = []
    tools = {
        "get_range_values": lambda _, given: rows,
        "insert_chart": lambda _, given: ranges.append(given["data_range"]),
    }
    run = play(Stage(tools=(*GUI, *tools), on=tools), MakeChart("", "", "bar", showing=showing))
    return run.status, run.result, ranges


@pytest.mark.parametrize(
    ("showing", "source"),
    [
        ("prices", "A1:B3"),
        ("Price", "A1:B3"),
        ("column B", "A1:B3"),
        ("price and stock", "A1:C3"),
        ("prices by item", "A1:B3"),
    ],
)
def test_the_columns_named_are_drawn_with_the_first(showing: str, source: str) -> None:
    status, result, ranges = drawn(showing)
    assert (status, ranges) == ("FINISH", [source]), result


def test_a_name_that_no_column_has_is_not_taken_for_the_only_column_of_numbers() -> None:
    for showing in ("weights", "cost and weight"):
        status, result, ranges = drawn(showing, [["Item", "Cost"], ["Rent", 900], ["Food", 350]])
        assert (status, ranges) == ("FAIL", []) and "'Item', 'Cost'" in result


@pytest.mark.parametrize("showing", ["weights", "stock", "price and weight"])
def test_what_is_no_column_or_stands_apart_is_told_and_nothing_drawn(showing: str) -> None:
    status, result, ranges = drawn(showing)
    assert (status, ranges) == ("FAIL", []), result
    assert "'Item', 'Price', 'Stock'" in result
