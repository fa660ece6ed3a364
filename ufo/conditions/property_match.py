"""Judges a property of a file: opens the file, reads the property and compares the values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ufo.conditions.document_match import Judgement
from ufo.conditions.properties import OPENERS, Property, ending_of, property_named
from ufo.conditions.readers.markup import attribute, child
from ufo.conditions.readers.odf.odf_file import OdfFile
from ufo.conditions.readers.ooxml.xlsx_file import XlsxFile
from ufo.conditions.readers.query import Asked, Reading
from ufo.conditions.readers.read_document import read_document
from ufo.conditions.readers.references import area_name, parse_areas
from ufo.conditions.readers.sheets import areas_in, fitting, sheet_of
from ufo.errors import ToolError, UnreadableDocument
from ufo.schema.predicate import Truth

_TOLD_AT_MOST = 4
_OF_ALL_SHEETS = ("pivot table", "chart ")


@dataclass(frozen=True, slots=True)
class Demand:
    """What a property must be. `where`: of the cells asked about those that fit are meant, such as "> 100"; None for all."""

    asked: Asked
    value: str
    where: str | None = None


def judge_property(path: Path, demand: Demand) -> Judgement:
    """Judge the property that is asked about. Blocking. Raises UnreadableDocument and OSError."""
    known = property_named(demand.asked.name)
    ending = ending_of(path.name)
    if ending not in known.readers:
        kind = f"a {path.suffix}" if path.suffix else "such a"
        raise UnreadableDocument(f"{known.name!r} cannot be read from {kind} file; it can from: {known.told_by}")
    meant = _cells_meant(path, known, demand)
    if meant is None:
        return Judgement(Truth.UNSATISFIED, f"no cell of {demand.asked.start} fits {demand.where!r}")
    file = path if known.of_path else OPENERS[ending](path)
    found = list(known.readers[ending](file, meant))
    told = replace(demand, asked=replace(demand.asked, sheet=demand.asked.sheet or _sheet_read(known, file)))
    return _compared(known, told, found)


def _sheet_read(known: Property, file: object) -> str:
    """Return the sheet that a property is read from where a condition names none, "" for what is read from all."""
    if known.about != "sheet" or known.name.startswith(_OF_ALL_SHEETS):
        return ""
    if isinstance(file, XlsxFile):
        return file.sheet(Asked("")).name
    table = child(file.body, "table") if isinstance(file, OdfFile) else None
    return "" if table is None else attribute(table, "name")


def _cells_meant(path: Path, known: Property, demand: Demand) -> Asked | None:
    """Return the question with the ranges that it means written out: whole columns, and of its cells those that fit `where`.

    None where no cell fits. Blocking. Raises UnreadableDocument.
    """
    asked = demand.asked
    if "cells" not in known.about or asked.text or (demand.where is None and parse_areas(asked.start)):
        return asked
    sheet = sheet_of(read_document(path).sheets, asked)
    areas = areas_in(asked.start, sheet)
    if demand.where is None or not areas:
        return replace(asked, start=",".join(map(area_name, areas)) or asked.start)
    cells = fitting(areas, sheet, demand.where)
    return replace(asked, start=",".join(cells)) if cells else None


def _compared(known: Property, demand: Demand, found: Sequence[Reading]) -> Judgement:
    wanted, what = demand.value, _what(known, demand)
    if not found:
        return Judgement(Truth.UNSATISFIED, f"{what} was not found")
    wrong = [reading for reading in found if not _same(known, wanted, reading.value)]
    if not wrong:
        return Judgement(Truth.SATISFIED, f"{what} is {wanted}")
    others = dict.fromkeys(
        f"{reading.value or 'not set'}{f' at {reading.where}' if reading.where else ''}" for reading in wrong
    )
    said = ", ".join(list(others)[:_TOLD_AT_MOST]) + (" and more" if len(others) > _TOLD_AT_MOST else "")
    return Judgement(Truth.UNSATISFIED, f"{what} is {said}, not {wanted}")


def _same(known: Property, wanted: str, found: str) -> bool:
    if wanted == found:
        return True
    try:
        return known.values.same(wanted, found)
    except (ToolError, ValueError):
        return False


def _what(known: Property, demand: Demand) -> str:
    """Name the property and what has it, for evidence: "bold of 'Total'", "frozen rows of sheet 'People'"."""
    asked = demand.asked
    if asked.text:
        return f"{known.name} of {asked.text!r}"
    of = ""
    if "cells" in known.about:
        of = f" of {asked.start}{f' where {demand.where}' if demand.where else ''}"
    elif known.about == "slide" and asked.page:
        of = f" of slide {asked.page}"
    elif known.keyed:
        of = f" {asked.key!r}"
    return f"{known.name}{of}{f' of sheet {asked.sheet!r}' if asked.sheet else ''}"
