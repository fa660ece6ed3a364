"""Makes charts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ufo.planner.intents import MakeChart
from ufo.planner.scene.results import table_of
from ufo.planner.scene.scene import Move, Scene, action, failed, first_way_left
from ufo.planner.sheets.cells import cell_name, range_of
from ufo.planner.sheets.totals import Rows, cells_in_use, column_of
from ufo.schema.patterns import any_case

_BETWEEN = any_case(r"\s*(?:,|\b(?:and|by|per|for\s+each|against|versus|vs)\b)\s*")


def make_chart(intent: MakeChart, scene: Scene) -> Move:
    """Draw the range or the columns that are named, else the table inserted last, else what the tool finds in use."""
    if not scene.has("insert_chart"):
        return failed(
            f"{scene.inputs.application!r} offers no tool to make a chart; open the data in a spreadsheet first"
        )
    source = intent.source.upper().replace("$", "")
    if not source and intent.showing:
        rows = cells_in_use(scene)
        named = rows if isinstance(rows, Move) else columns_named(intent.showing, rows)
        if isinstance(named, Move):
            return named
        source = named
    source = source or inserted_range(scene)
    call = action("insert_chart", chart_type=intent.chart, data_range=source, title=intent.title)
    thought = f"Make a {intent.chart} chart of {source or 'the cells in use'}."
    return first_way_left(scene, "making the chart", (lambda: Move(thought, (call,), steady=True),))


def inserted_range(scene: Scene) -> str:
    for done in reversed(scene.before):
        table = table_of(done.arguments.get("table")) if done.function == "insert_excel_table" else None
        if table is not None:
            start = cell_name(int(done.arguments.get("start_row", 1)), int(done.arguments.get("start_col", 1)))
            return range_of(start, table)
    return ""


def columns_named(words: str, rows: Rows) -> str | Move:
    """Return the range of the named columns together with the first one, which holds the labels."""
    header = rows[0]
    names = [name.removeprefix("the ") for name in _BETWEEN.split(words) if name]
    found = {name: _column(name, header) for name in names}
    unknown = [name for name, column in found.items() if column is None]
    drawn = sorted({column for column in found.values() if column})
    headers = ", ".join(repr(str(one)) for one in header)
    if unknown or not drawn:
        return failed(
            f"no column is called {(unknown or [words])[0]!r}; the first row says {headers}. Name one, or a range such as A1:B5"
        )
    if drawn != list(range(1, len(drawn) + 1)):
        return failed(
            f"the columns to draw are not next to the first one; the first row says {headers}. Name a range of cells"
        )
    return f"A1:{cell_name(len(rows), len(drawn) + 1)}"


def _column(name: str, header: Sequence[Any]) -> int | None:
    """Return the index of a column from 0, also by its plural: "the prices" are in the column Price."""
    found = column_of(name, header)
    return column_of(name.removesuffix("s"), header) if found is None else found
