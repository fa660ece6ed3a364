"""Tools for the spreadsheet in the selected LibreOffice Calc window (facts/described_system.md §1.7), and their other names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mcp.server import MCPServer

from ufo.conditions.readers.references import column_letters
from ufo.schema.command import ActionReport
from ufo.schema.tool_facts import ActionKind, Keeps, ToolFacts
from ufo.tools.observe.selection import ToolScope
from ufo.tools.servers.server import OtherName, ToolServer
from ufo_libreoffice.open_documents import OfficeDocuments
from ufo_libreoffice.reports import saved, target_path
from ufo_libreoffice.servers.calc_cells import add_cell_tools
from ufo_libreoffice.servers.calc_sheets import add_sheet_tools
from ufo_libreoffice.servers.calc_tables import add_table_tools
from ufo_libreoffice.servers.set_property import add_properties_of_sheet
from ufo_libreoffice.shown_document import ShownDocument, serve_document

_Given = Mapping[str, Any]


def _letters(column: int | str) -> str:
    """Return a column as it is called; "" for -1, which is the last one."""
    plain = str(column).strip()
    return "" if plain == "-1" else column_letters(int(plain) - 1) if plain.isdecimal() else plain


def _range(row: int, column: int | str, end_row: int, end_column: int | str) -> str:
    """Return a range as its cells are called: "B2:D9"; what ends with the sheet has no letter or number there: "B2:"."""
    return f"{_letters(column)}{row}:{_letters(end_column)}{'' if str(end_row) == '-1' else end_row}"


def _page(page: _Given) -> dict[str, Any]:
    renamed = {"orientation": "page orientation", "paper": "page size", "center": "centered"}
    sides = {f"{side} margin": f"{size} mm" for side, size in (page.get("margins") or {}).items()}
    plain = {renamed.get(name, name.replace("_", " ")): value for name, value in page.items() if name != "margins"}
    return {name: value for name, value in plain.items() if value is not None} | sides


def _view(view: _Given) -> dict[str, Any]:
    found = {f"frozen {lines}": view[f"freeze_{lines}"] for lines in ("rows", "columns") if f"freeze_{lines}" in view}
    for state, named in (("hidden", view.get("hide", ())), ("shown", view.get("show", ()))):
        for lines in ("rows", "columns"):
            meant = [words for words in named if words[-1:].isdecimal() is (lines == "rows")]
            found |= {f"{state} {lines}": ", ".join(meant)} if meant else {}
    for size, by_lines in (("column width", view.get("widths")), ("row height", view.get("heights"))):
        sizes = [f"{lines} {f'{length} mm' if length else 'fit'}" for lines, length in (by_lines or {}).items()]
        found |= {size: ", ".join(sizes)} if sizes else {}
    found |= {"hidden sheet": not view["visible"]} if view.get("visible") is not None else {}
    return {name: value for name, value in found.items() if value is not None}


def _validation(kind: str, rule: _Given) -> dict[str, Any]:
    said = "" if kind in ("formula", "any") else str(rule.get("sign") or "=")
    if kind == "list":
        source = rule.get("source")
        said = f"from {source}" if source else json.dumps(rule.get("entries", []), ensure_ascii=False)
    parts = ("value", "upper", "message", "alert")
    more = {f"validation {part}": rule[part] for part in parts if rule.get(part) not in (None, "")}
    return {"validation": f"{kind} {said}".strip(), **more}


CALC_NAMES = (
    OtherName(
        "table2markdown", "read_cells",
        lambda sheet_name="": {"sheet_name": sheet_name, "as_table": True, "formulas": False},
    ),
    OtherName(
        "get_range_values", "read_cells",
        lambda sheet_name, start_row, start_col, end_row=-1, end_col=-1: {
            "sheet_name": sheet_name, "cells": _range(start_row, start_col, end_row, end_col), "formulas": False,
        },
    ),
    OtherName(
        "select_table_range", "select_place",
        lambda sheet_name, start_row, start_col, end_row=-1, end_col=-1: {
            "sheet_name": sheet_name, "cells": _range(start_row, start_col, end_row, end_col),
        },
    ),
    OtherName(
        "insert_excel_table", "write_table",
        lambda table, sheet_name="", start_row=1, start_col=1: {
            "table": table, "sheet_name": sheet_name, "at": f"{_letters(start_col)}{start_row}",
        },
    ),
    OtherName(
        "reorder_columns", "change_lines",
        lambda sheet_name, desired_order: {"action": "order columns", "order": desired_order, "sheet_name": sheet_name},
    ),
    OtherName(
        "write_cell", "write_cells",
        lambda cell, content, sheet_name="": {"cells": {cell: content}, "sheet_name": sheet_name},
    ),
    OtherName("set_cells", "write_cells", lambda cells, sheet_name="": {"cells": cells, "sheet_name": sheet_name}),
    OtherName(
        "fill_range", "write_cells",
        lambda cells, content, sheet_name="": {"cells": {cells: content}, "sheet_name": sheet_name},
    ),
    OtherName(
        "fill_blanks", "write_cells",
        lambda cells="", content=None, sheet_name="": {"cells": {cells: content}, "blanks": True, "sheet_name": sheet_name},
    ),
    OtherName(
        "split_text", "convert_texts",
        lambda cells, separator=",", replace=False, sheet_name="": {
            "cells": cells, "to": "columns", "separator": separator, "replace": replace, "sheet_name": sheet_name,
        },
    ),
    OtherName(
        "format_cells", "set_property",
        lambda cells, look, value, sheet_name="": {"properties": {look: value}, "cells": cells, "sheet_name": sheet_name},
    ),
    OtherName(
        "merge_cells", "set_property",
        lambda cells, merged=True, center=False, sheet_name="": {
            "properties": {"merged": merged} | ({"align": "center"} if merged and center else {}), "cells": cells,
            "sheet_name": sheet_name,
        },
    ),
    OtherName(
        "validate_cells", "set_property",
        lambda cells, kind, rule=None, sheet_name="": {
            "properties": _validation(kind, rule or {}), "cells": cells, "sheet_name": sheet_name,
        },
    ),
    OtherName(
        "arrange_view", "set_property",
        lambda view, sheet_name="": {"properties": _view(view), "sheet_name": sheet_name},
    ),
    OtherName(
        "page_setup", "set_property",
        lambda page, sheet_name="": {"properties": _page(page), "sheet_name": sheet_name},
    ),
    OtherName(
        "protect_sheet", "set_property",
        lambda protected=True, unlocked="", sheet_name="": {
            "properties": {"protected": protected} | ({"unlocked": unlocked} if unlocked else {}), "sheet_name": sheet_name,
        },
    ),
    OtherName(
        "name_range", "set_property",
        lambda name, cells, sheet_name="": {
            "properties": {"named range": f"{name} = {cells or 'none'}"}, "sheet_name": sheet_name,
        },
    ),
    OtherName(
        "comment_cell", "set_property",
        lambda cell, text, sheet_name="": {"properties": {"comment": text}, "cells": cell, "sheet_name": sheet_name},
    ),
    OtherName(
        "remove_pivot_table", "set_pivot_table", lambda sheet_name="": {"remove": True, "sheet_name": sheet_name},
    ),
    OtherName(
        "shade_by_value", "conditional_format",
        lambda cells, kind, how=None, keep=False, sheet_name="": {
            "cells": cells, "rule": {"kind": kind, **(how or {})}, "keep": keep, "sheet_name": sheet_name,
        },
    ),
    OtherName(
        "insert_chart", "edit_chart",
        lambda chart_type, data_range="", sheet_name="", title="", options=None: {
            "action": "insert", "chart_type": chart_type, "data_range": data_range, "sheet_name": sheet_name,
            "options": {**(options or {}), **({"title": title} if title else {})},
        },
    ),
    OtherName(
        "change_chart", "edit_chart",
        lambda chart="", chart_type=None, data_range="", options=None, remove=False, sheet_name="": {
            "action": "remove" if remove else "change", "chart": chart, "chart_type": chart_type, "data_range": data_range,
            "options": options, "sheet_name": sheet_name,
        },
    ),
    OtherName(
        "import_csv", "change_sheets",
        lambda path, options=None, new_sheet="": {
            "action": "import csv", "path": path, "options": options, "new_name": new_sheet,
        },
    ),
    OtherName(
        "export_csv", "export_file",
        lambda file_name, file_dir="", options=None, sheet_name="": {
            "file_name": file_name, "file_dir": file_dir, "options": options, "sheet_name": sheet_name,
        },
    ),
)  # fmt: skip


def calc_uno(scope: ToolScope) -> MCPServer:
    return serve_document(scope, "CalcUnoExecutor", OfficeDocuments, add_spreadsheet_tools)


def add_spreadsheet_tools(server: ToolServer, shown: ShownDocument) -> None:
    add_cell_tools(server, shown)
    add_properties_of_sheet(server, shown)
    add_table_tools(server, shown)
    add_sheet_tools(server, shown)
    _add_saving(server, shown)
    server.also_named(CALC_NAMES)


def _add_saving(server: ToolServer, shown: ShownDocument) -> None:
    @server.acts(ToolFacts(kind=ActionKind.SAVE, keeps=Keeps.ALL))
    async def save() -> ActionReport:
        """Save the spreadsheet under the name it has."""
        return saved(await shown.change("document.save"))

    @server.destroys(ToolFacts(kind=ActionKind.SAVE_AS, keeps=Keeps.ALL))
    async def save_as(file_dir: str = "", file_name: str = "", file_ext: str = "") -> ActionReport:
        """Save under another name, folder or format (.ods .xlsx .pdf .csv); an existing file is replaced.

        What is left out stays as it is; a document without a file goes to the working folder as .ods. A .csv holds the
        sheet in view only.
        """
        described = await shown.ask("document.describe")
        path = target_path(described, shown.scope.working_folder, file_dir, file_name, file_ext)
        value = await shown.change("document.save_as", path=str(path))
        left_out = len(value["sheets"]) - 1 if path.suffix == ".csv" else 0
        return saved(value, f"a .csv holds one sheet; {left_out} others are not in it" if left_out else "")
