"""Reads what a page shows, with its frames: as one text, its links, and its tables as rows, also those scrolled out and those of
the pages that a button leads on to. Tells and writes tables.
"""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

from ufo.errors import ApplicationHung, NotActionable, ToolError
from ufo.schema.command import ActionReport, Effect, Route
from ufo.schema.text_pages import PAGE
from ufo.tools.system.write_file import write_whole
from ufo_browser.navigate import arrived
from ufo_browser.tab import Frame, Tab, script

_READ_S = 40.0
_MOST_CHARACTERS = 100_000_000
_MOST_LINKS = 60

Heading = Mapping[str, Any]
_TABLE_S, _CHANGE_S, _TICK_S = 30.0, 2.0, 0.1
_MOST_PAGES, _MOST_ROWS = 500, 200_000

Row = tuple[str, ...]


async def page_text(tab: Tab) -> tuple[str, list[Heading]]:
    """Return what the page shows, line by line, and its headings as {level, text, offset}. Frames follow the page, each after
    a line with its address. What is typed into fields is left out.
    """
    text, headings = "", list[Heading]()
    for number, frame in enumerate(await tab.frames()):
        try:
            own, marked = await _frame_text(tab, frame)
        except (ToolError, ApplicationHung):
            if not number:
                raise
            continue
        if number and not own:
            continue
        text += f"\n[frame {frame.address[:200]}]\n" if number else ""
        begins = [len(text), *accumulate((len(line) + 1 for line in own.split("\n")), initial=len(text))]
        headings += [{"level": level, "text": said, "offset": begins[line]} for level, line, said in marked]
        text += own
    return text, headings


async def _frame_text(tab: Tab, frame: Frame) -> tuple[str, list[Any]]:
    pieces: list[str] = []
    headings: list[Any] = []
    start = 0
    while True:
        told = await tab.run_in(frame, script("text.js"), {"from": start}, _READ_S)
        pieces.append(str(told["text"]))
        headings = headings or told["headings"]
        start = int(told["next"])
        if not start or start > _MOST_CHARACTERS:
            return "".join(pieces), headings


async def page_links(tab: Tab, find: str) -> tuple[list[tuple[str, str]], int]:
    """Return links as text and address, those with the words `find` in one of them, and how many there are in all."""
    found: list[tuple[str, str]] = []
    count = 0
    for _, told in await tab.run(script("links.js"), {"find": find, "most": _MOST_LINKS}, _READ_S):
        found += [(str(text), str(address)) for text, address in told["links"]]
        count += int(told["count"])
    return found[:_MOST_LINKS], count


@dataclass(frozen=True, slots=True)
class Listed:
    """A table by its number in the page, the caption or heading over it, and its first row."""

    number: int
    title: str
    rows: int
    head: Row

    def told(self) -> str:
        called = f" {self.title!r}" if self.title else ""
        return f"{self.number}{called}: {self.rows} rows; {' | '.join(self.head)}"


@dataclass(frozen=True, slots=True)
class Table:
    """`heads`: how many of the first rows are headers. `pages`: how many pages were read. `note`: what may be missing."""

    title: str
    rows: tuple[Row, ...]
    heads: int
    pages: int = 1
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Seen:
    """A table as it is now, with the frame that holds it."""

    frame: Frame
    listed: Listed
    rows: tuple[Row, ...]
    heads: int


