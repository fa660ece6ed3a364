"""LibreOffice on a Wayland compositor, which numbers windows in a way of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.measured_desktop import MeasuredDesktop
from tests.needs import needs
from ufo.desktop.values import Click, Launch
from ufo_libreoffice.bridge import OfficeBridge

pytestmark = [pytest.mark.apps, needs("soffice", "sway")]


async def test_the_sheet_of_a_window_is_reached_also_once_saved_under_another_name_and_its_cells_and_menus_are_clicked(
    wayland_desktop: MeasuredDesktop, tmp_path: Path
) -> None:
    table = tmp_path / "plain.csv"
    table.write_text("name,number\nAda,3\nBo,4\n")
    window = await wayland_desktop.launch(Launch("soffice", ("--calc", str(table))), timeout_s=90)
    bridge = OfficeBridge()
    try:
        look = await wayland_desktop.snapshot(window.id)
        cell = next(element for element in look if element.role == "Cell" and element.name == "B2")
        await _click(wayland_desktop, window.id, cell.name)
        named = next(item for item in await wayland_desktop.windows() if item.id == window.id)
        assert (await bridge.call(named, "document.describe"))["path"] == str(table)
        # What was looked at before the saving names the window by its old title.
        saved = tmp_path / "other.ods"
        await bridge.call(named, "document.save_as", path=str(saved))
        assert (await bridge.call(named, "document.describe"))["path"] == str(saved)
        await _click(wayland_desktop, window.id, "File")
        entries = [element for element in await wayland_desktop.snapshot(window.id) if element.role == "MenuItem"]
        assert any(element.name.startswith("Save As") and "covered" not in element.states for element in entries)
    finally:
        await bridge.close()


async def _click(desktop: MeasuredDesktop, window_id: str, name: str) -> None:
    element = next(element for element in await desktop.snapshot(window_id) if element.name == name)
    target = await desktop.hit_test(await desktop.target(window_id, element.handle), element.rect.center)
    assert target.over is None
    await desktop.send(target, [Click(element.rect.center)])
    await desktop.settle(window_id)
