"""Sets how sheets are printed: paper, margins, header and footer, what is printed and at which size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..connection import Shown
from ..evidence import held
from ..looks import length
from ..property_table import Place
from ..refusals import Refused
from ..undo import one_step, remember_properties
from .addresses import address_of
from .named_places import place_in
from .ranges import Area, area_at, column_index, column_name, sheet_to_change

_MM = 100
_OFF = 60
_SIZES = {"scale", "fit width", "fit height"}
_BANDS = ("Header", "Footer")
_SWITCHES = {"centered": "CenterHorizontally", "grid": "PrintGrid"}
_SCALES = ("PageScale", "ScaleToPages", "ScaleToPagesX", "ScaleToPagesY")
_FIELDS = {
    "page number": "PageNumber", "page count": "PageCount", "sheet name": "SheetName", "date": "DateTime",
    "file name": "FileName",
}  # fmt: skip
_MARGINS = {"left": "LeftMargin", "right": "RightMargin", "top": "TopMargin", "bottom": "BottomMargin"}


def set_page(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Set up the printed pages of a sheet. In header and footer, parts in braces are fields: {page number}, {page count},
    {sheet name}, {date}, {file name}.
    """
    sheet = sheet_to_change(shown, place.sheet_name)
    style = shown.document.StyleFamilies.getByName("PageStyles").getByName(sheet.PageStyle)
    before = _told(sheet, style)
    remembered = _kept(style, wanted)
    with one_step(shown.document, "Page setup"):
        given = _paper(style, wanted) | _sizes(wanted)
        given |= {
            name: length(wanted[f"{side} margin"]) for side, name in _MARGINS.items() if f"{side} margin" in wanted
        }
        given |= {name: wanted[switch] == "on" for switch, name in _SWITCHES.items() if switch in wanted}
        for name, value in given.items():
            setattr(style, name, value)
        for kind in _BANDS:
            if kind.lower() in wanted:
                _band(shown, style, kind, wanted[kind.lower()])
        _ranges(sheet, wanted)
        undone = not remembered or remember_properties(shown, "Page setup", style, remembered, _kept(style, wanted))
    was = ", ".join(f"{name} {value}" for name, value in before.items())
    return {
        "sheet": sheet.Name, "style": style.Name, "before": before, "now": _told(sheet, style),
        "equal": all(_alike(getattr(style, name), value) for name, value in given.items()),
        "holds": _holds(sheet, style, wanted),
        "said": f"the pages of {sheet.Name} read back as wanted"
        + ("" if undone else f"; Ctrl+Z does not take it back; before: {was}"),
    }  # fmt: skip


def _kept(style: Any, wanted: Mapping[str, str]) -> list[tuple[str, Any]]:
    """Return the properties that the change may touch, as they are: LibreOffice records no undo for page styles. Sides come after
    the orientation, and contents after the switch that makes room for them.
    """
    names = ["IsLandscape", "Width", "Height"] if {"page orientation", "page size"} & wanted.keys() else []
    names += [name for side, name in _MARGINS.items() if f"{side} margin" in wanted]
    names += [name for switch, name in _SWITCHES.items() if switch in wanted]
    for kind in _BANDS:
        if kind.lower() in wanted:
            names += [f"{kind}IsOn", f"{kind}IsShared", f"RightPage{kind}Content", f"LeftPage{kind}Content"]
    kept = [(name, getattr(style, name)) for name in names]
    if _SIZES & wanted.keys():
        # The one that is in use comes last: it takes the others out of use.
        kept += sorted(((name, getattr(style, name)) for name in _SCALES), key=lambda pair: pair[1] != 0)
    return kept


def _paper(style: Any, wanted: Mapping[str, str]) -> dict[str, Any]:
    orientation, paper = wanted.get("page orientation", ""), wanted.get("page size", "")
    if not orientation and not paper:
        return {}
    sides = sorted(map(length, paper.split(" x ")) if paper else (style.Width, style.Height))
    wide = orientation == "landscape" if orientation else bool(style.IsLandscape)
    return {"IsLandscape": wide, "Width": sides[wide], "Height": sides[not wide]}


def _sizes(wanted: Mapping[str, str]) -> dict[str, Any]:
    scale = wanted.get("scale", "none").removesuffix("%")
    found: dict[str, Any] = {} if scale == "none" else {"PageScale": int(scale)}
    if {"fit width", "fit height"} & wanted.keys():
        pages = {name: wanted.get(name, "none") for name in ("fit width", "fit height")}
        wide, high = (0 if count == "none" else int(count) for count in pages.values())
        found |= {"ScaleToPagesX": wide, "ScaleToPagesY": high}
    return found


def _alike(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, bool):
        return bool(found) is wanted
    return bool(abs(found - wanted) <= _OFF if wanted > 999 else found == wanted)


