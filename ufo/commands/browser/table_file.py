"""Tells the rows of a table, and writes them to a file."""

from __future__ import annotations

import asyncio
import csv
import io
from pathlib import Path

from ufo.commands.browser.page_tables import Row, Table
from ufo.commands.system.write_file import write_whole
from ufo.errors import ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.text_pages import PAGE


def as_lines(table: Table, first: int) -> str:
    """Return one page of rows from `first` on (from 1), cells divided by bars, and how to go on."""
    lines: list[str] = []
    size = 0
    for row in table.rows[first - 1 :]:
        line = " | ".join(cell.replace("|", "\\|") for cell in row)[:PAGE]
        if lines and size + len(line) > PAGE:
            break
        lines.append(line)
        size += len(line) + 1
    last, count = first - 1 + len(lines), len(table.rows)
    if first > count:
        raise ToolError(f"the table has {count:,} rows; give a smaller `row`")
    on = f"; go on with row={last + 1}" if last < count else ""
    pages = f", of {table.pages} pages" if table.pages > 1 else ""
    note = f"; {table.note}" if table.note else ""
    called = f"{table.title!r}: " if table.title else ""
    head = f"[{called}rows {first} to {last} of {count:,}{pages}, {table.heads} of them headers{on}{note}]"
    return "\n".join([head, *lines])


async def write_table(table: Table, path: Path) -> ActionReport:
    """Write all rows as CSV in UTF-8 and read them back. Raises ToolError."""
    if path.suffix.casefold() != ".csv":
        raise ToolError(
            f"{path.name!r} is no .csv; give such a name, and open the file in a spreadsheet to save it as another"
        )
    if not path.parent.is_dir():
        raise ToolError(f"there is no folder {str(path.parent)!r}; make it first")
    whole = await asyncio.to_thread(_written, table.rows, path)
    pages = f" of {table.pages} pages" if table.pages > 1 else ""
    said = f"{path} holds {len(table.rows):,} rows{pages}, {table.heads} of them headers"
    head = " | ".join(table.rows[0]) if table.rows else ""
    effect = Effect.SUSPECTED_NOOP if not whole else Effect.PARTIAL if table.note else Effect.CONFIRMED
    evidence = (said, *([table.note] if table.note else []))
    value = {"path": str(path), "rows": len(table.rows), "first": head[:300]}
    return ActionReport(value=value, effect=effect, route=Route.NATIVE, evidence=evidence)


def _written(rows: tuple[Row, ...], path: Path) -> bool:
    lines = io.StringIO(newline="")
    csv.writer(lines).writerows(rows)
    write_whole(path, lines.getvalue().encode("utf-8"))
    with path.open(encoding="utf-8", newline="") as file:
        return [tuple(row) for row in csv.reader(file)] == list(rows)
