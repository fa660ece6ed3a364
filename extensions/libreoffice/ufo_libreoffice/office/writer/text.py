"""Reads, selects, replaces and formats the text of a text document."""

from __future__ import annotations

import re
from itertools import islice
from typing import Any

from ..api import each, enum, items
from ..connection import Shown
from ..refusals import Refused
from ..undo import one_step
from .deletions import has_deletions, kept_text
from .places import Spot, block_cursor, is_paragraph, missing, paragraphs_of

_MAX_TABLE_CELLS = 10_000
_MAX_CHARACTERS = 1_000_000
_MAX_HEADINGS = 300
_MOST_LOOKED_AT, _MOST_OF_LINE = 300, 100
_MOST_AROUND = 12
_PLAIN = {
    "CharWeight": 100.0, "CharPosture": enum("awt.FontSlant", "NONE"), "CharUnderline": 0, "CharStrikeout": 0,
}  # fmt: skip


def require_text(shown: Shown, *, writable: bool = False) -> None:
    shown.require("text.TextDocument", "text document")
    if writable:
        shown.require_writable()


def read_text(shown: Shown) -> dict[str, Any]:
    require_text(shown)
    left_out = has_deletions(shown.document)
    text = (kept_text(shown.document) if left_out else str(shown.document.Text.String))[:_MAX_CHARACTERS]
    headings = _headings(shown, text)
    return {
        "text": text, "headings": headings, "deleted": left_out, "bold": [] if headings else bold_lines(shown.document),
    }  # fmt: skip


def bold_lines(document: Any) -> list[str]:
    """Return the short paragraphs that are wholly bold: those that look like headings and are none."""
    lines = (block for block in islice(each(document.Text), _MOST_LOOKED_AT) if is_paragraph(block))
    return [
        words
        for line in lines
        if (words := str(line.String).strip())
        and len(words) < _MOST_OF_LINE
        and is_wholly(document, line, "CharWeight")
    ]


def is_wholly(document: Any, paragraph: Any, name: str) -> bool:
    """Tell whether all letters of the paragraph differ in that property from its style: they are bold where it is not."""
    style = document.StyleFamilies.getByName("ParagraphStyles").getByName(paragraph.ParaStyleName)
    usual, plain = getattr(style, name), _PLAIN[name]
    if usual != plain:
        return False
    parts = [part for part in each(paragraph) if part.TextPortionType == "Text" and part.getString().strip()]
    return bool(parts) and all(getattr(part, name) != plain for part in parts)


def _headings(shown: Shown, text: str) -> list[dict[str, Any]]:
    """Return the headings with their level and where the text has them, in order."""
    found: list[dict[str, Any]] = []
    at = 0
    for heading in (block for block in each(shown.document.Text) if is_paragraph(block) and block.OutlineLevel):
        words = str(heading.String)
        place = text.find(words, at) if words.strip() else -1
        if place >= 0:
            found.append({"offset": place, "level": int(heading.OutlineLevel), "text": words})
            at = place + len(words)
        if len(found) == _MAX_HEADINGS:
            break
    return found


def insert_table(
    shown: Shown,
    rows: int,
    columns: int,
    cells: list[list[str]] | None = None,
    spot: tuple[str, str, int] = ("cursor", "", 0),
) -> dict[str, Any]:
    """Insert a table. `cells` may have shorter rows; the missing cells stay empty. `spot`: at, text and nth of its place."""
    require_text(shown)
    if cells is not None and (len(cells) > rows or any(len(row) > columns for row in cells)):
        raise Refused(f"the texts do not fit into {rows} rows by {columns} columns; give as many rows and columns")
    shown.require_writable()
    if rows < 1 or columns < 1 or rows * columns > _MAX_TABLE_CELLS:
        raise Refused(
            f"{rows} rows by {columns} columns cannot be a table; give 1 to {_MAX_TABLE_CELLS:,} cells in all"
        )
    table = shown.document.createInstance("com.sun.star.text.TextTable")
    table.initialize(rows, columns)
    whole = [[*row, *[""] * (columns - len(row))] for row in [*cells, *[[]] * (rows - len(cells))]] if cells else []
    with one_step(shown.document, "Insert table"):
        cursor = block_cursor(shown, Spot(*spot))
        cursor.getText().insertTextContent(cursor, table, False)
        for y, row in enumerate(whole):
            for x, text in enumerate(row):
                table.getCellByPosition(x, y).setString(text)
    tables = shown.document.TextTables
    there = table.Name in tables.ElementNames
    equal = there and (table.Rows.getCount(), table.Columns.getCount()) == (rows, columns)
    equal = equal and (not whole or _texts_of(table, rows, columns) == whole)
    return {"name": table.Name, "rows": rows, "columns": columns, "equal": equal}


