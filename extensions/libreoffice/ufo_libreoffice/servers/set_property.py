"""The tool that sets properties of a document, one for texts, one for sheets and one for slides: they take the same names and
values, and say the place as the document has it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import Field

from ufo.conditions.properties import PROPERTIES, Property, property_named, spelled_value
from ufo.errors import ToolError
from ufo.schema.command import ActionReport
from ufo.schema.property_values import (
    COLOUR,
    COLUMNS,
    PAPERS,
    POINTS,
    ROWS,
    SECONDS,
    SWITCH,
    Values,
    choice,
    either,
    millimetres,
)
from ufo.schema.tool_facts import Keeps, ToolFacts
from ufo.tools.servers.server import ToolServer
from ufo_libreoffice.office.property_table import WRITTEN
from ufo_libreoffice.reports import report
from ufo_libreoffice.servers.calc_parameters import Sheet
from ufo_libreoffice.shown_document import ShownDocument

_TIMEOUT_S = 110.0
_SCREENS = MappingProxyType({"16:9": (280.0, 157.5), "16:10": (280.0, 175.0), "4:3": (280.0, 210.0)})
"""LibreOffice's own sizes of slides, in millimetres."""
_LYING = MappingProxyType({name: (high, wide) for name, (wide, high) in PAPERS.items()})
_CODE = re.compile(r"[YMDHSQW#0?@%.,:;/ \-'\"\[\]$€£¥_()*+A-Za-z]{1,150}")
_SIGNS_OF_A_CODE = re.compile(r"[#0@]|YY|MM|DD|HH", re.IGNORECASE)
_SIGN_OF_RULE = re.compile(r"\s(?:>=|<=|!=|=|>|<)(?=\s|\d|$)")
_BARE_COLOUR = re.compile(r"[0-9a-fA-F]{6}")
_SIZE = re.compile(r"(?:(?P<lines>[A-Za-z0-9:]+) )?(?P<size>fit|\d.*)")


def _as_it_stands(said: str) -> Values:
    return Values(said, str.strip)


def _or_none(said: str) -> Values:
    """Return values that are texts as they stand; "none" takes what there is away, as an empty text does."""
    return Values(said, lambda value: "" if value.strip().casefold() == "none" else value.strip())


def _format(value: str) -> str:
    try:
        return spelled_value(PROPERTIES["format"], value)
    except ToolError:
        if _CODE.fullmatch(value.strip()) and _SIGNS_OF_A_CODE.search(value):
            return f"code {value.strip()}"
        raise


def _sides(known: Mapping[str, tuple[float, float]], what: str, said: str) -> Values:
    """Return sizes of paper or slides, spelled as "210 x 297 mm"."""

    def spelled(value: str) -> str:
        plain = value.strip().casefold().replace("×", "x")
        sides: tuple[float | None, ...] | None = known.get(plain)
        if sides is None:
            parts = [part.strip() for part in plain.split("x")]
            unit = next((unit for unit in ("mm", "cm", "in") if parts[-1].endswith(unit)), "mm")
            sides = tuple(millimetres(part if part.endswith(unit) else f"{part} {unit}") for part in parts)
        if len(sides) != 2 or any(side is None or not 10 <= side <= 2000 for side in sides):
            raise ToolError(f"{value!r} is no size of {what}; take {', '.join(known)} or write it like 25 x 14 cm")
        return f"{sides[0]:g} x {sides[1]:g} mm"

    return Values(said, spelled)


def _sizes(value: str) -> str:
    """Return widths or heights in millimetres, each behind the lines that have it: "A 30 mm, C:D fit"."""
    found = []
    for part in value.split(","):
        given = _SIZE.fullmatch(part.strip())
        size = millimetres(given["size"]) if given and given["size"] != "fit" else None
        if given is None or (size is None and given["size"] != "fit"):
            raise ToolError(
                f"{part.strip()!r} is no size of columns or rows; write it like 3 cm, fit or A 30 mm, C:D 2 cm"
            )
        found.append(f"{given['lines'] or ''} {'fit' if size is None else f'{size:g} mm'}".strip())
    return ", ".join(found)


def _validation(value: str) -> str:
    """Return a rule as it stands. Raises ToolError for one with a formula, which is judged only as a text of its own."""
    rule = value.strip()
    if not rule.casefold().startswith("list") and "=" in _SIGN_OF_RULE.sub(" ", rule, count=1):
        raise ToolError(
            f"{value!r} holds a formula; give that as 'validation value', and the second of two as 'validation upper'"
        )
    return rule


