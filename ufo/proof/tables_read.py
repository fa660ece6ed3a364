"""Finds tables in what was read: rows of tools, lines with separators, cells of a sheet, and lists that end in numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ufo.proof.tokens import TokenKind, hard_tokens, number_readings
from ufo.schema.seen import Seen
from ufo.verify.documents.references import column_letters, parse_reference

_MOST_ROWS, _MOST_COLUMNS, _LONGEST_CELL = 5_000, 12, 40
_SEPARATORS = ("\t", ";", "|", ",")
_HEADINGS = ("under", "line", "its number")
"""Of a list: the last line before it that has no number, its words, the number that it ends in."""

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableRead:
    """`place`: the file, window or page where it was read. All rows are as long as `heads`."""

    place: str
    heads: Row
    rows: tuple[Row, ...]


def tables_in(seen: Iterable[Seen]) -> tuple[TableRead, ...]:
    """Return the tables with two rows or more, each once."""
    found: dict[TableRead, None] = {}
    cells: dict[str, dict[tuple[int, int], str]] = defaultdict(dict)
    for source in seen:
        reference = parse_reference(source.label) if source.label else None
        if reference is not None:
            cells[source.place][reference.area.row, reference.area.column] = source.text
            continue
        lines = [line for line in source.text.split("\n") if line.strip()][:_MOST_ROWS]
        rows = _separated(lines) or _listed(lines)
        if len(rows) > 1:
            found[_table(source.place, rows)] = None
    for place, sheet in cells.items():
        if len(rows := _of_sheet(sheet)) > 1:
            found[_table(place, rows)] = None
    return tuple(found)


def _separated(lines: Sequence[str]) -> list[Row]:
    for separator in _SEPARATORS:
        rows = [tuple(cell.strip() for cell in line.split(separator)[:_MOST_COLUMNS]) for line in lines]
        widths = {len(row) for row in rows}
        # Commas stand in sentences too: a table has the same number of them in each line.
        if max(widths, default=1) > 1 and (separator == "\t" or len(widths) == 1):
            return [row + ("",) * (max(widths) - len(row)) for row in rows]
    return []


def _listed(lines: Sequence[str]) -> list[Row]:
    """Return the lines that end in a number, each with the heading that it stands under."""
    rows: list[Row] = []
    under = ""
    for line in lines:
        numbers = [token for token in hard_tokens(line) if token.numbers]
        if not any(map(str.isdigit, line)):
            under = line.strip()
        elif numbers and not any(map(str.isalnum, line[numbers[-1].end :].strip()[4:])):
            rows.append((under, line[: numbers[-1].start].strip(), numbers[-1].text))
    return [_HEADINGS, *rows] if len(rows) > 1 else []


def _of_sheet(cells: Mapping[tuple[int, int], str]) -> list[Row]:
    rows = sorted({row for row, _ in cells})[:_MOST_ROWS]
    columns = sorted({column for _, column in cells})[:_MOST_COLUMNS]
    shown = [tuple(cells.get((row, column), "") for column in columns) for row in rows]
    return shown if not rows or rows[0] == 0 else [tuple(map(column_letters, columns)), *shown]


def _table(place: str, rows: Sequence[Row]) -> TableRead:
    """Return the table. Its first row is its heading where it holds no number, as it does in files."""
    first, *rest = rows
    if any(number_of(cell) for cell in first):
        return TableRead(place, tuple(f"column {at}" for at in range(1, len(first) + 1)), tuple(rows))
    return TableRead(place, first, tuple(rest))


@lru_cache(maxsize=65_536)
def number_of(cell: str) -> tuple[str, ...]:
    """Return what the number in a cell may be, () where it holds none, more than one, or a day."""
    if len(cell) > _LONGEST_CELL or not any(map(str.isdigit, cell)):
        return ()
    tokens = () if (plain := number_readings(cell)) else hard_tokens(cell)
    return plain or (tokens[0].numbers if len(tokens) == 1 and tokens[0].kind is TokenKind.NUMBER else ())
