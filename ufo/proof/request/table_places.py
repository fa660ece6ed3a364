"""Finds cells that a request names in words: "the price of tea" is the cell of the row "tea" under the heading "price".

Nothing is guessed: a place counts as found only where exactly one row and exactly one heading of a document fit the words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ufo.proof.request import clause_words as say
from ufo.schema.patterns import any_case
from ufo.verify.documents.model import Area, Cell, Document, Sheet
from ufo.verify.documents.references import area_name

_ARTICLE = any_case(r"^(?:the|a|an|my|your|our|their)\s+")
_LINK = any_case(
    r"(^|,\s*|\b(?:the|of|in|and)\s+)(row|column|entry|record)\s+(?:of|for|called|named|with|that\s+says)\s+"
)
_ROW = any_case(r"^(?:(?:row|entry|record)\s+(?P<after>.+)|(?P<before>.+)\s+(?:row|entry|record))$")
_COLUMN = any_case(r"^(?:column\s+(?P<after>.+)|(?P<before>.+)\s+column)$")
_PARTS = any_case(r"\s*,\s*|\s+(?:of|in|for|on|at|and|from)\s+(?:the\s+)?")
_UNDER = any_case(r"\s+under\s+(?:the\s+)?")
_OF = any_case(r"\s+(?:of|for)\s+(?:the\s+)?")
_POSSESSIVE = any_case(r"^(?P<row>.+?)(?:['\u2019]s|(?<=s)['\u2019])\s+(?P<column>.+)$")
_NO_ROW = any_case(
    r"(?:.*\b)?(?:font|chart|diagram|heading|header|footer|title|cell|selection|margin|background|screen|picture|image|"
    r"message|mail|e-?mail|button|menu|field|box|(?:row|line|column)s?|\d+(?:st|nd|rd|th)?|first|second|third|last|next)"
)
_NO_COLUMN = any_case(
    r"(?:end|top|bottom|rest|beginning|start|list|word|copy|copies|lots?|kind|contents?|one|all|some|both)"
)
_FILLERS = frozenset({"the", "a", "an", "of", "for"})


@dataclass(frozen=True, slots=True)
class TableCell:
    """A cell of a table. `key`: where the words of its row stand; `heading`: those of its column. Both by row and column from
    0.
    """

    sheet: str
    row: int
    column: int
    key: tuple[int, int]
    heading: tuple[int, int]


def described_cell(words: str) -> tuple[str, str] | None:
    """Return the words of a row and of a column, or None where they do not describe a cell of a table."""
    plain = _bare(_LINK.sub(r"\1\2 ", words.strip()))
    found = _by_name(plain) or _by_of(plain) or _by_possessive(plain)
    if found is None:
        return None
    row, column = (_bare(one) for one in found)
    is_none = not row or not column or say.NO_FIELD.fullmatch(row) or _NO_ROW.fullmatch(row)
    return None if is_none or _NO_COLUMN.fullmatch(column) else (row, column)


def _bare(text: str) -> str:
    return _ARTICLE.sub("", text.strip(), count=1).strip()


def _by_name(words: str) -> tuple[str, str] | None:
    """Read "Sales column of the March row" or "March under Sales"."""
    under = _UNDER.split(words)
    if len(under) == 2:
        row, column = (_bare(one) for one in under)
        return _named(_ROW.match(row)) or row, _named(_COLUMN.match(column)) or column
    parts = [_bare(one) for one in _PARTS.split(words)]
    rows = [at for at, one in enumerate(parts) if _ROW.match(one)]
    columns = [at for at, one in enumerate(parts) if _COLUMN.match(one)]
    if len(parts) != 2 or len(rows) > 1 or len(columns) > 1 or not (rows or columns) or rows == columns:
        return None
    at = rows[0] if rows else 1 - columns[0]
    row, column = parts[at], parts[1 - at]
    return _named(_ROW.match(row)) or row, _named(_COLUMN.match(column)) or column


def _named(match: re.Match[str] | None) -> str:
    return (match["after"] or match["before"]) if match is not None else ""


def _by_of(words: str) -> tuple[str, str] | None:
    column, *rest = _OF.split(words, maxsplit=1)
    return (rest[0], column) if rest else None


def _by_possessive(words: str) -> tuple[str, str] | None:
    match = _POSSESSIVE.match(words)
    return (match["row"], match["column"]) if match is not None else None


def words_of(text: str) -> tuple[str, ...]:
    """Return the words in folded form: case, articles, plurals and possessives do not count."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("\u2019", "'")
    found = (_singular(one) for one in re.findall(r"\w+(?:'\w+)?", plain))
    return tuple(one for one in found if one not in _FILLERS)


