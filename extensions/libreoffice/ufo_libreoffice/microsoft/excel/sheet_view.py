"""Sets how a sheet of Excel is viewed, printed and protected."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ufo_libreoffice.microsoft.excel.sheets import Book, Sheet, lines_of
from ufo_libreoffice.microsoft.shown import Shown
from ufo_libreoffice.microsoft.values import Look, OfficeError, alike, choice, each, give, points, switch, wrong_in
from ufo_libreoffice.office.calc.named_places import place_in
from ufo_libreoffice.office.calc.ranges import find_sheet, require_unprotected, sheet_to_change, split_known
from ufo_libreoffice.office.evidence import held
from ufo_libreoffice.office.property_table import Place
from ufo_libreoffice.office.refusals import Refused

_PAGE: Look = {
    "page orientation": ("Orientation", choice(portrait=1, landscape=2)),
    "left margin": ("LeftMargin", points),
    "right margin": ("RightMargin", points),
    "top margin": ("TopMargin", points),
    "bottom margin": ("BottomMargin", points),
    "print range": ("PrintArea", lambda value: "" if value == "none" else value),
    "repeat rows": ("PrintTitleRows", lambda value: "" if value == "none" else value),
    "repeat columns": ("PrintTitleColumns", lambda value: "" if value == "none" else value),
    "centered": ("CenterHorizontally", switch),
    "grid": ("PrintGridlines", switch),
}
_PAPERS = {(297, 420): 8, (210, 297): 9, (148, 210): 11, (176, 250): 13, (216, 279): 1, (216, 356): 5, (279, 432): 3}
"""xlPaperSize by sides in millimetres: Excel takes the papers that it knows, and no other sides."""
_FIELDS = {
    "page number": "&P", "page count": "&N", "sheet name": "&A", "date": "&D", "file name": "&F",
}  # fmt: skip
_SEEN = {"hidden rows": True, "hidden columns": True, "shown rows": False, "shown columns": False}
_POINTS_PER_MM = 72 / 25.4
_MOST_TRIES = 3
_VISIBLE, _HIDDEN = -1, 0


def set_view(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Freeze the first rows and columns, hide and show lines, set widths and heights, make the sheet itself visible or not."""
    sheet = find_sheet(Book(shown), place.sheet_name)
    shown.require_writable()
    require_unprotected(sheet)
    wrong = []
    for name, hidden in _SEEN.items():
        text = wanted.get(name, "")
        every = [sheet.com.Rows if name.endswith("rows") else sheet.com.Columns] if text == "none" else []
        for lines in every or [lines_of(sheet, part) for part in text.split(",") if part.strip()]:
            lines.Hidden = hidden and not every
            wrong += [] if alike(lines.Hidden, hidden and not every) else [name]
    for name in ("column width", "row height"):
        wrong += [
            name for lines, size in _sizes(sheet, wanted.get(name, ""), place, name) if not _sized(lines, name, size)
        ]
    if "hidden sheet" in wanted:
        wrong += _show_sheet(shown, sheet, hidden=switch(wanted["hidden sheet"]))
    wrong += _freeze(shown, sheet, wanted)
    return {
        "sheet": sheet.Name, "equal": not wrong,
        "holds": [
            held(name, wanted[name], sheet=sheet.Name)
            for name in ("frozen rows", "frozen columns", "hidden sheet") if name in wanted
        ],
        "said": f"{sheet.Name}: {'; '.join(f'{name} {value}' for name, value in wanted.items())} reads back",
    }  # fmt: skip


def _sizes(sheet: Sheet, text: str, place: Place, name: str) -> Iterator[tuple[Any, float]]:
    """Yield lines and their size in millimetres, 0 for one that fits the contents: "A 30 mm, C:D fit", "30 mm" of `cells`."""
    for part in filter(str.strip, text.split(",")):
        words, _, size = part.strip().removesuffix(" mm").rpartition(" ")
        whole = "EntireColumn" if name == "column width" else "EntireRow"
        lines = [lines_of(sheet, words)] if words else [
            getattr(place_in(sheet, cells).of(sheet).com, whole) for cells in place.cells
        ]  # fmt: skip
        if not lines:
            raise Refused("say which columns or rows, as cells or before the size: A 30 mm")
        yield from ((item, 0.0 if size == "fit" else float(size)) for item in lines)


def _sized(lines: Any, name: str, millimetres: float) -> bool:
    """Set a size. Excel takes widths in letters of its own font, and tells them in points: the first try tells the rate."""
    if not millimetres:
        lines("AutoFit")
        return True
    wanted = millimetres * _POINTS_PER_MM
    if name == "row height":
        lines.RowHeight = wanted
        return alike(lines.RowHeight, wanted)
    first = lines.Columns("Item", 1)
    for _ in range(_MOST_TRIES):
        lines.ColumnWidth = float(first.ColumnWidth or 8.43) * wanted / (float(first.Width) or wanted)
    return abs(float(first.Width) - wanted) < 1


