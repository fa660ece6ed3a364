"""Makes charts."""

from __future__ import annotations

from ufo.planner.intents import MakeChart
from ufo.planner.scene.results import table_of
from ufo.planner.scene.scene import Move, Scene, action, failed, first_way_left
from ufo.planner.ui.cells import cell_name, range_of


def make_chart(intent: MakeChart, scene: Scene) -> Move:
    """Draw the range that is named, else the table inserted last, else what the tool finds in use."""
    if not scene.has("insert_chart"):
        return failed(
            f"{scene.inputs.application!r} offers no tool to make a chart; open the data in a spreadsheet first"
        )
    source = intent.source or _inserted_range(scene)
    call = action("insert_chart", chart_type=intent.chart, data_range=source, title=intent.title)
    thought = f"Make a {intent.chart} chart of {source or 'the cells in use'}."
    return first_way_left(scene, "making the chart", (lambda: Move(thought, (call,), steady=True),))


def _inserted_range(scene: Scene) -> str:
    for done in reversed(scene.before):
        table = table_of(done.arguments.get("table")) if done.function == "insert_excel_table" else None
        if table is not None:
            start = cell_name(int(done.arguments.get("start_row", 1)), int(done.arguments.get("start_col", 1)))
            return range_of(start, table)
    return ""
