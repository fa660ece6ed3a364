"""The data of a mail merge: its rows, read from a table file, and the files that they become."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ufo.errors import ToolError, UnreadableDocument
from ufo.verify.documents.model import Sheet
from ufo.verify.documents.read_document import read_document

_MOST_ROWS = 1000
_NOT_IN_NAMES = '/\\\0:*?"<>|'

Row = Mapping[str, str]


def rows_of(data: str, sheet: str, working_folder: Path) -> tuple[Row, ...]:
    """Read the rows of a csv, ods or xlsx file by the names in its first row. Raises ToolError."""
    path = working_folder / Path(data).expanduser()
    if not path.is_file():
        raise ToolError(f"there is no file {str(path)!r}; give the table with the data as csv, ods or xlsx")
    try:
        sheets = read_document(path).sheets
    except UnreadableDocument as error:
        raise ToolError(f"{error}; give the data as csv, ods or xlsx") from error
    found = _table(_chosen(sheets, sheet, path))
    if len(found) < 2:
        raise ToolError(f"{path.name} has no row under its names of columns")
    if len(found) > _MOST_ROWS + 1:
        raise ToolError(f"{path.name} has {len(found) - 1:,} rows; at most {_MOST_ROWS:,} are merged in one call")
    names = [name.strip() for name in found[0]]
    return tuple({name: text for name, text in zip(names, row, strict=True) if name} for row in found[1:])


def _chosen(sheets: Sequence[Sheet], name: str, path: Path) -> Sheet:
    named = [one for one in sheets if not name or one.name.casefold() == name.casefold()]
    if not named:
        known = ", ".join(one.name for one in sheets)
        raise ToolError(f"{path.name} has no sheet {name!r}" + (f"; it has {known}" if known else ""))
    return named[0]


def _table(sheet: Sheet) -> list[list[str]]:
    """Return the filled rows as shown, each as wide as the table."""
    if not sheet.cells:
        return []
    rows = max(row for row, _ in sheet.cells) + 1
    columns = max(column for _, column in sheet.cells) + 1
    texts = [[sheet.cells[y, x].shown if (y, x) in sheet.cells else "" for x in range(columns)] for y in range(rows)]
    return [row for row in texts if any(text.strip() for text in row)]


def merge_targets(
    rows: Sequence[Row], described: Mapping[str, Any], working_folder: Path, wanted: tuple[str, str, str, bool]
) -> list[str]:
    """Return the paths to write, one for each row, or one for all. `wanted`: folder, name, ending, whether in one file. Raises
    ToolError where one of them is there already.
    """
    file_dir, file_name, file_ext, one_file = wanted
    own = Path(described["path"]) if described["path"] else None
    folder = working_folder / (Path(file_dir).expanduser() if file_dir else own.parent if own else working_folder)
    if not folder.is_dir():
        raise ToolError(f"there is no folder {str(folder)!r}; make it first or give another file_dir")
    ending = f".{file_ext.lower().lstrip('.')}"
    stem = (file_name or f"{own.stem if own else 'letter'}-merged").removesuffix(ending)
    names = [stem] if one_file else _names(stem, rows)
    paths = [folder / f"{name}{ending}" for name in names]
    there = next((path for path in paths if path.exists()), None)
    if there is not None:
        raise ToolError(f"{str(there)!r} is there already; give another file_name or file_dir")
    return [str(path) for path in paths]


def _names(stem: str, rows: Sequence[Row]) -> list[str]:
    """Return a name for each row: the columns in braces filled in, numbered where that does not tell them apart."""
    names = [_plain(_filled(stem, row)) for row in rows]
    if len(set(names)) == len(names) and all(names):
        return names
    return [f"{name or 'letter'}-{number}" for number, name in enumerate(names, 1)]


def _filled(stem: str, row: Row) -> str:
    for column, text in row.items():
        stem = stem.replace(f"{{{column}}}", text)
    return stem


def _plain(name: str) -> str:
    return "".join("-" if letter in _NOT_IN_NAMES else letter for letter in name).strip(" .")
