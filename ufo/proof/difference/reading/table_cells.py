"""Finds in which cells of tables the paragraphs of a text or a slide stand."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from ufo.conditions.readers.markup import descendants, local
from ufo.proof.difference.content import TableCell


@dataclass(frozen=True)
class TableNames:
    """What a format calls the parts of a table. `cells`: with those that a merged cell covers, where they are in the file."""

    table: str
    row: str
    cells: Collection[str]


OFFICE_OPEN_XML = TableNames("tbl", "tr", ("tc",))
OPEN_DOCUMENT = TableNames("table", "table-row", ("table-cell", "covered-table-cell"))


def table_cells(part: Element, names: TableNames) -> Mapping[Element, TableCell]:
    """Return the cell of each element that stands in one. What stands in a table within a table is in the inner one."""
    found: dict[Element, TableCell] = {}
    for table, element in enumerate(descendants(part, names.table)):
        for row, line in enumerate(_within(element, (names.row,), names.table)):
            for column, cell in enumerate(_within(line, names.cells, names.table)):
                found |= dict.fromkeys(cell.iter(), TableCell(table, row, column))
    return found


def _within(element: Element, names: Collection[str], table: str) -> Iterator[Element]:
    """Iterate over the elements of these names. Groups of rows, content controls and insertions are looked into."""
    for child in element:
        if local(child) in names:
            yield child
        elif local(child) != table:
            yield from _within(child, names, table)