async def read_table(tab: Tab, wanted: str, turns: str, within_s: float) -> Table:
    """Return the table with that number, or with these words in its title or first row; "" means the only one.

    `turns`: the name of the button or link to the next page; the rows of all pages are joined until it is off, or the rows
    stay or come again. Raises ToolError where there is no such table.
    """
    over = asyncio.get_running_loop().time() + within_s
    seen = await _read(tab, await _number(tab, wanted))
    rows, pages, note = list(seen.rows), [seen.rows], ""
    while turns:
        if len(pages) >= _MOST_PAGES or len(rows) > _MOST_ROWS or asyncio.get_running_loop().time() > over:
            note = f"it goes on: these are its first {len(pages)} pages"
            break
        tab.new_load()
        said = str(await tab.run_in(seen.frame, script("turn_page.js"), {"words": turns}))
        if said != "pressed" and len(pages) == 1:
            raise NotActionable(_REFUSALS[said].format(turns))
        later = await _changed(tab, seen) if said == "pressed" else None
        if later is None or later.rows in pages:
            break
        pages.append(later.rows)
        rows += _without_heads(later, seen)
        seen = later
    return Table(seen.listed.title, tuple(rows), min(seen.heads, len(rows)), len(pages), note)


_REFUSALS: Mapping[str, str] = {
    "none": "there is no button or link {!r} on the page; give its name as it is shown",
    "off": "the button {!r} is off, so there is no further page; read it without `next`",
    "sends": "the button {!r} sends a form; press it by its control",
    "leads": "the link {!r} leads to another site; open it first",
}


async def _all(tab: Tab) -> list[tuple[Frame, int, Listed]]:
    """Return the tables of all frames, with their number in the frame; the page numbers them through."""
    found: list[tuple[Frame, int, Listed]] = []
    for frame, told in await tab.run(script("tables.js"), {"number": 0, "scroll": False}, _TABLE_S):
        for own, item in enumerate(told["tables"], start=1):
            listed = Listed(len(found) + 1, str(item["title"]), int(item["rows"]), tuple(item["head"]))
            found.append((frame, own, listed))
    return found


async def _number(tab: Tab, wanted: str) -> int:
    """Return the number of the table that is meant."""
    tables = [table for _, _, table in await _all(tab)]
    if not tables:
        raise ToolError("the page shows no table; read it as text")
    plain = wanted.strip().casefold()
    if plain.isdecimal():
        fitting = [table for table in tables if table.number == int(plain)]
    else:
        fitting = [table for table in tables if plain in f"{table.title} {' '.join(table.head)}".casefold()]
    if len(fitting) == 1:
        return fitting[0].number
    listed = "\n".join(table.told() for table in tables[:30])
    what = f"no table fits {wanted!r}" if not fitting else f"{len(fitting)} tables fit"
    raise ToolError(f"{what}; give its number:\n{listed}")


async def _read(tab: Tab, number: int) -> _Seen:
    tables = await _all(tab)
    if number > len(tables):
        raise ToolError("the table is gone; read the page again")
    frame, own, listed = tables[number - 1]
    told = await tab.run_in(frame, script("tables.js"), {"number": own, "scroll": True}, _TABLE_S)
    return _Seen(frame, listed, *_rows(told))


def _rows(told: Mapping[str, Any]) -> tuple[tuple[Row, ...], int]:
    rows = tuple(tuple(str(cell) for cell in row) for row in told["rows"])
    heads = int(told.get("heads", 0))
    return rows, heads if heads >= 0 else len(rows)


async def _changed(tab: Tab, before: _Seen) -> _Seen | None:
    """Return the table once other rows stand in it and stay for a moment; None where they remain the same."""
    over = asyncio.get_running_loop().time() + _CHANGE_S
    last: _Seen | None = None
    while True:
        if tab.load.arrivals:
            await arrived(tab, _TABLE_S)
            over = max(over, asyncio.get_running_loop().time() + _TICK_S)
            tab.new_load()
        try:
            now = await _read(tab, before.listed.number)
        except (ToolError, ApplicationHung):
            now = None
        if now is not None and now.rows != before.rows and last is not None and now.rows == last.rows:
            return now
        last = now
        if asyncio.get_running_loop().time() > over:
            return None
        await tab.until(lambda: bool(tab.load.arrivals), _TICK_S)


def _without_heads(later: _Seen, first: _Seen) -> Sequence[Row]:
    heads = first.rows[: first.heads]
    return later.rows[later.heads :] if later.rows[: later.heads] == heads else later.rows


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
