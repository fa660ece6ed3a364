"""A look at a window that closes while it is looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.bench import Bench
from ufo.desktop.fake import FakeDesktop
from ufo.desktop.fake.apps import text_editor
from ufo.desktop.snapshot import Snapshot
from ufo.errors import WindowGone


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
