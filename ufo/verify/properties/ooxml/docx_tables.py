"""Tells which parts of a table's style hold for each of its cells (ECMA-376 part 1, 17.7.6 and 17.4.56)."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from ufo.verify.documents.markup import attribute, children

_BITS = {"firstRow": 0x20, "lastRow": 0x40, "firstColumn": 0x80, "lastColumn": 0x100, "noHBand": 0x200}
"""Which parts of the style a table switches on, where it gives one number for all."""

_PARTS = {"firstRow": "firstRow", "lastRow": "lastRow", "firstColumn": "firstCol", "lastColumn": "lastCol"}


def table_parts(table: Element) -> Iterator[tuple[Element, tuple[str, ...]]]:
    """Iterate over the cells of a table, each with the kinds of `tblStylePr` that hold for it, the strongest first."""
    switched = _switched(table)
    rows = list(children(table, "tr"))
    heads = int("firstRow" in switched)
    for number, row in enumerate(rows):
        cells = list(children(row, "tc"))
        for place, cell in enumerate(cells):
            is_in = {
                "firstRow": number == 0, "lastRow": number == len(rows) - 1 and number > 0, "firstColumn": place == 0,
                "lastColumn": place == len(cells) - 1,
            }  # fmt: skip
            parts = [_PARTS[name] for name, holds in is_in.items() if holds and name in switched]
            if "noHBand" not in switched and not (is_in["firstRow"] and heads):
                parts.append("band2Horz" if (number - heads) % 2 else "band1Horz")
            yield cell, tuple(parts)


def _switched(table: Element) -> frozenset[str]:
    for look in (look for part in children(table, "tblPr") for look in children(part, "tblLook")):
        number = attribute(look, "val")
        bits = int(number, 16) if number and set(number) <= set("0123456789abcdefABCDEF") else 0
        named = {name: attribute(look, name) for name in _BITS}
        return frozenset(
            name for name, bit in _BITS.items() if (named[name] in ("1", "true", "on") if named[name] else bits & bit)
        )
    return frozenset({"noHBand"})
