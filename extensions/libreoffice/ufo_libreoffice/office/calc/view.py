"""Arranges how a sheet is viewed: frozen rows and columns, what is hidden, widths and heights, the grid."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..api import items
from ..connection import Shown
from ..evidence import held
from ..property_table import Place
from ..refusals import Refused
from ..undo import one_step
from .named_places import place_in
from .ranges import column_index, column_name, find_sheet, require_unprotected
from .table_around import databases_on

_LINES = re.compile(r"(?:row |column )?(?:[A-Za-z]{1,3}(?::[A-Za-z]{1,3})?|[0-9]+(?::[0-9]+)?)")
_SEEN = {"hidden rows": False, "hidden columns": False, "shown rows": True, "shown columns": True}
_SIZES = {"column width": "Width", "row height": "Height"}
_FROZEN = ("frozen rows", "frozen columns")
_MM = 100
"""LibreOffice counts lengths in hundredths of a millimetre."""
_OFF = 60


def set_view(shown: Shown, wanted: Mapping[str, str], place: Place) -> dict[str, Any]:
    """Freeze the first rows and columns, hide and show lines ("C, D:F", "3, 5:9"), set widths and heights, make the sheet itself
    visible or not.
    """
    lines = list(_shown_and_hidden(wanted))
    sheet = find_sheet(shown, place.sheet_name)
    sizes = {name: _sizes(sheet, wanted[size], place, name) for size, name in _SIZES.items() if size in wanted}
    shown.require_writable()
    if lines or sizes:
        require_unprotected(sheet)
    wrong: list[str] = []
    with one_step(shown.document, "Arrange"):
        for words, visible in lines:
            _lines(sheet, words).IsVisible = visible
            wrong += [] if _lines(sheet, words).IsVisible is visible else [words]
        for name, by_lines in sizes.items():
            wrong += [words for words, size in by_lines.items() if not _sized(_lines(sheet, words), name, size)]
        if "hidden sheet" in wanted:
            wrong += _show_sheet(shown, sheet, wanted["hidden sheet"] == "off")
    rows, columns = (int(wanted[name]) if name in wanted else None for name in _FROZEN)
    frozen = _freeze(shown, sheet, rows, columns)
    asked = [frozen[0] if rows is None else rows, frozen[1] if columns is None else columns]
    facts = [*zip(_FROZEN, map(str, frozen), strict=True), ("hidden sheet", wanted.get("hidden sheet", ""))]
    return {
        "sheet": sheet.Name, "frozen": frozen, "equal": frozen == asked or bool(wrong),
        "holds": [held(name, value, sheet=sheet.Name) for name, value in facts if name in wanted],
        "said": f"{sheet.Name}: {'; '.join(_said(wanted, lines, sizes, frozen))}",
        "doubt": f"these do not read back as wanted: {', '.join(wrong)}" if wrong else "",
    }  # fmt: skip


def _said(
    wanted: Mapping[str, str],
    lines: list[tuple[str, bool]],
    sizes: Mapping[str, Mapping[str, float]],
    frozen: list[int],
) -> Iterator[str]:
    """Yield what was asked for, as it reads back."""
    yield from (f"{words} {'is in sight' if visible else 'is hidden'}" for words, visible in lines)
    for name, by_lines in sizes.items():
        side = "wide" if name == "Width" else "high"
        yield from (f"{words} is {f'{size:g} mm {side}' if size else 'fitted'}" for words, size in by_lines.items())
    if "hidden sheet" in wanted:
        yield f"the sheet is {'in sight' if wanted['hidden sheet'] == 'off' else 'hidden'}"
    if any(name in wanted for name in _FROZEN):
        yield f"{frozen[0]} rows and {frozen[1]} columns are frozen"


def _shown_and_hidden(wanted: Mapping[str, str]) -> Iterator[tuple[str, bool]]:
    """Yield the lines, each with whether it is to be seen. No hidden ones are all of them in sight."""
    for name, is_visible in _SEEN.items():
        text = wanted.get(name, "")
        if text == "none":
            yield name.removeprefix("hidden "), True
        else:
            yield from ((part.strip(), is_visible) for part in text.split(",") if part.strip())


def _sizes(sheet: Any, text: str, place: Place, name: str) -> dict[str, float]:
    """Return sizes in millimetres by their lines: "30 mm" of `place.cells`, "A 30 mm, C:D fit" of these; 0 fits the contents."""
    found = {}
    for part in text.split(","):
        words, _, size = part.strip().removesuffix(" mm").rpartition(" ")
        for lines in [words] if words else [_lines_of(sheet, cells, name) for cells in place.cells]:
            found[lines] = 0.0 if size == "fit" else float(size)
    if not found:
        raise Refused("say which columns or rows, as cells or before the size: A 30 mm")
    return found


def _lines_of(sheet: Any, cells: str, name: str) -> str:
    """Return the columns or rows that cells stand in."""
    if _LINES.fullmatch(cells):
        return cells
    area = place_in(sheet, cells)
    if name == "Height":
        return f"{area.row + 1}:{area.end_row + 1}"
    return f"{column_name(area.column)}:{column_name(area.end_column)}"


def _freeze(shown: Shown, sheet: Any, rows: int | None, columns: int | None) -> list[int]:
    """Freeze, and return how many rows and columns are. Only the sheet in view can be asked and changed."""
    controller = shown.controller
    before = controller.ActiveSheet
    controller.setActiveSheet(sheet)
    if rows is None and columns is None:
        now = _frozen(controller)
    else:
        now = _in_sight(shown, sheet, lambda: _freeze_at(controller, rows, columns))
    if before.Name != sheet.Name and sheet.IsVisible is False:
        controller.setActiveSheet(before)
    return now


def _frozen(controller: Any) -> list[int]:
    """Return how many rows and columns are frozen: the first ones of the panes that scroll, after scrolling them back. The
    view's own answer is measured on the screen, and is off by the rows in sight.
    """
    if not controller.hasFrozenPanes():
        return [0, 0]
    panes = items(controller)
    for pane in panes:
        pane.setFirstVisibleRow(0)
        pane.setFirstVisibleColumn(0)
    return [max(pane.getFirstVisibleRow() for pane in panes), max(pane.getFirstVisibleColumn() for pane in panes)]


def _freeze_at(controller: Any, rows: int | None, columns: int | None) -> list[int]:
    now = _frozen(controller)
    wanted = [now[0] if rows is None else rows, now[1] if columns is None else columns]
    controller.freezeAtPosition(0, 0)
    # The rows above the first one in view could not be reached once frozen.
    pane = controller.getByIndex(0)
    pane.setFirstVisibleRow(0)
    pane.setFirstVisibleColumn(0)
    if any(wanted):
        controller.freezeAtPosition(wanted[1], wanted[0])
    return _frozen(controller)


def _in_sight(shown: Shown, sheet: Any, freeze: Callable[[], list[int]]) -> list[int]:
    """Do it while no filter hides rows: LibreOffice measures what is in sight, and would count rows as frozen that are hidden."""
    filtered = [
        (database, found, database.AutoFilter)
        for database in databases_on(shown, sheet)
        if (found := database.getFilterDescriptor().getFilterFields2())
    ]
    if not filtered:
        return freeze()
    with one_step(shown.document, "Freeze"):
        for base, *_ in filtered:
            base.getFilterDescriptor().setFilterFields2(())
            base.refresh()
            cells = base.getReferredCells()
            cells.filter(cells.createFilterDescriptor(True))
        now = freeze()
        for base, found, buttons in filtered:
            descriptor = base.getFilterDescriptor()
            descriptor.ContainsHeader = True
            descriptor.setFilterFields2(found)
            base.AutoFilter = buttons
            base.refresh()
    return now


def _lines(sheet: Any, words: str) -> Any:
    if words in ("rows", "columns"):
        return getattr(sheet, words.title())
    first, _, last = words.replace("row ", "").replace("column ", "").partition(":")
    last = last or first
    limits = sheet.RangeAddress
    if first.isdecimal() and last.isdecimal() and 1 <= int(first) <= int(last) <= limits.EndRow + 1:
        return sheet.getCellRangeByPosition(0, int(first) - 1, 0, int(last) - 1).Rows
    if first.isalpha() and last.isalpha() and 0 <= column_index(first) <= column_index(last) <= limits.EndColumn:
        return sheet.getCellRangeByPosition(column_index(first), 0, column_index(last), 0).Columns
    raise Refused(f"{words!r} names no rows or columns of the sheet; write them like C, D:F, 3 or 5:9")


def _sized(lines: Any, name: str, millimetres: float) -> bool:
    if not millimetres:
        setattr(lines, f"Optimal{name}", True)
        return bool(getattr(lines, f"Optimal{name}"))
    setattr(lines, name, round(millimetres * _MM))
    return bool(abs(getattr(lines.getByIndex(0), name) - millimetres * _MM) < _OFF)


def _show_sheet(shown: Shown, sheet: Any, visible: bool) -> list[str]:
    sheets = items(shown.document.Sheets)
    if not visible and not any(item.IsVisible for item in sheets if item.Name != sheet.Name):
        raise Refused(f"{sheet.Name!r} is the only visible sheet; show another one first")
    sheet.IsVisible = visible
    return [] if sheet.IsVisible is visible else [sheet.Name]
