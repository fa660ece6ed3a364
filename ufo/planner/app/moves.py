"""Maps each kind of intent to the pure function that turns it and a look at a window (scene) into a move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ufo.planner import intents
from ufo.planner.intents import Intent
from ufo.planner.scene.press_keys import press_keys
from ufo.planner.scene.scene import Move, Scene, failed
from ufo.planner.ui.calculator import compute
from ufo.planner.ui.cells import insert_table, write_cell
from ufo.planner.ui.charts import make_chart
from ufo.planner.ui.choose import select_item, set_checked
from ufo.planner.ui.click import choose_menu, click
from ufo.planner.ui.navigate import go_to
from ufo.planner.ui.read import read_value
from ufo.planner.ui.save import save
from ufo.planner.ui.tables import extract_table
from ufo.planner.ui.text import type_into


def decide_intent(intent: Intent, scene: Scene) -> Move:
    """Return the next move for one step."""
    return _MOVES[type(intent)](intent, scene)


def _unclear(intent: intents.Unclear, scene: Scene) -> Move:
    return failed(
        f"the built-in planner does not understand {intent.text!r}: {intent.reason}; a model may (docs/models.md)"
    )


def _in_use(intent: intents.Open, scene: Scene) -> Move:
    """The HostAgent opens: here the application is in use."""
    return Move(f"{scene.inputs.window.name!r} is in use.", steady=True)


_MOVES: dict[type, Callable[[Any, Scene], Move]] = {
    intents.Open: _in_use,
    intents.Close: lambda intent, scene: failed(f"{intent.text!r} is done from outside of the window"),
    intents.ClickControl: click,
    intents.ChooseMenu: choose_menu,
    intents.SelectItem: select_item,
    intents.SetChecked: set_checked,
    intents.TypeInto: type_into,
    intents.PressKeys: press_keys,
    intents.ReadValue: read_value,
    intents.Compute: compute,
    intents.ExtractTable: extract_table,
    intents.WriteCell: write_cell,
    intents.InsertTable: insert_table,
    intents.MakeChart: make_chart,
    intents.Save: save,
    intents.GoTo: go_to,
    intents.Unclear: _unclear,
}