def _texts_of(table: Any, rows: int, columns: int) -> list[list[str]]:
    return [[table.getCellByPosition(x, y).getString() for x in range(columns)] for y in range(rows)]


def replace_text(
    shown: Shown, old: str, new: str, pattern: bool = False, whole_words: bool = False, match_case: bool = True
) -> dict[str, Any]:
    """Replace a text, letter for letter or as a regular expression whose groups `new` names $1, $2 …, in the text, headers,
    footers, notes, frames and tables, as one undo step.
    """
    require_text(shown, writable=True)
    if "\n" in old or "\r" in old:
        raise Refused("a text of several lines cannot be looked for; replace it line by line")
    descriptor = shown.document.createReplaceDescriptor()
    descriptor.SearchString, descriptor.ReplaceString = old, new
    descriptor.SearchCaseSensitive, descriptor.SearchRegularExpression = match_case, pattern
    descriptor.SearchWords = whole_words
    found = shown.document.findAll(descriptor)
    there = found.getCount()
    if not there and pattern:
        wrong = _wrong_in(old)
        raise Refused(
            f"{old!r} is no regular expression ({wrong}); put a backslash before signs that stand for themselves"
            if wrong
            else f"nothing fits the pattern {old!r}; look at the text with read_text, and write $1 for a group in new"
        )
    if not there:
        raise Refused(missing(shown.document, old))
    written, first = _count(shown.document, new), found.getByIndex(0)
    before, at = first.getString(), first.getText().createTextCursorByRange(first.getStart())
    # What is written at the cursor itself would move it.
    at.goLeft(_MOST_AROUND, False)
    with one_step(shown.document, "Replace text"):
        replaced = shown.document.replaceAll(descriptor)
    left = shown.document.findAll(descriptor).getCount()
    if pattern:
        at.goRight(len(before) + 2 * _MOST_AROUND, True)
        return {"replaced": replaced, "left": left, "first": [before, at.getString()], "equal": bool(replaced)}
    if shown.document.RecordChanges:
        # What was taken out stays in the text as a recorded deletion and is still found, so what was put in is counted.
        is_written = not new or _count(shown.document, new) - written == there
        return {
            "replaced": replaced, "left": max(0, left - there), "recorded": there,
            "equal": replaced == there and is_written,
        }  # fmt: skip
    # Where the new text contains the old one, the old text occurs as often as before or more often.
    is_within = old.casefold() in new.casefold()
    return {"replaced": replaced, "left": left, "equal": replaced == there and (left == 0 or is_within)}


def _wrong_in(pattern: str) -> str:
    """Return what is wrong with a regular expression, "" where nothing is."""
    try:
        re.compile(pattern)
    except re.error as error:
        return str(error)
    return ""


def _count(document: Any, text: str) -> int:
    search = document.createSearchDescriptor()
    search.SearchString, search.SearchCaseSensitive = text, True
    return int(document.findAll(search).getCount()) if text else 0


def select_text(shown: Shown, text: str) -> dict[str, Any]:
    """Select the first place that has the text, ignoring case where nothing matches exactly."""
    require_text(shown)
    if not text.strip():
        raise Refused("give the text to select")
    found = _find(shown.document, text, exact=True) or _find(shown.document, text, exact=False)
    if found is None:
        raise Refused(missing(shown.document, text))
    shown.controller.select(found)
    return _selected(shown, found.getString())


def _find(document: Any, text: str, exact: bool) -> Any:
    search = document.createSearchDescriptor()
    search.SearchString = text
    search.SearchCaseSensitive = exact
    return document.findFirst(search)


def _selected(shown: Shown, wanted: str) -> dict[str, Any]:
    got = "".join(part.getString() for part in _parts(shown))
    return {"text": wanted, "equal": _lines(got) == _lines(wanted)}


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n")


