"""What a look marks as new since the one before it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.commands.bench import Bench
from tests.desktop.trees import Box, snapshot_of
from ufo.commands.effects.compare import Observation
from ufo.desktop.values import Window
from ufo.schema.geometry import Rect

_WINDOW = Window("w", "Book", Rect(0, 0, 800, 600), 1, "calc", "calc")


def _look(number: int, cells: int, *more: Box) -> Observation:
    sheet = Box(1, "Table", "Sheet", [Box(10 + one, "Cell", f"A{one}") for one in range(cells)])
    look = snapshot_of([sheet, *more], snapshot_id=number)
    return Observation((_WINDOW,), replace(look, window_id="w"))


def test_cells_that_came_into_sight_are_not_new_but_a_button_is(tmp_path: Path) -> None:
    eyes = Bench(tmp_path).eyes
    assert not eyes._compare(_look(1, 4), _WINDOW)
    later = _look(2, 9, Box(2, "Button", "Add"))
    new = eyes._compare(later, _WINDOW)
    assert later.snapshot is not None
    assert [one.name for one in later.snapshot if one.handle.key in new] == ["Add"]
