"""Which cells a chart draws."""

from __future__ import annotations

import pytest

from tests.extensions.planner.stage import GUI, Stage, play
from ufo_planner.intents import MakeChart


@pytest.mark.parametrize("source", ["A1:B5", ""])
def test_the_range_that_is_named_is_drawn_and_else_what_the_tool_finds(source: str) -> None:
    stage = Stage(tools=(*GUI, "insert_chart"))

    assert play(stage, MakeChart("", "", "bar", source, "Sales")).status == "FINISH"
    assert stage.done("insert_chart") == [{"chart_type": "bar", "data_range": source, "title": "Sales"}]


def test_no_chart_is_made_where_no_tool_can() -> None:
    run = play(Stage(), MakeChart("chart", "", "pie", "A1:B2"))

    assert run.status == "FAIL"
    assert "chart" in run.result
