"""Twenty ordinary tasks on office documents, each with the acts of two routes: the window's controls, and native functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ufo.conditions.kinds.document import DocumentPredicate
from ufo.tools.documents.odf_sheets import Rows


@dataclass(frozen=True, slots=True)
class Act:
    """One action. `on`: the name or label of the control that it is done to, "" where its arguments say all; `role` tells
    controls of that name apart.
    """

    function: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    on: str = ""
    role: str = ""


Turns = tuple[tuple[Act, ...], ...]
"""The acts of each turn. A turn goes as far as nothing must be seen first that is not shown yet."""


@dataclass(frozen=True, slots=True)
class RouteTask:
    """`text` or `sheets`: what the document holds at first. `expect`: what must hold of its file when the task is done."""

    name: str
    application: str
    document: str
    request: str
    expect: tuple[DocumentPredicate, ...]
    clicks: Turns
    native: Turns
    text: str = ""
    sheets: Mapping[str, Rows] = field(default_factory=dict)


def act(function: str, on: str = "", role: str = "", **arguments: Any) -> Act:
    return Act(function, arguments, on, role)


def keys(pressed: str) -> Act:
    return act("keyboard_input", keys=pressed)


def typed(text: str, then: str = "") -> Act:
    return act("keyboard_input", text=text, keys=then)


def menu(*path: str) -> Act:
    return act("visit", path=list(path))


def cells(where: str) -> tuple[Act, Act]:
    """Select cells as a person does who knows the Name Box."""
    return keys("^+t"), typed(where, "{ENTER}")


def _holds(document: str, **stated: Any) -> DocumentPredicate:
    return DocumentPredicate.model_validate({"path": document, **stated})


_SAVE, _KEYS_SAVE = act("save"), keys("^s")
_ORDERS = (
    ("City", "Item", "Count", "Price"),
    ("Vienna", "Lamp", 4, 39.5),
    ("Graz", "Chair", 12, 85),
    ("Linz", "Desk", 2, 240),
    ("Graz", "Shelf", 7, 120),
    ("Vienna", "Desk", 1, 240),
    ("Enns", "Lamp", 9, 39.5),
    ("Graz", "Lamp", 3, 39.5),
    ("Linz", "Chair", 6, 85),
)
_TITLED = (("Orders of May", None, None, None), *_ORDERS)
_REPORT = (
    "Yearly report\n\nThe North sold more than the year before. In the North two shops were opened.\n\n"
    "Prospects\n\nThe North stays strong, and prices stay as they are.\n"
)
_HEADED = "# Yearly report\n\nSales rose.\n\n# Prospects\n\nPrices stay.\n\n# Thanks\n\nTo all who helped.\n"
_TALK = "# Yearly report\n\nThe year in short\n\n# Sales\n\n- North\n- South\n\n# Costs\n\n- Rent\n- Staff\n"


def _sheet(name: str, request: str, expect: tuple[Mapping[str, Any], ...], clicks: Turns, native: Turns,
           rows: Rows = _ORDERS) -> RouteTask:  # fmt: skip
    file = f"{name}.ods"
    stated = tuple(_holds(file, **record) for record in expect)
    return RouteTask(name, "Calc", file, f"{request} Save it.", stated, clicks, native, sheets={"Orders": rows})


def _letter(name: str, request: str, expect: tuple[Mapping[str, Any], ...], clicks: Turns, native: Turns,
            text: str = _REPORT) -> RouteTask:  # fmt: skip
    file = f"{name}.odt"
    return RouteTask(name, "Writer", file, f"{request} Save it.", tuple(_holds(file, **record) for record in expect),
                     clicks, native, text=text)  # fmt: skip


def _slides(name: str, request: str, expect: tuple[Mapping[str, Any], ...], clicks: Turns, native: Turns) -> RouteTask:
    file = f"{name}.odp"
    return RouteTask(name, "Impress", file, f"{request} Save it.", tuple(_holds(file, **record) for record in expect),
                     clicks, native, text=_TALK)  # fmt: skip


SHEETS = (
    _sheet(
        "totals",
        "In totals.ods write Total into E1 and the product of Count and Price into E2:E9.",
        (
            {"start": "E1", "cells": [["Total"], ["158"], ["1020"], ["480"], ["840"], ["240"], ["355.5"], ["118.5"], ["510"]]},
            {"start": "E2", "cells": [[f"=C{row}*D{row}"] for row in range(2, 10)]},
        ),
        ((*cells("E1"), typed("Total", "{ENTER}"), *cells("E2:E9"), typed("=C2*D2", "%{ENTER}"), _KEYS_SAVE),),
        ((act("write_cells", cells={"E1": "Total", "E2:E9": "=C2*D2"}), _SAVE),),
    ),
    _sheet(
        "sorted",
        "Sort the orders in sorted.ods by Count, the largest first.",
        ({"start": "C2:C9", "property": "sorted", "value": "descending"},
         {"start": "A2", "cells": [["Graz", "Chair", "12", "85"]]}),
        (
            (*cells("A1:D9"), menu("Data", "Sort...")),
            (act("select", "Sort Key 1", "ToggleButton", items=["Count"]), act("click_input", "Descending"),
             act("click_input", "OK", "Button")),
            (_KEYS_SAVE,),
        ),
        ((act("sort_table", by="Count", descending=True), _SAVE),),
    ),
    _sheet(
        "frozen",
        "Keep the first row of frozen.ods in sight while scrolling.",
        ({"property": "frozen rows", "value": "1"},),
        ((menu("View", "Freeze Cells", "Freeze First Row"), _KEYS_SAVE),),
        ((act("set_property", properties={"frozen rows": "1"}), _SAVE),),
    ),
    _sheet(
        "graz",
        "Show only the rows of graz.ods whose City is Graz.",
        ({"property": "filter", "value": "City = Graz"},),
        (
            (*cells("A1:D9"), menu("Data", "More Filters", "Standard Filter...")),
            (act("select", "Field name", "ToggleButton", items=["City"]), act("set_value", "Value", "Edit", value="Graz"),
             act("click_input", "OK", "Button")),
            (_KEYS_SAVE,),
        ),
        ((act("filter_rows", where=[{"column": "City", "value": "Graz"}]), _SAVE),),
    ),
    _sheet(
        "money",
        "Show the prices in D2:D9 of money.ods with two decimals and a thousands separator.",
        ({"start": "D2:D9", "property": "format", "value": "thousands 2"},),
        ((*cells("D2:D9"), keys("^+1"), _KEYS_SAVE),),
        ((act("set_property", properties={"format": "thousands 2"}, cells="D2:D9"), _SAVE),),
    ),
    _sheet(
        "title",
        "Make the title in A1 of title.ods bold and merge A1:D1 with it in the middle.",
        ({"start": "A1:D1", "property": "merged", "value": "on"}, {"start": "A1", "property": "bold", "value": "on"},
         {"start": "A1", "property": "align", "value": "center"}),
        ((*cells("A1:D1"), menu("Format", "Merge and Unmerge Cells", "Merge and Center Cells"), keys("^b"), _KEYS_SAVE),),
        ((act("set_property", properties={"merged": "on", "align": "center", "bold": "on"}, cells="A1:D1"), _SAVE),),
        rows=_TITLED,
    ),
    _sheet(
        "names",
        "Call the sheet of names.ods May, and add an empty sheet June after it.",
        ({"sheets": ["May", "June"]},),
        (
            (menu("Sheet", "Rename Sheet..."),),
            (act("set_edit_text", "Name", "Edit", text="May", clear_current_text=True), act("click_input", "OK", "Button")),
            (menu("Sheet", "Insert Sheet at End..."),),
            (act("set_edit_text", "Name", "Edit", text="June", clear_current_text=True), act("click_input", "OK", "Button")),
            (_KEYS_SAVE,),
        ),
        ((act("change_sheets", action="rename", sheet_name="Orders", new_name="May"),
          act("change_sheets", action="add", new_name="June", position=2), _SAVE),),
    ),
    _sheet(
        "chart",
        "Put a pie chart of the items and counts, B1:C9, into chart.ods.",
        ({"chart": "pie", "chart_refers_to": "B1:C9"},),
        (
            (*cells("B1:C9"), menu("Insert", "Chart...")),
            (act("click_input", "Pie", "Cell"), act("click_input", "Finish", "Button")),
            (keys("{ESC}{ESC}"), _KEYS_SAVE),
        ),
        ((act("edit_chart", action="insert", chart_type="pie", data_range="B1:C9"), _SAVE),),
    ),
)  # fmt: skip
LETTERS = (
    _letter(
        "north",
        "In north.odt write Nord in place of North everywhere.",
        ({"lacks": "North"}, {"paragraph": "In the Nord two shops were opened"}),
        (
            (menu("Edit", "Find and Replace..."),),
            (act("set_edit_text", "Search For", "Edit", text="North", clear_current_text=True),
             act("set_edit_text", "Replace With", "Edit", text="Nord", clear_current_text=True),
             act("click_input", "Replace All")),
            (keys("{ESC}"), _KEYS_SAVE),
        ),
        ((act("replace_text", old="North", new="Nord", match_case=True), _SAVE),),
    ),
    _letter(
        "landscape",
        "Turn the pages of landscape.odt to landscape.",
        ({"property": "page orientation", "value": "landscape"},),
        (
            (menu("Format", "Page Style...", "Page"),),
            (act("click_input", "Landscape"), act("click_input", "OK", "Button")),
            (_KEYS_SAVE,),
        ),
        ((act("set_property", properties={"page orientation": "landscape"}), _SAVE),),
    ),
    _letter(
        "header",
        "Write the header Report 2026 on all pages of header.odt.",
        ({"property": "header", "value": "Report 2026"},),
        ((menu("Insert", "Header and Footer", "Header", "Default Page Style"), typed("Report 2026"), _KEYS_SAVE),),
        ((act("set_property", properties={"header": "Report 2026"}), _SAVE),),
    ),
    _letter(
        "numbered",
        "Put the page number into the footer of numbered.odt.",
        ({"property": "page number", "value": "footer"},),
        ((menu("Insert", "Header and Footer", "Footer", "Default Page Style"), menu("Insert", "Field", "Page Number"),
          _KEYS_SAVE),),
        ((act("set_property", properties={"footer": "{page}"}), _SAVE),),
    ),
    _letter(
        "heading",
        "Make the first line of heading.odt a heading of level 1.",
        ({"paragraph": "Yearly report", "property": "heading level", "value": "1"},),
        ((keys("^{HOME}"), menu("Styles", "Heading 1"), _KEYS_SAVE),),
        ((act("set_property", properties={"style": "Heading 1"}, texts=["Yearly report"]), _SAVE),),
    ),
    _letter(
        "contents",
        "Put a table of contents at the beginning of contents.odt.",
        ({"property": "table of contents", "value": "first"}, {"property": "contents entries", "value": "3"}),
        (
            (keys("^{HOME}"), menu("Insert", "Table of Contents and Index", "Table of Contents, Index or Bibliography...")),
            (act("click_input", "OK", "Button"),),
            (_KEYS_SAVE,),
        ),
        ((act("insert_field", field="contents", at="start"), _SAVE),),
        text=_HEADED,
    ),
    _letter(
        "table",
        "Add a table at the end of table.odt: City and Sales in the first row, Graz and 12 below.",
        ({"cells": [["City", "Sales"], ["Graz", "12"]]}, {"property": "tables", "value": "1"}),
        (
            (keys("^{END}{ENTER}"), menu("Table", "Insert Table...")),
            (act("set_value", "Columns:", "Spinner", value=2), act("set_value", "Rows:", "Spinner", value=2),
             act("click_input", "Insert", "Button")),
            (keys("City{TAB}Sales{TAB}Graz{TAB}12"), _KEYS_SAVE),
        ),
        ((act("edit_table", action="insert", texts=[["City", "Sales"], ["Graz", "12"]], at="end"), _SAVE),),
    ),
)  # fmt: skip
SLIDES = (
    _slides(
        "added",
        "Add a slide Outlook with the points Export and Service at the end of added.odp.",
        ({"pages": 4}, {"page": 4, "property": "slide title", "value": "Outlook"},
         {"page": 4, "property": "bullets", "value": "2"}, {"page": 4, "paragraph": "Service"}),
        ((keys("{END}"), menu("Slide", "New Slide"), keys("^{ENTER}"), typed("Outlook", "^{ENTER}"),
          typed("Export", "{ENTER}"), typed("Service", "{ESC}{ESC}"), _KEYS_SAVE),),
        ((act("write_slides", slides=[{"title": "Outlook", "bullets": ["Export", "Service"]}]), _SAVE),),
    ),
    _slides(
        "removed",
        "Delete the slide Sales, the second one, from removed.odp.",
        ({"pages": 2}, {"lacks": "South"}),
        ((keys("{PGDN}"), menu("Slide", "Delete Slide"), _KEYS_SAVE),),
        ((act("arrange_slides", action="delete", slides=[2]), _SAVE),),
    ),
    _slides(
        "hidden",
        "Hide the third slide of hidden.odp in the show.",
        ({"page": 3, "property": "hidden slide", "value": "on"},),
        ((keys("{PGDN}{PGDN}"), menu("Slide", "Hide Slide"), _KEYS_SAVE),),
        ((act("arrange_slides", action="hide", slides=[3]), _SAVE),),
    ),
    _slides(
        "faded",
        "Let every slide of faded.odp fade in.",
        tuple({"page": page, "property": "transition", "value": "fade"} for page in (1, 2, 3)),
        (
            (menu("Slide", "Slide Transition"),),
            (act("click_input", "Fade", "ListItem"), act("click_input", "Apply Transition to All Slides")),
            (_KEYS_SAVE,),
        ),
        ((act("set_property", properties={"transition": "fade"}), _SAVE),),
    ),
    _slides(
        "small",
        "Make the slides of small.odp 4:3.",
        ({"property": "page size", "value": "280 x 210 mm"},),
        (
            (menu("Slide", "Slide Properties...", "Slide"),),
            (act("set_value", "Height:", "Spinner", value="21 cm"), act("click_input", "OK", "Button")),
            (_KEYS_SAVE,),
        ),
        ((act("set_property", properties={"page size": "4:3"}), _SAVE),),
    ),
)  # fmt: skip
TASKS = (*SHEETS, *LETTERS, *SLIDES)
