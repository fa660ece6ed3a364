"""Reads and writes cells, tables and charts with native tools where they are offered, cells also with the name box and keys."""

from __future__ import annotations

from dataclasses import replace

from ufo.conditions.kinds.document import DocumentPredicate
from ufo.schema.patterns import any_case
from ufo_planner.intents import ExtractTable, InsertTable, MakeChart, WriteCell
from ufo_planner.scene.results import FoundTable, earlier_tables, resolved, table_of
from ufo_planner.scene.scene import Move, Scene, action, failed, first_way_left, kept

_REFERENCE = any_case(r"\$?([A-Z]{1,3})\$?([1-9]\d{0,6})")


def cell_reference(text: str) -> str:
    """Return "B3" for "b3" or "cell B3", and "" for anything else."""
    words = text.split()
    found = _REFERENCE.fullmatch(words[-1]) if words and len(words) <= 2 else None
    if found is None or (len(words) == 2 and words[0].casefold() != "cell"):
        return ""
    return f"{found[1]}{found[2]}".upper()


def row_and_column(cell: str) -> tuple[int, int]:
    """Return the row and column, both from 1: (3, 2) for "B3", and (1, 1) for what is no cell."""
    found = _REFERENCE.fullmatch(cell.strip())
    if found is None:
        return 1, 1
    column = 0
    for letter in found[1].upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(found[2]), column


def cell_name(row: int, column: int) -> str:
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row}"


def range_of(start: str, table: FoundTable) -> str:
    """Return the range that a table fills from the cell `start` on."""
    row, column = row_and_column(start)
    width = max(len(cells) for cells in table.rows)
    return f"{start.upper()}:{cell_name(row + len(table.rows) - 1, column + width - 1)}"


def write_cell(intent: WriteCell, scene: Scene) -> Move:
    cell = cell_reference(intent.cell)
    content = resolved(intent.content, scene.inputs)
    if content is None:
        return failed("there is no earlier result to write")
    sheet = {"sheet_name": intent.sheet} if intent.sheet else {}
    write = Move(
        f"Write {content!r} in {cell}.", (action("write_cell", cell=cell, content=content, **sheet),), steady=True
    )
    return first_way_left(scene, f"writing in cell {cell}", (lambda: write if scene.has("write_cell") else None,))


def read_cell(cell: str, scene: Scene) -> Move:
    done = scene.done("get_range_values")
    if done:
        told = _single(done[-1].result.result)
        shows = DocumentPredicate(path="", open=True, start=cell, cells=((told,),))
        return replace(kept(told, scene), thought="Tell what the cell shows.", expect=(shows,) if told.strip() else ())
    if scene.attempts:
        return failed(f"reading {cell} did not work: {scene.last_error}")
    row, column = row_and_column(cell)
    place = {"sheet_name": "", "start_row": row, "start_col": column, "end_row": row, "end_col": column}
    return Move(f"Read {cell}.", (action("get_range_values", **place),), ends=False)


def insert_table(intent: InsertTable, scene: Scene) -> Move:
    table = next(earlier_tables(scene.inputs, scene.before), None)
    if table is None:
        return failed("no earlier step has taken a table, so there is none to insert")
    start = cell_reference(intent.cell) or "A1"
    thought = f"Insert the table {table.name!r} of {len(table.rows)} rows."
    row, column = row_and_column(start)
    # The tool and the spreadsheet themselves distinguish numbers from texts, by the document's language.
    values = [list(cells) for cells in table.rows]
    call = action("insert_excel_table", table=values, sheet_name="", start_row=row, start_col=column)
    if not scene.has("insert_excel_table"):
        call = action("insert_table", rows=len(values), columns=max(map(len, values)), cells=values)
    is_text = call.function == "insert_table"
    expect = (DocumentPredicate(path="", open=True, cells=table.rows),) if is_text else ()
    way = Move(thought, (call,), steady=True, expect=expect) if scene.has(call.function) else None
    return first_way_left(scene, "inserting the table", (lambda: way,))


def _single(value: object) -> str:
    table = table_of(value)
    return table.rows[0][0] if table and table.rows[0] else str(value)


def extract_table(intent: ExtractTable, scene: Scene) -> Move:
    for function in ("read_table", "get_range_values"):
        for done in reversed(scene.done(function)):
            table = table_of(done.result.result)
            if table is None:
                return failed(f"the table that was read is empty: {done.result.result!r}")
            return kept(table.to_json(), scene)
    if scene.attempts:
        return failed(f"reading the table did not work: {scene.last_error}")
    if scene.has("read_table"):
        wanted = {"number": intent.number, "caption": intent.caption}
        return Move(
            "Read the table from the document.",
            (action("read_table", **wanted),),
            ends=scene.is_last and not scene.before,
        )
    if scene.has("get_range_values"):
        whole = {"sheet_name": "", "start_row": 1, "start_col": 1, "end_row": -1, "end_col": -1}
        return Move("Read the cells in use.", (action("get_range_values", **whole),), ends=False)
    return failed(f"{scene.inputs.application!r} offers no tool to read a table; a model may read it from the screen")


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