def _points(value: str) -> str:
    number = value.strip().removesuffix("pt").strip()
    if not re.fullmatch(r"\d{1,3}(?:\.\d+)?", number):
        raise ToolError(f"{value!r} is no width in points")
    return number


_ALIGNED = choice("left", "center", "right")
_BAND = _or_none('"Page {page} of {pages}"; also {date} {time} {title} {author} {file}; none')
_OF_SHEETS = _or_none('"Page {page number} of {page count}"; also {sheet name} {date} {file name}; none')
_VALUES: Mapping[str, Values] = MappingProxyType(
    {
        "header": _BAND, "footer": _BAND, "header align": _ALIGNED, "footer align": _ALIGNED,
        "columns": choice("1", "2", "3"),
        "page size": _sides(PAPERS, "paper", "A4, letter, 210 x 297 mm"),
        "format": Values("currency 2, percent 0, number 2, thousands 0, date, text, DD.MM.YYYY", _format),
        "comment": _or_none("a text or none"),
        "validation": Values(
            "list Yes, No; list from A1:A9; whole number|number|date|time|text length > 5 or between 1 9; formula; any",
            _validation,
        ),
        "validation value": _as_it_stands("a formula, =A1>0"), "validation upper": _as_it_stands("of between, =B1"),
        "validation message": _as_it_stands("shown for what does not fit"),
        "validation alert": choice("stop", "warning", "info"),
        "named range": _as_it_stands("its name; Prices = A2:A20; Prices = none"),
        "shown rows": ROWS, "shown columns": COLUMNS,
        "column width": Values("3 cm or fit; of several A 30 mm, C:D 2 cm", _sizes),
        "row height": Values("as column width", _sizes),
        "print range": Values("A1:F40 or none", lambda value: value.strip() or "none"),
        "centered": SWITCH, "grid": SWITCH,
        "unlocked": _as_it_stands("cells that may still be changed"),
        "transition": choice("none", "fade", "wipe", "push", "cover", "split", "dissolve"),
        "transition time": SECONDS, "advance after": either(choice("click"), SECONDS),
        "line width": Values("points", _points),
        "master size": POINTS,
    }
)  # fmt: skip
"""The values that are taken where they differ from those that a file tells, and those of what is only set."""
_OWN: Mapping[str, Mapping[str, Values]] = MappingProxyType(
    {
        "calc": {"header": _OF_SHEETS, "footer": _OF_SHEETS},
        "impress": {"page size": _sides({**_SCREENS, **_LYING}, "slides", "16:9, 4:3, A4, 25 x 14 cm")},
    }
)
_ALSO: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "writer": {},
        "calc": {"background": "highlight", "name": "named range", "freeze rows": "frozen rows",
                 "freeze columns": "frozen columns"},
        "impress": {"background": "slide background", "background colour": "slide background", "fill": "shape fill",
                    "background color": "slide background", "line": "shape line", "orientation": "page orientation"},
    }
)  # fmt: skip
_RARE = frozenset(
    {
        "validation upper", "validation message", "validation alert", "fit width", "fit height", "scale", "centered", "grid",
        "unlocked", "repeat columns", "shown rows", "shown columns", "row height", "numbering", "list level", "line spacing",
        "space above", "space below", "first line", "header align", "footer align",
    }
)  # fmt: skip
"""Told by their names alone: a value that one of them does not take is answered with those that it does."""
_KINDS = MappingProxyType({"writer": "text document", "calc": "spreadsheet", "impress": "presentation or drawing"})


def _wanted(application: str, given: Mapping[str, str | float | bool]) -> dict[str, str]:
    """Return the properties that are to be set, each by its name and with its value in its one spelling. Raises ToolError."""
    if not given:
        raise ToolError("say what to set, such as bold = on")
    return dict(_spelled(application, name, _text(value)) for name, value in given.items())


def _text(value: str | float | bool) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) else f"{value:.10g}"


def _spelled(application: str, given: str, value: str) -> tuple[str, str]:
    names = [name for group in WRITTEN[application].values() for name in group]
    plain = " ".join(given.replace("_", " ").split()).casefold()
    name = _ALSO[application].get(plain, plain)
    if name not in names and name not in _VALUES:
        name = property_named(given).name
    if name not in names:
        raise ToolError(f"{given!r} is not set in a {_KINDS[application]}; what is set there is {', '.join(names)}")
    values = _values_of(application, name)
    if values.said == COLOUR.said and _BARE_COLOUR.fullmatch(value.strip()):
        value = f"#{value.strip()}"
    return name, spelled_value(Property(name, "document", values, {}), value)


