"""Sets how sheets are printed: paper, margins, header and footer, what is printed and at which size."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..api import Refused
from ..connection import Shown
from ..in_office import remember_properties
from ..undo import one_step
from .named_places import place_in
from .ranges import Area, address_of, column_index, column_name, find_sheet, require_unprotected

_MM = 100
_OFF = 60
_SIZES = ("scale", "fit_width", "fit_height")
_SCALES = ("PageScale", "ScaleToPages", "ScaleToPagesX", "ScaleToPagesY")
_FIELDS = {
    "page number": "PageNumber",
    "page count": "PageCount",
    "sheet name": "SheetName",
    "date": "DateTime",
    "file name": "FileName",
}
_MARGINS = {"left": "LeftMargin", "right": "RightMargin", "top": "TopMargin", "bottom": "BottomMargin"}


def page_setup(shown: Shown, sheet_name: str | int, how: Mapping[str, Any]) -> dict[str, Any]:
    """Set up the printed pages of a sheet. What `how` lacks stays as it is.

    Its keys: orientation; paper, the size upright, and margins by side, in millimetres; header, footer; print_range;
    repeat_rows, repeat_columns; fit_width, fit_height, in pages; scale, in percent; center; grid. In header and footer, parts
    in braces are fields: {page number}, {page count}, {sheet name}, {date}, {file name}.
    """
    sheet = find_sheet(shown, sheet_name)
    shown.require_writable()
    require_unprotected(sheet)
    style = shown.document.StyleFamilies.getByName("PageStyles").getByName(sheet.PageStyle)
    before = _told(sheet, style)
    remembered = _kept(style, how)
    with one_step(shown.document, "Page setup"):
        wanted = _paper(style, str(how.get("orientation") or ""), how.get("paper") or ())
        wanted |= {_MARGINS[side]: round(size * _MM) for side, size in (how.get("margins") or {}).items()}
        wanted |= _sizes(how)
        for name, value in wanted.items():
            setattr(style, name, value)
        for kind in ("Header", "Footer"):
            if how.get(kind.lower()) is not None:
                _band(shown, style, kind, how[kind.lower()])
        _ranges(sheet, how)
        undone = not remembered or remember_properties(shown, "Page setup", style, remembered, _kept(style, how))
    equal = all(_alike(getattr(style, name), value) for name, value in wanted.items())
    return {
        "sheet": sheet.Name, "style": style.Name, "before": before, "now": _told(sheet, style), "equal": equal,
        "holds": _holds(sheet, style, how), "undone": undone,
    }  # fmt: skip


def _kept(style: Any, how: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return the properties that the change may touch, as they are: LibreOffice records no undo for page styles. Sides come after
    the orientation, and contents after the switch that makes room for them.
    """
    names = ["IsLandscape", "Width", "Height"] if how.get("orientation") or how.get("paper") else []
    names += [_MARGINS[side] for side in how.get("margins") or {}]
    names += ["CenterHorizontally"] if how.get("center") is not None else []
    names += ["PrintGrid"] if how.get("grid") is not None else []
    for kind in ("Header", "Footer"):
        if how.get(kind.lower()) is not None:
            names += [f"{kind}IsOn", f"{kind}IsShared", f"RightPage{kind}Content", f"LeftPage{kind}Content"]
    kept = [(name, getattr(style, name)) for name in names]
    if any(how.get(name) is not None for name in _SIZES):
        # The one that is in use comes last: it takes the others out of use.
        kept += sorted(((name, getattr(style, name)) for name in _SCALES), key=lambda one: one[1] != 0)
    return kept


def _paper(style: Any, orientation: str, paper: Sequence[float]) -> dict[str, Any]:
    if not orientation and not paper:
        return {}
    sides = sorted((round(one * _MM) for one in paper) if paper else (style.Width, style.Height))
    wide = orientation == "landscape" if orientation else bool(style.IsLandscape)
    return {"IsLandscape": wide, "Width": sides[wide], "Height": sides[not wide]}


def _sizes(how: Mapping[str, Any]) -> dict[str, Any]:
    wanted: dict[str, Any] = {"PageScale": how["scale"]} if how.get("scale") else {}
    if how.get("fit_width") is not None or how.get("fit_height") is not None:
        wanted |= {"ScaleToPagesX": how.get("fit_width") or 0, "ScaleToPagesY": how.get("fit_height") or 0}
    wanted |= {"CenterHorizontally": how["center"]} if how.get("center") is not None else {}
    return wanted | ({"PrintGrid": how["grid"]} if how.get("grid") is not None else {})


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


def _ranges(sheet: Any, how: Mapping[str, Any]) -> None:
    if how.get("print_range") is not None:
        areas = [place_in(sheet, one) for one in how["print_range"].split(",") if one.strip()]
        sheet.setPrintAreas(tuple(address_of(sheet, one) for one in areas))
    if how.get("repeat_rows"):
        first, _, last = how["repeat_rows"].partition(":")
        sheet.setTitleRows(address_of(sheet, Area(0, int(first) - 1, 0, int(last or first) - 1)))
        sheet.setPrintTitleRows(True)
    if how.get("repeat_columns"):
        first, _, last = how["repeat_columns"].partition(":")
        sheet.setTitleColumns(address_of(sheet, Area(column_index(first), 0, column_index(last or first), 0)))
        sheet.setPrintTitleColumns(True)


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


def _holds(sheet: Any, style: Any, how: Mapping[str, Any]) -> list[dict[str, Any]]:
    paper = how.get("paper")
    pairs = [("page orientation", how["orientation"])] if how.get("orientation") else []
    pairs += [("page size", f"{paper[0]:g} x {paper[1]:g} mm")] if paper else []
    # A header moves the top margin into places that differ from format to format.
    sides = (how.get("margins") or {}).items()
    pairs += [(f"{side} margin", f"{size:g} mm") for side, size in sides if side in ("left", "right")]
    for name in ("header", "footer"):
        words = [part for part, is_field in _parts(how.get(name) or "") if not is_field and part.strip()]
        pairs += [(name, max(words, key=len).strip())] if words else [(name, "none")] if how.get(name) == "" else []
    pairs += [(name, value) for name, value in _repeated(sheet).items() if how.get(name.replace(" ", "_"))]
    if any(how.get(name) is not None for name in _SIZES):
        pairs += _fitted(style).items()
    areas = [Area(one.StartColumn, one.StartRow, one.EndColumn, one.EndRow) for one in sheet.getPrintAreas()]
    if how.get("print_range") is not None and len(areas) < 2:
        pairs.append(("print range", areas[0].name if areas else "none"))
    return [{"sheet": sheet.Name, "property": name, "value": value} for name, value in pairs]


OPERATIONS: dict[str, Callable[..., Any]] = {"calc.page_setup": page_setup}
