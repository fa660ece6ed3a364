"""The one table of the properties of documents, pictures and other files that a condition can state: a row a property, with its
name for a model, its values, and how it is read from each kind of file.

The list in the prompt, the checks of what a model states, what tells differences and docs/conditions.md are made from it.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from ufo.conditions.readers import gnumeric, pictures, text
from ufo.conditions.readers.archives import has_member, members, open_archive
from ufo.conditions.readers.gnumeric import GnumericFile
from ufo.conditions.readers.model import Chart
from ufo.conditions.readers.odf import odf_pages as odf
from ufo.conditions.readers.odf import odp, ods, odt
from ufo.conditions.readers.odf.odf_file import OdfFile
from ufo.conditions.readers.ooxml import docx_properties as docx
from ufo.conditions.readers.ooxml import pptx_properties as pptx
from ufo.conditions.readers.ooxml import xlsx_properties as xlsx
from ufo.conditions.readers.ooxml.docx_file import DocxFile
from ufo.conditions.readers.ooxml.pptx_file import PptxFile
from ufo.conditions.readers.ooxml.xlsx_file import XlsxFile
from ufo.conditions.readers.pdf import page_turns, pages_sized, read_pages, read_rights
from ufo.conditions.readers.query import Asked, Reader, Reading, lying, of_file, paper, switch, tell
from ufo.conditions.readers.sheets import chart_count, formulas, kinds, of_charts, order, row_count, texts
from ufo.errors import LockedDocument, ToolError
from ufo.schema.property_values import (
    CELL_FORMAT,
    COLOUR,
    COLUMNS,
    COUNT,
    DPI,
    ENCODING,
    FIELDS,
    FILTER,
    FORMULA,
    LENGTH,
    NAME,
    NAMES,
    NUMBERING,
    PAGES,
    PAPER,
    PERCENT,
    POINTS,
    QUALITY,
    RANGE,
    ROWS,
    RULE,
    SECONDS,
    SHOWN,
    SPACING,
    SWITCH,
    TABLE_SIZE,
    TEXT,
    VALIDITY,
    Values,
    among,
    choice,
    either,
    or_on,
)

About = Literal["text", "text or cells", "cells", "sheet", "document", "slide", "picture", "file", "archive"]
ODT, ODS, ODP = (".odt", ".ott", ".fodt"), (".ods", ".ots", ".fods"), (".odp", ".otp", ".fodp")
ODG = (".odg", ".otg", ".fodg")
DOCX, XLSX, PPTX = (".docx", ".docm"), (".xlsx", ".xlsm"), (".pptx", ".pptm")
CSV, PDF, GNUMERIC = (".csv", ".tsv"), (".pdf",), (".gnumeric",)
PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".tif", ".tiff")
TEXT_FILES = (
    ".txt", ".md", ".log", ".ics", ".vcf", ".html", ".htm", ".xml", ".svg", ".json", ".yaml", ".yml", ".toml", ".ini", ".conf",
    ".desktop", ".css", ".js", ".py", ".sh", ".sql", ".tex", ".rst", ".eml", ".srt", *CSV,
)  # fmt: skip
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
_JPEG, _PLAIN = (".jpg", ".jpeg"), tuple(ending for ending in TEXT_FILES if ending not in CSV)
_FAMILIES: Mapping[str, tuple[tuple[str, ...], Callable[[Path], Any]]] = {
    "odt": (ODT, OdfFile), "docx": (DOCX, DocxFile), "ods": (ODS, OdfFile), "xlsx": (XLSX, XlsxFile),
    "gnumeric": (GNUMERIC, GnumericFile), "odp": (ODP, OdfFile), "pptx": (PPTX, PptxFile), "odg": (ODG, OdfFile),
    "pdf": (PDF, read_pages), "picture": (PICTURES, pictures.open_picture), "jpeg": (_JPEG, pictures.open_picture),
    "text": (_PLAIN, text.open_text), "csv": (CSV, text.open_text), "archive": (ARCHIVES, open_archive),
}  # fmt: skip
"""The endings of each kind of file that the rows below name, and what opens one."""
OPENERS = MappingProxyType({ending: opener for endings, opener in _FAMILIES.values() for ending in endings})

WHERE = MappingProxyType(
    {
        "text": "of a text (paragraph)",
        "text or cells": 'of a text or cells (start "A1:C1", several by commas, sheet)',
        "cells": "of cells",
        "sheet": "of a sheet (sheet)",
        "document": "of the document",
        "slide": "of a slide (page)",
        "picture": "of a picture",
        "file": "of the file",
        "archive": "of an archive",
    }
)
"""How a condition states what it is about."""


@dataclass(frozen=True, slots=True)
class Property:
    """One property. `readers`: what reads it, by the endings of the files that have it. `keyed`: the condition needs a `key` that
    says which one is meant (a name, a file in an archive). `brief`: what a plan is told of its values, where that is less than
    all; "" leaves the property out where its files are not named. `of_path`: its readers are given the path of the file, which
    need not open.
    """

    name: str
    about: About
    values: Values
    readers: Mapping[str, Reader]
    keyed: str = ""
    brief: str | None = None
    of_path: bool = False

    @property
    def formats(self) -> tuple[str, ...]:
        return tuple(self.readers)

    @property
    def told_by(self) -> str:
        """Which kinds of files have it, as words."""
        return ", ".join(dict.fromkeys(ending.lstrip(".") for ending in self.readers))


def _row(
    name: str, about: About, values: Values, keyed: str = "", brief: str | None = None, /, **read: Reader
) -> Property:
    """Return a row. `read`: what reads the property, by the kind of file."""
    readers = {ending: reader for kind, reader in read.items() for ending in _FAMILIES[kind][0]}
    return Property(name, about, values, MappingProxyType(readers), keyed, brief)


def _rare(name: str, about: About, values: Values, keyed: str = "", /, **read: Reader) -> Property:
    """Return the row of a property that is told of only where files that have it are named."""
    return _row(name, about, values, keyed, "", **read)


def _in_cells(read: Callable[[Any, Asked], Iterable[Reading]]) -> dict[str, Reader]:
    return {"ods": ods.on_cells(read), "xlsx": xlsx.on_cells(read), "gnumeric": gnumeric.on_cells(read)}


def _with_margins(side: str) -> dict[str, Reader]:
    of_odf = odf.margin(side)
    return {"odt": of_odf, "docx": docx.margin(side), "ods": of_odf, "xlsx": xlsx.margin(side)}


def _with_bands(name: str) -> dict[str, Reader]:
    of_odf = odf.band(name)
    return {"odt": of_odf, "docx": docx.band(name), "ods": of_odf, "xlsx": xlsx.band(name)}


def _in_charts(told: Callable[[Chart], object]) -> dict[str, Reader]:
    return {"ods": of_charts(ods.charts, told), "xlsx": of_charts(xlsx.charts, told)}


def _is_locked(path: Path, asked: Asked) -> list[Reading]:
    try:
        OPENERS[ending_of(path.name)](path)
    except LockedDocument:
        return tell("on")
    return tell("off")


def _right(what: str) -> Property:
    """Return the row of something that a PDF file allows, which it tells even where it does not open."""
    readers = {ending: lambda path, asked: tell(switch(read_rights(path)[what])) for ending in PDF}
    return Property(f"{what} allowed", "document", SWITCH, MappingProxyType(readers), brief="", of_path=True)


_LIST = choice("bullet", "number", "none")
_ALIGN = choice("left", "right", "center", "justify")
_KIND = choice("number", "date", "time", "text", "percent", "currency", "boolean", "empty")
_LAYOUT = choice("title", "title and content", "title only", "two content", "section", "blank", "other")
_MODE = choice("rgb", "rgba", "greyscale", "indexed", "black and white", "cmyk")
_PAGE_NUMBER = choice("header", "footer", "both", "none")
_FORMAT = choice("png", "jpeg", "gif", "bmp", "webp", "tiff")
_WRAP = choice("none", "parallel", "left", "right", "through", "dynamic", "inline")
_TRANSITION = choice("none", "fade", "wipe", "push", "cover", "split", "dissolve", "other")
_ORDER = choice("ascending", "descending")
_LEGEND = choice("right", "left", "top", "bottom", "none")
_LYING = choice("portrait", "landscape")
_NONE = choice("none")
_SHAPE, _WHICH, _PLACE = "TEXT, NUMBER OR KIND", "NAME OR NUMBER", "title or body"
_OF_TEXTS: Mapping[str, Reader] = {"odt": odt.look, "docx": docx.look}
_OF_WORDS: Mapping[str, Reader] = {**_OF_TEXTS, "odp": odt.look, "pptx": pptx.look, "odg": odt.look}
_LOOKS: Mapping[str, Reader] = {**_OF_WORDS, "ods": ods.look, "xlsx": xlsx.look, "gnumeric": gnumeric.look}
_OF_CELLS: Mapping[str, Reader] = {"ods": ods.look, "xlsx": xlsx.look, "gnumeric": gnumeric.look}
_LOCKED = {
    ending: _is_locked for ending in (*ODT, *DOCX, *ODS, *XLSX, *ODP, *PPTX, *ODG, *PDF) if not ending.startswith(".f")
}
_FILL, _LINE = odp.shape_colour("fill"), odp.shape_colour("stroke")
_COMMENTS, _TABLES = odt.counted("annotation"), odt.counted("table")
_PICTURES = {
    "odt": odt.pictures, "docx": docx.pictures, "ods": odt.pictures, "xlsx": xlsx.pictures, "odp": odt.pictures,
    "pptx": pptx.counted("pic"), "odg": odt.pictures,
}  # fmt: skip

_TABLE = (
    *(_row(name, "text or cells", SWITCH, **_LOOKS) for name in ("bold", "italic", "underline", "strikethrough")),
    *(_row(name, "text or cells", COLOUR, **_LOOKS) for name in ("colour", "highlight")),
    _row("size", "text or cells", POINTS, **_LOOKS),
    _row("font", "text or cells", NAME, **_LOOKS),
    _row("align", "text or cells", _ALIGN, **_LOOKS),
    _rare("small caps", "text or cells", SWITCH, **_OF_WORDS),
    _row("style", "text", NAME, **_OF_TEXTS),
    _row("heading level", "text", COUNT, **_OF_TEXTS),
    _row("list", "text", _LIST, **_OF_WORDS),
    _rare("numbering", "text", NUMBERING, **_OF_TEXTS),
    _rare("list level", "text", COUNT, **_OF_TEXTS, odp=odt.look, pptx=pptx.levels),
    *(_rare(name, "text", SWITCH, **_OF_TEXTS) for name in ("superscript", "subscript", "page break")),
    _rare("line spacing", "text", SPACING, **_OF_TEXTS),
    *(_rare(name, "text", LENGTH, **_OF_TEXTS) for name in ("space above", "space below", "indent", "first line")),
    _rare("link", "text", TEXT, **_OF_TEXTS),
    _row("format", "cells", CELL_FORMAT, **_OF_CELLS),
    _row("value type", "cells", _KIND, **_in_cells(kinds)),
    _row("shows", "cells", SHOWN, **_in_cells(texts)),
    _row("formula", "cells", FORMULA, **_in_cells(formulas)),
    _row("sorted", "cells", _ORDER, **_in_cells(order), csv=text.on_cells(order)),
    _row("merged", "cells", SWITCH, ods=ods.merged, xlsx=xlsx.merged, gnumeric=gnumeric.merged),
    _row("comment", "cells", TEXT, ods=ods.comment, xlsx=xlsx.comment),
    _row("conditional format", "cells", or_on(RULE), "", "on|off", ods=ods.conditional, xlsx=xlsx.conditional),
    _row("validation", "cells", or_on(VALIDITY), "", "on|off or list", ods=ods.validation, xlsx=xlsx.validation),
    _row("column width", "cells", LENGTH, ods=ods.column_width),
    _row("frozen rows", "sheet", COUNT, ods=ods.frozen("Vertical", "rows"), xlsx=xlsx.frozen("ySplit")),
    _row("frozen columns", "sheet", COUNT, ods=ods.frozen("Horizontal", "columns"), xlsx=xlsx.frozen("xSplit")),
    _row("autofilter", "sheet", or_on(RANGE), ods=ods.autofilter, xlsx=xlsx.autofilter),
    _row("hidden rows", "sheet", ROWS, ods=ods.hidden("rows"), xlsx=xlsx.hidden_rows),
    _row("hidden columns", "sheet", COLUMNS, ods=ods.hidden("columns"), xlsx=xlsx.hidden_columns),
    _row("hidden sheet", "sheet", SWITCH, ods=ods.hidden_sheet, xlsx=xlsx.hidden_sheet),
    _row("print range", "sheet", either(_NONE, RANGE), ods=ods.print_range, xlsx=xlsx.print_range),
    _rare("repeat rows", "sheet", ROWS, ods=ods.repeated("rows"), xlsx=xlsx.repeated("rows")),
    _rare("repeat columns", "sheet", COLUMNS, ods=ods.repeated("columns"), xlsx=xlsx.repeated("columns")),
    _rare("fit width", "sheet", PAGES, ods=ods.fit("scale-to-X"), xlsx=xlsx.fit("fitToWidth")),
    _rare("fit height", "sheet", PAGES, ods=ods.fit("scale-to-Y"), xlsx=xlsx.fit("fitToHeight")),
    _rare("scale", "sheet", either(_NONE, PERCENT), ods=ods.scale, xlsx=xlsx.scale),
    _row("pivot table", "sheet", or_on(FIELDS), "", "on|off", ods=ods.pivot, xlsx=xlsx.pivot),
    _rare("filter", "sheet", either(choice("off"), FILTER), ods=ods.filtered, xlsx=xlsx.filtered),
    _rare("protected", "sheet", SWITCH, ods=ods.protected, xlsx=xlsx.protected),
    _rare("chart title", "sheet", among(NAME), **_in_charts(lambda chart: chart.title)),
    _rare("chart x title", "sheet", among(NAME), **_in_charts(lambda chart: chart.x_title)),
    _rare("chart y title", "sheet", among(NAME), **_in_charts(lambda chart: chart.y_title)),
    _rare("chart legend", "sheet", among(_LEGEND), **_in_charts(lambda chart: chart.legend)),
    _rare("chart series", "sheet", among(COUNT), **_in_charts(lambda chart: chart.series)),
    _rare("chart count", "sheet", COUNT, ods=chart_count(ods.charts), xlsx=chart_count(xlsx.charts)),
    Property("password", "document", SWITCH, _LOCKED, brief="", of_path=True),
    _row("named range", "document", RANGE, "NAME", ods=ods.named_range, xlsx=xlsx.named_range),
    _row(
        "page orientation", "document", _LYING, odt=odf.page_orientation, docx=docx.page_orientation, ods=odf.page_orientation,
        xlsx=xlsx.page_orientation, odp=odf.page_orientation, pptx=pptx.page_orientation, odg=odf.page_orientation,
        pdf=pages_sized(lying),
    ),
    _row(
        "page size", "document", PAPER, odt=odf.page_size, docx=docx.page_size, ods=odf.page_size, xlsx=xlsx.page_size,
        odp=odf.page_size, pptx=pptx.page_size, odg=odf.page_size, pdf=pages_sized(paper),
    ),
    *map(_right, ("printing", "copying", "changing")),
    _rare("page rotation", "document", choice("0", "90", "180", "270"), pdf=page_turns),
    *(_row(f"{side} margin", "document", LENGTH, **_with_margins(side)) for side in ("left", "right", "top", "bottom")),
    *(_row(name, "document", either(_NONE, TEXT), **_with_bands(name)) for name in ("header", "footer")),
    _row(
        "page number", "document", _PAGE_NUMBER, odt=odf.page_number, docx=docx.page_number, ods=odf.page_number,
        xlsx=xlsx.page_number,
    ),
    _row("table of contents", "document", or_on(choice("first")), odt=odt.contents, docx=docx.contents),
    _rare("contents entries", "document", COUNT, odt=odt.entries, docx=docx.entries),
    _row("tracked changes", "document", COUNT, odt=odt.changes, docx=docx.changes),
    _rare("change recording", "document", SWITCH, odt=odt.recording, docx=docx.recording),
    _row("footnotes", "document", COUNT, odt=odt.notes("footnote"), docx=docx.counted("footnoteReference")),
    _rare("endnotes", "document", COUNT, odt=odt.notes("endnote"), docx=docx.counted("endnoteReference")),
    _rare("note text", "document", TEXT, odt=odt.note_text, docx=docx.text_of("footnotes", "endnotes")),
    _rare("comment text", "document", TEXT, odt=odt.comment_text, docx=docx.text_of("comments")),
    _rare("bookmark", "document", SWITCH, "NAME", odt=odt.bookmark, docx=docx.bookmark),
    _rare("field", "document", SWITCH, "KIND", odt=odt.field, docx=docx.field),
    _rare("sections", "document", COUNT, odt=odt.counted("section"), docx=docx.sections),
    _rare("default font", "document", NAME, odt=odt.default("font"), docx=docx.default("font")),
    _rare("default size", "document", POINTS, odt=odt.default("size"), docx=docx.default("size")),
    _rare("table size", "document", TABLE_SIZE, "NUMBER", odt=odt.table_size, docx=docx.table_size),
    _rare("table header rows", "document", COUNT, "NUMBER", odt=odt.header_rows, docx=docx.header_rows),
    _rare("table merged", "document", SWITCH, "NUMBER", odt=odt.is_merged, docx=docx.is_merged),
    _rare("picture width", "document", LENGTH, _WHICH, odt=odt.picture_side("width"), docx=docx.picture_side("cx")),
    _rare("picture height", "document", LENGTH, _WHICH, odt=odt.picture_side("height"), docx=docx.picture_side("cy")),
    _rare("picture wrap", "document", _WRAP, _WHICH, odt=odt.picture_wrap, docx=docx.picture_wrap),
    _row("comments", "document", COUNT, odt=_COMMENTS, docx=docx.counted("commentReference"), ods=_COMMENTS, xlsx=xlsx.comments),
    _row("columns", "document", COUNT, odt=odf.columns, docx=docx.columns),
    _row("tables", "document", COUNT, odt=_TABLES, docx=docx.counted("tbl"), odp=_TABLES, pptx=pptx.counted("tbl"), odg=_TABLES),
    _row("pictures", "document", COUNT, **_PICTURES),
    _rare("master font", "document", NAME, _PLACE, odp=odp.of_master("font-family"), pptx=pptx.of_master),
    _rare("master size", "document", POINTS, _PLACE, odp=odp.of_master("font-size"), pptx=pptx.of_master),
    _rare("master colour", "document", COLOUR, _PLACE, odp=odp.of_master("color"), pptx=pptx.of_master),
    _row("layout", "slide", _LAYOUT, odp=odp.layout, pptx=pptx.layout),
    _row("slide title", "slide", NAME, odp=odp.slide_title, pptx=pptx.slide_title),
    _rare("slide name", "slide", NAME, odp=odp.slide_name),
    _row("bullets", "slide", COUNT, odp=odp.bullets, pptx=pptx.bullets),
    _row("notes", "slide", TEXT, odp=odp.notes, pptx=pptx.notes),
    _rare("slide background", "slide", COLOUR, odp=odp.background, pptx=pptx.background),
    _rare("transition", "slide", _TRANSITION, odp=odp.transition, pptx=pptx.transition),
    _rare("advance after", "slide", either(choice("click"), SECONDS), odp=odp.advance, pptx=pptx.advance),
    _rare("hidden slide", "slide", SWITCH, odp=odp.hidden, pptx=pptx.hidden),
    _rare("image width", "slide", LENGTH, odp=odp.image_side("width"), pptx=pptx.image_side("cx")),
    _rare("image height", "slide", LENGTH, odp=odp.image_side("height"), pptx=pptx.image_side("cy")),
    _rare("charts", "slide", COUNT, odp=odp.charts, pptx=pptx.charts),
    _rare("shape fill", "slide", COLOUR, _SHAPE, odp=_FILL, pptx=pptx.shape_colour("fill"), odg=_FILL),
    _rare("shape line", "slide", COLOUR, _SHAPE, odp=_LINE, pptx=pptx.shape_colour("line"), odg=_LINE),
    _row("width", "picture", COUNT, picture=of_file(lambda head: head.width)),
    _row("height", "picture", COUNT, picture=of_file(lambda head: head.height)),
    _row("mode", "picture", _MODE, picture=pictures.mode),
    _row("picture format", "picture", _FORMAT, picture=of_file(lambda head: head.kind)),
    _row("transparent", "picture", SWITCH, picture=pictures.transparent),
    _row("quality", "picture", QUALITY, jpeg=pictures.quality),
    _row("dpi", "picture", DPI, picture=pictures.dpi),
    _row("delimiter", "file", choice("comma", "semicolon", "tab", "pipe"), csv=text.delimiter),
    _row("encoding", "file", ENCODING, text=text.encoding, csv=text.encoding),
    _row("line ends", "file", choice("lf", "crlf"), text=text.line_ends, csv=text.line_ends),
    _row("rows", "file", COUNT, text=text.line_count, csv=text.on_cells(row_count), **_in_cells(row_count)),
    _row("members", "archive", NAMES, archive=members),
    _row("member", "archive", SWITCH, "FILE", archive=has_member),
)  # fmt: skip
PROPERTIES = MappingProxyType({known.name: known for known in _TABLE})
_ALSO = MappingProxyType(
    {
        "color": "colour", "font colour": "colour", "font color": "colour", "background": "highlight",
        "background colour": "highlight", "background color": "highlight", "fill": "highlight", "font size": "size",
        "font name": "font", "alignment": "align", "paragraph style": "style", "list kind": "list",
        "number format": "format", "orientation": "page orientation", "paper size": "page size", "contents": "table of contents",
        "colour mode": "mode", "color mode": "mode", "jpeg quality": "quality", "resolution": "dpi", "freeze": "frozen rows",
        "slide layout": "layout", "lines": "rows", "auto filter": "autofilter", "line endings": "line ends",
        "rotation": "page rotation", "filter criteria": "filter", "number of charts": "chart count",
        "slide transition": "transition", "shape colour": "shape fill", "shape color": "shape fill",
        "master color": "master colour", "small capitals": "small caps", "name of the slide": "slide name",
    }
)  # fmt: skip
_SUCH_AS = (
    "bold", "style", "sorted", "frozen rows", "page orientation", "slide title", "transparent", "rows", "members",
)  # fmt: skip
SORTED_BY_LENGTH = tuple(sorted({ending for known in _TABLE for ending in known.readers}, key=len, reverse=True))


@cache
def readers_of(ending: str) -> Mapping[str, Reader]:
    """Return what reads the properties of an opened file, by their names."""
    return {known.name: known.readers[ending] for known in _TABLE if ending in known.readers and not known.of_path}


def property_named(name: str) -> Property:
    """Return the property of that name, in upper or lower case, or by a common synonym. Raises ToolError, which suggests the
    nearest name.
    """
    plain = " ".join(name.replace("_", " ").replace("-", " ").split()).casefold()
    found = PROPERTIES.get(_ALSO.get(plain, plain))
    if found is None:
        near = difflib.get_close_matches(plain, [*PROPERTIES, *_ALSO], 1, 0.4)
        meant = f"did you mean {_ALSO.get(near[0], near[0])!r}? " if near else ""
        raise ToolError(f"{name!r} is no property that can be checked; {meant}It is one of {', '.join(PROPERTIES)}")
    return found


def spelled_value(wanted: Property, value: str) -> str:
    """Return the value in its one spelling. Raises ToolError, which lists the values that the property takes."""
    try:
        return wanted.values.spelled(value)
    except ToolError as error:
        near = difflib.get_close_matches(value.casefold(), wanted.values.said.split("|"), 1, 0.5)
        meant = f"; did you mean {near[0]!r}?" if near else ""
        raise ToolError(f"{wanted.name} takes {wanted.values.said}: {error}{meant}") from error


def ending_of(path: str) -> str:
    """Return the ending of a path as the table has it (".tar.gz" is one ending), "" where the table does not have it."""
    name = path.rpartition("/")[2].casefold()
    return next((ending for ending in SORTED_BY_LENGTH if name.endswith(ending)), "")


def in_prompt(endings: Collection[str] | None = None) -> str:
    """Return the properties as lines for a model: those that files with these endings have, with their values. Where `endings`
    is empty only some are named; where it is None all but the rare ones (`brief` is "") are told.
    """
    lines, named = [], []
    for about, said in WHERE.items():
        by_values: dict[str, list[str]] = {}
        for known in (known for known in _TABLE if known.about == about):
            if endings is not None and known.readers.keys().isdisjoint(endings):
                named.append(known.name)
                continue
            values = known.values.said if endings is not None or known.brief is None else known.brief
            if values:
                name = f"{known.name} (key: {known.keyed})" if known.keyed else known.name
                by_values.setdefault(values, []).append(name)
        if by_values:
            told = (f"{', '.join(names)} = {values}" for values, names in by_values.items())
            lines.append(f"{said}: {'; '.join(told)}")
    if named and not lines:
        lines.append(f"of documents, pictures and other files, such as {', '.join(_SUCH_AS)}")
    return "\n".join(lines)
