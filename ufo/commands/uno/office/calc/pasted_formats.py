"""Changes the conditional formats of cells by pasting the cells' own formats over them, which LibreOffice undoes as one step.

Its interface records no undo where conditional formats are replaced or removed, and makes neither scales of three colours nor
icons. So the formats of the cells go into a hidden spreadsheet, are changed there, and come back.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ..api import Refused, UnoError, byte_sequence, properties
from ..connection import Shown
from ..in_office import made_in_office
from .format_markup import address, formulas_of_last_sheet, with_rule, without_area
from .graded_rules import ICONS, Graded
from .ranges import Area

_FLAT = "OpenDocument Spreadsheet Flat XML"
_SPARE = "ufo spare"
_MOST_GAPS = 500


def without_conditions(shown: Shown, sheet: Any, area: Area) -> None:
    """Take all conditional formats off the cells."""
    place = int(sheet.RangeAddress.Sheet)
    _repasted(
        shown,
        sheet,
        area,
        lambda spare: _rewritten(shown, spare, lambda text: without_area(text, place, sheet.Name, area)),
    )


def with_graded(shown: Shown, sheet: Any, area: Area, rule: Graded, *, keep: bool) -> None:
    """Give the cells a colour scale, data bars or icons. `keep`: what is there stays and goes first."""

    def changed(text: str) -> str:
        place = int(sheet.RangeAddress.Sheet)
        formulas = formulas_of_last_sheet(text)
        if len(formulas) != len(rule.formulas):
            raise Refused(f"LibreOffice does not understand one of the formulas {', '.join(rule.formulas)}")
        kept = text if keep else without_area(text, place, sheet.Name, area)
        return with_rule(kept, place, rule.xml(address(sheet.Name, [area]), formulas))

    def change(spare: Any) -> Any:
        scratch = spare.Sheets.getByIndex(spare.Sheets.getCount() - 1)
        for row, formula in enumerate(rule.formulas):
            scratch.getCellByPosition(0, row).Formula = f"={formula}"
        made = _rewritten(shown, spare, changed)
        if rule.kind == ICONS and rule.how.get("show_value") is False:
            # LibreOffice 7.4 does not read that of icons from a file.
            formats = made.Sheets.getByIndex(int(sheet.RangeAddress.Sheet)).ConditionalFormats.getConditionalFormats()
            max(formats, key=lambda one: int(one.ID)).getByIndex(0).ShowValue = False
        return made

    _repasted(shown, sheet, area, change)


def _repasted(shown: Shown, sheet: Any, area: Area, change: Callable[[Any], Any]) -> None:
    """Paste the formats of the cells over them, as `change` leaves them in a hidden spreadsheet that it replaces.

    Conditional formats that reach beyond the area are pasted as a whole: LibreOffice would not divide them rightly.
    """
    whole = _with_whole_formats(sheet, area)
    _require_rows_in_sight(sheet, whole)
    controller = shown.controller
    view, selected = controller.ActiveSheet, controller.getSelection()
    spare = None
    try:
        spare = _spare(shown)
        target = _cells(sheet, whole)
        _paste_formats(shown, (controller, target), (spare.CurrentController, _same(spare, sheet, whole)))
        spare = change(spare)
        _paste_formats(shown, (spare.CurrentController, _same(spare, sheet, whole)), (controller, target))
    finally:
        with suppress(UnoError):
            if spare is not None:
                spare.close(True)
        controller.setActiveSheet(view)
        controller.select(selected)


def _with_whole_formats(sheet: Any, area: Area) -> Area:
    """Return the smallest rectangle that holds the area and, whole, each conditional format that touches it."""
    formats = [one.Range.RangeAddresses for one in sheet.ConditionalFormats.getConditionalFormats()]
    whole, before = area, None
    while whole != before:
        before = whole
        for ranges in formats:
            if any(meets(whole, one) for one in ranges):
                for one in ranges:
                    whole = Area(
                        min(whole.column, one.StartColumn), min(whole.row, one.StartRow),
                        max(whole.end_column, one.EndColumn), max(whole.end_row, one.EndRow),
                    )  # fmt: skip
    return whole


def meets(area: Area, other: Any) -> bool:
    across = area.column <= other.EndColumn and other.StartColumn <= area.end_column
    return bool(across and area.row <= other.EndRow and other.StartRow <= area.end_row)


def _cells(sheet: Any, area: Area) -> Any:
    return sheet.getCellRangeByPosition(area.column, area.row, area.end_column, area.end_row)


def _paste_formats(shown: Shown, source: tuple[Any, Any], target: tuple[Any, Any]) -> None:
    job = made_in_office(shown, "PasteFormats", *source, *target)
    if job is None:
        raise Refused("this LibreOffice loads no Python, which that needs; install the package python3-uno for it")
    if wrong := job.execute(()):
        raise Refused(f"LibreOffice did not paste the formats ({wrong}); look at its window, then try again")


def _require_rows_in_sight(sheet: Any, area: Area) -> None:
    rows = sheet.Rows
    if any(rows.getByIndex(row).IsFiltered for row in _after_gaps(sheet, area)):
        raise Refused(
            f"rows of {area.name} are filtered out, and formats are pasted only on those in sight; show all rows, do this, "
            "then filter again"
        )


def _after_gaps(sheet: Any, area: Area) -> list[int]:
    """Return the first row of each run of rows that are out of sight, some hundreds of them at most."""
    seen = area.of(sheet).queryVisibleCells().RangeAddresses
    starts = {one.StartRow for one in seen}
    ends = {area.row, *(one.EndRow + 1 for one in seen)}
    return sorted(row for row in ends - starts if row <= area.end_row)[:_MOST_GAPS]


def _spare(shown: Shown) -> Any:
    """Return a hidden, empty spreadsheet with the sheets of the document, which rules may refer to, and one more at the end."""
    made = _desktop(shown).loadComponentFromURL("private:factory/scalc", "_blank", 0, properties(Hidden=True))
    sheets = made.Sheets
    own = [sheets.getByIndex(at) for at in range(sheets.getCount())]
    for at, one in enumerate(own):
        one.Name = f"{_SPARE} {at}"
    for at, name in enumerate(shown.document.Sheets.ElementNames):
        sheets.insertNewByName(name, at)
    for one in own[1:]:
        sheets.removeByName(one.Name)
    for name in shown.document.NamedRanges.ElementNames:
        known = shown.document.NamedRanges.getByName(name)
        made.NamedRanges.addNewByName(name, known.Content, known.ReferencePosition, known.Type)
    return made


def _desktop(shown: Shown) -> Any:
    return shown.create("frame.Desktop")


def _same(document: Any, sheet: Any, area: Area) -> Any:
    return _cells(document.Sheets.getByIndex(sheet.RangeAddress.Sheet), area)


def _rewritten(shown: Shown, spare: Any, change: Callable[[str], str]) -> Any:
    """Return the hidden spreadsheet with its file changed. The one that it was is closed."""
    stream = shown.create("io.SequenceOutputStream")
    spare.storeToURL("private:stream", properties(FilterName=_FLAT, OutputStream=stream))
    text = change(bytes(stream.getWrittenBytes().value).decode())
    spare.close(True)
    source = shown.create("io.SequenceInputStream")
    source.initialize((byte_sequence(text.encode()),))
    given = properties(Hidden=True, FilterName=_FLAT, InputStream=source)
    return _desktop(shown).loadComponentFromURL("private:stream", "_blank", 0, given)
