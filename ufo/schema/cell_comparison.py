"""The comparison by which a condition picks cells out of a range: "> 100", "C = open", "filled"."""

from __future__ import annotations

import re
from dataclasses import dataclass

_COMPARISON = re.compile(
    r"(?:(?P<column>[A-Z]{1,3})\s+)?(?:(?P<alone>filled|empty)|(?P<sign>>=|<=|!=|<>|==?|>|<|contains\b)\s*(?P<operand>\S.{0,200}))"
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """`sign`: one of > >= < <= = != contains filled empty. `column`: whose cell in the same row is compared, "" for the cell's
    own.
    """

    sign: str
    operand: str = ""
    column: str = ""


def parse_comparison(text: str) -> Comparison | None:
    """Parse a comparison. Return None for any other text."""
    found = _COMPARISON.fullmatch(text.strip())
    if found is None:
        return None
    sign = {"<>": "!=", "==": "="}.get(found["sign"] or "", found["sign"] or "")
    return Comparison(found["alone"] or sign, (found["operand"] or "").strip().strip("\"'"), found["column"] or "")
