"""Turns words for a calculation over cells into a formula: "the sum of A1 to A3" is "=SUM(A1:A3)"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from ufo.planner.intents import WriteCell
from ufo.planner.text.quotations import Clause
from ufo.schema.patterns import any_case

FUNCTIONS: Mapping[str, str] = MappingProxyType(
    {
        "sum": "SUM", "total": "SUM", "average": "AVERAGE", "mean": "AVERAGE", "product": "PRODUCT", "maximum": "MAX",
        "largest": "MAX", "highest": "MAX", "minimum": "MIN", "smallest": "MIN", "lowest": "MIN", "count": "COUNT",
    }
)  # fmt: skip
_CELL = r"\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}"
_WHAT = rf"(?P<what>{'|'.join(FUNCTIONS)})(?:\s+(?:value|number|one))?"
_OF_CELLS = any_case(
    rf"^(?:the\s+)?{_WHAT}\s+(?:of|over|from|in)\s+(?:the\s+)?(?:cells?\s+)?(?P<cells>{_CELL}(?:\s*(?:,\s*and|,|and|&)\s*{_CELL})*"
    rf"|{_CELL}\s*(?::|-|\u2013|\sto\s|\sthrough\s)\s*{_CELL})$"
)
_OF_THEM = any_case(
    rf"^(?:(?:put|write|enter|insert|place|add|compute|calculate)\s+)?(?:their|the)\s+{_WHAT}(?:\s+of\s+(?:them|those|these|both|all)"
    rf"(?:\s+(?:cells|numbers|values))?)?\s+(?:in|into|to)\s+(?:the\s+)?(?:cell\s+)?(?P<cell>{_CELL})$"
)


_OF_COLUMN = any_case(
    rf"^(?:(?:put|write|enter|insert|place|add|compute|calculate)\s+)?(?:(?:the\s+)?{_WHAT}\s+(?:of|over|for)\s+|(?P<adding>(?:add|sum|total)(?:\s+up)?)\s+)"
    rf"(?:the\s+|all\s+(?:the\s+)?)?(?:(?:values|numbers|cells)\s+(?:of|in)\s+)?(?:the\s+)?"
    rf"(?:column\s+(?P<column>[A-Z]{{1,2}})|(?:cells?\s+)?(?P<first>{_CELL})\s*(?::|-|\u2013|\sto\s|\sthrough\s)\s*(?P<last>{_CELL}))"
    rf"\s*,?\s+(?:in|into|to|at)\s+(?:the\s+)?(?:cell\s+)?(?P<cell>{_CELL})$"
)


def of_column(part: Clause) -> tuple[WriteCell, ...]:
    """Return the formula of "add up column B in B6": over the cells above, or all of B where the result stands elsewhere."""
    found = _OF_COLUMN.match(part.words)
    if found is None:
        return ()
    cell = found["cell"].upper().replace("$", "")
    name = FUNCTIONS["sum" if found["adding"] else found["what"].casefold()]
    if found["first"]:
        return (WriteCell("", "", cell, f"={name}({found['first'].upper()}:{found['last'].upper()})"),)
    column, row = found["column"].upper(), int(cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    if cell.rstrip("0123456789") != column:
        return (WriteCell("", "", cell, f"={name}({column}1:{column}1048576)"),)
    return (WriteCell("", "", cell, f"={name}({column}1:{column}{row - 1})"),) if row > 1 else ()


def formula(words: str) -> str:
    """Return the formula that the words describe, or "" where they describe none."""
    found = _OF_CELLS.match(words.strip())
    if found is None:
        return ""
    cells = re.findall(_CELL, found["cells"].upper())
    is_range = len(cells) == 2 and re.search(r"[:\u2013-]|\b(?:to|through)\b", found["cells"], re.IGNORECASE)
    return f"={FUNCTIONS[found['what'].casefold()]}({':'.join(cells) if is_range else ';'.join(cells)})"


def of_written(part: Clause, written: Sequence[WriteCell]) -> tuple[WriteCell, ...]:
    """Return the formula of "their sum in A3": over the cells that were written just before."""
    found = _OF_THEM.match(part.words)
    if found is None or not written:
        return ()
    cells = ";".join(dict.fromkeys(one.cell for one in written))
    return (WriteCell("", "", found["cell"].upper(), f"={FUNCTIONS[found['what'].casefold()]}({cells})"),)
