"""What a look tells: of a window that closes meanwhile, and of what is new since the look before."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.desktop.trees import Box, snapshot_of
from tests.tools.bench import Bench
from tests.tools.observe.test_follow_window import GONE, MAIN, Showing
from ufo.desktop.fake import FakeDesktop
from ufo.desktop.fake.apps import text_editor
from ufo.desktop.snapshot import Snapshot
from ufo.desktop.values import Window
from ufo.errors import WindowGone
from ufo.schema.geometry import Rect
from ufo.tools.effects.compare import Observation

_WINDOW = Window("w", "Book", Rect(0, 0, 800, 600), 1, "calc", "calc")


class _DiesInALook(FakeDesktop):
    """An application that is killed between the list of windows and the reading of its controls."""

    async def glance(self, window_id: str, sight_s: float = 0.0) -> Snapshot:
        await self.close_window(window_id)
        return await super().glance(window_id, sight_s)


async def test_an_application_that_dies_in_a_look_is_said_to_have_ended(tmp_path: Path) -> None:
    desktop = _DiesInALook([text_editor()])
    desktop.start("notes")
    bench = Bench(tmp_path, desktop=desktop)
    (bench.selection.window,) = await desktop.windows()

    with pytest.raises(WindowGone, match="'notes' has ended"):
        await bench.eyes.controls()


class _ClosesInALook(Showing):
    """A splash that closes between the list of windows and the reading of its controls, with the window that follows."""

    async def glance(self, window_id: str, sight_s: float = 0.0) -> Snapshot:
        if window_id == MAIN.id:
            return replace(snapshot_of([Box(1, "Button", "Go on")]), window_id=window_id)
        self.shown = (MAIN,)
        raise WindowGone(f"the window {window_id!r} is closed; look at the windows again")


async def test_a_splash_that_closes_in_a_look_is_followed_in_the_same_look(tmp_path: Path) -> None:
    desktop = _ClosesInALook()
    desktop.shown = (GONE,)
    bench = Bench(tmp_path, desktop=desktop)
    bench.selection.begin(GONE, (GONE,))
    assert [control.name for control in await bench.eyes.controls()] == ["Go on"]
    assert bench.selection.window == MAIN


def _look(number: int, cells: int, *more: Box) -> Observation:
    sheet = Box(1, "Table", "Sheet", [Box(10 + index, "Cell", f"A{index}") for index in range(cells)])
    look = snapshot_of([sheet, *more], snapshot_id=number)
    return Observation((_WINDOW,), replace(look, window_id="w"))


def test_cells_that_came_into_sight_are_not_new_but_a_button_is(tmp_path: Path) -> None:
    eyes = Bench(tmp_path).eyes
    assert not eyes._compare(_look(1, 4), _WINDOW)
    later = _look(2, 9, Box(2, "Button", "Add"))
    new = eyes._compare(later, _WINDOW)
    assert later.snapshot is not None
    assert [element.name for element in later.snapshot if element.handle.key in new] == ["Add"]
