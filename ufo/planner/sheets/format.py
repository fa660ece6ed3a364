"""Formats texts and cells, and changes a spreadsheet's sheets, rows and columns, with the document's own tools."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from ufo.errors import ToolError
from ufo.planner.intents import ArrangeSheet, Format
from ufo.planner.scene.scene import Move, Scene, action, failed, first_way_left
from ufo.planner.sheets.totals import cells_in_use, rows_saying
from ufo.schema.action import ActionCommandInfo
from ufo.schema.looks import look_value

_TOOLS: Mapping[str, str] = MappingProxyType(
    {
        "add sheet": "change_sheets", "rename sheet": "change_sheets", "delete sheet": "change_sheets",
        "insert rows": "change_lines", "delete rows": "change_lines", "insert columns": "change_lines",
        "delete columns": "change_lines", "sort": "sort_table",
    }
)  # fmt: skip


def format_look(intent: Format, scene: Scene) -> Move:
    try:
        value = look_value(intent.look, intent.value)
    except ToolError as error:
        return failed(str(error))
    if scene.has("format_cells"):
        if not intent.is_cells and (intent.what or intent.ordinal):
            return failed(
                f'say which cells, as in "B2:B5", "row 1" or "column B", not {", ".join(map(repr, intent.what))}'
            )
        call = action("format_cells", cells=list(intent.what), look=intent.look, value=value)
    elif scene.has("format_text") and not intent.is_cells:
        call = action("format_text", look=intent.look, value=value, texts=list(intent.what), paragraph=intent.ordinal)
    else:
        kind = "cells" if intent.is_cells else "texts"
        return failed(f"{scene.inputs.application!r} offers no tool to format {kind}; name its menus instead")
    return _once(call, intent.text, scene)


def arrange_sheet(intent: ArrangeSheet, scene: Scene) -> Move:
    tool = _TOOLS[intent.deed]
    if not scene.has(tool):
        return failed(f"{scene.inputs.application!r} has no sheets that can be arranged; name a spreadsheet")
    if intent.deed == "delete rows" and intent.place and not intent.place.isdecimal():
        return _delete_row_saying(intent, scene)
    return _once(_call(tool, intent), intent.text, scene)


def _delete_row_saying(intent: ArrangeSheet, scene: Scene) -> Move:
    """Delete the one row that contains these words."""
    if scene.done("change_lines") or any(one.function == "change_lines" for one in scene.own):
        return failed(f"deleting the row did not work: {scene.last_error}")
    rows = cells_in_use(scene, intent.sheet)
    if isinstance(rows, Move):
        return rows
    places = rows_saying(intent.place, rows)
    if len(places) != 1 or intent.value not in ("", "1"):
        many = "no row says" if not places else f"{len(places)} rows say"
        return failed(f"{many} {intent.place!r}; name the row by its number")
    return Move(
        f"Delete row {places[0] + 1}, which says {intent.place!r}.",
        (_call("change_lines", replace(intent, place=str(places[0] + 1))),),
        steady=True,
    )


def _call(tool: str, intent: ArrangeSheet) -> ActionCommandInfo:
    if tool == "change_sheets":
        return action(tool, action=intent.deed.partition(" ")[0], sheet_name=intent.place, new_name=intent.value)
    if tool == "sort_table":
        return action(tool, by=intent.place, descending=intent.value == "descending", sheet_name=intent.sheet)
    return action(tool, action=intent.deed, first=intent.place, count=int(intent.value or 1), sheet_name=intent.sheet)


def _once(call: ActionCommandInfo, said: str, scene: Scene) -> Move:
    return first_way_left(scene, said, (lambda: Move(f"{said[:1].upper()}{said[1:]}.", (call,), steady=True),))
