"""One table of the properties of documents, pictures and other files that a condition can state and that are read from the
file.

The list in the prompt, the checks of what a model states and docs/conditions.md are made from it; `ufo.verify.properties`
reads the values.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from ufo.errors import ToolError
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
TEXT_FILES = (".txt", ".md", ".log", *CSV)
ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
_TEXTS, _SHEETS, _SLIDES = (*ODT, *DOCX), (*ODS, *XLSX), (*ODP, *PPTX)
_CELLS = (*_SHEETS, *GNUMERIC)
_OFFICE = (*_TEXTS, *_SHEETS, *_SLIDES, *ODG)
_WORDS = (*_TEXTS, *_SLIDES, *ODG)

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
    """One property. `formats`: the endings of the files that it can be read from. `keyed`: the condition needs a `key` that
    says which one is meant (a name, a file in an archive). `brief`: what a plan is told of its values, where that is less than
    all; "" leaves the property out where its files are not named.
    """

    name: str
    about: About
    values: Values
    formats: tuple[str, ...]
    keyed: str = ""
    brief: str | None = None


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
_SHAPE = "TEXT, NUMBER OR KIND"

_TABLE = (
    *(Property(name, "text or cells", SWITCH, (*_WORDS, *_CELLS)) for name in ("bold", "italic", "underline", "strikethrough")),
    *(Property(name, "text or cells", COLOUR, (*_WORDS, *_CELLS)) for name in ("colour", "highlight")),
    Property("size", "text or cells", POINTS, (*_WORDS, *_CELLS)),
    Property("font", "text or cells", NAME, (*_WORDS, *_CELLS)),
    Property("align", "text or cells", _ALIGN, (*_WORDS, *_CELLS)),
    Property("small caps", "text or cells", SWITCH, _WORDS, brief=""),
    Property("style", "text", NAME, _TEXTS),
    Property("heading level", "text", COUNT, _TEXTS),
    Property("list", "text", _LIST, _WORDS),
    Property("numbering", "text", NUMBERING, _TEXTS, brief=""),
    Property("list level", "text", COUNT, (*_TEXTS, *_SLIDES), brief=""),
    *(Property(name, "text", SWITCH, _TEXTS, brief="") for name in ("superscript", "subscript", "page break")),
    Property("line spacing", "text", SPACING, _TEXTS, brief=""),
    *(Property(name, "text", LENGTH, _TEXTS, brief="") for name in ("space above", "space below", "indent", "first line")),
    Property("link", "text", TEXT, _TEXTS, brief=""),
    Property("format", "cells", CELL_FORMAT, _CELLS),
    Property("value type", "cells", _KIND, _CELLS),
    Property("shows", "cells", SHOWN, _CELLS),
    Property("formula", "cells", FORMULA, _CELLS),
    Property("sorted", "cells", _ORDER, (*_CELLS, *CSV)),
    Property("merged", "cells", SWITCH, _CELLS),
    Property("comment", "cells", TEXT, _SHEETS),
    Property("conditional format", "cells", or_on(RULE), _SHEETS, brief="on|off"),
    Property("validation", "cells", or_on(VALIDITY), _SHEETS, brief="on|off or list"),
    Property("column width", "cells", LENGTH, ODS),
    Property("frozen rows", "sheet", COUNT, _SHEETS),
    Property("frozen columns", "sheet", COUNT, _SHEETS),
    Property("autofilter", "sheet", or_on(RANGE), _SHEETS),
    Property("hidden rows", "sheet", ROWS, _SHEETS),
    Property("hidden columns", "sheet", COLUMNS, _SHEETS),
    Property("hidden sheet", "sheet", SWITCH, _SHEETS),
    Property("print range", "sheet", either(choice("none"), RANGE), _SHEETS),
    Property("repeat rows", "sheet", ROWS, _SHEETS, brief=""),
    Property("repeat columns", "sheet", COLUMNS, _SHEETS, brief=""),
    *(Property(f"fit {side}", "sheet", PAGES, _SHEETS, brief="") for side in ("width", "height")),
    Property("scale", "sheet", either(choice("none"), PERCENT), _SHEETS, brief=""),
    Property("pivot table", "sheet", or_on(FIELDS), _SHEETS, brief="on|off"),
    Property("filter", "sheet", either(choice("off"), FILTER), _SHEETS, brief=""),
    Property("protected", "sheet", SWITCH, _SHEETS, brief=""),
    *(Property(f"chart {name}", "sheet", among(NAME), _SHEETS, brief="") for name in ("title", "x title", "y title")),
    Property("chart legend", "sheet", among(choice("right", "left", "top", "bottom", "none")), _SHEETS, brief=""),
    Property("chart series", "sheet", among(COUNT), _SHEETS, brief=""),
    Property("chart count", "sheet", COUNT, _SHEETS, brief=""),
    Property("password", "document", SWITCH, (*(one for one in _OFFICE if not one.startswith(".f")), *PDF), brief=""),
    Property("named range", "document", RANGE, _SHEETS, keyed="NAME"),
    Property("page orientation", "document", choice("portrait", "landscape"), (*_OFFICE, *PDF)),
    Property("page size", "document", PAPER, (*_OFFICE, *PDF)),
    *(Property(f"{what} allowed", "document", SWITCH, PDF, brief="") for what in ("printing", "copying", "changing")),
    Property("page rotation", "document", choice("0", "90", "180", "270"), PDF, brief=""),
    *(Property(f"{side} margin", "document", LENGTH, (*_TEXTS, *_SHEETS)) for side in ("left", "right", "top", "bottom")),
    Property("header", "document", either(choice("none"), TEXT), (*_TEXTS, *_SHEETS)),
    Property("footer", "document", either(choice("none"), TEXT), (*_TEXTS, *_SHEETS)),
    Property("page number", "document", _PAGE_NUMBER, (*_TEXTS, *_SHEETS)),
    Property("table of contents", "document", or_on(choice("first")), _TEXTS),
    Property("contents entries", "document", COUNT, _TEXTS, brief=""),
    Property("tracked changes", "document", COUNT, _TEXTS),
    Property("change recording", "document", SWITCH, _TEXTS, brief=""),
    Property("footnotes", "document", COUNT, _TEXTS),
    Property("endnotes", "document", COUNT, _TEXTS, brief=""),
    Property("note text", "document", TEXT, _TEXTS, brief=""),
    Property("comment text", "document", TEXT, _TEXTS, brief=""),
    Property("bookmark", "document", SWITCH, _TEXTS, keyed="NAME", brief=""),
    Property("field", "document", SWITCH, _TEXTS, keyed="KIND", brief=""),
    Property("sections", "document", COUNT, _TEXTS, brief=""),
    Property("default font", "document", NAME, _TEXTS, brief=""),
    Property("default size", "document", POINTS, _TEXTS, brief=""),
    Property("table size", "document", TABLE_SIZE, _TEXTS, keyed="NUMBER", brief=""),
    Property("table header rows", "document", COUNT, _TEXTS, keyed="NUMBER", brief=""),
    Property("table merged", "document", SWITCH, _TEXTS, keyed="NUMBER", brief=""),
    *(Property(f"picture {side}", "document", LENGTH, _TEXTS, keyed="NAME OR NUMBER", brief="") for side in ("width", "height")),
    Property("picture wrap", "document", _WRAP, _TEXTS, keyed="NAME OR NUMBER", brief=""),
    Property("comments", "document", COUNT, (*_TEXTS, *_SHEETS)),
    Property("columns", "document", COUNT, _TEXTS),
    Property("tables", "document", COUNT, _WORDS),
    Property("pictures", "document", COUNT, _OFFICE),
    Property("master font", "document", NAME, _SLIDES, keyed="title or body", brief=""),
    Property("master size", "document", POINTS, _SLIDES, keyed="title or body", brief=""),
    Property("master colour", "document", COLOUR, _SLIDES, keyed="title or body", brief=""),
    Property("layout", "slide", _LAYOUT, _SLIDES),
    Property("slide title", "slide", NAME, _SLIDES),
    Property("slide name", "slide", NAME, ODP, brief=""),
    Property("bullets", "slide", COUNT, _SLIDES),
    Property("notes", "slide", TEXT, _SLIDES),
    Property("slide background", "slide", COLOUR, _SLIDES, brief=""),
    Property("transition", "slide", _TRANSITION, _SLIDES, brief=""),
    Property("advance after", "slide", either(choice("click"), SECONDS), _SLIDES, brief=""),
    Property("hidden slide", "slide", SWITCH, _SLIDES, brief=""),
    Property("image width", "slide", LENGTH, _SLIDES, brief=""),
    Property("image height", "slide", LENGTH, _SLIDES, brief=""),
    Property("charts", "slide", COUNT, _SLIDES, brief=""),
    *(Property(f"shape {part}", "slide", COLOUR, (*_SLIDES, *ODG), _SHAPE, "") for part in ("fill", "line")),
    Property("width", "picture", COUNT, PICTURES),
    Property("height", "picture", COUNT, PICTURES),
    Property("mode", "picture", _MODE, PICTURES),
    Property("picture format", "picture", _FORMAT, PICTURES),
    Property("transparent", "picture", SWITCH, PICTURES),
    Property("quality", "picture", QUALITY, (".jpg", ".jpeg")),
    Property("dpi", "picture", DPI, PICTURES),
    Property("delimiter", "file", choice("comma", "semicolon", "tab", "pipe"), CSV),
    Property("encoding", "file", ENCODING, TEXT_FILES),
    Property("line ends", "file", choice("lf", "crlf"), TEXT_FILES),
    Property("rows", "file", COUNT, (*TEXT_FILES, *_CELLS)),
    Property("members", "archive", NAMES, ARCHIVES),
    Property("member", "archive", SWITCH, ARCHIVES, keyed="FILE"),
)  # fmt: skip
PROPERTIES = MappingProxyType({one.name: one for one in _TABLE})
_ALSO = MappingProxyType(
    {
        "color": "colour", "font colour": "colour", "font color": "colour", "background": "highlight",
        "background colour": "highlight", "background color": "highlight", "fill": "highlight", "font size": "size",
        "font name": "font", "alignment": "align", "paragraph style": "style", "list kind": "list",
        "number format": "format", "orientation": "page orientation", "paper size": "page size", "contents": "table of contents",
        "colour mode": "mode", "color mode": "mode", "jpeg quality": "quality", "resolution": "dpi", "freeze": "frozen rows",
        "slide layout": "layout", "lines": "rows", "auto filter": "autofilter", "line endings": "line ends",
        "rotation": "page rotation",
        "filter criteria": "filter", "number of charts": "chart count",
        "slide transition": "transition", "shape colour": "shape fill", "shape color": "shape fill",
        "master color": "master colour", "small capitals": "small caps", "name of the slide": "slide name",
    }
)  # fmt: skip
_SUCH_AS = (
    "bold",
    "style",
    "sorted",
    "frozen rows",
    "page orientation",
    "slide title",
    "transparent",
    "rows",
    "members",
)
SORTED_BY_LENGTH = tuple(sorted({ending for one in _TABLE for ending in one.formats}, key=len, reverse=True))


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
        for one in (one for one in _TABLE if one.about == about):
            if endings is not None and not set(endings).intersection(one.formats):
                named.append(one.name)
                continue
            said_of_values = one.values.said if endings is not None or one.brief is None else one.brief
            if not said_of_values:
                continue
            by_values.setdefault(said_of_values, []).append(f"{one.name} (key: {one.keyed})" if one.keyed else one.name)
        if by_values:
            lines.append(f"{said}: " + "; ".join(_listed(names, values) for values, names in by_values.items()))
    if named and not lines:
        lines.append(f"of documents, pictures and other files, such as {', '.join(_SUCH_AS)}")
    return "\n".join(lines)


def _listed(names: Iterable[str], values: str) -> str:
    return f"{', '.join(names)} = {values}"
