"""Points in a dialog that lies over a sheet and sticks out of its window: GTK 3, on a private desktop."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from bench.faults import window_titled
from bench.measured_desktop import MeasuredDesktop
from bench.misbehaving.owned import OWNED, OwnedProcess
from tests.tools.bench import Bench
from tests.waiting import in_time
from ufo.desktop.private.private_desktop import PrivateDesktop
from ufo.schema.geometry import Point, Rect
from ufo.schema.picture import Picture
from ufo.tools.servers.app_ui import app_ui
from ufo.tools.servers.ui_collector import ui_collector

pytestmark = [pytest.mark.apps, pytest.mark.timeout(120)]


async def test_a_point_is_of_the_picture_and_a_dialog_is_drawn_in_though_cells_lie_behind_it(
    private_desktop: PrivateDesktop, desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    program = await OwnedProcess.start(
        private_desktop.environment, "/usr/bin/python3", str(OWNED / "gtk3_wide_dialog.py")
    )
    try:
        bench = Bench(tmp_path, app_ui, ui_collector, desktop=desktop)
        bench.selection.window = await window_titled(desktop, "Sheet")
        await bench.look()
        await bench.on("click_input", "Draw")
        dialog = await window_titled(desktop, "Drawing")
        shown = Picture.from_data_url(str((await bench.run("capture_window_screenshot")).result)).rect
        await bench.look()
        window = bench.selection.require_window().rect
        assert shown.covers(dialog.rect) and not window.covers(dialog.rect)
        inside = window.intersection(dialog.rect)
        for start, end in (
            (inside.center, Point(inside.center.x + 30, inside.center.y + 20)),
            (Point(dialog.rect.x + 20, dialog.rect.y + 60), Point(dialog.rect.right - 20, dialog.rect.bottom - 60)),
        ):
            await bench.look()
            (ax, ay), (bx, by) = _fractions(shown, start), _fractions(shown, end)
            done = await bench.run("drag_on_coordinates", start_x=ax, start_y=ay, end_x=bx, end_y=by, duration=0.2)
            assert done.ok, done.error
            with in_time():
                drawn = await window_titled(desktop, "Drawn")
                while drawn.title != f"Drawn {start.x, start.y} to {end.x, end.y}":
                    await anyio.sleep(0.05)
                    drawn = await window_titled(desktop, "Drawn")
        await bench.dispatcher.close()
    finally:
        await program.end()


def _fractions(area: Rect, at: Point) -> tuple[float, float]:
    return (at.x - area.x) / area.width, (at.y - area.y) / area.height