def _parts(shown: Shown) -> list[Any]:
    selection = shown.controller.getSelection()
    if not hasattr(selection, "getCount"):
        return []
    return [part for part in items(selection) if hasattr(part, "getString")]


def select_paragraphs(shown: Shown, start_index: int, end_index: int, non_empty: bool) -> dict[str, Any]:
    """Select paragraphs, counted from 1; -1 is the last. `non_empty` leaves out empty paragraphs at both ends."""
    require_text(shown)
    paragraphs = paragraphs_of(shown.document)
    start, end = max(start_index, 1), len(paragraphs) if end_index == -1 else end_index
    if not 1 <= start <= end <= len(paragraphs):
        raise Refused(f"there are no paragraphs {start_index} to {end_index}; the document has {len(paragraphs)}")
    chosen = paragraphs[start - 1 : end]
    if non_empty:
        filled = [index for index, paragraph in enumerate(chosen) if paragraph.getString().strip()]
        if not filled:
            raise Refused(f"paragraphs {start_index} to {end_index} are all empty; choose others or non_empty=False")
        chosen = chosen[filled[0] : filled[-1] + 1]
    cursor = chosen[0].getText().createTextCursorByRange(chosen[0].getStart())
    cursor.gotoRange(chosen[-1].getEnd(), True)
    shown.controller.select(cursor)
    return _selected(shown, cursor.getString())


def selected_parts(shown: Shown) -> list[Any]:
    selection = shown.controller.getSelection()
    if selection is not None and hasattr(selection, "CharFontName"):
        return [selection]
    parts = [part for part in _parts(shown) if part.getString()]
    if not parts:
        raise Refused("nothing is selected; call select_place first")
    return parts


def edit_paragraph(shown: Shown, action: str, paragraph: str, number: int, text: str) -> dict[str, Any]:
    """Remove the paragraph that says exactly this, or the one with that number among those with text, or add a new one beside
    it.
    """
    require_text(shown, writable=True)
    filled = [entry for entry in paragraphs_of(shown.document) if entry.getString().strip()]
    if number:
        if number > len(filled):
            raise Refused(f"the document has {len(filled)} paragraphs with text, so there is no paragraph {number}")
        found = [filled[number - 1 if number > 0 else -1]]
    else:
        found = [entry for entry in filled if entry.getString().strip().casefold() == paragraph.strip().casefold()]
    if not found or action != "remove" and len(found) > 1:
        raise Refused(f"{len(found) or 'no'} paragraphs say just {paragraph!r}; look at the text with read_text")
    before = len(paragraphs_of(shown.document))
    inherited = "" if action == "remove" else _looks_of(found[0])
    with one_step(shown.document, "Edit paragraph"):
        for item in found:
            _edit(item, action, text)
    change = -len(found) if action == "remove" else 1
    equal = len(paragraphs_of(shown.document)) - before in (change, change + 1)
    return {"places": len(found), "inherited": inherited, "equal": equal}


def _looks_of(block: Any) -> str:
    """Return what a paragraph that is made beside another takes over from it: style, list, indents, alignment, a page break."""
    lengths = {"indent": block.ParaLeftMargin, "first line": block.ParaFirstLineIndent}
    told = [f"style {block.ParaStyleName}"]
    told += [f"list {block.NumberingStyleName}"] if block.NumberingIsNumber and block.NumberingStyleName else []
    told += [f"{name} {size / 100:g} mm" for name, size in lengths.items() if size]
    sides = {1: "right", 2: "justified", 3: "centered"}
    told += [side] if (side := sides.get(int(block.ParaAdjust))) else []
    return ", ".join([*told, *(["a page break before it"] if block.BreakType.value == "PAGE_BEFORE" else [])])


def _edit(block: Any, action: str, text: str) -> None:
    if action == "remove":
        block.dispose()
        return
    holder = block.getText()
    end = holder.createTextCursorByRange(block.getEnd() if action == "after" else block.getStart())
    if action == "after":
        holder.insertControlCharacter(end, 0, False)
        holder.insertString(end, text, False)
    else:
        holder.insertString(end, text, False)
        holder.insertControlCharacter(end, 0, False)
