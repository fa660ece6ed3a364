"""What each kind of intent does on a look at a window: pure functions from an intent and a scene to a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ufo.llm.builtin import intents
from ufo.llm.builtin.intents import Intent
from ufo.llm.builtin.moves.arranging import arrange_sheet, format_look
from ufo.llm.builtin.moves.calculator import compute
from ufo.llm.builtin.moves.cells import insert_table, write_cell
from ufo.llm.builtin.moves.charts import make_chart
from ufo.llm.builtin.moves.choosing import select_item, set_checked
from ufo.llm.builtin.moves.click import click
from ufo.llm.builtin.moves.keys import press_keys
from ufo.llm.builtin.moves.lines import edit_line, sort_lines
from ufo.llm.builtin.moves.menus import choose_menu
from ufo.llm.builtin.moves.navigation import close, go_to, open_inside, switch_to
from ufo.llm.builtin.moves.parts import read_part
from ufo.llm.builtin.moves.reading import read_value
from ufo.llm.builtin.moves.replacing import replace_text
from ufo.llm.builtin.moves.rows import append_row
from ufo.llm.builtin.moves.saving import save
from ufo.llm.builtin.moves.scene import Move, Scene, asked
from ufo.llm.builtin.moves.tables import extract_table
from ufo.llm.builtin.moves.text import type_into
from ufo.llm.builtin.moves.waiting import wait_for


def decide_intent(intent: Intent, scene: Scene) -> Move:
    """What to do next for one step."""
    return _MOVES[type(intent)](intent, scene)


def what_is_meant(text: str) -> str:
    """How the question about words that are not understood begins."""
    return f"What is meant by {text!r}?"


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
