"""A Qt program under Wine 10, which tells of itself by UI Automation: the one that does so here and is none of our own."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.conformance.suite import Stage, aimed, becomes, get
from tests.needs import need_part
from tests.windows.connection import connected
from ufo.config.settings import DesktopSettings
from ufo.desktop.values import Click, Launch
from ufo.desktop.windows.desktop import WindowsDesktop
from ufo.desktop.windows.ui_automation.com_automation import ComAutomation
from ufo.errors import DesktopUnavailable, StaleElement

need_part("PyQt6", "make setup-windows-qt")
_FORM = Path(__file__).parents[1] / "forms/gallery_of_qt.py"


@pytest.mark.matrix
@pytest.mark.timeout(600)
async def test_a_program_that_draws_itself_is_read_by_ui_automation_and_worked_by_what_it_told() -> None:
    try:
        # Wine takes a tenth of a second from each element to the next.
        automation = ComAutomation(look_s=120, within_s=150)
    except DesktopUnavailable:
        pytest.skip("Wine before 10 knows no UI Automation")
    async with connected(WindowsDesktop(os.environ, DesktopSettings(), automation)) as desktop:
        stage = Stage(desktop, Launch(sys.executable, (os.fspath(_FORM),)))
        window = await stage.open()
        look = await desktop.snapshot(window.id)
        assert (look.cut, look.degraded) == (None, None)
        for role, name in (
            ("Edit", "Name"), ("Button", "Save"), ("CheckBox", "Tick me"), ("ComboBox", "Size"), ("Slider", "Volume"),
            ("Spinner", "Count"), ("TabItem", "Text"), ("TreeItem", "Fruit"),
        ):  # fmt: skip
            assert window.rect.contains(get(look, name, role).rect.center)
        save = get(look, "Save", "Button")
        await desktop.send(await aimed(desktop, window, save), [Click(save.rect.center)])

        async def is_another_one() -> bool:
            try:
                return (await desktop.reidentify(save.handle)).name != "Save"
            except StaleElement:
                return True

        assert await becomes(is_another_one)
