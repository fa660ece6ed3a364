"""Makes OpenDocument spreadsheets of rows, with numbers as numbers and dates as dates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from ufo.schema.patterns import regex
from ufo.tools.documents.odf_package import attribute, characters, write_package

CellValue = str | int | float | bool | None
Rows = Sequence[Sequence[CellValue]]
_DATE = regex(r"\d{4}-\d{2}-\d{2}")
_CM_PER_LETTER, _NARROWEST, _WIDEST = 0.22, 2.2, 9.0


def write_sheets(path: Path, sheets: Mapping[str, Rows]) -> None:
    """Write an .ods file. A text that begins with "=" is a formula, whose value the office has still to compute."""
    widths = {name: _widths(rows) for name, rows in sheets.items()}
    styles = "".join(
        f'<style:style style:name="w{width}" style:family="table-column">'
        f'<style:table-column-properties style:column-width="{width / 10:.1f}cm"/></style:style>'
        for width in sorted({number for row in widths.values() for number in row})
    )
    automatic = (
        '<number:date-style style:name="iso"><number:year number:style="long"/><number:text>-</number:text>'
        '<number:month number:style="long"/><number:text>-</number:text><number:day number:style="long"/></number:date-style>'
        '<style:style style:name="Day" style:family="table-cell" style:data-style-name="iso"/>'
        f"{styles}"
    )
    tables = "".join(_table(name, rows, widths[name]) for name, rows in sheets.items())
    content = (
        f"<office:automatic-styles>{automatic}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
    )
    write_package(path, content, "<office:styles/>")


def has_formula(sheets: Mapping[str, Rows]) -> bool:
    return any(
        isinstance(text, str) and text.startswith("=") for rows in sheets.values() for row in rows for text in row
    )


def _table(name: str, rows: Rows, widths: Sequence[int]) -> str:
    columns = "".join(f'<table:table-column table:style-name="w{width}"/>' for width in widths)
    lines = "".join(
        f"<table:table-row>{''.join(map(_cell, row)) or '<table:table-cell/>'}</table:table-row>" for row in rows
    )
    return f"<table:table table:name={attribute(name)}>{columns or '<table:table-column/>'}{lines}</table:table>"


def _cell(value: CellValue) -> str:
    if value is None or value == "":
        return "<table:table-cell/>"
    if isinstance(value, bool):
        return _shown(str(value).upper(), f'office:value-type="boolean" office:boolean-value="{str(value).lower()}"')
    if isinstance(value, int | float):
        return _shown(repr(value), f'office:value-type="float" office:value="{value!r}"')
    if value.startswith("="):
        return f"<table:table-cell table:formula={attribute(_formula(value))}/>"
    if _is_day(value):
        return _shown(value, f'table:style-name="Day" office:value-type="date" office:date-value="{value}"')
    paragraphs = "".join(f"<text:p>{characters(line)}</text:p>" for line in value.split("\n"))
    return f'<table:table-cell office:value-type="string">{paragraphs}</table:table-cell>'


def _shown(text: str, attributes: str) -> str:
    """Return a cell with what it shows beside its value: some readers take only that."""
    return f"<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>"


def _formula(text: str) -> str:
    """Return the formula in Excel's spelling, which Calc reads as "msoxl:": references to sheets keep their "!"."""
    return f"msoxl:{text}"


def _is_day(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _widths(rows: Rows) -> list[int]:
    """Return each column's width in millimetres, wide enough for its longest text as far as that is reasonable."""
    count = max((len(row) for row in rows), default=0)
    shown = ([str(row[at]) for row in rows if len(row) > at and row[at] is not None] for at in range(count))
    longest = [max(map(len, item), default=0) for item in shown]
    return [round(10 * min(_WIDEST, max(_NARROWEST, 0.4 + _CM_PER_LETTER * number))) for number in longest]
