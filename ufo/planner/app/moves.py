"""Maps each kind of intent to the pure function that turns it and a look at a window (scene) into a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ufo.planner import intents
from ufo.planner.files.lines import edit_line, sort_lines
from ufo.planner.files.parts import read_part
from ufo.planner.files.replace import replace_text
from ufo.planner.files.save import save
from ufo.planner.intents import Intent
from ufo.planner.plan_text import what_is_meant
from ufo.planner.scene.menus import choose_menu
from ufo.planner.scene.press_keys import press_keys
from ufo.planner.scene.scene import Move, Scene, asked
from ufo.planner.sheets.cells import insert_table, write_cell
from ufo.planner.sheets.charts import make_chart
from ufo.planner.sheets.format import arrange_sheet, format_look
from ufo.planner.sheets.rows import append_row
from ufo.planner.sheets.tables import extract_table
from ufo.planner.ui.calculator import compute
from ufo.planner.ui.choose import select_item, set_checked
from ufo.planner.ui.click import click
from ufo.planner.ui.navigate import close, go_to, open_inside, switch_to
from ufo.planner.ui.read import read_value
from ufo.planner.ui.text import type_into
from ufo.planner.ui.wait import wait_for


def decide_intent(intent: Intent, scene: Scene) -> Move:
    """Return the next move for one step."""
    return _MOVES[type(intent)](intent, scene)


def _unclear(intent: intents.Unclear, scene: Scene) -> Move:
    return asked(f"{what_is_meant(intent.text)} {intent.reason}")


_MOVES: dict[type, Callable[[Any, Scene], Move]] = {
    intents.Open: open_inside,
    intents.SwitchTo: switch_to,
    intents.Close: close,
    intents.ClickControl: click,
    intents.ChooseMenu: choose_menu,
    intents.SelectItem: select_item,
    intents.SetChecked: set_checked,
    intents.TypeInto: type_into,
    intents.ReplaceText: replace_text,
    intents.PressKeys: press_keys,
    intents.ReadValue: read_value,
    intents.ReadPart: read_part,
    intents.Compute: compute,
    intents.ExtractTable: extract_table,
    intents.WriteCell: write_cell,
    intents.InsertTable: insert_table,
    intents.MakeChart: make_chart,
    intents.Save: save,
    intents.GoTo: go_to,
    intents.WaitFor: wait_for,
    intents.EditLine: edit_line,
    intents.SortLines: sort_lines,
    intents.AppendRow: append_row,
    intents.Format: format_look,
    intents.ArrangeSheet: arrange_sheet,
    intents.Unclear: _unclear,
}
