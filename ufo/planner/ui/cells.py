"""Reads and writes spreadsheet cells with native tools where they are offered, else with the name box and keys."""

from __future__ import annotations

from dataclasses import replace

from ufo.planner.intents import ControlPhrase, InsertTable, WriteCell
from ufo.planner.scene.match import Found, find
from ufo.planner.scene.press_keys import to_focus
from ufo.planner.scene.results import FoundTable, earlier_tables, resolved, table_of
from ufo.planner.scene.scene import Move, Scene, action, failed, first_way_left, kept
from ufo.planner.text.key_notation import literal
from ufo.planner.text.roles import Use
from ufo.schema.patterns import any_case
from ufo.schema.predicate import DocumentPredicate
from ufo.schema.roles import EDITS_AND_COMBO_BOXES
from ufo.schema.target import TargetInfo

_REFERENCE = any_case(r"\$?([A-Z]{1,3})\$?([1-9]\d{0,6})")
_NAME_BOXES = ("name box", "cell reference", "sheet area input field")


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
    if not cell:
        return failed(f'{intent.cell!r} is not a cell; name one, for example "B3"')
    content = resolved(intent.content, scene.inputs)
    if content is None:
        return failed(f"there is no earlier result to write for {intent.content!r}")
    thought = f"Write {content!r} in {cell}."
    extra = {"sheet_name": intent.sheet} if intent.sheet else {}
    return first_way_left(
        scene,
        f"writing in cell {cell}",
        (
            lambda: (
                Move(thought, (action("write_cell", cell=cell, content=content, **extra),), steady=True)
                if scene.has("write_cell")
                else None
            ),
            lambda: _typed_in(cell, intent.sheet, (literal(content) + "{ENTER}",), thought, scene),
        ),
    )


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
    thought = f"Insert the table {table.name!r} of {len(table.rows)} rows at {start}."
    return first_way_left(
        scene,
        "inserting the table",
        (
            lambda: _native_table(table, start, thought) if scene.has("insert_excel_table") else None,
            lambda: _table_in_text(table) if scene.has("insert_table") else None,
            lambda: _typed_in(start, "", _rows_as_keys(table), thought, scene),
        ),
    )


def _native_table(table: FoundTable, start: str, thought: str) -> Move:
    row, column = row_and_column(start)
    # The tool and the spreadsheet themselves distinguish numbers from texts, by the document's language.
    values = [list(cells) for cells in table.rows]
    call = action("insert_excel_table", table=values, sheet_name="", start_row=row, start_col=column)
    return Move(thought, (call,), steady=True)


def _table_in_text(table: FoundTable) -> Move:
    columns = max(len(row) for row in table.rows)
    call = action("insert_table", rows=len(table.rows), columns=columns, cells=[list(row) for row in table.rows])
    expect = (DocumentPredicate(path="", open=True, cells=table.rows),)
    return Move(f"Insert the table {table.name!r} of {len(table.rows)} rows.", (call,), steady=True, expect=expect)


def _rows_as_keys(table: FoundTable) -> tuple[str, ...]:
    # A spreadsheet returns to the column of the first Tab when Enter ends the row.
    return tuple("{TAB}".join(literal(cell) for cell in row) + "{ENTER}" for row in table.rows)


def _typed_in(cell: str, sheet: str, lines: tuple[str, ...], thought: str, scene: Scene) -> Move | None:
    if not (scene.has("keyboard_input") and scene.has("click_input")):
        return None
    if sheet and not _is_current(sheet, scene):
        return _go_to_sheet(sheet, scene)
    box = _name_box(scene)
    if box is not None:
        select = literal(cell)
        into_box = (action("click_input", box), to_focus("{VK_CONTROL}a"), to_focus(select), to_focus("{ENTER}"))
        return Move(thought, (*into_box, *map(to_focus, lines)))
    spot = find(ControlPhrase(cell, "Cell"), [c for c in scene.controls if c.type == "Cell"], Use.READ)
    if isinstance(spot, Found):
        return Move(thought, (action("click_input", spot.control), *map(to_focus, lines)))
    return None


def _go_to_sheet(sheet: str, scene: Scene) -> Move | None:
    tab = find(ControlPhrase(sheet), [c for c in scene.controls if c.type == "TabItem"])
    if not isinstance(tab, Found) or scene.clicks_on(tab.control.name):
        return None
    return Move(f"Go to sheet {sheet!r}.", (action("click_input", tab.control),), ends=False)


def _is_current(sheet: str, scene: Scene) -> bool:
    return any(c.type == "TabItem" and c.name == sheet and "selected" in c.states for c in scene.controls)


def _name_box(scene: Scene) -> TargetInfo | None:
    fields = [c for c in scene.controls if c.type in EDITS_AND_COMBO_BOXES]
    for name in _NAME_BOXES:
        found = find(ControlPhrase(name), fields)
        if isinstance(found, Found):
            return found.control
    return None


def _single(value: object) -> str:
    table = table_of(value)
    return table.rows[0][0] if table and table.rows[0] else str(value)