def _band(shown: Shown, style: Any, kind: str, text: str) -> None:
    setattr(style, f"{kind}IsOn", bool(text))
    if not text:
        return
    setattr(style, f"{kind}IsShared", True)
    content = getattr(style, f"RightPage{kind}Content")
    content.LeftText.setString("")
    content.RightText.setString("")
    middle = content.CenterText
    middle.setString("")
    for part, is_field in _parts(text):
        cursor = middle.createTextCursor()
        cursor.gotoEnd(False)
        if is_field:
            field = shown.document.createInstance(f"com.sun.star.text.TextField.{_FIELDS[part]}")
            middle.insertTextContent(cursor, field, False)
        else:
            middle.insertString(cursor, part, False)
    setattr(style, f"RightPage{kind}Content", content)


def _parts(text: str) -> list[tuple[str, bool]]:
    """Divide a text at its fields: [("Page ", False), ("page number", True)]."""
    found: list[tuple[str, bool]] = []
    for at, part in enumerate(text.replace("}", "{").split("{")):
        is_field = at % 2 == 1
        if is_field and part not in _FIELDS:
            raise Refused(f"{part!r} is no field of a header or footer; take one of {', '.join(_FIELDS)}")
        if part:
            found.append((part, is_field))
    return found


def _ranges(sheet: Any, wanted: Mapping[str, str]) -> None:
    if "print range" in wanted:
        parts = [] if wanted["print range"] == "none" else wanted["print range"].split(",")
        areas = [place_in(sheet, part) for part in parts if part.strip()]
        sheet.setPrintAreas(tuple(address_of(sheet, area) for area in areas))
    if rows := wanted.get("repeat rows"):
        first, _, last = rows.partition(":")
        if rows != "none":
            sheet.setTitleRows(address_of(sheet, Area(0, int(first) - 1, 0, int(last or first) - 1)))
        sheet.setPrintTitleRows(rows != "none")
    if columns := wanted.get("repeat columns"):
        first, _, last = columns.partition(":")
        if columns != "none":
            sheet.setTitleColumns(address_of(sheet, Area(column_index(first), 0, column_index(last or first), 0)))
        sheet.setPrintTitleColumns(columns != "none")


def _repeated(sheet: Any) -> dict[str, str]:
    """Return the rows and columns that are printed on each page: "1:2" and "B", "none" for none."""
    rows, columns = sheet.getTitleRows(), sheet.getTitleColumns()
    spans = {
        "repeat rows": [str(row + 1) for row in (rows.StartRow, rows.EndRow)] if sheet.getPrintTitleRows() else [],
        "repeat columns": [column_name(column) for column in (columns.StartColumn, columns.EndColumn)]
        if sheet.getPrintTitleColumns()
        else [],
    }
    return {name: ":".join(dict.fromkeys(ends)) or "none" for name, ends in spans.items()}


def _told(sheet: Any, style: Any) -> dict[str, Any]:
    return {
        "orientation": "landscape" if style.IsLandscape else "portrait",
        "paper": f"{style.Width / _MM:g} x {style.Height / _MM:g} mm",
        "margins": {side: style.getPropertyValue(name) / _MM for side, name in _MARGINS.items()},
        **_repeated(sheet),
        **_fitted(style),
    }


def _fitted(style: Any) -> dict[str, str]:
    """Return at which size the pages are printed, as conditions write it. What fits pages has no scale of its own."""
    wide, high = style.ScaleToPagesX, style.ScaleToPagesY
    is_fitted = wide or high or style.ScaleToPages
    return {
        "fit width": str(wide or "none"),
        "fit height": str(high or "none"),
        "scale": "none" if is_fitted else f"{style.PageScale}%",
    }


def _holds(sheet: Any, style: Any, wanted: Mapping[str, str]) -> list[dict[str, str]]:
    # A header moves the top margin into places that differ from format to format.
    plain = ("page orientation", "page size", "left margin", "right margin")
    pairs = [(name, wanted[name]) for name in plain if name in wanted]
    for name in ("header", "footer"):
        words = [part for part, is_field in _parts(wanted.get(name, "")) if not is_field and part.strip()]
        pairs += [(name, max(words, key=len).strip())] if words else [(name, "none")] if wanted.get(name) == "" else []
    pairs += [(name, value) for name, value in _repeated(sheet).items() if name in wanted]
    if _SIZES & wanted.keys():
        pairs += _fitted(style).items()
    areas = list(map(area_at, sheet.getPrintAreas()))
    if "print range" in wanted and len(areas) < 2:
        pairs.append(("print range", areas[0].name if areas else "none"))
    return [held(name, value, sheet=sheet.Name) for name, value in pairs]