def _singular(word: str) -> str:
    word = word.removesuffix("'s")
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def tables_of(document: Document, sheet: str = "") -> tuple[Sheet, ...]:
    """Return the tables. `sheet`: the only one that counts, "" for any. Tables of a text or of slides have no name."""
    if document.sheets:
        return tuple(one for one in document.sheets if not sheet or one.name.casefold() == sheet.casefold())
    return tuple(_sheet_of(table) for table in document.tables)


def _sheet_of(rows: Sequence[Sequence[str]]) -> Sheet:
    return Sheet("", {(y, x): Cell(text) for y, row in enumerate(rows) for x, text in enumerate(row) if text})


def heading_row(sheet: Sheet) -> int | None:
    """Return the first row with more than one cell: a title above the table has only one."""
    filled: dict[int, int] = {}
    for (row, _), cell in sheet.cells.items():
        filled[row] = filled.get(row, 0) + bool(cell.shown.strip())
    return min((row for row, count in filled.items() if count > 1), default=None)


def find_cell(document: Document, row: str, column: str, sheet: str = "") -> TableCell | None:
    """Return the only cell that fits, whichever of the words are those of the heading; None where there is none, or several."""
    found = [
        one
        for table in tables_of(document, sheet)
        for told in ((row, column), (column, row))
        for one in _cells_in(table, *told)
    ]
    return found[0] if len(found) == 1 else None


def _cells_in(table: Sheet, row: str, column: str) -> Iterator[TableCell]:
    top = heading_row(table)
    if top is None:
        return
    headings = [(place, cell) for place, cell in table.cells.items() if place[0] == top]
    keys = [(place, cell) for place, cell in table.cells.items() if place[0] > top]
    for heading in _fitting(headings, column, or_shorter=True):
        for key in _keys(keys, row):
            yield TableCell(table.name, key[0], heading[1], key, heading)


def find_row(document: Document, row: str, sheet: str = "") -> tuple[Sheet, int] | None:
    """Return the only row that has these words in one of its cells."""
    found = []
    for table in tables_of(document, sheet):
        top = heading_row(table)
        keys = [(place, cell) for place, cell in table.cells.items() if top is not None and place[0] > top]
        found += [(table, key[0]) for key in _keys(keys, row)]
    return found[0] if len(found) == 1 else None


def _keys(cells: Sequence[tuple[tuple[int, int], Cell]], words: str) -> list[tuple[int, int]]:
    """Return one place for each row. "The invoice of Miller" may stand there as "Miller"."""
    found = _fitting(cells, words) or (_fitting(cells, _OF.split(words)[-1]) if _OF.search(words) else [])
    return list({place[0]: place for place in reversed(sorted(found))}.values())


def _fitting(
    cells: Iterable[tuple[tuple[int, int], Cell]], words: str, or_shorter: bool = False
) -> list[tuple[int, int]]:
    """Return the cells that say just this, otherwise those that say this and more. `or_shorter`: or a part of it."""
    wanted = words_of(words)
    own = [(place, words_of(cell.shown)) for place, cell in cells] if wanted else []
    return [place for place, told in own if told == wanted] or [
        place for place, told in own if told and (_within(wanted, told) or (or_shorter and _within(told, wanted)))
    ]


def _within(part: Sequence[str], whole: Sequence[str]) -> bool:
    return any(tuple(whole[at : at + len(part)]) == tuple(part) for at in range(len(whole) - len(part) + 1))


def cell_named_in(document: Document, words: str, sheet: str = "") -> TableCell | None:
    """Return the cell of the only row and the only column whose words are in a sentence, in any grammar or language."""
    said = words_of(words)
    found = [one for table in tables_of(document, sheet) for one in _said_in(table, said)]
    return found[0] if len(found) == 1 else None


def _said_in(table: Sheet, said: Sequence[str]) -> Iterator[TableCell]:
    top = heading_row(table)
    if top is None:
        return
    told = [(place, words_of(cell.shown)) for place, cell in table.cells.items() if cell.value is None]
    told = [(place, words) for place, words in told if words and _within(words, said)]
    # "Green tea" does not also count as "tea".
    longest = [one for one in told if not any(len(two[1]) > len(one[1]) and _within(one[1], two[1]) for two in told)]
    headings = [place for place, _ in longest if place[0] == top]
    rows = {place[0]: place for place, _ in longest if place[0] > top}
    for heading in headings if len(headings) == len(rows) == 1 else ():
        for key in rows.values():
            yield TableCell(table.name, key[0], heading[1], key, heading)


def cell_at(document: Document, place: TableCell) -> Cell | None:
    """Return the cell, or None where its table is not there any more."""
    table = next((one for one in tables_of(document) if one.name == place.sheet), None)
    return table.cell(place.row, place.column) if table is not None else None


def address_of(row: int, column: int) -> str:
    return area_name(Area(column, row, column, row))
