"""Formats texts of a document and cells of a sheet, one property at a time, and reads it back from the document."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .api import Refused, enum
from .calc.cells import first_day, locale_marks
from .calc.number_formats import format_key
from .calc.numbers import parse_date, parse_number
from .calc.ranges import Area, place_in, require_used, sheet_to_change
from .connection import Shown
from .undo import one_step
from .writer.text import paragraphs_of, require_text

_WEIGHTS = {"on": 150.0, "off": 100.0}
_LINES = {"on": 1, "off": 0}
_ALIGN = {"left": "LEFT", "right": "RIGHT", "center": "CENTER", "justify": "BLOCK"}
_ADJUSTED = ("LEFT", "RIGHT", "BLOCK", "CENTER")
"""com.sun.star.style.ParagraphAdjust, in the order of its numbers."""
_LISTS = {"bullet": "List 1", "number": "Numbering 123", "none": ""}
_MOST_PLACES = 1000
_TEXT_CELLS = 4
"""com.sun.star.sheet.CellFlags.STRING."""


def _slant(value: str) -> Any:
    return enum("awt.FontSlant", "ITALIC" if value == "on" else "NONE")


def _colour(value: str) -> int:
    return int(value.lstrip("#"), 16)


_OF_CHARACTERS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "bold": ("CharWeight", _WEIGHTS.__getitem__),
    "italic": ("CharPosture", _slant),
    "underline": ("CharUnderline", _LINES.__getitem__),
    "strikethrough": ("CharStrikeout", _LINES.__getitem__),
    "colour": ("CharColor", _colour),
    "highlight": ("CharBackColor", _colour),
    "size": ("CharHeight", float),
    "font": ("CharFontName", str),
}
_OF_PARAGRAPHS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "style": ("ParaStyleName", str),
    "align": ("ParaAdjust", lambda value: enum("style.ParagraphAdjust", _ALIGN[value])),
    "list": ("NumberingStyleName", _LISTS.__getitem__),
}
_OF_CELLS: dict[str, tuple[str, Callable[[str], Any]]] = {
    **_OF_CHARACTERS,
    "highlight": ("CellBackColor", _colour),
    "align": ("HoriJustify", lambda value: enum("table.CellHoriJustify", _ALIGN[value])),
}


def format_text(shown: Shown, texts: Sequence[str], paragraph: int, look: str, value: str) -> dict[str, Any]:
    """Format `texts` wherever the document has them as whole words, or else the `paragraph` with that number among those with
    text (-1 is the last), or else the whole document.
    """
    require_text(shown)
    shown.require_writable()
    name, made = _property(look, _OF_CHARACTERS | _OF_PARAGRAPHS)
    wanted = made(_style_named(shown, value) if look == "style" else value)
    parts = list(_parts(shown, texts, paragraph))
    if look in _OF_PARAGRAPHS:
        parts = [one for part in parts for one in _paragraphs_around(part)]
    with one_step(shown.document, "Format"):
        for part in parts:
            setattr(part, name, wanted)
    equal = all(_same(getattr(part, name), wanted) for part in parts)
    return {"texts": [part.getString()[:1000] for part in parts[:20]], "places": len(parts), "equal": equal}


def _parts(shown: Shown, texts: Sequence[str], paragraph: int) -> Iterator[Any]:
    if not texts:
        filled = [one for one in paragraphs_of(shown.document) if one.getString().strip()]
        if paragraph > len(filled) or not filled:
            raise Refused(f"the document has {len(filled)} paragraphs with text, so there is no paragraph {paragraph}")
        yield from filled if not paragraph else [filled[paragraph - 1 if paragraph > 0 else -1]]
    for text in texts:
        found = _places(shown.document, text)
        if not found:
            raise Refused(f"the document does not contain {text!r}; look at its text with read_text")
        yield from found


def _places(document: Any, text: str) -> list[Any]:
    """Return the ranges that hold the text. Paragraphs that say exactly this come before places inside others, and matches in
    the same case before the rest.
    """
    whole = [one for one in paragraphs_of(document) if one.getString().strip() == text.strip()]
    if whole:
        return whole
    for exact in (True, False):
        search = document.createSearchDescriptor()
        search.SearchString, search.SearchCaseSensitive = text, exact
        search.SearchWords = text[:1].isalnum() and text[-1:].isalnum()
        found = document.findAll(search)
        if found.getCount():
            return [found.getByIndex(i) for i in range(min(found.getCount(), _MOST_PLACES))]
    return []


def _paragraphs_around(part: Any) -> Iterator[Any]:
    blocks = (
        part.createEnumeration() if hasattr(part, "createEnumeration") and not hasattr(part, "ParaStyleName") else None
    )
    if blocks is None:
        cursor = part.getText().createTextCursorByRange(part)
        cursor.gotoStartOfParagraph(False)
        cursor.gotoEndOfParagraph(True)
        yield cursor
        return
    while blocks.hasMoreElements():
        yield blocks.nextElement()


def _style_named(shown: Shown, value: str) -> str:
    styles = shown.document.StyleFamilies.getByName("ParagraphStyles")
    known = {str(name).casefold(): str(name) for name in styles.ElementNames}
    if value.casefold() not in known:
        raise Refused(
            f"there is no paragraph style {value!r}; take Title, Subtitle, Heading 1 to Heading 10 or Standard"
        )
    return known[value.casefold()]


def format_cells(shown: Shown, cells: Sequence[str], look: str, value: str, sheet_name: str | int) -> dict[str, Any]:
    """Format cells. `cells` holds ranges, or the filled part of "row 1" or "column B", or "" for all filled cells; empty means
    all.
    """
    sheet = sheet_to_change(shown, sheet_name)
    require_used(sheet)
    areas = [place_in(sheet, one) for one in cells or ("",)]
    with one_step(shown.document, "Format"):
        name, wanted = ("NumberFormat", format_key(shown.document, value)) if look == "format" else _made(look, value)
        for area in areas:
            setattr(area.of(sheet), name, wanted)
    equal = all(_same(getattr(area.of(sheet), name), wanted) for area in areas)
    first = areas[0].of(sheet).getCellByPosition(0, areas[0].rows - 1)
    texts = _numbers_as_texts(shown, sheet, areas) if look == "format" and value != "text" else []
    shows = {"sheet": sheet.Name, "start": _last_of(areas[0]), "property": "shows", "value": first.String}
    return {
        "shows": [shows] if first.String else [],
        "sheet": sheet.Name, "cells": [area.name for area in areas], "shown": first.String, "equal": equal, "texts": texts,
    }  # fmt: skip


def _last_of(area: Area) -> str:
    return Area(area.column, area.end_row, area.column, area.end_row).name


def _numbers_as_texts(shown: Shown, sheet: Any, areas: Sequence[Area]) -> list[str]:
    """Return the numbers and dates that stand in the cells as texts: a number format does not change what those show."""
    marks, first = locale_marks(shown), first_day(shown)
    found = []
    for area in areas:
        for one in area.of(sheet).queryContentCells(_TEXT_CELLS).getRangeAddresses():
            part = sheet.getCellRangeByPosition(one.StartColumn, one.StartRow, one.EndColumn, one.EndRow)
            found += [str(text) for line in part.getDataArray() for text in line]
    return [text for text in found if parse_number(text, marks) or parse_date(text, first)]


def _made(look: str, value: str) -> tuple[str, Any]:
    name, made = _property(look, _OF_CELLS)
    return name, made(value)


def _property(look: str, known: dict[str, tuple[str, Callable[[str], Any]]]) -> tuple[str, Callable[[str], Any]]:
    if look not in known:
        raise Refused(f"{look!r} cannot be set here; take one of {', '.join(known)}")
    return known[look]


def _same(got: Any, wanted: Any) -> bool:
    if isinstance(wanted, float):
        return abs(float(got) - wanted) < 0.06
    return bool(_plain(got) == _plain(wanted))


def _plain(value: Any) -> Any:
    """Return a comparable value: LibreOffice returns an alignment as a number in some places and as a word in others."""
    word = getattr(value, "value", value)
    return _ADJUSTED.index(word) if isinstance(word, str) and word in _ADJUSTED else word


def edit_paragraph(shown: Shown, action: str, paragraph: str, number: int, text: str) -> dict[str, Any]:
    """Remove the paragraph that says exactly this, or the one with that number among those with text, or add a new one beside
    it.
    """
    require_text(shown)
    shown.require_writable()
    filled = [one for one in paragraphs_of(shown.document) if one.getString().strip()]
    if number:
        if number > len(filled):
            raise Refused(f"the document has {len(filled)} paragraphs with text, so there is no paragraph {number}")
        found = [filled[number - 1 if number > 0 else -1]]
    else:
        found = [one for one in filled if one.getString().strip().casefold() == paragraph.strip().casefold()]
    if not found or action != "remove" and len(found) > 1:
        raise Refused(f"{len(found) or 'no'} paragraphs say just {paragraph!r}; look at the text with read_text")
    before = len(paragraphs_of(shown.document))
    with one_step(shown.document, "Edit paragraph"):
        for one in found:
            _edit(one, action, text)
    change = -len(found) if action == "remove" else 1
    return {"places": len(found), "equal": len(paragraphs_of(shown.document)) - before in (change, change + 1)}


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


OPERATIONS: dict[str, Callable[..., Any]] = {
    "writer.format_text": format_text,
    "writer.edit_paragraph": edit_paragraph,
    "calc.format_cells": format_cells,
}
