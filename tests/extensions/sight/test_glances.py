"""Looks around actions go by the tree where that tells of enough to work with. The picture is read beside the turn."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import anyio
import pytest

from tests.extensions.sight.eyes import ColourEye, PaintedDesktop, told
from ufo.desktop.snapshot import Snapshot
from ufo.schema.geometry import Rect
from ufo.schema.picture import Picture
from ufo.schema.target import TargetInfo
from ufo_sight.eye import Eye
from ufo_sight.sighted_desktop import SightedDesktop

_GREEN = (0, 160, 0)


class SlowEye(ColourEye):
    """Sees when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.may = asyncio.Event()

    async def screen_parsing(self, picture: Picture, window: TargetInfo) -> Sequence[TargetInfo]:
        found = await super().screen_parsing(picture, window)
        await self.may.wait()
        return found


class Editor:
    """A window with `controls` tools at its top, and a canvas below of which its tree says nothing."""

    def __init__(self, controls: int) -> None:
        self.painted, self.eye = PaintedDesktop(), SlowEye()
        self.painted.told = tuple(
            told("Button", f"tool {index}", Rect(index % 20 * 20, index // 20 * 20, 20, 20), "press")
            for index in range(controls)
        )
        self.painted.boxes = [(Rect(30, 100, 300, 150), _GREEN)]
        self.desktop = SightedDesktop(self.painted, Eye([self.eye]))

    async def glance(self, sight_s: float = 0.0) -> Snapshot:
        return await self.desktop.glance((await self.painted.window()).id, sight_s)


def _names(look: Snapshot) -> list[str]:
    return [element.name for element in look if element.by_sight]


@pytest.fixture
def editor() -> Editor:
    return Editor(60)


async def test_a_look_around_an_action_takes_no_picture_of_a_window_with_many_controls(editor: Editor) -> None:
    assert _names(await editor.glance()) == []
    assert editor.painted.captured == 0


async def test_the_turn_s_look_does_not_wait_for_the_picture_and_the_next_one_has_it(editor: Editor) -> None:
    with anyio.fail_after(5):
        first = await editor.glance(0.05)
        editor.eye.may.set()
        while "still being read" in ((await editor.glance()).degraded or "still being read"):
            await anyio.sleep(0.01)
        then = await editor.glance(5)
    assert _names(first) == [] and _names(then) == ["Green"]


async def test_the_picture_of_such_a_window_is_read_once_and_what_it_shows_is_told_as_not_listed(
    editor: Editor,
) -> None:
    editor.eye.may.set()
    assert _names(await editor.glance(5)) == ["Green"]
    await editor.glance(5)
    looked = len(editor.eye.looked_at)
    editor.painted.boxes = [(Rect(40, 110, 300, 150), _GREEN)]
    later = await editor.glance(5)
    assert len(editor.eye.looked_at) == looked and _names(later) == []
    assert "is not listed; wait_for reads it" in (later.degraded or "")


async def test_a_whole_snapshot_reads_the_picture_as_it_is_now(editor: Editor) -> None:
    editor.eye.may.set()
    window = await editor.painted.window()
    assert _names(await editor.desktop.snapshot(window.id)) == ["Green"]


async def test_a_window_with_few_controls_is_read_by_sight_in_every_look() -> None:
    editor = Editor(12)
    editor.eye.may.set()
    assert _names(await editor.glance()) == ["Green"]