def _values_of(application: str, name: str) -> Values:
    own = _OWN.get(application, {}).get(name) or _VALUES.get(name)
    return own or PROPERTIES[name].values


def _told(application: str) -> str:
    """Return the properties with their values, as the description of a parameter."""
    by_values: dict[str, list[str]] = {}
    names = [name for group in WRITTEN[application].values() for name in group]
    for name in names:
        if name not in _RARE:
            by_values.setdefault(_values_of(application, name).said, []).append(name)
    rare = [name for name in names if name in _RARE]
    told = [f"{', '.join(names)} = {said}" for said, names in by_values.items()]
    return "; ".join([*told, *([f"also {', '.join(rare)}"] if rare else [])])


def _given(application: str) -> Any:
    return Annotated[dict[str, str | float | bool], Field(description=_told(application))]


_OF_TEXT, _OF_SHEET, _OF_SLIDES = _given("writer"), _given("calc"), _given("impress")
_Texts = Annotated[
    list[str] | None,
    Field(description="words, wherever the document has them; H[2]O: only the 2 of these; all without"),
]


async def _set(
    shown: ShownDocument, application: str, given: Mapping[str, str | float | bool], **place: Any
) -> ActionReport:
    value = await shown.change(
        "document.set_properties",
        _TIMEOUT_S,
        application=application,
        properties=_wanted(application, given),
        place=place,
    )
    said, doubt = value.pop("said"), value.pop("doubt")
    return report(value, "; ".join(said), doubt)


def add_properties_of_text(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(ends=("properties",), keeps=Keeps.ALL))
    async def set_property(  # noqa: PLR0913 the tool's parameters are what models know
        properties: _OF_TEXT,  # type: ignore[valid-type]  # made from the table
        texts: _Texts = None,
        paragraph: Annotated[int, Field(ge=-1, description="instead of texts: its number, -1 the last; 0 all")] = 0,
        where: Annotated[
            str,
            Field(description="instead: selection; or all lines wholly bold, italic, underline, or of a style (Heading 2)"),
        ] = "",
        style: Annotated[
            str, Field(max_length=100, description='instead: a style, for all text that has it; "Default" is the whole text\'s')
        ] = "",
        based_on: Annotated[str, Field(description="of a style that is made")] = "",
        family: Annotated[Literal["paragraph", "character"], Field(description="of a style")] = "paragraph",
        pages: Annotated[
            Literal["all", "first", "others"], Field(description="of header and footer; others: all but the first")
        ] = "all",
    ) -> ActionReport:  # fmt: skip
        """Set how texts, paragraphs, styles or the pages look."""
        return await _set(
            shown, "writer", properties, texts=texts or [], paragraph=paragraph, where=where, style=style,
            based_on=based_on, family=family, pages=pages,
        )  # fmt: skip


def add_properties_of_sheet(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(ends=("properties",), into_cells=True, keeps=Keeps.ALL))
    async def set_property(
        properties: _OF_SHEET,  # type: ignore[valid-type]  # made from the table
        cells: Annotated[
            list[str] | str, Field(description='"A1:C1", "row 1", "column B", a header; several as a list; all filled without')
        ] = "",
        sheet_name: Sheet = "",
        texts: Annotated[
            list[str] | None, Field(description="only these letters within the cells; H[2]O: only the 2 of these")
        ] = None,
    ) -> ActionReport:  # fmt: skip
        """Set how cells look, what they take, and how the sheet is viewed, printed and protected."""
        meant = [cells] if isinstance(cells, str) and cells else list(cells)
        return await _set(shown, "calc", properties, cells=meant, sheet_name=sheet_name, texts=texts or [])


def add_properties_of_slides(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(ends=("properties",), keeps=Keeps.ALL))
    async def set_property(
        properties: _OF_SLIDES,  # type: ignore[valid-type]  # made from the table
        texts: _Texts = None,
        slides: Annotated[list[int] | None, Field(description="slide numbers from 1; all without")] = None,
        shape: Annotated[
            str, Field(description="of shape fill, line and width: its text, name, kind or number; the topmost without")
        ] = "",
        part: Annotated[Literal["title", "body", ""], Field(description="of the master's looks")] = "",
    ) -> ActionReport:  # fmt: skip
        """Set how texts, slides, shapes and the master look, how slides come in, and their size."""
        return await _set(shown, "impress", properties, texts=texts or [], slides=slides, shape=shape, part=part)