def _show_sheet(shown: Shown, sheet: Sheet, *, hidden: bool) -> list[str]:
    others = [item for item in each(shown.document.Worksheets) if item.Name != sheet.Name and item.Visible == _VISIBLE]
    if hidden and not others:
        raise Refused(f"{sheet.Name!r} is the only visible sheet; show another one first")
    sheet.com.Visible = _HIDDEN if hidden else _VISIBLE
    return [] if (sheet.com.Visible != _VISIBLE) is hidden else ["hidden sheet"]


def _freeze(shown: Shown, sheet: Sheet, wanted: Mapping[str, str]) -> list[str]:
    asked = {name: int(wanted[name]) for name in ("frozen rows", "frozen columns") if name in wanted}
    if not asked:
        return []
    sheet.com("Activate")
    window = shown.window
    is_frozen = bool(window.FreezePanes)
    now = {"frozen rows": int(window.SplitRow), "frozen columns": int(window.SplitColumn)} if is_frozen else {}
    meant = {"frozen rows": 0, "frozen columns": 0} | now | asked
    window.FreezePanes = False
    # The rows above the first one in view could not be reached once frozen.
    window.ScrollRow = window.ScrollColumn = 1
    window.SplitRow, window.SplitColumn = meant["frozen rows"], meant["frozen columns"]
    window.FreezePanes = any(meant.values())
    got = {"frozen rows": int(window.SplitRow), "frozen columns": int(window.SplitColumn)}
    return [name for name, value in meant.items() if got[name] != value]


def set_page(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Set up the printed pages of a sheet. In header and footer, parts in braces are fields."""
    sheet = sheet_to_change(Book(shown), place.sheet_name)
    setup = sheet.com.PageSetup
    plain = {name: value for name, value in wanted.items() if name in _PAGE}
    given = dict(_others(wanted))
    give(setup, _PAGE, plain)
    for name, value in given.items():
        setattr(setup, name, value)
    ranges = ("print range", "repeat rows", "repeat columns")
    wrong = [name for name in wrong_in(setup, _PAGE, plain) if name not in ranges]
    wrong += [
        name for name in ranges if name in plain and bool(getattr(setup, _PAGE[name][0])) is (plain[name] == "none")
    ]
    wrong += [name for name, value in given.items() if not alike(getattr(setup, name), value)]
    facts = ("page orientation", "page size", "left margin", "right margin", "repeat rows", "repeat columns")
    return {
        "sheet": sheet.Name, "equal": not wrong,
        "holds": [held(name, wanted[name], sheet=sheet.Name) for name in facts if name in wanted],
        "said": f"the pages of {sheet.Name} read back as wanted",
    }  # fmt: skip


def _others(wanted: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    if "page size" in wanted:
        sides = sorted(float(side) for side in re.findall(r"[\d.]+", wanted["page size"]))
        paper = next((number for known, number in _PAPERS.items() if _near(known, sides)), None)
        if paper is None:
            raise Refused(f"Excel has no paper of {wanted['page size']}; take a3, a4, a5, b5, letter, legal or tabloid")
        yield "PaperSize", paper
    if wanted.get("scale", "none") != "none":
        yield "Zoom", int(wanted["scale"].removesuffix("%"))
    if {"fit width", "fit height"} & wanted.keys():
        pages = [wanted.get(name, "none") for name in ("fit width", "fit height")]
        yield "Zoom", False
        for name, count in zip(("FitToPagesWide", "FitToPagesTall"), pages, strict=True):
            yield name, False if count == "none" else int(count)
    for name, part in (("header", "CenterHeader"), ("footer", "CenterFooter")):
        if name in wanted:
            yield part, "".join(_fields(wanted[name]))


def _near(known: tuple[int, int], sides: list[float]) -> bool:
    return all(abs(one - other) < 2 for one, other in zip(known, sides, strict=True))


def _fields(text: str) -> Iterator[str]:
    for at, part in enumerate(text.replace("}", "{").split("{")):
        if at % 2 and part not in _FIELDS:
            raise Refused(f"{part!r} is no field of a header or footer; take one of {', '.join(_FIELDS)}")
        yield _FIELDS[part] if at % 2 else part.replace("&", "&&")


def set_protection(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Protect a sheet, or take its protection off. `unlocked`: cells that may still be changed. No password is set."""
    unlocked = wanted.get("unlocked", "")
    prefix, address = split_known(Book(shown), unlocked) if unlocked else ("", "")
    sheet = find_sheet(Book(shown), prefix or place.sheet_name)
    shown.require_writable()
    protected = switch(wanted.get("protected", "on" if sheet.isProtected() else "off"))
    if sheet.isProtected():
        try:
            sheet.com("Unprotect", "")
        except OfficeError as error:
            raise Refused(f"sheet {sheet.Name!r} is protected by a password; ask the person to take it off") from error
    if address:
        place_in(sheet, address).of(sheet).com.Locked = False
    if protected:
        sheet.com("Protect")
    return {
        "sheet": sheet.Name, "protected": sheet.isProtected(), "equal": sheet.isProtected() is protected,
        "holds": [held("protected", "on" if protected else "off", sheet=sheet.Name)],
        "said": f"{sheet.Name} is {'protected' if protected else 'not protected'}",
    }  # fmt: skip
