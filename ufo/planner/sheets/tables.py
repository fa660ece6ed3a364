"""Takes a table out of a document, a sheet or a page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ufo.planner.intents import ControlPhrase, ExtractTable
from ufo.planner.scene.geometry import is_within
from ufo.planner.scene.results import FoundTable, table_of, without_margins
from ufo.planner.scene.scene import Move, Scene, action, failed, kept
from ufo.planner.text.similarity import LIKELY, POSSIBLE, similarity, words
from ufo.schema.roles import CELLS_AND_HEADERS, ROW_HOLDERS, TEXTS, WRITTEN_BETWEEN_TABLES
from ufo.schema.target import TargetInfo

_SAME_LINE_PX = 6


def extract_table(intent: ExtractTable, scene: Scene) -> Move:
    for function in ("read_table", "get_range_values"):
        for done in reversed(scene.done(function)):
            table = table_of(done.result.result)
            if table is None:
                return failed(f"the table that was read is empty: {done.result.result!r}")
            return kept(without_margins(table).to_json(), scene)
    if scene.attempts:
        return failed(f"reading the table did not work: {scene.last_error}")
    if scene.has("read_table"):
        wanted = {"number": intent.number, "caption": intent.caption}
        return Move("Read the table from the document.", (action("read_table", **wanted),), ends=scene.is_alone)
    if scene.has("get_range_values"):
        whole = {"sheet_name": "", "start_row": 1, "start_col": 1, "end_row": -1, "end_col": -1}
        return Move("Read the cells in use.", (action("get_range_values", **whole),), ends=False)
    return _from_sight(intent, scene)


def where_they_cross(phrase: ControlPhrase, scene: Scene) -> TargetInfo | None:
    """Return the cell of "the department of Novák": under that header, in the row with Novák. None where not certain."""
    row_of = phrase.inside or phrase.near
    if not (phrase.name and row_of) or phrase.ordinal or phrase.role not in (None, "Cell"):
        return None
    cells = [c for c in scene.controls if c.type in CELLS_AND_HEADERS and c.bounds]
    columns = [c for c in cells if similarity(phrase.name, c.value or c.name) >= LIKELY]
    # A person may say "phone number" for the column "Phone".
    columns = columns or [
        c for c in cells if c.type == "HeaderItem" and set(words(c.value or c.name)) & set(words(phrase.name))
    ]
    rows = [c for c in cells if similarity(row_of, c.value or c.name) >= LIKELY]
    if len(columns) != 1 or len(rows) != 1 or columns[0] is rows[0]:
        return None
    column, row = columns[0].bounds, rows[0].bounds
    crossing = [
        c
        for c in cells
        if c is not columns[0]
        and c is not rows[0]
        and c.bounds
        and column
        and row
        and column.x - _SAME_LINE_PX <= c.bounds.center.x <= column.right + _SAME_LINE_PX
        and row.y - _SAME_LINE_PX <= c.bounds.center.y <= row.bottom + _SAME_LINE_PX
    ]
    return crossing[0] if len(crossing) == 1 else None


def _from_sight(intent: ExtractTable, scene: Scene) -> Move:
    tables = _tables_in(scene.controls)
    if not tables:
        return failed(f"{scene.inputs.window.name!r} shows no table")
    number = intent.number
    if not number and intent.caption:
        number = _captioned(intent.caption, tables)
        if not number and len(tables) > 1:
            names = ", ".join(repr(table.name) for table, _ in tables)
            return failed(f"no table is called {intent.caption!r}; there are {names}")
    if number > len(tables):
        return failed(f"table {number} was asked for, but only {len(tables)} are there")
    if not number and len(tables) > 1:
        shown = "; ".join(f"{n}: {table.name or table.rows[0]!r}" for n, (table, _) in enumerate(tables, 1))
        opening = "Which table is meant?"
        answer = scene.answer(opening)
        number = int(answer) if answer.isdecimal() and 1 <= int(answer) <= len(tables) else _captioned(answer, tables)
        if not number:
            return Move("There are several tables.", question=f"{opening} {shown}")
    table = tables[max(number, 1) - 1][0]
    return kept(table.to_json(), scene)


def _captioned(caption: str, tables: Sequence[tuple[FoundTable, TargetInfo | None]]) -> int:
    scored = [(similarity(caption, table.name), -n) for n, (table, _) in enumerate(tables, 1)]
    best, place = max(scored, default=(0.0, 0))
    return -place if best >= POSSIBLE else 0


def _tables_in(controls: Sequence[TargetInfo]) -> list[tuple[FoundTable, TargetInfo | None]]:
    cells = [c for c in controls if c.type in CELLS_AND_HEADERS and c.bounds]
    groups: dict[int, list[TargetInfo]] = defaultdict(list)
    boxes = [c for c in controls if c.type in ROW_HOLDERS and c.bounds]
    for cell in cells:
        groups[_box_of(cell, boxes)].append(cell)
    found: list[tuple[FoundTable, TargetInfo | None]] = []
    for place, members in sorted(groups.items()):
        box = boxes[place] if place >= 0 else None
        for part in [members] if box else _blocks(members, controls):
            if any(member.type == "Cell" for member in part):
                found.append((FoundTable(_rows(part), _name(box or part[0], controls)), box))
    return found


def _blocks(cells: Sequence[TargetInfo], controls: Sequence[TargetInfo]) -> list[list[TargetInfo]]:
    """Group cells outside any reported table; another text, a gap or a new row of headers between them starts a new group."""
    members = {id(cell) for cell in cells}
    blocks: list[list[TargetInfo]] = [[]]
    for control in controls:
        last = blocks[-1]
        if id(control) in members:
            if last and _begins_anew(control, last):
                blocks.append([])
            blocks[-1].append(control)
        elif last and control.type in WRITTEN_BETWEEN_TABLES and control.bounds and not _is_in_a_cell(control, cells):
            blocks.append([])
    return [block for block in blocks if block]


def _begins_anew(cell: TargetInfo, block: Sequence[TargetInfo]) -> bool:
    last = block[-1]
    if not (cell.bounds and last.bounds) or abs(cell.bounds.y - last.bounds.y) <= _SAME_LINE_PX:
        return False
    bottom = max(one.bounds.bottom for one in block if one.bounds)
    if cell.bounds.y - bottom > last.bounds.height // 2 or cell.bounds.y < last.bounds.y - _SAME_LINE_PX:
        return True
    return (
        cell.type == "HeaderItem"
        and last.type == "Cell"
        and cell.bounds.x > min(one.bounds.x for one in block if one.bounds) - _SAME_LINE_PX
        and _is_under_a_header(cell, block)
    )


def _is_under_a_header(cell: TargetInfo, block: Sequence[TargetInfo]) -> bool:
    """Tell whether a header at the left of its row heads that row, as headers do in the rows before."""
    lefts = [one for one in block if one.bounds and cell.bounds and abs(one.bounds.x - cell.bounds.x) <= _SAME_LINE_PX]
    return bool(lefts) and lefts[-1].type == "Cell"


def _is_in_a_cell(control: TargetInfo, cells: Sequence[TargetInfo]) -> bool:
    return any(cell.bounds and control.bounds and is_within(cell.bounds, control.bounds) for cell in cells)


def _box_of(cell: TargetInfo, boxes: Sequence[TargetInfo]) -> int:
    """Return the index of the smallest box around the cell, or -1 where there is none."""
    around = [
        (box.bounds.area, n)
        for n, box in enumerate(boxes)
        if box.bounds and cell.bounds and is_within(box.bounds, cell.bounds)
    ]
    return min(around)[1] if around else -1


def _rows(cells: Sequence[TargetInfo]) -> tuple[tuple[str, ...], ...]:
    """Arrange cells by row and column numbers where every cell has them, else by their positions on the screen."""
    grid: dict[int, dict[int, str]] = defaultdict(dict)
    placed = all(cell.row is not None and cell.column is not None for cell in cells)
    for cell, (row, column) in zip(cells, _grid_places(cells) if placed else _screen_places(cells), strict=True):
        grid[row].setdefault(column, cell.value or cell.name)
    width = max(max(row) for row in grid.values()) + 1
    first = min(min(row) for row in grid.values())
    return tuple(tuple(grid[row].get(column, "") for column in range(first, width)) for row in sorted(grid))


def _grid_places(cells: Sequence[TargetInfo]) -> list[tuple[int, int]]:
    return [(cell.row or 0, cell.column or 0) for cell in cells]


def _screen_places(cells: Sequence[TargetInfo]) -> list[tuple[int, int]]:
    rows = _lines([cell.bounds.center.y if cell.bounds else 0 for cell in cells])
    columns = _lines([cell.bounds.x if cell.bounds else 0 for cell in cells])
    return list(zip(rows, columns, strict=True))


def _lines(marks: Sequence[int]) -> list[int]:
    """Return the line that each mark is on, from 0. Marks within 6 pixels of a line's start are on that line."""
    starts: list[int] = []
    for mark in sorted(marks):
        if not starts or mark - starts[-1] > _SAME_LINE_PX:
            starts.append(mark)
    return [max(n for n, start in enumerate(starts) if start <= mark) for mark in marks]


def _name(box: TargetInfo, controls: Sequence[TargetInfo]) -> str:
    """Return the table's own name, else the text just above it. `box` is the table, or its first cell where it is unreported."""
    if box.type not in CELLS_AND_HEADERS and (box.name or box.label):
        return box.name or box.label or ""
    above = [
        c
        for c in controls
        if c.type in TEXTS and c.name and c.bounds and box.bounds and c.bounds.bottom <= box.bounds.y
    ]
    return max(above, key=lambda c: c.bounds.bottom if c.bounds else 0).name if above else ""
