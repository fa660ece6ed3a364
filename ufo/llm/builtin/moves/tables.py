"""Taking a table out of a document, a sheet or a page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ufo.llm.builtin.intents import ExtractTable
from ufo.llm.builtin.moves.results import FoundTable, table_of
from ufo.llm.builtin.moves.scene import Move, Scene, action, failed, kept
from ufo.llm.builtin.places import is_within
from ufo.llm.builtin.similarity import POSSIBLE, similarity
from ufo.schema.target import TargetInfo


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
        return Move("Read the table from the document.", (action("read_table", **wanted),), ends=False)
    if scene.has("get_range_values"):
        whole = {"sheet_name": "", "start_row": 1, "start_col": 1, "end_row": -1, "end_col": -1}
        return Move("Read the cells in use.", (action("get_range_values", **whole),), ends=False)
    return _from_sight(intent, scene)


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
            return Move("Several tables are there.", question=f"{opening} {shown}")
    table = tables[max(number, 1) - 1][0]
    return kept(table.to_json(), scene)


def _captioned(caption: str, tables: Sequence[tuple[FoundTable, TargetInfo | None]]) -> int:
    scored = [(similarity(caption, table.name), -n) for n, (table, _) in enumerate(tables, 1)]
    best, place = max(scored, default=(0.0, 0))
    return -place if best >= POSSIBLE else 0


def _tables_in(controls: Sequence[TargetInfo]) -> list[tuple[FoundTable, TargetInfo | None]]:
    cells = [c for c in controls if c.row is not None and c.column is not None]
    groups: dict[int, list[TargetInfo]] = defaultdict(list)
    boxes = [c for c in controls if c.type in ("Table", "Tree", "List") and c.bounds]
    for cell in cells:
        groups[_box_of(cell, boxes)].append(cell)
    found = []
    for place, members in sorted(groups.items()):
        box = boxes[place] if place >= 0 else None
        rows = _with_header(_rows(members), box, controls)
        found.append((FoundTable(rows, _name(box, controls) if box else ""), box))
    return found


def _box_of(cell: TargetInfo, boxes: Sequence[TargetInfo]) -> int:
    """The place of the smallest box around the cell, -1 for none."""
    around = [
        (box.bounds.area, n)
        for n, box in enumerate(boxes)
        if box.bounds and cell.bounds and is_within(box.bounds, cell.bounds)
    ]
    return min(around)[1] if around else -1


def _with_header(
    rows: tuple[tuple[str, ...], ...], box: TargetInfo | None, controls: Sequence[TargetInfo]
) -> tuple[tuple[str, ...], ...]:
    """Headers that have no place of their own in the grid stand above it, where there is one for each column."""
    area = box.bounds if box else None
    headers = [
        (c.bounds.x, c.value or c.name)
        for c in controls
        if c.type == "HeaderItem" and c.row is None and c.bounds and area and is_within(area, c.bounds)
    ]
    line = tuple(text for _, text in sorted(headers))
    return (line, *rows) if len(line) == len(rows[0]) else rows


def _rows(cells: Sequence[TargetInfo]) -> tuple[tuple[str, ...], ...]:
    grid: dict[int, dict[int, str]] = defaultdict(dict)
    for cell in cells:
        grid[cell.row or 0].setdefault(cell.column or 0, cell.value or cell.name)
    width = max(max(row) for row in grid.values()) + 1
    first = min(min(row) for row in grid.values())
    return tuple(tuple(grid[row].get(column, "") for column in range(first, width)) for row in sorted(grid))


def _name(box: TargetInfo, controls: Sequence[TargetInfo]) -> str:
    """Its own name, else the heading or text just above it."""
    if box.name or box.label:
        return box.name or box.label or ""
    above = [
        c
        for c in controls
        if c.type in ("Heading", "Text", "Paragraph")
        and c.name
        and c.bounds
        and box.bounds
        and c.bounds.bottom <= box.bounds.y
    ]
    return max(above, key=lambda c: c.bounds.bottom if c.bounds else 0).name if above else ""
