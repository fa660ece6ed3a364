"""Judges a property of a file: opens the file, reads the property and compares the values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ufo.errors import LockedDocument, ToolError, UnreadableDocument
from ufo.schema import properties as table
from ufo.schema.predicate import Truth
from ufo.schema.properties import Property, ending_of, property_named
from ufo.verify.document_match import Judgement
from ufo.verify.documents.gnumeric import GnumericFile
from ufo.verify.documents.markup import attribute, children
from ufo.verify.documents.odf.odf_file import OdfFile
from ufo.verify.documents.pdf import read_pages, read_rights
from ufo.verify.documents.read_document import read_document
from ufo.verify.documents.references import area_name, parse_areas
from ufo.verify.properties.archives import ARCHIVE, open_archive
from ufo.verify.properties.every_cell import areas_in, fitting
from ufo.verify.properties.gnumeric_properties import GNUMERIC
from ufo.verify.properties.odf.odp import ODG, ODP
from ufo.verify.properties.odf.ods import ODS
from ufo.verify.properties.odf.odt import ODT
from ufo.verify.properties.ooxml.docx_file import DocxFile
from ufo.verify.properties.ooxml.docx_properties import DOCX
from ufo.verify.properties.ooxml.pptx_file import PptxFile
from ufo.verify.properties.ooxml.pptx_properties import PPTX
from ufo.verify.properties.ooxml.xlsx_file import XlsxFile
from ufo.verify.properties.ooxml.xlsx_properties import XLSX
from ufo.verify.properties.pdf_properties import PDF, PDF_RIGHTS
from ufo.verify.properties.pictures import PICTURE, open_picture
from ufo.verify.properties.plain_properties import CSV, TEXT, open_text
from ufo.verify.properties.query import Asked, Readers, Reading, switch
from ufo.verify.properties.sheet_charts import CHARTS
from ufo.verify.properties.sheets import sheet_of

Opener = Callable[[Path], Any]

_FAMILIES: tuple[tuple[tuple[str, ...], Opener, Readers], ...] = (
    (table.ODT, OdfFile, ODT),
    (table.ODS, OdfFile, ODS),
    (table.ODP, OdfFile, ODP),
    (table.ODG, OdfFile, ODG),
    (table.DOCX, DocxFile, DOCX),
    (table.XLSX, XlsxFile, XLSX),
    (table.GNUMERIC, GnumericFile, GNUMERIC),
    (table.PPTX, PptxFile, PPTX),
    (table.PDF, read_pages, PDF),
    (table.PICTURES, open_picture, PICTURE),
    (table.CSV, open_text, CSV),
    (tuple(one for one in table.TEXT_FILES if one not in table.CSV), open_text, TEXT),
    (table.ARCHIVES, open_archive, ARCHIVE),
)
FAMILIES = MappingProxyType({ending: (opener, readers) for endings, opener, readers in _FAMILIES for ending in endings})
_TOLD_AT_MOST = 4
_LOCK = "password"


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
    opener, readers = FAMILIES.get(ending, (None, {}))
    if known.name == _LOCK and ending in known.formats and opener is not None:
        return _compared(known, demand, [Reading(switch(_is_locked(path, opener)))])
    if known.name in PDF_RIGHTS and ending in known.formats:
        return _compared(known, demand, [Reading(switch(read_rights(path)[PDF_RIGHTS[known.name]]))])
    if ending not in known.formats or opener is None or known.name not in readers:
        tell = ", ".join(dict.fromkeys(one.lstrip(".") for one in known.formats))
        raise UnreadableDocument(
            f"{known.name!r} cannot be read from {f'a {path.suffix}' if path.suffix else 'such a'} file; it can from: {tell}"
        )
    meant = _cells_meant(path, demand)
    if meant is None:
        return Judgement(Truth.UNSATISFIED, f"no cell of {demand.asked.start} fits {demand.where!r}")
    file = opener(path)
    found = list(readers[known.name](file, meant))
    told = replace(demand, asked=replace(demand.asked, sheet=demand.asked.sheet or _sheet_read(known, file)))
    if not found:
        return Judgement(Truth.UNSATISFIED, f"{_what(known, told)} was not found")
    return _compared(known, told, found)


def _sheet_read(known: Property, file: object) -> str:
    """Return the sheet that a property is read from where a condition names none, "" for what is read from all."""
    if known.about != "sheet" or known.name == "pivot table" or known.name in CHARTS:
        return ""
    if isinstance(file, XlsxFile):
        return file.sheet(Asked("")).name
    return attribute(next(children(file.body, "table")), "name") if isinstance(file, OdfFile) else ""


def _is_locked(path: Path, opener: Opener) -> bool:
    try:
        opener(path)
    except LockedDocument:
        return True
    return False


def _cells_meant(path: Path, demand: Demand) -> Asked | None:
    """Return the question with the ranges that it means written out: whole columns, and of its cells those that fit `where`.

    None where no cell fits. Blocking. Raises UnreadableDocument.
    """
    asked = demand.asked
    if "cells" not in property_named(asked.name).about or asked.text:
        return asked
    if demand.where is None and parse_areas(asked.start):
        return asked
    sheet = sheet_of(read_document(path).sheets, asked)
    areas = areas_in(asked.start, sheet)
    if demand.where is None or not areas:
        return replace(asked, start=",".join(map(area_name, areas)) or asked.start)
    cells = fitting(areas, sheet, demand.where)
    return replace(asked, start=",".join(cells)) if cells else None


def _compared(known: Property, demand: Demand, found: list[Reading]) -> Judgement:
    wanted, what = demand.value, _what(known, demand)
    wrong = [one for one in found if not _same(known, wanted, one.value)]
    if not wrong:
        return Judgement(Truth.SATISFIED, f"{what} is {wanted}")
    others = dict.fromkeys(f"{one.value or 'not set'}{f' at {one.where}' if one.where else ''}" for one in wrong)
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
